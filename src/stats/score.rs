//! A game's score, and shares of wholes.

use crate::games::{Seat, Winners};

/// A whole game's score in the unit of scores, twelfths: what one, two, three or four winners
/// share is a whole number of them.
pub const WHOLE: u64 = 12;

/// What a seat scores, in twelfths of a game: all of it for a win, an equal part for a draw.
#[inline]
pub fn share(winners: Winners, seat: Seat) -> u64 {
    if winners.has(seat) { WHOLE / u64::from(winners.count()) } else { 0 }
}

/// The place of games without a single winner.
pub(super) const DRAWN: usize = Seat::MOST;

/// The place of games that only this seat won, or of those that several did.
#[inline]
pub(super) fn place(winner: Option<Seat>) -> usize {
    winner.map_or(DRAWN, Seat::index)
}

/// A share of a whole, nothing of no whole.
pub(super) fn part(some: u64, of: u64) -> Option<f64> {
    (of > 0).then(|| some as f64 / of as f64)
}

pub(super) fn add_each<const N: usize>(sums: &mut [u64; N], others: &[u64; N]) {
    sums.iter_mut().zip(others).for_each(|(sum, other)| *sum += other);
}
