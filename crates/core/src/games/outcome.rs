//! Players, points and outcomes.

use std::fmt;

use crate::board::{Colour, Stones};

/// A player's place in the order of play. Seats have no colour, because stones belong to no player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The most players of any game.
    pub const MAX: usize = 4;
    /// The player who moves first.
    pub const FIRST: Seat = Seat(0);
    /// The player who moves second.
    pub const SECOND: Seat = Seat(1);

    /// Iterates over the first `seats` seats.
    pub fn first(seats: u8) -> impl DoubleEndedIterator<Item = Seat> {
        debug_assert!(usize::from(seats) <= Seat::MAX);
        (0..seats).map(Seat)
    }

    /// Returns the seat with this number, counted from 1; `None` if there is none.
    pub fn numbered(number: u8) -> Option<Seat> {
        (1..=Seat::MAX as u8).contains(&number).then(|| Seat(number - 1))
    }

    /// Returns the index, counted from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the number, counted from 1, as in files and messages.
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// Returns the keyword in files.
    pub const fn word(self) -> &'static str {
        ["first", "second", "third", "fourth"][self.0 as usize]
    }

    /// Converts this turn to a seat at the table, with `seats` players and the first move at seat
    /// `starter`.
    #[must_use]
    pub const fn at_table(self, starter: Seat, seats: u8) -> Seat {
        let seat = self.0 + starter.0;
        Seat(if seat < seats { seat } else { seat - seats })
    }

    /// Returns the next player of `seats`.
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

/// Points per stone of each colour: by custom 1 for black and 2 for white; 0 to 9 each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Values {
    /// Points for a black stone.
    pub black: u8,
    /// Points for a white stone.
    pub white: u8,
}

impl Values {
    /// 1 for black, 2 for white.
    pub const CUSTOMARY: Values = Values { black: 1, white: 2 };
    /// The most points for a stone.
    pub const MAX: u8 = 9;

    /// Returns the points for a stone of this colour.
    pub const fn of(self, colour: Colour) -> u16 {
        match colour {
            Colour::Black => self.black as u16,
            Colour::White => self.white as u16,
        }
    }

    /// Returns the total points of these numbers of stones.
    pub const fn worth(self, black: u32, white: u32) -> u16 {
        black as u16 * self.black as u16 + white as u16 * self.white as u16
    }

    /// Returns the total points of these stones.
    pub const fn sum(self, stones: Stones) -> u16 {
        self.worth(stones.black.len(), stones.white.len())
    }
}

/// Points by seat; unused seats have 0.
pub type Scores = [u16; Seat::MAX];

crate::keyword_enum! {
    /// The reason for the end of a game.
    pub enum EndReason ("ending") {
        /// Brunei: no stone is left.
        Cleared = "cleared",
        /// Brunei: the player to move cannot, and stones are left (suntuk).
        Stuck = "stuck",
        /// Bell: the player to move has no hop.
        NoHops = "no-hops",
    }
}

/// The seats that share the win: one seat, or all seats of a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Winners(u8);

/// The outcome of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Outcome {
    /// The reason for the end.
    pub ending: EndReason,
    /// The winner, or the players who drew.
    pub winners: Winners,
}

impl Winners {
    /// Returns a single winner.
    pub const fn only(seat: Seat) -> Winners {
        Winners(1 << seat.index())
    }

    /// Returns the seats with the most points, among the first `seats`.
    pub fn by_score(scores: &Scores, seats: u8) -> Winners {
        let scores = &scores[..usize::from(seats)];
        let most = scores.iter().copied().max().unwrap_or(0);
        let best = (0..).zip(scores).filter(|(_, score)| **score == most);
        Winners(best.fold(0, |set, (seat, _): (u8, _)| set | 1 << seat))
    }

    /// Returns whether this seat is a winner.
    pub const fn has(self, seat: Seat) -> bool {
        self.0 >> seat.index() & 1 == 1
    }

    /// Returns the number of winners: 1 for a win, more for a draw.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns the result of a two-player game: 1 if the first player won, 0 for a draw, -1 if the
    /// second won.
    pub fn of_two(self) -> i32 {
        i32::from(self.has(Seat::FIRST)) - i32::from(self.has(Seat::SECOND))
    }

    /// Iterates over the winning seats in order.
    pub fn seats(self) -> impl Iterator<Item = Seat> {
        Seat::first(Seat::MAX as u8).filter(move |&seat| self.has(seat))
    }
}

impl fmt::Display for Winners {
    /// Writes the seats' numbers joined by `/`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, seat) in self.seats().enumerate() {
            if place > 0 {
                f.write_str("/")?;
            }
            write!(f, "{seat}")?;
        }
        Ok(())
    }
}

/// Points of the players of one game, by seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatScores {
    scores: Scores,
    seats: u8,
}

impl SeatScores {
    pub(crate) fn new(scores: Scores, seats: u8) -> SeatScores {
        SeatScores { scores, seats }
    }

    /// Returns the points of all seats that any game has, 0 of those that this one lacks.
    pub fn padded(self) -> Scores {
        self.scores
    }
}

impl std::ops::Deref for SeatScores {
    type Target = [u16];

    fn deref(&self) -> &[u16] {
        &self.scores[..usize::from(self.seats)]
    }
}

/// Formats points by seat: `86-89`.
pub fn score_words(scores: &[u16]) -> String {
    scores.iter().map(u16::to_string).collect::<Vec<String>>().join("-")
}
