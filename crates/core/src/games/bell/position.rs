//! Positions: all that decides what may still happen.

use crate::board::{PointSet, Stones};
use crate::games::{Scores, Seat};

/// A position of Bell's game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    pub(super) stones: Stones,
    pub(super) scores: Scores,
    pub(super) to_move: Seat,
    /// Whether the first player still has to take a corner's stone.
    pub(super) opening: bool,
}

impl Position {
    /// The position before the first move: stones on the store's points are left off.
    pub(super) fn start(stones: Stones) -> Position {
        Position {
            stones: stones.without(PointSet::STORE),
            scores: [0; Seat::MOST],
            to_move: Seat::FIRST,
            opening: true,
        }
    }

    /// A position after the first capture, or nothing where a stone lies in the store.
    pub fn after_opening(stones: Stones, scores: Scores, to_move: Seat) -> Option<Position> {
        let sound = (stones.points() & PointSet::STORE).is_empty()
            && (stones.black & stones.white) == PointSet::EMPTY;
        sound.then_some(Position { stones, scores, to_move, opening: false })
    }

    /// The stones on the board.
    pub fn stones(&self) -> Stones {
        self.stones
    }

    /// The points captured so far.
    pub fn scores(&self) -> Scores {
        self.scores
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Seat {
        self.to_move
    }

    /// Whether the first player still has to take a corner's stone.
    pub fn is_opening(&self) -> bool {
        self.opening
    }
}
