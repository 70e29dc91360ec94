//! The allotment of games with `openings = "best"`: first moves and replies that may be the best get more
//! of them.
//!
//! A cell plays in rounds of as many games as it has pairs of first moves: each pair once in the first two,
//! later each in proportion to the probability that it decides the value with best openings (Thompson
//! sampling, 1933): its first move is the best, and its reply the best against it. The probabilities follow
//! from the cell's games of the rounds before, by the model of `pasang_balance`; so they are the same
//! for any number of threads, after an interruption, and whatever other cells there are.

use std::sync::{PoisonError, RwLock};

use pasang_balance::{CrewSize, OpeningDesign, Pair, VarianceComponents, draws_key, fit};
use pasang_core::games::rules::GameKind;
use pasang_core::players::crew::{Crew, CrewPlayer};
use pasang_core::score::ScoreSum;

/// The number of rounds in which each pair is played once.
pub const EVEN_ROUNDS: u64 = 2;

/// The number of draws for the probabilities of a round.
const DRAWS: usize = 1000;

/// The rounds of a cell, as far as they are known.
#[derive(Debug)]
pub(super) struct Allotment {
    design: OpeningDesign,
    kind: GameKind,
    crew: Crew,
    /// The pairs, by their places in the cell's list.
    pairs: Vec<Pair>,
    /// The places of the pairs of the games after the even rounds, and each one's games before.
    games: RwLock<Vec<(usize, u64)>>,
}

impl Allotment {
    pub(super) fn new(
        kind: GameKind,
        crew: &Crew,
        design: OpeningDesign,
        pairs: Vec<Pair>,
    ) -> Allotment {
        Allotment { design, kind, crew: crew.clone(), pairs, games: RwLock::default() }
    }

    /// Returns the place of a game's pair, and the player. A game of a round that is not known yet has those
    /// of even rounds: enough to estimate what games take.
    pub(super) fn game(&self, index: u64) -> (usize, CrewPlayer) {
        let count = self.pairs.len() as u64;
        let known = index.checked_sub(EVEN_ROUNDS * count).and_then(|at| {
            let games = self.games.read().unwrap_or_else(PoisonError::into_inner);
            games.get(usize::try_from(at).ok()?).copied()
        });
        let (pair, before) = known.unwrap_or(((index % count) as usize, index / count));
        (pair, self.crew.player_at(pair as u64, before))
    }

    /// Returns the number of games until the next round begins, from the game with this index on.
    pub(super) fn rest(&self, index: u64) -> u64 {
        self.pairs.len() as u64 - index % self.pairs.len() as u64
    }

    /// Allots the round that begins with the game of this index, if one does, by the score sums of the games
    /// before.
    pub(super) fn allot(&self, index: u64, sum: impl Fn(&Pair) -> ScoreSum) {
        let count = self.pairs.len() as u64;
        let mut games = self.games.write().unwrap_or_else(PoisonError::into_inner);
        if index < EVEN_ROUNDS * count || index != EVEN_ROUNDS * count + games.len() as u64 {
            return;
        }
        let (sums, size) = (self.design.sums(&sum), CrewSize::of(&self.crew));
        let Some(posterior) = fit(&self.design, &sums, size, VarianceComponents::of(self.kind))
        else {
            return;
        };
        let shares = apportion(&posterior.deciding(DRAWS, &draws_key()), count);
        let mut before: Vec<u64> = self.pairs.iter().map(|pair| sum(pair).games).collect();
        for (pair, share) in self.design.pairs.iter().zip(shares) {
            let is_of = |place: &usize| pair.keys.contains(&self.pairs[*place]);
            let places: Vec<usize> = (0..self.pairs.len()).filter(is_of).collect();
            for _ in 0..share {
                // Mirror images of each other take turns.
                let next = places.iter().copied().min_by_key(|&place| (before[place], place));
                let Some(next) = next else { continue };
                games.push((next, before[next]));
                before[next] += 1;
            }
        }
    }
}

/// Shares seats in proportion to counts, which are not all 0, by largest remainders (Hamilton, 1792); of
/// equal ones the first comes first.
pub fn apportion(counts: &[u64], seats: u64) -> Vec<u64> {
    let all = counts.iter().sum::<u64>().max(1);
    let mut shares: Vec<u64> = counts.iter().map(|count| count * seats / all).collect();
    let mut order: Vec<usize> = (0..counts.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(counts[at] * seats % all));
    let left = seats - shares.iter().sum::<u64>();
    order.iter().take(left as usize).for_each(|&at| shares[at] += 1);
    shares
}
