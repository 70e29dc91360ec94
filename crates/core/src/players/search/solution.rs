//! What is proved of a position.

use crate::games::Seat;

/// What is known of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// It is not less.
    pub low: i32,
    /// It is not more.
    pub high: i32,
}

/// What was proved of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// 1 where the first player wins, 0 for a draw, -1 where the second wins: between these.
    pub result: Bound,
    /// By how many points the first player leads in the end, with the whole points that a player is given.
    pub margin: Bound,
    /// The rank of a best move, where it is proved.
    pub rank: Option<u32>,
}

impl Solution {
    /// Who wins with the best play of both, and by how many points; nobody in a draw. Nothing where either
    /// is not known.
    pub fn proven(&self) -> Option<Option<(Seat, i32)>> {
        let (result, margin) = (self.result.value()?, self.margin.value()?);
        Some(match result {
            1 => Some((Seat::FIRST, margin)),
            -1 => Some((Seat::SECOND, -margin)),
            _ => None,
        })
    }

    /// Whether so much is found out.
    pub fn answers(&self, extent: Extent) -> bool {
        let margin = extent == Extent::Outcome || self.margin.value().is_some();
        self.result.value().is_some() && margin
    }
}

impl Bound {
    /// It may be any number.
    pub const OPEN: Bound = Bound { low: i32::MIN, high: i32::MAX };

    /// Just this.
    pub const fn only(value: i32) -> Bound {
        Bound { low: value, high: value }
    }

    /// The number, where it is known.
    pub fn value(self) -> Option<i32> {
        (self.low == self.high).then_some(self.low)
    }

    pub(in crate::players) fn for_seat(self, seat: Seat) -> Bound {
        if seat == Seat::FIRST { self } else { Bound { low: -self.high, high: -self.low } }
    }
}

/// How much is to be found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Who wins.
    Outcome,
    /// The margin too.
    Margin,
}
