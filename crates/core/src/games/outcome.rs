//! Who plays, for what points, and how games end.

use std::fmt;

use crate::board::{Colour, Stones};

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

/// Points by seat; seats that nobody sits on have none.
pub type Scores = [u16; Seat::MOST];

crate::words! {
    /// What ended a game.
    pub enum Ending ("ending") {
        /// Brunei: no stone is left.
        Cleared = "cleared",
        /// Brunei: the player to move cannot, and stones are left (suntuk).
        Stuck = "stuck",
        /// Bell: the player to move has no hop.
        NoHops = "no-hops",
    }
}

/// The seats that share the win: one seat, or all that drew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Winners(u8);

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Outcome {
    /// What ended it.
    pub ending: Ending,
    /// Who won, or drew.
    pub winners: Winners,
}

impl Winners {
    /// One winner.
    pub const fn only(seat: Seat) -> Winners {
        Winners(1 << seat.index())
    }

    /// Whoever has the most points, of the first so many seats.
    pub fn by_score(scores: &Scores, seats: u8) -> Winners {
        let scores = &scores[..usize::from(seats)];
        let most = scores.iter().copied().max().unwrap_or(0);
        let best = (0..).zip(scores).filter(|(_, score)| **score == most);
        Winners(best.fold(0, |set, (seat, _): (u8, _)| set | 1 << seat))
    }

    /// The winners by where they sit, when whoever sits at `starter` was the first to move.
    #[must_use]
    pub fn at_table(self, starter: Seat, seats: u8) -> Winners {
        let seated = self.seats().map(|turn| turn.at_table(starter, seats));
        Winners(seated.fold(0, |set, seat| set | 1 << seat.index()))
    }

    /// Whether this seat is among them.
    pub const fn has(self, seat: Seat) -> bool {
        self.0 >> seat.index() & 1 == 1
    }

    /// How many share the win; 1 is a win, more is a draw.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The result where two play: 1 where the first wins, 0 for a draw, -1 where the second wins.
    pub fn of_two(self) -> i32 {
        i32::from(self.has(Seat::FIRST)) - i32::from(self.has(Seat::SECOND))
    }

    /// The seats in order.
    pub fn seats(self) -> impl Iterator<Item = Seat> {
        Seat::first(Seat::MOST as u8).filter(move |&seat| self.has(seat))
    }
}

impl fmt::Display for Winners {
    /// The seats' numbers joined by `/`.
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

/// Points by turn as points by seat, when whoever sits at `starter` was the first to move.
pub fn scores_at_table(scores: &Scores, starter: Seat, seats: u8) -> Scores {
    let mut seated = [0; Seat::MOST];
    for turn in Seat::first(seats) {
        seated[turn.at_table(starter, seats).index()] = scores[turn.index()];
    }
    seated
}

/// A sign of a board, where the digit of a ka names whose turn it is, with the digit of the seat.
pub fn sign_at_table(sign: char, starter: Seat, seats: u8) -> char {
    match sign {
        digit @ '1'..='9' => Seat::numbered(digit as u8 - b'0')
            .map_or(digit, |turn| (b'0' + turn.at_table(starter, seats).number()).into()),
        other => other,
    }
}

/// Points by seat, as people write them: `86-89`.
pub fn score_words(scores: &[u16]) -> String {
    scores.iter().map(u16::to_string).collect::<Vec<String>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_score_wins_and_equal_ones_share() {
        assert_eq!(Winners::by_score(&[3, 5, 0, 0], 2).to_string(), "2");
        assert_eq!(Winners::by_score(&[5, 5, 0, 0], 2).to_string(), "1/2");
        assert_eq!(Winners::by_score(&[1, 7, 7, 2], 4).to_string(), "2/3");
        let sat = |starter: u8| {
            let starter = Seat::numbered(starter).unwrap();
            let scores = scores_at_table(&[5, 1, 5, 0], starter, 3);
            (scores, Winners::by_score(&[5, 1, 5, 0], 3).at_table(starter, 3).to_string())
        };
        assert_eq!(sat(1), ([5, 1, 5, 0], "1/3".to_owned()));
        assert_eq!(sat(2), ([5, 5, 1, 0], "1/2".to_owned()));
        assert_eq!(sat(3), ([1, 5, 5, 0], "2/3".to_owned()));
        let second = Seat::SECOND;
        assert_eq!(['1', '2', '#'].map(|sign| sign_at_table(sign, second, 2)), ['2', '1', '#']);
        // A seat that nobody sits on does not win, whatever stands there.
        assert_eq!(Winners::by_score(&[1, 1, 9, 9], 2).to_string(), "1/2");
    }
}
