//! What stones are worth.

use crate::board::{Colour, Stones};

/// Points a stone of each colour is worth: 1 for black and 2 for white by custom, 0 to 9 each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Values {
    /// A black stone's.
    pub black: u8,
    /// A white stone's.
    pub white: u8,
}

impl Values {
    /// 1 for black, 2 for white.
    pub const CUSTOMARY: Values = Values { black: 1, white: 2 };
    /// The most that a stone may be worth.
    pub const MOST: u8 = 9;

    /// What one stone of a colour is worth.
    pub const fn of(self, colour: Colour) -> u16 {
        match colour {
            Colour::Black => self.black as u16,
            Colour::White => self.white as u16,
        }
    }

    /// What so many stones are worth together.
    pub const fn worth(self, black: u32, white: u32) -> u16 {
        black as u16 * self.black as u16 + white as u16 * self.white as u16
    }

    /// What stones are worth together.
    pub const fn sum(self, stones: Stones) -> u16 {
        self.worth(stones.black.len(), stones.white.len())
    }
}
