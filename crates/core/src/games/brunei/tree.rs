//! Search nodes of the Brunei game: hot code.

use super::movegen::Captures;
use super::position::{Move, Phase, Position};
use super::toggles::{Capture, Rules, Stuck};
use crate::base::avx2::with_avx2;
use crate::games::{Branch, BranchOf, EndReason, Game, Node, NodeOf, SearchGame, Sketch, Words};

impl SearchGame for Rules {
    type Known = Captures;

    fn stuck_loses(&self) -> bool {
        self.stuck == Stuck::Loses
    }

    #[inline]
    fn words(&self, position: &Position) -> Words {
        position.words(self.swap_sides)
    }

    #[inline]
    fn gist(&self, position: &Position) -> Words {
        position.gist(self.swap_sides)
    }

    fn node(&self, position: &Position, moves: &mut Vec<Move>) -> NodeOf<Rules> {
        if position.phase != Phase::Main {
            self.generate(position, moves);
            let mut node = Node::new(self, position, moves.len() as u32, Captures::NONE);
            if self.swap_sides && position.may_swap() {
                node.points += 2 * position.scores[0];
            }
            return node;
        }
        // If parts of a line can be captured, the number of lines suffices: it is 0 only if there
        // is no move, and otherwise serves only to order moves.
        let captures = Captures::of(position);
        Node::new(self, position, captures.count(), captures)
    }

    fn branch(
        &self,
        node: &NodeOf<Rules>,
        move_index: u32,
        moves: &mut Vec<Move>,
    ) -> Option<BranchOf<Rules>> {
        if node.position.phase == Phase::Main && self.capture == Capture::Whole {
            return self.whole_branch(node, move_index);
        }
        let chosen = self.move_at(&node.position, move_index, moves)?;
        let next = self.after_move(&node.position, chosen.mv);
        Some(node.branch(move_index, self.node(&next, moves)))
    }

    fn expand(
        &self,
        node: &NodeOf<Rules>,
        moves: &mut Vec<Move>,
        branches: &mut Vec<BranchOf<Rules>>,
    ) {
        if node.position.phase == Phase::Main && self.capture == Capture::Whole {
            return self.whole_branches(node, branches);
        }
        self.generate(&node.position, moves);
        let mut scratch = Vec::new();
        for (move_index, &mv) in (0..).zip(moves.iter()) {
            let next = self.node(&self.after_move(&node.position, mv), &mut scratch);
            branches.push(node.branch(move_index, next));
        }
    }

    fn sketch(&self, node: &NodeOf<Rules>, sketches: &mut Vec<Sketch>) -> bool {
        if node.position.phase != Phase::Main || self.capture != Capture::Whole {
            return false;
        }
        let mut bits = node.moves.bits();
        let mut move_index = 0;
        while bits != 0 {
            let mv = Captures::decode(bits.trailing_zeros(), &node.position);
            if let Move::Capture { colour, stones, .. } = mv {
                let gain = stones.count_ones() as u16 * self.values.of(colour);
                sketches.push(Sketch { move_index, gain });
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
    fn whole_branch(&self, node: &NodeOf<Rules>, move_index: u32) -> Option<BranchOf<Rules>> {
        let rules = self;
        with_avx2!(Rules::ranked_branch(
            rules: &Rules, node: &NodeOf<Rules>, move_index: u32
        ) -> Option<BranchOf<Rules>>)
    }

    #[inline(always)]
    fn ranked_branch(
        rules: &Rules,
        node: &NodeOf<Rules>,
        move_index: u32,
    ) -> Option<BranchOf<Rules>> {
        let captures = node.moves;
        // No closure: it might not be inlined and then would not be compiled for AVX2.
        if move_index >= captures.count() {
            return None;
        }
        Some(Rules::after(rules, node, captures.nth(move_index), move_index))
    }

    fn whole_branches(&self, node: &NodeOf<Rules>, branches: &mut Vec<BranchOf<Rules>>) {
        let rules = self;
        with_avx2!(Rules::all_branches(
            rules: &Rules, node: &NodeOf<Rules>, branches: &mut Vec<BranchOf<Rules>>
        ) -> ())
    }

    #[inline(always)]
    fn all_branches(rules: &Rules, node: &NodeOf<Rules>, branches: &mut Vec<BranchOf<Rules>>) {
        let (mut bits, mut move_index) = (node.moves.bits(), 0);
        branches.reserve(bits.count_ones() as usize);
        while bits != 0 {
            branches.push(Rules::after(rules, node, bits.trailing_zeros(), move_index));
            bits &= bits - 1;
            move_index += 1;
        }
    }

    #[inline(always)]
    fn after(rules: &Rules, node: &NodeOf<Rules>, bit: u32, move_index: u32) -> BranchOf<Rules> {
        let mut position = node.position;
        Rules::step(rules, &mut position, Captures::decode(bit, &node.position));
        let captures = Captures::find(&position);
        let own = node.position.to_move.index() & 1;
        let scores = [position.scores[1 - own], position.scores[own]];
        let gain = scores[1] - node.scores[0];
        let node = Node {
            position,
            moves: captures,
            replies: captures.count(),
            points: node.points - gain,
            scores,
        };
        Branch { move_index, gain, node }
    }
}
