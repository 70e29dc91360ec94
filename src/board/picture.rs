//! Boards as text: as many rows as signs in a row, the highest row first.

use super::{Colour, Point, Side, Stones};

/// A line of signs for each row, the highest first, each ended by a line break.
pub fn draw(side: Side, sign: impl Fn(Point) -> char) -> String {
    let mut text = String::with_capacity(side.length() * (side.length() + 1));
    for row in side.rows().rev() {
        text.extend(side.columns().map(|column| sign(Point::new(column, row))));
        text.push('\n');
    }
    text
}

/// A board for people: signs spaced out, rows numbered, columns named below.
pub fn with_coordinates(side: Side, sign: impl Fn(Point) -> String) -> String {
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

/// The line below a board: its columns' letters.
fn column_names(side: Side) -> String {
    let letters: String = side.columns().flat_map(|column| [' ', side.letter(column)]).collect();
    format!("   {letters}\n")
}

/// Stones in colours for a terminal, light or dark: disks on a board of a colour of its own,
/// rows numbered, columns named below.
pub fn in_colours(stones: Stones) -> String {
    let side = Side::of(stones);
    // Of the 256 colours, those that no theme changes: wood, near black, white, a darker wood.
    const BOARD: &str = "\x1b[48;5;180m";
    const RESET: &str = "\x1b[0m";
    let mut text = String::new();
    for row in side.rows().rev() {
        text += &format!("{:>2} {BOARD} ", side.number(row));
        for point in side.columns().map(|column| Point::new(column, row)) {
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
    text + &column_names(side)
}
