//! Positions, moves and move notation of the Brunei game.

use std::fmt::Write;

use super::bitboard::{Axis, RotatedBitboards};
use super::rules::EntryMode;
use crate::board::{BoardSize, Colour, Column, Point, PointSet, Stones};
use crate::games::{Scores, Seat, StateKey};

/// A player's half of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Half {
    /// The lower rows, whose player opens and enters first.
    Lower,
    /// The upper rows.
    Upper,
}

/// The phase of a game, with its own state. If the players have changed sides, "the first player"
/// is the one who plays in the lower half.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// The first player takes a column.
    FirstOpening,
    /// The second player takes a column.
    SecondOpening {
        /// The first player's column.
        first: Column,
    },
    /// The first player enters with a ka.
    FirstEntry {
        /// The passages in the lower half and in the upper half.
        passages: [Column; 2],
    },
    /// The second player enters with a ka.
    SecondEntry {
        /// The second player's passage.
        passage: Column,
        /// The way in which the second player must enter; `None` if the first player does not
        /// decide it.
        bound: Option<EntryMode>,
    },
    /// Both kas are on the board.
    Main,
}

/// A position of the Brunei game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    pub(super) boards: RotatedBitboards,
    /// Number of stones on the board.
    pub(super) left: u8,
    pub(super) scores: [u16; 2],
    /// The players' kas; the centre for a ka that has not entered, which blocks no more than the
    /// centre itself.
    pub(super) kas: [Point; 2],
    pub(super) to_move: Seat,
    pub(super) phase: Phase,
    /// The board size. Stones and kas lie within the board; only names depend on its size, because
    /// a ka cannot leave a small board: there is no line to capture outside.
    pub(super) side: BoardSize,
}

impl Half {
    /// Returns the opposite half.
    pub const fn other(self) -> Half {
        match self {
            Half::Lower => Half::Upper,
            Half::Upper => Half::Lower,
        }
    }

    /// Returns 0 for the lower half, 1 for the upper.
    pub(super) const fn index(self) -> usize {
        self as usize
    }
}

impl Position {
    /// Creates the position before the first move.
    pub(super) fn start(stones: Stones) -> Position {
        Position {
            boards: RotatedBitboards::new(stones),
            left: stones.points().len() as u8,
            scores: [0; 2],
            kas: [Point::CENTRE; 2],
            to_move: Seat::FIRST,
            phase: Phase::FirstOpening,
            side: BoardSize::of(stones),
        }
    }

    /// Creates a position of the main phase; `None` if kas and stones share a point or lie on the
    /// centre or off the board.
    pub fn main_phase(
        side: BoardSize,
        stones: Stones,
        kas: [Point; 2],
        scores: [u16; 2],
        to_move: Seat,
    ) -> Option<Position> {
        let taken = stones.points();
        let sound = kas[0] != kas[1]
            && kas.iter().all(|&ka| ka != Point::CENTRE && !taken.has(ka))
            && !taken.has(Point::CENTRE)
            && (stones.black & stones.white).is_empty()
            && kas.into_iter().fold(taken, PointSet::with) - side.points() == PointSet::EMPTY
            && to_move.index() < 2;
        let phase = Phase::Main;
        sound.then(|| Position { scores, kas, to_move, phase, side, ..Position::start(stones) })
    }

    /// Returns the stones on the board.
    pub fn stones(&self) -> Stones {
        self.boards.stones()
    }

    /// Returns the points captured so far.
    pub fn scores(&self) -> Scores {
        [self.scores[0], self.scores[1], 0, 0]
    }

    /// Returns the player to move.
    pub fn to_move(&self) -> Seat {
        self.to_move
    }

    /// Returns the phase.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Returns a player's half before the main phase, from which on both play on the whole board.
    ///
    /// The player to move shows whether the players have changed sides: the lower half opens and
    /// enters first.
    pub(super) fn half(&self, seat: Seat) -> Half {
        let mover = match self.phase {
            Phase::FirstOpening | Phase::FirstEntry { .. } => Half::Lower,
            Phase::SecondOpening { .. } | Phase::SecondEntry { .. } | Phase::Main => Half::Upper,
        };
        if seat == self.to_move { mover } else { mover.other() }
    }

    /// Returns whether the second player may still take over the first player's column.
    pub(super) fn may_swap(&self) -> bool {
        self.to_move == Seat::SECOND && matches!(self.phase, Phase::SecondOpening { .. })
    }

    /// Returns a player's ka; `None` before it has entered.
    pub fn ka(&self, seat: Seat) -> Option<Point> {
        Some(self.kas[seat.index()]).filter(|&ka| ka != Point::CENTRE)
    }

    /// Canonical key: equal for positions that differ only in where among adjacent rows (or
    /// columns) without stones a ka stands. No ka can land on these, because there is nothing to
    /// capture, and they block nothing: the board could do without them. Only the centre's row and
    /// column must stay.
    #[inline(always)]
    pub(super) fn canonical_key(&self, swap_sides: bool) -> StateKey {
        if self.phase != Phase::Main {
            return self.state_key(swap_sides, self.kas);
        }
        let [own, other] = self.kas.map(|ka| Axis::Row.place(ka));
        let rows = self.boards.lowest(Axis::Row, own.0, other.0);
        let columns = self.boards.lowest(Axis::Column, own.1, other.1);
        let point = |index: usize| Axis::Row.point(rows[index], columns[index]);
        self.state_key(swap_sides, [point(0), point(1)])
    }

    /// Full position key, excluding scores, with the kas on these points: the rows by colour in three
    /// words each; kas, turn and phase in the unused bits of the last words. If the players may change
    /// sides, it includes the points that would change hands.
    #[inline(always)]
    pub(super) fn state_key(&self, swap_sides: bool, kas: [Point; 2]) -> StateKey {
        let [mut black, mut white] = self.boards.rows();
        let column = |column: Column| u64::from(column.index());
        let phase = match self.phase {
            Phase::Main => 0,
            Phase::FirstOpening => 1,
            Phase::SecondOpening { first } => {
                let at_stake = if swap_sides && self.may_swap() { self.scores[0] } else { 0 };
                2 | column(first) << 3 | u64::from(at_stake) << 7
            }
            Phase::FirstEntry { passages: [first, second] } => {
                3 | column(first) << 3 | column(second) << 7
            }
            Phase::SecondEntry { passage, bound } => {
                4 | column(passage) << 3 | bound.map_or(0, |way| 1 + way as u64) << 7
            }
        };
        let (first, second) = (u64::from(kas[0].index()), u64::from(kas[1].index()));
        let turn = self.to_move.index() as u64;
        black[2] |= (first | second << 7 | turn << 14) << 48;
        white[2] |= phase << 48;
        [black[0], black[1], black[2], white[0], white[1], white[2]]
    }

    /// Returns the mover's ka and the opponent's.
    #[inline(always)]
    pub(super) fn own_and_other_ka(&self) -> (Point, Point) {
        let own = self.to_move.index();
        (self.kas[own], self.kas[1 - own])
    }
}

/// A move of the Brunei game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Takes the five stones of a column.
    Open(Column),
    /// Takes over the first player's column, with its points and its passage.
    Swap,
    /// Enters with a stone, or moves the ka, and captures a line.
    Capture {
        /// Start of the stone or the ka.
        from: Point,
        /// Landing point of the ka.
        to: Point,
        /// Direction of the line: the landing point's row or its column.
        axis: Axis,
        /// Colour of the captured stones.
        colour: Colour,
        /// Captured stones, a bit for each place along the row or column.
        stones: u16,
    },
}

impl Move {
    /// Formats the move for a board of this size: the column's letter for an opening, `swap` for a
    /// change of sides, else `FROM-TOxLINE`, where LINE counts the captured stones by compass
    /// direction from the landing point: `c4-c7xe1w2`.
    pub(in crate::games) fn notation(self, board: BoardSize) -> String {
        match self {
            Move::Open(column) => board.letter(column).to_string(),
            Move::Swap => "swap".to_owned(),
            Move::Capture { from, to, axis, stones, .. } => {
                let (_, place) = axis.place(to);
                let below = (stones & ((1 << place) - 1)).count_ones();
                let above = stones.count_ones() - below;
                let mut word = format!("{}-{}x", board.name(from), board.name(to));
                let sides = match axis {
                    Axis::Column => [('n', above), ('s', below)],
                    Axis::Row => [('e', above), ('w', below)],
                };
                for (side, count) in sides.into_iter().filter(|&(_, count)| count > 0) {
                    let _ = write!(word, "{side}{count}");
                }
                word
            }
        }
    }
}
