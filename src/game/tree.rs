//! Positions as a search looks at them.

use super::Game;

/// All that decides what may still happen but the scores.
pub type Words = [u64; 6];

/// A position with what a search asks of every position.
#[derive(Clone, Copy, Debug)]
pub struct Node<P> {
    /// The position.
    pub position: P,
    /// Something about its moves that its game has worked out already.
    pub moves: u64,
    /// How many moves there are, or what goes up and down with it; 0 only where the game is over.
    pub replies: u32,
    /// The points of the stones on the board.
    pub points: u16,
    /// The scores of the two players, the mover's first.
    pub scores: [u16; 2],
}

/// A move and what it leads to.
#[derive(Clone, Copy, Debug)]
pub struct Branch<P> {
    /// The move's rank.
    pub rank: u32,
    /// The points that it brings the mover.
    pub gain: u16,
    /// The position after it.
    pub node: Node<P>,
}

impl<P: Copy> Node<P> {
    /// A position of which nothing is known but how many replies there are.
    pub fn new<G: Game<Position = P>>(game: &G, position: &P, replies: u32, moves: u64) -> Node<P> {
        let points = game.values().sum(game.stones(position));
        let scores = game.scores(position);
        let own = game.to_move(position).index().min(1);
        Node { position: *position, moves, replies, points, scores: [scores[own], scores[1 - own]] }
    }

    /// The move of this rank, which leads to this node.
    pub fn branch<G: Game<Position = P>>(&self, _: &G, rank: u32, node: Node<P>) -> Branch<P> {
        Branch { rank, gain: node.scores[1] - self.scores[0], node }
    }

    /// By how many points the mover leads.
    pub fn lead(&self) -> i32 {
        i32::from(self.scores[0]) - i32::from(self.scores[1])
    }
}
