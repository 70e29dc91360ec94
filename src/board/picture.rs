//! Boards as text: eleven rows of eleven signs, row 11 first.

use super::{Column, Point, Row};

/// Eleven lines of eleven signs, row 11 first, each ended by a line break.
pub fn draw(sign: impl Fn(Point) -> char) -> String {
    let mut text = String::with_capacity(132);
    for row in Row::all().rev() {
        text.extend(Column::all().map(|column| sign(Point::new(column, row))));
        text.push('\n');
    }
    text
}

/// The same for people: signs spaced out, rows numbered, columns named below.
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
    text += "   ";
    for column in Column::all() {
        text.push(' ');
        text.push(column.letter());
    }
    text.push('\n');
    text
}
