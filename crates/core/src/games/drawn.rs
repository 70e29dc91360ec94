//! Positions as people draw them.

use super::Ruled;
use crate::base::fault::{Faults, Source};
use crate::board::{Point, draw};

/// A game whose positions are read and written as diagrams.
pub trait Drawn: Ruled {
    /// The sign that a diagram shows on a point.
    fn sign(&self, position: &Self::Position, point: Point) -> char;

    /// Reads a diagram.
    ///
    /// # Errors
    /// All that is wrong with it.
    fn read_diagram(&self, source: &Source) -> Result<Self::Position, Faults>;

    /// Writes a diagram; one of a position past the game's opening reads back.
    fn write_diagram(&self, position: &Self::Position) -> String {
        let scores = &self.scores(position)[..usize::from(self.seats())];
        let scores: Vec<String> = scores.iter().map(u16::to_string).collect();
        format!(
            "to-move: {}\nscore: {}\n\n{}",
            self.to_move(position),
            scores.join("-"),
            draw(self.side(position), |point| self.sign(position, point))
        )
    }
}
