//! What a search looks for.

use crate::games::{Ending, NodeOf, Searched, Weights};

/// A value that no position has.
pub(super) const BEYOND: i32 = 1 << 25;

/// What a search looks for: how ends are valued, and positions where it stops.
#[derive(Clone, Copy, Debug)]
pub struct Aim<'w> {
    /// What one point is worth.
    unit: i32,
    /// By seat: what it costs to be stuck, where that loses.
    stuck: [i32; 2],
    /// What positions are worth where the search stops.
    weights: Option<&'w Weights>,
    /// Whether the search may prune on a guess.
    pub(super) selective: bool,
    /// Tells what is known under this aim from what is known under others.
    pub(super) salt: u64,
}

impl<'w> Aim<'w> {
    /// To play well: a stuck loss costs half of the points of a full board, and a cleared board
    /// counts the points alone. Without weights a position is worth its points where the search
    /// stops.
    pub fn play<G: Searched>(game: &G, weights: Option<&'w Weights>) -> Aim<'w> {
        let values = game.values();
        let points = 60 * (i32::from(values.black) + i32::from(values.white));
        let stuck = if game.stuck_loses() { points.max(1) * Weights::POINT } else { 0 };
        let weights = weights.filter(|weights| !weights.linear.is_empty());
        Aim { unit: Weights::POINT, stuck: [stuck; 2], weights, selective: false, salt: 0 }
    }

    /// To play well with a search that leaves out what seems not to matter: see `selective.rs`.
    pub fn selective<G: Searched>(game: &G, weights: Option<&'w Weights>) -> Aim<'w> {
        Aim { selective: true, salt: 6 << 60, ..Aim::play(game, weights) }
    }

    /// What points are worth.
    #[inline(always)]
    pub(super) fn points(&self, points: u16) -> i32 {
        i32::from(points) * self.unit
    }

    /// The value of a position without a move.
    #[inline]
    pub(super) fn end<G: Searched>(&self, game: &G, node: &NodeOf<G>) -> i32 {
        let seat = game.to_move(&node.position).index() & 1;
        if game.ending(node) == Ending::Stuck {
            return -self.stuck[seat];
        }
        0
    }

    /// The value of a position where the search stops and the game does not.
    #[inline]
    pub(super) fn judge<G: Searched>(&self, game: &G, node: &NodeOf<G>) -> i32 {
        match self.weights {
            None => 0,
            Some(weights) => {
                let (low, high) = self.reach(game, node);
                game.judge(&node.position, weights).clamp(low, high)
            }
        }
    }

    /// The least and the greatest value that a position can have.
    #[inline(always)]
    pub(super) fn reach<G: Searched>(&self, game: &G, node: &NodeOf<G>) -> (i32, i32) {
        let seat = game.to_move(&node.position).index() & 1;
        let left = self.points(node.points);
        (-left - self.stuck[seat], left + self.stuck[1 - seat])
    }
}
