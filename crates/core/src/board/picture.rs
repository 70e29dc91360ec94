//! Boards rendered as text, highest row first.

use super::{BoardSize, Point, PointSet};

/// Renders one line of signs per row, highest row first, each ended by a line break.
pub fn draw(side: BoardSize, sign: impl Fn(Point) -> char) -> String {
    let mut text = String::with_capacity(side.length() * (side.length() + 1));
    for row in side.rows().rev() {
        text.extend(side.columns().map(|column| sign(Point::new(column, row))));
        text.push('\n');
    }
    text
}

/// Renders a board for people: spaced signs, row numbers, column letters below.
pub fn with_coordinates(side: BoardSize, sign: impl Fn(Point) -> String) -> String {
    let mut text = String::new();
    for row in side.rows().rev() {
        text += &format!("{:>2} ", side.number(row));
        for column in side.columns() {
            text.push(' ');
            text += &sign(Point::new(column, row));
        }
        text.push('\n');
    }
    text + &column_names(side)
}

/// Returns the line of column letters below a board.
fn column_names(side: BoardSize) -> String {
    let letters: String = side.columns().flat_map(|column| [' ', side.letter(column)]).collect();
    format!("   {letters}\n")
}

/// The last move, to be marked on a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trail {
    /// The points along which a ka or a stone moved, from first to last.
    pub path: Vec<Point>,
    /// The points whose stones were captured.
    pub captured: PointSet,
}

/// Renders a board in colours for light and dark terminals: disks on a wooden ground, with row
/// numbers and column letters. `sign` returns the signs of diagrams. A cross marks a captured
/// stone, a ring the start of the last move.
pub fn in_colours(side: BoardSize, sign: impl Fn(Point) -> char, trail: &Trail) -> String {
    // Of the 256 colours, those that no theme changes: wood, near black, white, a darker wood, and
    // red and blue for the players' kas.
    const BOARD: &str = "\x1b[48;5;180m";
    const RESET: &str = "\x1b[0m";
    let ka =
        |ground: &str, number| format!("\x1b[48;5;{ground};38;5;231;1m{number}{RESET}{BOARD} ");
    let mut text = String::new();
    for row in side.rows().rev() {
        text += &format!("{:>2} {BOARD} ", side.number(row));
        for point in side.columns().map(|column| Point::new(column, row)) {
            text += &match sign(point) {
                'b' => "\x1b[38;5;16m● ".to_owned(),
                'w' => "\x1b[38;5;231m● ".to_owned(),
                '_' => format!("{RESET}  {BOARD}"),
                '1' => ka("124", 1),
                '2' => ka("25", 2),
                _ if trail.path.first() == Some(&point) => "\x1b[38;5;52m○ ".to_owned(),
                _ if trail.captured.has(point) => "\x1b[38;5;52m× ".to_owned(),
                _ => "\x1b[38;5;94m· ".to_owned(),
            };
        }
        text += RESET;
        text.push('\n');
    }
    text + &column_names(side)
}
