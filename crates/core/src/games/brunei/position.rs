//! Positions: all that decides what may still happen; moves, and how they are written.

use std::fmt::Write;

use super::lines::{Axis, Weave};
use super::toggles::Way;
use crate::board::{Colour, Column, Point, PointSet, Side, Stones};
use crate::games::{Scores, Seat, Words};

/// Which half of the board is a player's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Half {
    /// The lower rows: whoever plays there took a column first, and enters first.
    Lower,
    /// The upper rows.
    Upper,
}

/// How far a game has come, with what only that part of it needs to know. Where the players have
/// changed sides, "the first player" is whoever plays in the lower half.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// The first player takes a column.
    FirstOpening,
    /// The second player takes a column.
    SecondOpening {
        /// The first player's.
        first: Column,
    },
    /// The first player brings in a ka.
    FirstEntry {
        /// The passages in the lower half and in the upper half.
        passages: [Column; 2],
    },
    /// The second player brings in a ka.
    SecondEntry {
        /// The second player's passage.
        passage: Column,
        /// The way in which the second player must enter, where the first player decides it.
        bound: Option<Way>,
    },
    /// Both kas are on the board.
    Main,
}

/// A position of the Brunei game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    pub(super) weave: Weave,
    /// How many stones the weave holds.
    pub(super) left: u8,
    pub(super) scores: [u16; 2],
    /// Where the players' kas stand; the centre for one that has not entered, which blocks no
    /// more than the centre does.
    pub(super) kas: [Point; 2],
    pub(super) to_move: Seat,
    pub(super) phase: Phase,
    /// How large the board is. Stones and kas lie within it; nothing but names asks for it, for
    /// where no stone is there is no line to capture, and so no way off a small board.
    pub(super) side: Side,
}

impl Half {
    /// The other one.
    pub const fn other(self) -> Half {
        match self {
            Half::Lower => Half::Upper,
            Half::Upper => Half::Lower,
        }
    }

    /// 0 for the lower half, 1 for the upper.
    pub(super) const fn index(self) -> usize {
        self as usize
    }
}

impl Position {
    /// The position before the first move.
    pub(super) fn start(stones: Stones) -> Position {
        Position {
            weave: Weave::new(stones),
            left: stones.points().len() as u8,
            scores: [0; 2],
            kas: [Point::CENTRE; 2],
            to_move: Seat::FIRST,
            phase: Phase::FirstOpening,
            side: Side::of(stones),
        }
    }

    /// A position of the main phase, or nothing where kas and stones lie on one another or on the
    /// centre, or off the board.
    pub fn main_phase(
        side: Side,
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
        sound.then(|| Position {
            weave: Weave::new(stones),
            left: taken.len() as u8,
            scores,
            kas,
            to_move,
            phase: Phase::Main,
            side,
        })
    }

    /// A position of another phase, which is for the caller to name and to check.
    pub(super) fn before_main(
        side: Side,
        stones: Stones,
        kas: [Option<Point>; 2],
        scores: [u16; 2],
        to_move: Seat,
    ) -> Position {
        let kas = kas.map(|ka| ka.unwrap_or(Point::CENTRE));
        Position { side, scores, kas, to_move, ..Position::start(stones) }
    }

    /// The stones on the board.
    pub fn stones(&self) -> Stones {
        self.weave.stones()
    }

    /// The points captured so far.
    pub fn scores(&self) -> Scores {
        [self.scores[0], self.scores[1], 0, 0]
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Seat {
        self.to_move
    }

    /// How far the game has come.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Which half is a player's, before the main phase; from then on both play on the whole board.
    ///
    /// Whose turn it is tells whether the players have changed sides: the lower half takes its
    /// column first, and enters first.
    pub(super) fn half(&self, seat: Seat) -> Half {
        let mover = match self.phase {
            Phase::FirstOpening | Phase::FirstEntry { .. } => Half::Lower,
            Phase::SecondOpening { .. } | Phase::SecondEntry { .. } | Phase::Main => Half::Upper,
        };
        if seat == self.to_move { mover } else { mover.other() }
    }

    /// Whether the second player has not replied to the first one's column yet, nor taken it over.
    pub(super) fn may_swap(&self) -> bool {
        self.to_move == Seat::SECOND && matches!(self.phase, Phase::SecondOpening { .. })
    }

    /// Where a player's ka stands, once it has entered.
    pub fn ka(&self, seat: Seat) -> Option<Point> {
        Some(self.kas[seat.index()]).filter(|&ka| ka != Point::CENTRE)
    }

    /// All but the scores, in words: the rows by colour in three words each, and in the bits of
    /// the row that would come next, which no stone sets, kas, turn and phase. Where the players
    /// may change sides by these rules, the points that then change hands are among them.
    #[inline(always)]
    pub(super) fn words(&self, swap_sides: bool) -> Words {
        self.words_with(swap_sides, self.kas)
    }

    /// The same, but equal for positions that differ only in where among neighbouring rows (or columns)
    /// without stones a ka stands. Nobody ever lands on these, for there is nothing to capture, and they
    /// hide nothing: the board could do without them. Only the centre's must stay.
    #[inline(always)]
    pub(super) fn gist(&self, swap_sides: bool) -> Words {
        if self.phase != Phase::Main {
            return self.words(swap_sides);
        }
        let [own, other] = self.kas.map(|ka| Axis::Row.place(ka));
        let rows = self.weave.lowest(Axis::Row, own.0, other.0);
        let columns = self.weave.lowest(Axis::Column, own.1, other.1);
        let point = |index: usize| Axis::Row.point(rows[index], columns[index]);
        self.words_with(swap_sides, [point(0), point(1)])
    }

    /// All but the scores, as if the kas stood there.
    #[inline(always)]
    fn words_with(&self, swap_sides: bool, kas: [Point; 2]) -> Words {
        let [mut black, mut white] = self.weave.rows();
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

    /// The own ka's point and the other's.
    #[inline(always)]
    pub(super) fn own_and_other_ka(&self) -> (Point, Point) {
        let own = self.to_move.index();
        (self.kas[own], self.kas[1 - own])
    }
}

/// A move of the Brunei game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Takes five stones of a column.
    Open(Column),
    /// Takes over the column that the first player took, with its points and its passage.
    Swap,
    /// Enters with a stone, or moves the ka, and captures a line.
    Capture {
        /// Where the stone or the ka came from.
        from: Point,
        /// Where the ka lands.
        to: Point,
        /// Whether the line lies in the landing point's row or in its column.
        axis: Axis,
        /// The colour of the captured stones.
        colour: Colour,
        /// The captured stones, a bit for each place along the row or column.
        stones: u16,
    },
}

impl Move {
    /// How the move is written on a board of this side: the column's letter for an opening, `swap`
    /// where the players change sides, else `FROM-TOxLINE`, where LINE counts the captured stones by compass side seen from the landing
    /// point: `c4-c7xe1w2`.
    pub(super) fn word(self, board: Side) -> String {
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
