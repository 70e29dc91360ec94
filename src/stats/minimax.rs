//! What the first two moves are worth if both players choose the best.
//!
//! Whoever picks the best of many openings by their scores, and then quotes these scores, quotes
//! the luck that made them the best. So one half of the games chooses, and the other half, which
//! had no part in the choice, says what the chosen pair is worth.
//!
//! Games are halved by rounds, not by single games: given openings take turns, and every other
//! game would be every other opening. All rounds of a match belong to the same half.

use super::counted::{Counted, Measured};
use super::interval::Interval;
use super::openings::{Opening, Pair};
use super::terms::{ALPHA, Begun};
use super::verdict::score_interval;

/// A pair of first moves, and what it is worth to the first player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The ranks of the two moves.
    pub pair: [u32; 2],
    /// The score by which it was chosen, from the games of even rounds: too good, or too bad.
    pub chosen_by: f64,
    /// The score in the games of odd rounds, with its interval at the level of the verdict.
    pub score: Measured,
}

impl Counted<'_> {
    /// The best opening by the games of even rounds: of all first moves the one whose worst reply
    /// leaves the first player most; of equal ones the first. Measured by the games of odd rounds.
    /// Nothing where no pair of moves was played in both, and where bots chose the openings: of
    /// what they did not care to play too little is known.
    pub fn best_opening(&self) -> Option<Choice> {
        if self.terms.begun == Begun::Chosen {
            return None;
        }
        let mut best: Option<(f64, [u32; 2], &Opening)> = None;
        let mut worst: Option<(f64, [u32; 2], &Opening)> = None;
        for (pair, opening) in self.tally.openings() {
            let [Some(first), Some(second)] = pair else { continue };
            let Some(score) = opening.halves[0].mean() else { continue };
            if worst.is_some_and(|(_, pair, _)| pair[0] != first) {
                best = better(best, worst.take());
            }
            if worst.is_none_or(|(least, ..)| score < least) {
                worst = Some((score, [first, second], opening));
            }
        }
        let (chosen_by, pair, opening) = better(best, worst)?;
        let half = opening.halves[1];
        let mean = half.mean()?;
        let why = self.why_no_rounds(opening.one_game());
        let interval = || {
            let (alpha, sampling) = (self.terms.alpha(), self.terms.sampling);
            score_interval(half.first_score, half.games, alpha, sampling)
        };
        let score = match why {
            Some(method) => Measured { mean, interval: None, method },
            None => Measured { mean, interval: interval(), method: "other half" },
        };
        Some(Choice { pair, chosen_by, score })
    }

    /// The first player's score in an opening, with its interval at 95 %; nothing without games.
    pub fn opening_score(&self, opening: &Opening) -> Option<Measured> {
        let why = self.why_no_rounds(opening.one_game());
        Measured::score((opening.first_score, opening.games), self.terms.sampling, why)
    }

    /// An opening's interval at the level that all openings of the cell share: together they are
    /// right with a chance of 95 %.
    pub fn opening_joint(&self, opening: &Opening) -> Option<Interval> {
        if self.why_no_rounds(opening.one_game()).is_some() {
            return None;
        }
        let alpha = ALPHA / self.tally.openings().count().max(1) as f64;
        score_interval(opening.first_score, opening.games, alpha, self.terms.sampling)
    }

    /// How many openings there are whose both moves were made.
    pub fn pairs(&self) -> usize {
        let made = |(pair, _): &(Pair, &Opening)| pair.iter().all(Option::is_some);
        self.tally.openings().filter(made).count()
    }
}

type Scored<'o> = Option<(f64, [u32; 2], &'o Opening)>;

/// The one that is worth more; the first of equal ones.
fn better<'o>(best: Scored<'o>, new: Scored<'o>) -> Scored<'o> {
    match (best, new) {
        (Some(best), Some(new)) if new.0 > best.0 => Some(new),
        (None, new) => new,
        (best, _) => best,
    }
}
