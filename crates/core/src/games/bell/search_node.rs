//! Search nodes of Bell's game.

use super::position::{Move, Position};
use super::rules::Rules;
use crate::board::PointSet;
use crate::games::{EndReason, Node, NodeOf, SearchGame, StateKey};

impl SearchGame for Rules {
    /// No cache: moves are counted, not kept.
    type MoveCache = ();

    fn stuck_loses(&self) -> bool {
        false
    }

    #[inline]
    fn state_key(&self, position: &Position) -> StateKey {
        let [black, white] = [position.stones.black, position.stones.white].map(PointSet::bits);
        let turn = position.to_move.index() as u64 | u64::from(position.opening) << 2;
        let halves = |bits: u128| [bits as u64, (bits >> 64) as u64];
        let ([black, more_black], [white, more_white]) = (halves(black), halves(white));
        [black, more_black, white, more_white, turn, 0]
    }

    fn node(&self, position: &Position, _: &mut Vec<Move>) -> NodeOf<Rules> {
        // Chains take long to count; the number of possible first hops measures mobility as well.
        Node::new(self, position, self.count_first_hops(position), ())
    }

    fn ending(&self, _: &NodeOf<Rules>) -> EndReason {
        EndReason::NoHops
    }
}
