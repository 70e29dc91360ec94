//! Board sizes, and the names of points on smaller boards.
//!
//! The game is played on 11 by 11 points. Boards of 5, 7 and 9 are for research and for beginners:
//! they are small enough to be solved completely. A small board lies in the middle of the full one,
//! so that points, sets of points and symmetries are the same for all; only names differ, because
//! `a1` is a board's own lower left corner.
//!
//! ```text
//!   · · · · · · · · · · ·
//!   · · · · · · · · · · ·
//!   · · · · · · · · · · ·
//!   · · · 5 5 5 5 5 · · ·      A board of size 5: its a1 is the full
//!   · · · 5 5 5 5 5 · · ·      board's d4, its centre c3 the centre f6.
//!   · · · 5 5 _ 5 5 · · ·
//!   · · · 5 5 5 5 5 · · ·
//!   · · · 5 5 5 5 5 · · ·
//!   · · · · · · · · · · ·
//! ```

use super::{BOARD_SIZE, Column, Point, PointSet, Row, Stones};

/// A board size: 5, 7, 9 or 11 points along an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardSize(u8);

impl BoardSize {
    /// The full board of 11 by 11 points.
    pub const FULL: BoardSize = BoardSize(BOARD_SIZE);

    /// All board sizes, smallest first.
    pub const ALL: [BoardSize; 4] = [BoardSize(5), BoardSize(7), BoardSize(9), BoardSize::FULL];

    /// Returns the board size with this edge length; `None` if there is none.
    pub fn of_length(length: usize) -> Option<BoardSize> {
        BoardSize::ALL.into_iter().find(|side| side.length() == length)
    }

    /// Returns the board size whose points, except the centre, the stones fill; the full board if
    /// there is none.
    pub fn of(stones: Stones) -> BoardSize {
        let points = stones.points();
        let filled = |side: &BoardSize| points == side.points().without(Point::CENTRE);
        BoardSize::ALL.into_iter().find(filled).unwrap_or(BoardSize::FULL)
    }

    /// Returns the number of points along an edge.
    pub const fn length(self) -> usize {
        self.0 as usize
    }

    /// Returns the number of stones of each colour in a customary setup.
    pub const fn each(self) -> u32 {
        (self.0 as u32 * self.0 as u32 - 1) / 2
    }

    /// Returns the distance of the board's edge from the full board's edge.
    pub const fn margin(self) -> u8 {
        (BOARD_SIZE - self.0) / 2
    }

    /// Returns its columns, from a.
    pub fn columns(self) -> impl DoubleEndedIterator<Item = Column> + Clone {
        let first = self.margin();
        (first..first + self.0).map(Column::new)
    }

    /// Returns its rows, from 1.
    pub fn rows(self) -> impl DoubleEndedIterator<Item = Row> + Clone {
        let first = self.margin();
        (first..first + self.0).map(Row::new)
    }

    /// Returns its points, including the centre.
    pub fn points(self) -> PointSet {
        let of_row = |row| self.columns().map(move |column| Point::new(column, row));
        self.rows().flat_map(of_row).collect()
    }

    /// Returns a column's letter on this board.
    pub fn letter(self, column: Column) -> char {
        char::from(b'a' + column.index().saturating_sub(self.margin()))
    }

    /// Returns a row's number on this board.
    pub fn number(self, row: Row) -> u8 {
        (row.index() + 1).saturating_sub(self.margin())
    }

    /// Returns a point's name on this board.
    pub fn name(self, point: Point) -> String {
        format!("{}{}", self.letter(point.column()), self.number(point.row()))
    }

    /// Returns the column with this letter on this board; `None` if there is none.
    pub fn column(self, letter: char) -> Option<Column> {
        self.columns().find(|&column| self.letter(column) == letter)
    }
}
