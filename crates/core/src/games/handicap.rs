//! Handicaps: points given in advance.

use super::toggle::{ShownValue, ToggleValue};
use super::{Seat, ToggleType};

/// Points given in advance to the second player, or, if negative, to the first: whole points, and a
/// half point that breaks ties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Handicap {
    /// Tenths of a point, a multiple of 5.
    tenths: i16,
}

impl Handicap {
    /// No handicap.
    pub const NONE: Handicap = Handicap { tenths: 0 };

    /// Range and notation: multiples of a half from -60 to 60.
    pub(crate) const TOGGLE_TYPE: ToggleType = ToggleType::Decimal {
        places: 1,
        least: -600,
        most: 600,
        step: 5,
        expected: "expected points from -60 to 60, whole or with a half, as `4.5`",
    };

    /// Returns the whole points.
    #[inline]
    pub const fn points(self) -> i32 {
        self.tenths as i32 / 10
    }

    /// Returns the winner of a tie by the half point; `None` without a half point.
    pub const fn tie(self) -> Option<Seat> {
        match self.tenths % 10 {
            0 => None,
            1.. => Some(Seat::SECOND),
            _ => Some(Seat::FIRST),
        }
    }

    /// Returns the player who gets the points, and the points in words; `None` without a handicap.
    pub fn words(self) -> Option<(Seat, String)> {
        let seat = if self.tenths > 0 { Seat::SECOND } else { Seat::FIRST };
        let points = match self.tenths.abs() {
            0 => return None,
            5 => "half a point".to_owned(),
            10 => "1 point".to_owned(),
            tenths => format!("{} points", Handicap::TOGGLE_TYPE.number_word(tenths.into())),
        };
        Some((seat, points))
    }
}

impl ToggleValue for Handicap {
    fn read(self, text: &str, toggle_type: &ToggleType) -> Option<Handicap> {
        Some(Handicap { tenths: self.tenths.read(text, toggle_type)? })
    }

    fn show(self, toggle_type: &ToggleType) -> ShownValue {
        self.tenths.show(toggle_type)
    }
}
