//! Boards turned and mirrored.

use super::Ruled;
use crate::board::Symmetry;

/// A game that knows which symmetries of the board it respects.
pub trait Turned: Ruled {
    /// Whether what may happen from here reads the same after the board is turned or mirrored.
    fn respects(&self, position: &Self::Position, symmetry: Symmetry) -> bool;

    /// The position after the board is turned or mirrored, for a symmetry that is respected there.
    fn map_position(&self, position: &Self::Position, symmetry: Symmetry) -> Self::Position;

    /// The move that a move becomes when the board is turned or mirrored.
    fn map_move(&self, mv: Self::Move, symmetry: Symmetry) -> Self::Move;
}
