//! Positions as a search looks at them.

use std::fmt;

use super::{Ending, Judged, Ruled};

/// All that decides what may still happen but the scores.
pub type Words = [u64; 6];

/// A position with what a search asks of every position.
#[derive(Clone, Copy, Debug)]
pub struct Node<P, M> {
    /// The position.
    pub position: P,
    /// What its game has worked out about its moves.
    pub moves: M,
    /// How many moves there are, or what goes up and down with it; 0 only where the game is over.
    pub replies: u32,
    /// The points of the stones on the board: by no more can a lead grow or shrink. Where players
    /// may change sides it is more by what that moves.
    pub points: u16,
    /// The scores of the two players, the mover's first.
    pub scores: [u16; 2],
}

/// A move and what it leads to.
#[derive(Clone, Copy, Debug)]
pub struct Branch<P, M> {
    /// The move's rank.
    pub rank: u32,
    /// By how many points the mover's lead grows: what the move brings, and twice that where it
    /// is taken from the other player.
    pub gain: u16,
    /// The position after it.
    pub node: Node<P, M>,
}

/// A move that has not been made yet.
#[derive(Clone, Copy, Debug)]
pub struct Sketch {
    /// The move's rank.
    pub rank: u32,
    /// The points that it brings the mover.
    pub gain: u16,
}

/// A position of a game as a search looks at it.
pub type NodeOf<G> = Node<<G as Ruled>::Position, <G as Searched>::Known>;

/// A move of a game and what it leads to.
pub type BranchOf<G> = Branch<<G as Ruled>::Position, <G as Searched>::Known>;

impl<P: Copy, M: Copy> Node<P, M> {
    /// A position with so many replies, and what is known of them.
    pub fn new<G>(game: &G, position: &P, replies: u32, moves: M) -> Node<P, M>
    where
        G: Searched<Position = P, Known = M>,
    {
        let points = game.values().sum(game.stones(position));
        let scores = game.scores(position);
        let own = game.to_move(position).index().min(1);
        Node { position: *position, moves, replies, points, scores: [scores[own], scores[1 - own]] }
    }

    /// The move of this rank, which leads to this node.
    pub fn branch(&self, rank: u32, node: Node<P, M>) -> Branch<P, M> {
        let gain = (node.scores[1] + self.scores[1]) - (node.scores[0] + self.scores[0]);
        Branch { rank, gain, node }
    }

    /// By how many points the mover leads, without what a player is given.
    fn lead(&self) -> i32 {
        i32::from(self.scores[0]) - i32::from(self.scores[1])
    }
}

/// A game that can be searched: many positions are looked at, in a form of their own.
pub trait Searched: Judged {
    /// What is worked out about a position's moves when it is first looked at.
    type Known: Copy + fmt::Debug + Send + Sync;

    /// Whether a player who cannot move, with stones left, loses whatever the scores are.
    fn stuck_loses(&self) -> bool;

    /// By how many points the mover leads where scores are held against each other.
    fn lead(&self, node: &NodeOf<Self>) -> i32 {
        node.lead() + self.given(self.to_move(&node.position))
    }

    /// All that decides what may still happen but the scores, in words, different for different
    /// positions.
    fn words(&self, position: &Self::Position) -> Words;

    /// The same, but equal also for positions between which nothing can ever tell that matters: their
    /// moves have the same ranks, bring the same, and lead to such positions again.
    fn gist(&self, position: &Self::Position) -> Words {
        self.words(position)
    }

    /// A position as a search looks at it. `moves` is scratch space.
    fn node(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) -> NodeOf<Self>;

    /// What the move of this rank leads to, if there are so many. `moves` is scratch space.
    fn branch(
        &self,
        node: &NodeOf<Self>,
        rank: u32,
        moves: &mut Vec<Self::Move>,
    ) -> Option<BranchOf<Self>> {
        let chosen = self.ranked(&node.position, rank, moves)?;
        let next = self.play(&node.position, chosen.mv);
        Some(node.branch(rank, self.node(&next, moves)))
    }

    /// Appends what each move leads to, in order of rank. `moves` is scratch space.
    fn expand(
        &self,
        node: &NodeOf<Self>,
        moves: &mut Vec<Self::Move>,
        branches: &mut Vec<BranchOf<Self>>,
    ) {
        self.moves(&node.position, moves);
        let mut deeper = Vec::new();
        for (rank, &mv) in (0..).zip(moves.iter()) {
            let next = self.node(&self.play(&node.position, mv), &mut deeper);
            branches.push(node.branch(rank, next));
        }
    }

    /// Appends the moves with what they bring, and says so where that takes much less work than to
    /// make them; else it does nothing.
    fn sketch(&self, _: &NodeOf<Self>, _: &mut Vec<Sketch>) -> bool {
        false
    }

    /// How a position without a move ended.
    fn ending(&self, node: &NodeOf<Self>) -> Ending;
}
