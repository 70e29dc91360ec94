//! Boards as text: eleven rows of eleven signs, row 11 first.

use super::{Colour, Column, Point, Row, Stones};

/// Eleven lines of eleven signs, row 11 first, each ended by a line break.
pub fn draw(sign: impl Fn(Point) -> char) -> String {
    let mut text = String::with_capacity(132);
    for row in Row::all().rev() {
        text.extend(Column::all().map(|column| sign(Point::new(column, row))));
        text.push('\n');
    }
    text
}

/// A board for people: signs spaced out, rows numbered, columns named below.
pub fn with_coordinates(sign: impl Fn(Point) -> String) -> String {
    let mut text = String::new();
    for row in Row::all().rev() {
        text += &format!("{:>2} ", row.to_string());
        for column in Column::all() {
            text.push(' ');
            text += &sign(Point::new(column, row));
        }
        text.push('\n');
    }
    text + &column_names()
}

/// The line below a board: its columns' letters.
fn column_names() -> String {
    let letters: String = Column::all().flat_map(|column| [' ', column.letter()]).collect();
    format!("   {letters}\n")
}

/// Stones in colours for a terminal, light or dark: disks on a board of a colour of its own,
/// rows numbered, columns named below.
pub fn in_colours(stones: Stones) -> String {
    // Of the 256 colours, those that no theme changes: wood, near black, white, a darker wood.
    const BOARD: &str = "\x1b[48;5;180m";
    const RESET: &str = "\x1b[0m";
    let mut text = String::new();
    for row in Row::all().rev() {
        text += &format!("{:>2} {BOARD} ", row.to_string());
        for point in Column::all().map(|column| Point::new(column, row)) {
            text += &match stones.at(point) {
                Some(Colour::Black) => "\x1b[38;5;16m● ".to_owned(),
                Some(Colour::White) => "\x1b[38;5;231m● ".to_owned(),
                None if point == Point::CENTRE => format!("{RESET}  {BOARD}"),
                None => "\x1b[38;5;94m· ".to_owned(),
            };
        }
        text += RESET;
        text.push('\n');
    }
    text + &column_names()
}
