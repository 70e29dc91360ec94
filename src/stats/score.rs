//! What games are scored and counted by.

use crate::games::{Seat, Winners};
pub use pasang_core::choice::WHOLE;

/// What a seat scores, in twelfths of a game: all of it for a win, an equal part for a draw.
#[inline]
pub fn share(winners: Winners, seat: Seat) -> u64 {
    if winners.has(seat) { WHOLE / u64::from(winners.count()) } else { 0 }
}

/// A share of a whole, nothing of no whole.
pub(crate) fn part(some: u64, of: u64) -> Option<f64> {
    (of > 0).then(|| some as f64 / of as f64)
}

pub(super) fn add_each<const N: usize>(sums: &mut [u64; N], others: &[u64; N]) {
    sums.iter_mut().zip(others).for_each(|(sum, other)| *sum += other);
}

/// Games by the seat that won them alone; those that several won come last.
pub type Won = [u64; Seat::MOST + 1];

/// The place in [`Won`] of games that only this seat won, or of those that several did.
#[inline]
pub(super) fn place(winner: Option<Seat>) -> usize {
    winner.map_or(Seat::MOST, Seat::index)
}

pub(super) fn only(winners: Winners) -> Option<Seat> {
    winners.seats().next().filter(|_| winners.count() == 1)
}

/// Whether games were all the same one. Nothing is compared any more once two differed, so that
/// this costs next to nothing where games do differ.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Alike {
    #[default]
    NoGame,
    /// All were the game with these ranks.
    One(Vec<u32>),
    /// Two of them differed.
    Several,
}

impl Alike {
    #[inline]
    pub fn add(&mut self, ranks: &[u32]) {
        match self {
            Alike::Several => {}
            Alike::One(all) if all == ranks => {}
            Alike::One(_) => *self = Alike::Several,
            Alike::NoGame => *self = Alike::One(ranks.to_vec()),
        }
    }

    pub(super) fn one(&self) -> bool {
        matches!(self, Alike::One(_))
    }

    pub(super) fn merge(&mut self, other: &Alike) {
        match other {
            Alike::NoGame => {}
            Alike::One(ranks) => self.add(ranks),
            Alike::Several => *self = Alike::Several,
        }
    }
}
