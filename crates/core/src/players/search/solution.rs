//! Proven values of positions.

use crate::games::Seat;

/// Bounds on a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueRange {
    /// Lower bound.
    pub low: i32,
    /// Upper bound.
    pub high: i32,
}

/// Proven value of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvenValue {
    /// Bounds on the result: 1 if the first player wins, 0 for a draw, -1 if the second wins.
    pub result: ValueRange,
    /// Bounds on the first player's final lead in points, including the whole points of a handicap.
    pub margin: ValueRange,
    /// Index of a best move, if that is proven.
    pub move_index: Option<u32>,
}

impl ProvenValue {
    /// Returns whether the goal is proven.
    pub fn answers(&self, goal: SolveGoal) -> bool {
        let margin = goal == SolveGoal::Outcome || self.margin.value().is_some();
        self.result.value().is_some() && margin
    }
}

impl ValueRange {
    /// Bounds of an unknown number.
    pub const UNBOUNDED: ValueRange = ValueRange { low: i32::MIN, high: i32::MAX };

    /// Returns the bounds of a known number.
    pub const fn only(value: i32) -> ValueRange {
        ValueRange { low: value, high: value }
    }

    /// Returns the number; `None` if it is unknown.
    pub fn value(self) -> Option<i32> {
        (self.low == self.high).then_some(self.low)
    }

    pub(in crate::players) fn for_seat(self, seat: Seat) -> ValueRange {
        if seat == Seat::FIRST { self } else { ValueRange { low: -self.high, high: -self.low } }
    }
}

/// Goal of a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolveGoal {
    /// The winner.
    Outcome,
    /// The winner and the margin.
    Margin,
}
