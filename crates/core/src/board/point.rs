//! Points, columns and rows.

use std::fmt;
use std::str::FromStr;

use crate::base::diagnostic::Diagnostic;

/// Number of columns and of rows of the full board.
pub const BOARD_SIZE: u8 = 11;

/// A column, `a` to `k`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Column(u8);

/// A row, `1` to `11`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Row(u8);

/// One of the 121 points, including the centre f6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u8);

/// Column and row of every point: a lookup is faster than dividing by eleven. The padding entries
/// avoid a bounds check.
static CROSSINGS: [(Column, Row); 128] = {
    let mut crossings = [(Column(0), Row(0)); 128];
    let mut index = 0;
    while index < Point::COUNT {
        crossings[index as usize] = (Column(index % BOARD_SIZE), Row(index / BOARD_SIZE));
        index += 1;
    }
    crossings
};

impl Column {
    /// The middle column, f.
    pub const MIDDLE: Column = Column(BOARD_SIZE / 2);

    /// Creates the column with this index, counted from 0 for `a`.
    ///
    /// # Panics
    /// If the index is not below 11.
    pub const fn new(index: u8) -> Column {
        assert!(index < BOARD_SIZE, "a column's index is below 11");
        Column(index)
    }

    /// Returns the columns from `a` to `k`.
    pub fn all() -> impl DoubleEndedIterator<Item = Column> {
        (0..BOARD_SIZE).map(Column)
    }

    /// Returns the index, counted from 0 for `a`.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Returns the image of this column under a half-turn of the board: `k` for `a`.
    pub const fn turned(self) -> Column {
        Column(BOARD_SIZE - 1 - self.0)
    }

    /// Returns the column's letter.
    pub const fn letter(self) -> char {
        (b'a' + self.0) as char
    }
}

impl Row {
    /// The middle row, 6.
    pub const MIDDLE: Row = Row(BOARD_SIZE / 2);

    /// Creates the row with this index, counted from 0 for row 1.
    ///
    /// # Panics
    /// If the index is not below 11.
    pub const fn new(index: u8) -> Row {
        assert!(index < BOARD_SIZE, "a row's index is below 11");
        Row(index)
    }

    /// Returns the index, counted from 0 for row 1.
    pub const fn index(self) -> u8 {
        self.0
    }
}

impl Point {
    /// The centre, f6.
    pub const CENTRE: Point = Point::new(Column::MIDDLE, Row::MIDDLE);

    /// Number of points.
    pub const COUNT: u8 = BOARD_SIZE * BOARD_SIZE;

    /// Creates the point at the crossing of a column and a row.
    pub const fn new(column: Column, row: Row) -> Point {
        Point(row.0 * BOARD_SIZE + column.0)
    }

    /// Creates the point with this index, counted from 0 for a1 along the rows.
    ///
    /// # Panics
    /// If the index is not below 121.
    pub const fn from_index(index: u8) -> Point {
        assert!(index < Point::COUNT, "a point's index is below 121");
        Point(index)
    }

    /// Returns all points from a1 along the rows to k11.
    pub fn all() -> impl DoubleEndedIterator<Item = Point> {
        (0..Point::COUNT).map(Point)
    }

    /// Returns the index, counted from 0 for a1 along the rows.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Returns the column.
    pub const fn column(self) -> Column {
        CROSSINGS[self.0 as usize & 127].0
    }

    /// Returns the row.
    pub const fn row(self) -> Row {
        CROSSINGS[self.0 as usize & 127].1
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.column(), self.row())
    }
}

impl FromStr for Point {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Point, Diagnostic> {
        let read = || {
            let mut signs = text.chars();
            let letter = signs.next()?;
            let column = Column::all().find(|column| column.letter() == letter)?;
            let digits = signs.as_str();
            // `a01` and `a+1` would parse as numbers; a point has only one name.
            if digits.starts_with(['0', '+']) {
                return None;
            }
            let row = digits.parse::<u8>().ok().filter(|row| (1..=BOARD_SIZE).contains(row))?;
            Some(Point::new(column, Row(row - 1)))
        };
        read()
            .ok_or_else(|| Diagnostic::whole(format!("`{text}` is no point; points are a1 to k11")))
    }
}
