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
        game.moves(position, &mut self.moves);
        let mut highest = 0;
        self.best.clear();
        for (rank, &mv) in (0..).zip(&self.moves) {
            let gain = game.gain(position, mv);
            if gain > highest {
                highest = gain;
                self.best.clear();
            }
            if gain == highest {
                self.best.push(rank);
            }
        }
        let chosen = Chosen::any(&self.best, stream)?;
        let mv = self.moves[chosen.mv as usize];
        Some(Chosen { mv, rank: chosen.mv, of: self.moves.len() as u32 })
    }
}
