//! The move that pays best at once.

use super::Bot;
use crate::base::random::Stream;
use crate::games::{Chosen, Ruled};

/// Plays the move with the highest immediate gain; of equal ones any, each as likely as the
/// others.
pub(super) struct Greedy<G: Ruled> {
    moves: Vec<G::Move>,
    /// The ranks of the best moves.
    best: Vec<u32>,
}

impl<G: Ruled> Default for Greedy<G> {
    fn default() -> Self {
        Greedy { moves: Vec::new(), best: Vec::new() }
    }
}

impl<G: Ruled> Bot<G> for Greedy<G> {
    fn choose(
        &mut self,
        game: &G,
        position: &G::Position,
        stream: &mut Stream,
    ) -> Option<Chosen<G::Move>> {
        game.greedy_move(position, (&mut self.moves, &mut self.best), stream)
    }
}
