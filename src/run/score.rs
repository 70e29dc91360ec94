//! Scores and win counts.

use pasang_core::games::{Seat, Winners};
pub use pasang_core::score::{TWELFTHS, share};

/// Returns `some` / `of`; `None` if `of` is 0.
pub(crate) fn part(some: u64, of: u64) -> Option<f64> {
    (of > 0).then(|| some as f64 / of as f64)
}

pub(crate) fn add_each<const N: usize>(sums: &mut [u64; N], others: &[u64; N]) {
    sums.iter_mut().zip(others).for_each(|(sum, other)| *sum += other);
}

/// Games by the seat that won them alone; shared wins come last.
pub type WinCounts = [u64; Seat::MAX + 1];

/// The index in [`WinCounts`] of a sole winner, or of shared wins (`None`).
#[inline]
pub(super) fn place(winner: Option<Seat>) -> usize {
    winner.map_or(Seat::MAX, Seat::index)
}

pub(super) fn only(winners: Winners) -> Option<Seat> {
    winners.seats().next().filter(|_| winners.count() == 1)
}

/// Numbers of pairs of games with one opening, each player first once, by a player's score in both: 0,
/// a half, 1, one and a half, 2.
pub type PairCounts = [u64; 5];
