//! Scores of games and their sums, and intervals.

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

impl Interval {
    /// Returns the interval divided by `whole`: from a sum to a mean.
    #[must_use]
    pub fn part(self, whole: f64) -> Interval {
        Interval { low: self.low / whole, high: self.high / whole }
    }
}
