//! Who plays.

use std::fmt;

/// A player's place in the order of play. Stones belong to nobody: a seat has no colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The most players that any game takes.
    pub const MOST: usize = 4;
    /// The player who moves first.
    pub const FIRST: Seat = Seat(0);
    /// The player who moves second.
    pub const SECOND: Seat = Seat(1);

    /// The first so many seats.
    pub fn first(seats: u8) -> impl DoubleEndedIterator<Item = Seat> {
        debug_assert!(usize::from(seats) <= Seat::MOST);
        (0..seats).map(Seat)
    }

    /// The seat with this number, counted from 1.
    pub fn numbered(number: u8) -> Option<Seat> {
        (1..=Seat::MOST as u8).contains(&number).then(|| Seat(number - 1))
    }

    /// Counted from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Counted from 1, as people and files do.
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// The word for it in files.
    pub const fn word(self) -> &'static str {
        ["first", "second", "third", "fourth"][self.0 as usize]
    }

    /// Where the player sits whose turn comes at this place, when whoever sits at `starter` is the
    /// first to move and so many play.
    #[must_use]
    pub const fn at_table(self, starter: Seat, seats: u8) -> Seat {
        let seat = self.0 + starter.0;
        Seat(if seat < seats { seat } else { seat - seats })
    }

    /// Whose turn is next where so many play.
    #[must_use]
    pub const fn next(self, seats: u8) -> Seat {
        Seat(if self.0 + 1 == seats { 0 } else { self.0 + 1 })
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}
