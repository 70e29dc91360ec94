//! Any legal move.

use super::Bot;
use crate::base::random::Stream;
use crate::games::{Chosen, Ruled};

/// Plays any legal move, each as likely as the others.
pub(super) struct Random<G: Ruled> {
    moves: Vec<G::Move>,
}

impl<G: Ruled> Default for Random<G> {
    fn default() -> Self {
        Random { moves: Vec::new() }
    }
}

impl<G: Ruled> Bot<G> for Random<G> {
    fn choose(
        &mut self,
        game: &G,
        position: &G::Position,
        stream: &mut Stream,
    ) -> Option<Chosen<G::Move>> {
        game.random_move(position, &mut self.moves, stream)
    }
}
