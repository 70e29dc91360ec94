//! The trait of a game.

use std::fmt;
use std::hash::Hash;

use super::{Outcome, Scores, Seat};
use crate::board::{Stones, Symmetry};
use crate::random::Stream;

/// A game under fixed rules. The value that implements it is the rules.
///
/// There is no undo: who needs a position again keeps a copy of it.
pub trait Game: Clone + Send + Sync {
    /// All that decides what may still happen, the scores included.
    type Position: Copy + Eq + Hash + fmt::Debug + Send + Sync;
    /// A move of this game; its text is the notation of moves, one word.
    type Move: Copy + Eq + Hash + fmt::Debug + fmt::Display + Send + Sync;

    /// How many play.
    fn seats(&self) -> u8;

    /// The position before the first move.
    fn start(&self, stones: Stones) -> Self::Position;

    /// Whose turn it is.
    fn to_move(&self, position: &Self::Position) -> Seat;

    /// The points captured so far.
    fn scores(&self, position: &Self::Position) -> Scores;

    /// The stones on the board.
    fn stones(&self, position: &Self::Position) -> Stones;

    /// Fills `moves` with the legal moves, in the game's own order: a move's place in it, counted
    /// from 0, is its rank, by which games are recorded. Empty where the game is over.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// Plays a legal move in place, for whoever needs the position before it no more.
    fn apply(&self, position: &mut Self::Position, mv: Self::Move);

    /// The position after a legal move.
    #[must_use]
    fn play(&self, position: &Self::Position, mv: Self::Move) -> Self::Position {
        let mut next = *position;
        self.apply(&mut next, mv);
        next
    }

    /// How the game ended, or nothing while it goes on.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// The points that the mover gets for a legal move.
    fn gain(&self, position: &Self::Position, mv: Self::Move) -> u16 {
        let seat = self.to_move(position).index();
        self.scores(&self.play(position, mv))[seat] - self.scores(position)[seat]
    }

    /// How many moves there are; `moves` is scratch space.
    fn count(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) -> u32 {
        self.moves(position, moves);
        moves.len() as u32
    }

    /// One of the legal moves, each as likely as the others, with its rank; nothing where the
    /// game is over. One number is drawn. `moves` is scratch space.
    fn random_move(
        &self,
        position: &Self::Position,
        moves: &mut Vec<Self::Move>,
        stream: &mut Stream,
    ) -> Option<(u32, Self::Move)> {
        self.moves(position, moves);
        if moves.is_empty() {
            return None;
        }
        let rank = stream.below(moves.len() as u32);
        Some((rank, moves[rank as usize]))
    }

    /// Whether what may happen from here reads the same after the board is turned or mirrored.
    fn respects(&self, position: &Self::Position, symmetry: Symmetry) -> bool;

    /// The position after the board is turned or mirrored, for a symmetry that is respected there.
    fn map_position(&self, position: &Self::Position, symmetry: Symmetry) -> Self::Position;

    /// The move that a move becomes when the board is turned or mirrored.
    fn map_move(&self, mv: Self::Move, symmetry: Symmetry) -> Self::Move;
}
