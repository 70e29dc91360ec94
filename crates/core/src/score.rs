//! Scores of games and their sums, intervals, and the normal quantiles behind these.

use std::f64::consts::SQRT_2;

use crate::games::{Seat, Winners};

/// Number of twelfths in the score of a whole game: what one, two, three or four winners share is
/// an integer.
pub const TWELFTHS: u64 = 12;

/// Returns a seat's score in twelfths of a game: the whole for a win, an equal share of it for a
/// draw.
#[inline]
pub fn share(winners: Winners, seat: Seat) -> u64 {
    if winners.has(seat) { TWELFTHS / u64::from(winners.count()) } else { 0 }
}

/// Sum of the first seat's scores in twelfths of a game, and number of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScoreSum {
    /// Sum of the scores.
    pub twelfths: u64,
    /// Number of games.
    pub games: u64,
}

impl ScoreSum {
    /// Returns the mean score; `None` without games.
    pub fn mean(self) -> Option<f64> {
        (self.games > 0).then(|| self.twelfths as f64 / (TWELFTHS * self.games) as f64)
    }
}

/// Interval from `low` to `high`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// Bisection steps until a root is exact to the last digit.
const BISECTION_STEPS: u32 = 80;

/// Beyond this, the tail of the normal distribution is smaller than the smallest number.
const FAR: f64 = 40.0;

/// Returns the normal quantile with the upper tail probability `tail`, from 10^-300 to one half, by
/// bisection.
pub fn normal_quantile(tail: f64) -> f64 {
    root(FAR, |x| 0.5 * libm::erfc(x / SQRT_2) > tail)
}

/// Finds by bisection the point in 0..`far` where a condition that holds near 0 ceases to hold.
pub fn root(far: f64, holds: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (0.0, far);
    for _ in 0..BISECTION_STEPS {
        let middle = 0.5 * (low + high);
        if holds(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}
