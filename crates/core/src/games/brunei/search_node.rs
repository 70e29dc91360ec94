//! Search nodes of the Brunei game: hot code.

use super::movegen::Captures;
use super::position::{Move, Phase, Position};
use super::rules::{Capture, Rules, Stuck};
use crate::base::avx2::with_avx2;
use crate::games::{
    Child, ChildOf, EndReason, GameRules, MoveGain, Node, NodeOf, SearchGame, StateKey,
};

impl SearchGame for Rules {
    type MoveCache = Captures;

    fn stuck_loses(&self) -> bool {
        self.stuck == Stuck::Loses
    }

    #[inline]
    fn state_key(&self, position: &Position) -> StateKey {
        position.state_key(self.swap_sides, position.kas)
    }

    #[inline]
    fn canonical_key(&self, position: &Position) -> StateKey {
        position.canonical_key(self.swap_sides)
    }

    fn node(&self, position: &Position, moves: &mut Vec<Move>) -> NodeOf<Rules> {
        if position.phase != Phase::Main {
            self.moves(position, moves);
            let mut node = Node::new(self, position, moves.len() as u32, Captures::NONE);
            if self.swap_sides && position.may_swap() {
                node.remaining_points += 2 * position.scores[0];
            }
            return node;
        }
        // If parts of a line can be captured, the number of lines suffices: it is 0 only if there
        // is no move, and otherwise serves only to order moves.
        let captures = Captures::of(position);
        Node::new(self, position, captures.count(), captures)
    }

    fn child(
        &self,
        node: &NodeOf<Rules>,
        move_index: u32,
        moves: &mut Vec<Move>,
    ) -> Option<ChildOf<Rules>> {
        if node.position.phase == Phase::Main && self.capture == Capture::Whole {
            return self.captured_child(node, move_index);
        }
        let chosen = self.move_at(&node.position, move_index, moves)?;
        let next = self.after_move(&node.position, chosen.mv);
        Some(node.child(move_index, self.node(&next, moves)))
    }

    fn expand(
        &self,
        node: &NodeOf<Rules>,
        moves: &mut Vec<Move>,
        children: &mut Vec<ChildOf<Rules>>,
    ) {
        if node.position.phase == Phase::Main && self.capture == Capture::Whole {
            return self.captured_children(node, children);
        }
        self.moves(&node.position, moves);
        let mut scratch = Vec::new();
        for (move_index, &mv) in (0..).zip(moves.iter()) {
            let next = self.node(&self.after_move(&node.position, mv), &mut scratch);
            children.push(node.child(move_index, next));
        }
    }

    fn move_gains(&self, node: &NodeOf<Rules>, gains: &mut Vec<MoveGain>) -> bool {
        if node.position.phase != Phase::Main || self.capture != Capture::Whole {
            return false;
        }
        let mut bits = node.moves.bits();
        let mut move_index = 0;
        while bits != 0 {
            let mv = Captures::decode(bits.trailing_zeros(), &node.position);
            if let Move::Capture { colour, stones, .. } = mv {
                let gain = stones.count_ones() as u16 * self.values.of(colour);
                gains.push(MoveGain { move_index, gain });
            }
            bits &= bits - 1;
            move_index += 1;
        }
        true
    }

    fn ending(&self, node: &NodeOf<Rules>) -> EndReason {
        if node.position.left == 0 { EndReason::Cleared } else { EndReason::Stuck }
    }
}

impl Rules {
    fn captured_child(&self, node: &NodeOf<Rules>, move_index: u32) -> Option<ChildOf<Rules>> {
        let rules = self;
        with_avx2!(Rules::child_at(
            rules: &Rules, node: &NodeOf<Rules>, move_index: u32
        ) -> Option<ChildOf<Rules>>)
    }

    #[inline(always)]
    fn child_at(rules: &Rules, node: &NodeOf<Rules>, move_index: u32) -> Option<ChildOf<Rules>> {
        let captures = node.moves;
        // No closure: it might not be inlined and then would not be compiled for AVX2.
        if move_index >= captures.count() {
            return None;
        }
        Some(Rules::after(rules, node, captures.nth(move_index), move_index))
    }

    fn captured_children(&self, node: &NodeOf<Rules>, children: &mut Vec<ChildOf<Rules>>) {
        let rules = self;
        with_avx2!(Rules::all_children(
            rules: &Rules, node: &NodeOf<Rules>, children: &mut Vec<ChildOf<Rules>>
        ) -> ())
    }

    #[inline(always)]
    fn all_children(rules: &Rules, node: &NodeOf<Rules>, children: &mut Vec<ChildOf<Rules>>) {
        let (mut bits, mut move_index) = (node.moves.bits(), 0);
        children.reserve(bits.count_ones() as usize);
        while bits != 0 {
            children.push(Rules::after(rules, node, bits.trailing_zeros(), move_index));
            bits &= bits - 1;
            move_index += 1;
        }
    }

    #[inline(always)]
    fn after(rules: &Rules, node: &NodeOf<Rules>, bit: u32, move_index: u32) -> ChildOf<Rules> {
        let mut position = node.position;
        let mv = Captures::decode(bit, &node.position);
        Rules::apply_move_simd::<false>(rules, &mut position, mv);
        let captures = Captures::find(&position);
        let own = node.position.to_move.index() & 1;
        let scores = [position.scores[1 - own], position.scores[own]];
        let gain = scores[1] - node.scores[0];
        let node = Node {
            position,
            moves: captures,
            mobility: captures.count(),
            remaining_points: node.remaining_points - gain,
            scores,
        };
        Child { move_index, gain, node }
    }
}
