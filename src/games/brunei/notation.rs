//! Moves and how they are written.

use std::fmt;

use super::lines::Axis;
use crate::board::{Colour, Column, Point};

/// A move of the Brunei game.
///
/// Written as the column's letter for an opening, else `FROM-TOxLINE`, where LINE counts the
/// captured stones by compass side seen from the landing point: `c4-c7xe1w2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Takes five stones of a column.
    Open(Column),
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

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Move::Open(column) => write!(f, "{column}"),
            Move::Capture { from, to, axis, stones, .. } => {
                let (_, place) = axis.place(to);
                let below = (stones & ((1 << place) - 1)).count_ones();
                let above = stones.count_ones() - below;
                write!(f, "{from}-{to}x")?;
                let sides = match axis {
                    Axis::Column => [('n', above), ('s', below)],
                    Axis::Row => [('e', above), ('w', below)],
                };
                for (side, count) in sides.into_iter().filter(|&(_, count)| count > 0) {
                    write!(f, "{side}{count}")?;
                }
                Ok(())
            }
        }
    }
}
