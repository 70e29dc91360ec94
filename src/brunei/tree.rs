//! Positions as a search looks at them: hot code.

use super::movegen::Captures;
use super::notation::Move;
use super::position::{Phase, Position};
use super::toggles::Rules;
use crate::game::{Branch, Node};
use crate::wide::wide;

impl Rules {
    /// A position with its captures, if both kas are in, and its points.
    pub(super) fn look(&self, position: &Position, moves: &mut Vec<Move>) -> Node<Position> {
        if position.phase != Phase::Main {
            self.generate(position, moves);
            return Node::new(self, position, moves.len() as u32, 0);
        }
        // Where parts of a line can be taken, the number of lines will do: it is 0 where there is
        // no move, and else only puts moves in order.
        let captures = Captures::of(position);
        Node::new(self, position, captures.count(), captures.bits())
    }

    /// What the capture of this rank leads to.
    pub(super) fn whole_branch(
        &self,
        node: &Node<Position>,
        rank: u32,
    ) -> Option<Branch<Position>> {
        let rules = self;
        wide!(Rules::ranked_branch(
            rules: &Rules, node: &Node<Position>, rank: u32
        ) -> Option<Branch<Position>>)
    }

    #[inline(always)]
    fn ranked_branch(rules: &Rules, node: &Node<Position>, rank: u32) -> Option<Branch<Position>> {
        let captures = Captures::from_bits(node.moves);
        // No closure: it would be left out of line, and so not be compiled for AVX2.
        if rank >= captures.count() {
            return None;
        }
        Some(Rules::after(rules, node, captures.nth(rank), rank))
    }

    /// Appends what each capture leads to.
    pub(super) fn whole_branches(
        &self,
        node: &Node<Position>,
        branches: &mut Vec<Branch<Position>>,
    ) {
        let rules = self;
        wide!(Rules::all_branches(
            rules: &Rules, node: &Node<Position>, branches: &mut Vec<Branch<Position>>
        ) -> ())
    }

    #[inline(always)]
    fn all_branches(rules: &Rules, node: &Node<Position>, branches: &mut Vec<Branch<Position>>) {
        let (mut bits, mut rank) = (node.moves, 0);
        branches.reserve(bits.count_ones() as usize);
        while bits != 0 {
            branches.push(Rules::after(rules, node, bits.trailing_zeros(), rank));
            bits &= bits - 1;
            rank += 1;
        }
    }

    /// What the capture with this bit leads to.
    #[inline(always)]
    fn after(rules: &Rules, node: &Node<Position>, bit: u32, rank: u32) -> Branch<Position> {
        let mut position = node.position;
        Rules::step(rules, &mut position, Captures::decode(bit, &node.position));
        let captures = Captures::find(&position);
        let own = node.position.to_move.index() & 1;
        let scores = [position.scores[1 - own], position.scores[own]];
        let gain = scores[1] - node.scores[0];
        let node = Node {
            position,
            moves: captures.bits(),
            replies: captures.count(),
            points: node.points - gain,
            scores,
        };
        Branch { rank, gain, node }
    }
}
