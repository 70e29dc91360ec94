//! Moves and how they are written.

use std::fmt::Write;

use super::lines::Axis;
use crate::board::{Colour, Column, Point, Side};

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
