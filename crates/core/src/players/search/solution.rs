//! Proven values of positions.

use crate::games::{Move, Seat};

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
pub struct Solution<M = Move> {
    /// Bounds on the result: 1 if the first player wins, 0 for a draw, -1 if the second wins.
    pub result: ValueRange,
    /// Bounds on the first player's final lead in points, whole points of a handicap included.
    pub lead: ValueRange,
    /// A best move; `None` if the game is over or none is proven best.
    pub best_move: Option<M>,
    /// Number of positions searched.
    pub nodes: u64,
}

impl Solution {
    /// Nothing is known.
    pub const OPEN: Solution = Solution {
        result: ValueRange { low: -1, high: 1 },
        lead: ValueRange::UNBOUNDED,
        best_move: None,
        nodes: 0,
    };
}

impl<M> Solution<M> {
    /// Returns whether the result is proven.
    pub fn is_proven(&self) -> bool {
        self.result.value().is_some()
    }

    /// Returns whether the goal is proven.
    pub fn answers(&self, goal: SolveGoal) -> bool {
        self.is_proven() && (goal == SolveGoal::Outcome || self.lead.value().is_some())
    }

    /// Returns the winner; `None` for a draw, or if the result is unknown.
    pub fn winner(&self) -> Option<Seat> {
        match self.result.value()? {
            1 => Some(Seat::FIRST),
            -1 => Some(Seat::SECOND),
            _ => None,
        }
    }

    /// Returns the margin in points: the winner's lead, which is negative if the winner has fewer
    /// points; 0 for a draw; `None` if result or lead is unknown.
    pub fn margin(&self) -> Option<i32> {
        Some(self.result.value()? * self.lead.value()?)
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
