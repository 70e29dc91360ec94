//! A cell as the tables see it: its names, its tally, and means with their intervals.

use super::anytime::anytime;
use super::distinct::Distinct;
use super::histogram::Histogram;
use super::interval::{Interval, Z, student, wilson, wilson_share};
use super::score::WHOLE;
use super::tally::Tally;
use super::terms::{ALPHA, Lineup, Sampling, Terms};
use crate::games::Seat;

/// What a cell is called.
#[derive(Clone, Copy, Debug)]
pub struct Labels<'a> {
    /// Its setup.
    pub setup: &'a str,
    /// Its rules.
    pub rules: &'a str,
    /// Its bots.
    pub bots: &'a str,
    /// The same bots one by one: one for all seats, or one for each.
    pub each: &'a [String],
    /// The phases of its game, in order.
    pub phases: &'a [&'a str],
}

/// A cell and what its games came to.
#[derive(Clone, Copy, Debug)]
pub struct Counted<'a> {
    /// What it is called.
    pub labels: Labels<'a>,
    /// The sums over its games.
    pub tally: &'a Tally,
    /// How many of its games are different; nothing where games were not recorded.
    pub distinct: Option<Distinct>,
    /// On what terms its figures are to be read.
    pub terms: Terms,
}

/// With a smaller share of different games a cell has few of them.
const MOST_ARE_DISTINCT: f64 = 0.9;

/// Whether a cell's games are mostly different.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variety {
    /// Nine of ten are, or it is not known.
    Most,
    /// Fewer are.
    Few,
}

/// A mean and how far it may mislead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// The mean.
    pub mean: f64,
    /// Where the mean of endlessly many games is expected, unless nothing can be said.
    pub interval: Option<Interval>,
    /// How the interval was made, or why there is none.
    pub method: &'static str,
}

pub(super) const ONE_DISTINCT: &str = "none: one distinct game";
const LINKED: &str = "none: rounds of different bots depend on one another";
pub(super) const OPEN: &str = "none: games may be added";

impl Measured {
    /// Why there is no interval, in two words at most: the games are all the same one, or they are
    /// rounds that depend on one another.
    pub(crate) fn why_none(&self) -> &'static str {
        if self.method == ONE_DISTINCT { "one game" } else { "linked" }
    }

    fn none(mean: f64, method: &'static str) -> Measured {
        Measured { mean, interval: None, method }
    }

    /// A mean score from the sum of scores in twelfths, with its interval at 95 %; nothing without
    /// games, and no interval where it is told why.
    pub(super) fn score(
        (twelfths, games): (u64, u64),
        sampling: Sampling,
        why_none: Option<&'static str>,
    ) -> Option<Measured> {
        if games == 0 {
            return None;
        }
        let mean = twelfths as f64 / (WHOLE as f64 * games as f64);
        Some(match (why_none, sampling) {
            (Some(why), _) => Measured::none(mean, why),
            (None, Sampling::Fixed) => {
                Measured { mean, interval: wilson(twelfths, games), method: "wilson-95" }
            }
            (None, Sampling::Open) => {
                let interval = Some(anytime(twelfths, games, ALPHA));
                Measured { mean, interval, method: "anytime-95" }
            }
        })
    }
}

impl Measured {
    /// The mean score of a round from the sums, in twelfths, of each match's rounds; no interval
    /// where it is told why.
    pub(super) fn of_matches(
        sums: &Histogram,
        rounds: usize,
        sampling: Sampling,
        why_none: Option<&'static str>,
    ) -> Option<Measured> {
        let whole = WHOLE as f64 * rounds as f64;
        let mean = sums.mean()? / whole;
        if let Some(why) = why_none {
            return Some(Measured::none(mean, why));
        }
        // A sum of rounds has its bounds, but no interval for any time is made of it here.
        if sampling == Sampling::Open {
            return Some(Measured::none(mean, OPEN));
        }
        Some(match student(sums) {
            Some(Interval { low, high }) => {
                let (low, high) = (low / whole, high / whole);
                let interval = Interval { low: low.max(0.0), high: high.min(1.0) };
                Measured { mean, interval: Some(interval), method: "t-95 over matches" }
            }
            // Matches that all come to the same show no spread, and are not certain for that: their
            // mean scores lie between 0 and 1, and no such score varies more than wins and losses.
            None => {
                let interval = wilson_share(mean, sums.count() as f64, Z);
                Measured { mean, interval: Some(interval), method: "wilson-95 over matches" }
            }
        })
    }
}

/// Why scores of such games have no interval, if so. Games that are all the same one have none:
/// playing it once more says nothing new.
pub(super) fn why_none(one_game: bool) -> Option<&'static str> {
    one_game.then_some(ONE_DISTINCT)
}

impl Counted<'_> {
    /// How many of the games are different, as far as is known.
    pub fn distinct(&self) -> Option<Distinct> {
        self.distinct.or_else(|| Distinct::known_to(self.tally))
    }

    /// The share of different games, as far as is known; nothing without games.
    pub fn distinct_share(&self) -> Option<f64> {
        let games = self.tally.games();
        let distinct = self.distinct().filter(|_| games > 0)?;
        Some(distinct.games as f64 / games as f64)
    }

    /// Whether the games are mostly different.
    pub fn variety(&self) -> Variety {
        match self.distinct_share() {
            Some(share) if share < MOST_ARE_DISTINCT => Variety::Few,
            _ => Variety::Most,
        }
    }

    /// Whether there were several games, and all of them the same one.
    pub fn one_game(&self) -> bool {
        self.tally.games() > 1 && self.distinct().is_some_and(|distinct| distinct.games == 1)
    }

    /// A seat's mean score; nothing without games, or where nobody sits there.
    pub fn score(&self, seat: Seat) -> Option<Measured> {
        if seat.number() > self.tally.seats() {
            return None;
        }
        let sums = (self.tally.score(seat), self.tally.games());
        Measured::score(sums, self.terms.sampling, why_none(self.one_game()))
    }

    /// Why scores of such rounds, taken one by one and by turn, have no interval, if so; of games
    /// that are no rounds the same as ever.
    pub(super) fn why_no_rounds(&self, one_game: bool) -> Option<&'static str> {
        let linked = self.tally.matches().is_some() && self.terms.lineup == Lineup::Mixed;
        why_none(one_game).or(linked.then_some(LINKED))
    }

    /// The mean score of whoever was the first to move in a round; nothing where no matches are
    /// played.
    pub fn starters(&self) -> Option<Measured> {
        let matches = self.tally.matches()?;
        let why = why_none(self.one_game());
        let rounds = matches.rounds().len();
        Measured::of_matches(matches.starters(), rounds, self.terms.sampling, why)
    }

    /// The mean of the first seat's points less the second's; nothing without games, or beyond
    /// two seats.
    pub fn margin(&self) -> Option<Measured> {
        let margin = self.tally.margin();
        let mean = margin.mean()?;
        if let Some(why) = why_none(self.one_game()) {
            return Some(Measured::none(mean, why));
        }
        // Points have no bound that would make an interval for any time narrow enough to use.
        if self.terms.sampling == Sampling::Open {
            return Some(Measured::none(mean, OPEN));
        }
        Some(match student(margin) {
            Some(interval) => Measured { mean, interval: Some(interval), method: "t-95" },
            None if margin.count() == 1 => Measured::none(mean, "none: one game"),
            None => Measured::none(mean, "none: no spread"),
        })
    }
}
