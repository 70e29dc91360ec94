//! Game states as a search uses them.

use std::fmt;

use super::{BoardSymmetry, DiagramFormat, EndReason, Evaluate, GameRules, StateKey};

/// A search node: a position with the data that a search needs at every node.
#[derive(Clone, Copy, Debug)]
pub struct Node<P, M> {
    /// The position.
    pub position: P,
    /// Data about the moves that the game caches.
    pub moves: M,
    /// Mobility: the number of moves, or a measure that grows with it; 0 only if the game is over.
    pub mobility: u32,
    /// Total points of the stones on the board, the most by which a lead can still change. Higher
    /// where the players may change sides, by the change that this makes.
    pub remaining_points: u16,
    /// The scores of the two players, the mover's first.
    pub scores: [u16; 2],
}

/// A move and the node after it.
#[derive(Clone, Copy, Debug)]
pub struct Child<P, M> {
    /// Move index.
    pub move_index: u32,
    /// Change of the mover's lead in points: the points captured, plus twice the points taken over
    /// from the opponent.
    pub gain: u16,
    /// The node after the move.
    pub node: Node<P, M>,
}

/// A move that has not been made yet, with its gain.
#[derive(Clone, Copy, Debug)]
pub struct MoveGain {
    /// Move index.
    pub move_index: u32,
    /// Points for the mover.
    pub gain: u16,
}

/// A search node of a game.
pub type NodeOf<G> = Node<<G as GameRules>::Position, <G as SearchGame>::MoveCache>;

/// A move of a game and the node after it.
pub type ChildOf<G> = Child<<G as GameRules>::Position, <G as SearchGame>::MoveCache>;

impl<P: Copy, M: Copy> Node<P, M> {
    /// Creates a node with its mobility and cached move data.
    pub fn new<G>(game: &G, position: &P, replies: u32, moves: M) -> Node<P, M>
    where
        G: SearchGame<Position = P, MoveCache = M>,
    {
        let points = game.values().sum(game.stones(position));
        let scores = game.scores(position);
        let own = game.to_move(position).index().min(1);
        Node {
            position: *position,
            moves,
            mobility: replies,
            remaining_points: points,
            scores: [scores[own], scores[1 - own]],
        }
    }

    /// Creates the child of this move index that leads to `node`.
    pub fn child(&self, move_index: u32, node: Node<P, M>) -> Child<P, M> {
        let gain = (node.scores[1] + self.scores[1]) - (node.scores[0] + self.scores[0]);
        Child { move_index, gain, node }
    }

    /// Returns the mover's lead in points, without the handicap.
    fn lead(&self) -> i32 {
        i32::from(self.scores[0]) - i32::from(self.scores[1])
    }
}

/// A game that can be searched.
pub trait SearchGame: Evaluate + DiagramFormat + BoardSymmetry {
    /// Data about a position's moves, computed when its node is created.
    type MoveCache: Copy + fmt::Debug + Send + Sync;

    /// Returns whether a player who cannot move, with stones left, loses regardless of the scores.
    fn stuck_loses(&self) -> bool;

    /// Returns the mover's lead in points, including the handicap.
    fn lead(&self, node: &NodeOf<Self>) -> i32 {
        node.lead() + self.handicap_of(self.to_move(&node.position))
    }

    /// Returns the full position key, excluding scores: different positions have different keys.
    fn state_key(&self, position: &Self::Position) -> StateKey;

    /// Returns the canonical key: equal also for positions with isomorphic game trees. Their moves
    /// have the same indices and gains, and lead to such positions again.
    fn canonical_key(&self, position: &Self::Position) -> StateKey {
        self.state_key(position)
    }

    /// Creates the node of a position. `moves` is scratch space.
    fn node(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) -> NodeOf<Self>;

    /// Makes the move with this index; `None` if the index is too high. `moves` is scratch space.
    fn child(
        &self,
        node: &NodeOf<Self>,
        move_index: u32,
        moves: &mut Vec<Self::Move>,
    ) -> Option<ChildOf<Self>> {
        let chosen = self.move_at(&node.position, move_index, moves)?;
        let next = self.after_move(&node.position, chosen.mv);
        Some(node.child(move_index, self.node(&next, moves)))
    }

    /// Appends all children, in order of move index. `moves` is scratch space.
    fn expand(
        &self,
        node: &NodeOf<Self>,
        moves: &mut Vec<Self::Move>,
        children: &mut Vec<ChildOf<Self>>,
    ) {
        self.moves(&node.position, moves);
        let mut deeper = Vec::new();
        for (move_index, &mv) in (0..).zip(moves.iter()) {
            let next = self.node(&self.after_move(&node.position, mv), &mut deeper);
            children.push(node.child(move_index, next));
        }
    }

    /// Appends the moves with their gains and returns `true`, if that is much cheaper than making
    /// the moves; otherwise returns `false`.
    fn move_gains(&self, _: &NodeOf<Self>, _: &mut Vec<MoveGain>) -> bool {
        false
    }

    /// Returns the reason for the end at a node without moves.
    fn ending(&self, node: &NodeOf<Self>) -> EndReason;
}
