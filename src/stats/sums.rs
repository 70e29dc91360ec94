//! What decisions about cells rest on.

use super::anytime::anytime;
use super::interval::Interval;
use super::score::WHOLE;
use super::tally::Tally;
use crate::games::Seat;

/// What a cell's games came to, as far as decisions go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// The sum of the first seat's scores, in twelfths of a game.
    pub twelfths: u64,
    /// How many games.
    pub games: u64,
}

impl Sums {
    /// Those of a cell's tally.
    pub fn of(tally: &Tally) -> Sums {
        Sums { twelfths: tally.score(Seat::FIRST), games: tally.games() }
    }

    /// The mean score; one half without games.
    pub fn mean(self) -> f64 {
        if self.games == 0 {
            return 0.5;
        }
        self.twelfths as f64 / (WHOLE as f64 * self.games as f64)
    }

    /// The interval that may be looked at at any time.
    pub fn interval(self, alpha: f64) -> Interval {
        anytime(self.twelfths, self.games, alpha)
    }
}

/// How many games there may be, and how they are added.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terms {
    /// The chance of a mistake anywhere.
    pub alpha: f64,
    /// How many games a cell plays in a round.
    pub batch: u64,
    /// How many games a cell plays at most.
    pub most: u64,
}
