//! A summary in pieces: the terminal shows them one below the other, the report in its own way.
//! So both have the same numbers and the same words.

use super::grid::Grid;

/// A piece of a summary.
pub(crate) enum Part {
    /// What the next pieces are about.
    Title(String),
    /// Whole lines.
    Words(String),
    /// Whole lines that belong to the table above them.
    Note(String),
    /// Rows and columns.
    Table(Grid),
}

/// The pieces as text in so many columns of signs, with empty lines where a reader needs them.
pub(super) fn text(parts: &[Part], room: usize) -> String {
    let mut text = String::new();
    let mut above: Option<&Part> = None;
    for part in parts {
        let close = match (above, part) {
            (None, _) | (Some(Part::Words(_) | Part::Note(_)), Part::Words(_)) => true,
            (Some(_), Part::Note(_)) => true,
            (Some(_), _) => false,
        };
        if !close {
            text.push('\n');
        }
        match part {
            Part::Title(title) => {
                text += title;
                text.push('\n');
            }
            Part::Words(words) | Part::Note(words) => text += words,
            Part::Table(grid) => text += &grid.text(room),
        }
        above = Some(part);
    }
    text
}
