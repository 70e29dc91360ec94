//! Points given in advance.

use super::toggle::Held;
use super::{Seat, Shape};

/// What the second player is given in advance, or, below 0, the first: whole points, and half a point, which decides where
/// the scores would be equal with the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Handicap {
    /// Tenths of a point, in fives.
    tenths: i16,
}

impl Handicap {
    /// Nobody is given anything.
    pub const NONE: Handicap = Handicap { tenths: 0 };

    /// As it is read and written: in halves from -60 to 60.
    pub(crate) const SHAPE: Shape = Shape::Decimal {
        places: 1,
        least: -600,
        most: 600,
        step: 5,
        expected: "expected points from -60 to 60, whole or with a half, as `4.5`",
    };

    /// The whole points.
    #[inline]
    pub const fn points(self) -> i32 {
        self.tenths as i32 / 10
    }

    /// Who wins a tie by half a point.
    pub const fn tie(self) -> Option<Seat> {
        match self.tenths % 10 {
            0 => None,
            1.. => Some(Seat::SECOND),
            _ => Some(Seat::FIRST),
        }
    }

    /// Who is given something, and how much in words.
    pub fn words(self) -> Option<(Seat, String)> {
        let seat = if self.tenths > 0 { Seat::SECOND } else { Seat::FIRST };
        let points = match self.tenths.abs() {
            0 => return None,
            5 => "half a point".to_owned(),
            10 => "1 point".to_owned(),
            tenths => format!("{} points", Handicap::SHAPE.word(tenths.into())),
        };
        Some((seat, points))
    }
}

impl Held for Handicap {
    fn to_value(self) -> i64 {
        self.tenths.into()
    }

    fn of_value(value: i64) -> Handicap {
        Handicap { tenths: value as i16 }
    }
}
