//! The trait of a game.

use std::fmt;
use std::hash::Hash;

use super::{Branch, Ending, Feature, Node, Outcome, Scores, Seat, Values, Weights, Words};
use crate::board::{Point, PointSet, Stones, Symmetry, draw};
use crate::fault::{Faults, Source};
use crate::random::Stream;

/// A move chosen among the legal ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chosen<M> {
    /// The move.
    pub mv: M,
    /// Its rank in the game's order.
    pub rank: u32,
    /// How many moves there were.
    pub of: u32,
}

impl<M: Copy> Chosen<M> {
    /// Any of these, each as likely as the others; nothing where there is none. One number is
    /// drawn.
    #[inline(always)]
    pub fn any(moves: &[M], stream: &mut Stream) -> Option<Chosen<M>> {
        if moves.is_empty() {
            return None;
        }
        let rank = stream.below(moves.len() as u32);
        Some(Chosen { mv: moves[rank as usize], rank, of: moves.len() as u32 })
    }
}

/// A game under fixed rules. The value that implements it is the rules.
///
/// There is no undo: who needs a position again keeps a copy of it.
pub trait Game: Clone + Send + Sync + 'static {
    /// All that decides what may still happen, the scores included.
    type Position: Copy + Eq + Hash + fmt::Debug + Send + Sync;
    /// A move of this game; its text is the notation of moves, one word.
    type Move: Copy + Eq + Hash + fmt::Debug + fmt::Display + Send + Sync;

    /// The parts of a game, in order.
    const PHASES: &'static [&'static str];

    /// Which part of a game a position belongs to: its place among [`Game::PHASES`].
    fn phase(&self, position: &Self::Position) -> usize;

    /// How many play.
    fn seats(&self) -> u8;

    /// Why the game cannot be played from these stones, if it cannot.
    fn refuses(&self, stones: Stones) -> Option<String>;

    /// The position before the first move, from stones that are not refused.
    fn start(&self, stones: Stones) -> Self::Position;

    /// Whose turn it is.
    fn to_move(&self, position: &Self::Position) -> Seat;

    /// The points captured so far.
    fn scores(&self, position: &Self::Position) -> Scores;

    /// The stones on the board.
    fn stones(&self, position: &Self::Position) -> Stones;

    /// Fills `moves` with the legal moves, in the game's own order: a move's place in it, counted
    /// from 0, is its rank, by which games are recorded. Empty where the game is over.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// Plays a legal move in place, for whoever needs the position before it no more.
    fn apply(&self, position: &mut Self::Position, mv: Self::Move);

    /// The position after a legal move.
    #[must_use]
    fn play(&self, position: &Self::Position, mv: Self::Move) -> Self::Position {
        let mut next = *position;
        self.apply(&mut next, mv);
        next
    }

    /// The points whose stones a legal move captures.
    fn taken(&self, position: &Self::Position, mv: Self::Move) -> PointSet;

    /// Where the first two seats' kas stand, in a game that has kas.
    fn kas(&self, _: &Self::Position) -> [Option<Point>; 2] {
        [None; 2]
    }

    /// How the game ended, or nothing while it goes on.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// The points that the mover gets for a legal move.
    fn gain(&self, position: &Self::Position, mv: Self::Move) -> u16 {
        let seat = self.to_move(position).index();
        self.scores(&self.play(position, mv))[seat] - self.scores(position)[seat]
    }

    /// The stages of a game between which the weights of features differ, in order; a row of
    /// them for each kind of rules between which weights differ too. None where the game cannot
    /// judge.
    const STAGES: &'static [&'static [&'static str]] = &[];

    /// What is counted to judge a position.
    const FEATURES: &'static [Feature] = &[];

    /// Counts the features of a position, as many as [`Game::FEATURES`] names and in their order,
    /// and yields its stage, counted through all rows. None of it depends on the scores.
    fn features(&self, _position: &Self::Position, _features: &mut [i32]) -> usize {
        0
    }

    /// The weights that the program brings for this game under these rules.
    fn fitted(&self) -> &'static Weights {
        static NONE: Weights = Weights::NONE;
        &NONE
    }

    /// What a position of a game for two promises the mover beyond the difference of the scores,
    /// in hundredths of a point. It does not depend on the scores. Nothing without weights.
    fn judge(&self, _position: &Self::Position, _weights: &Weights) -> i32 {
        0
    }

    /// The sign that a diagram shows on a point.
    fn sign(&self, position: &Self::Position, point: Point) -> char;

    /// Reads a diagram.
    ///
    /// # Errors
    /// All that is wrong with it.
    fn read_diagram(&self, source: &Source) -> Result<Self::Position, Faults>;

    /// Writes a diagram; one of a position past the game's opening reads back.
    fn write_diagram(&self, position: &Self::Position) -> String {
        let scores = &self.scores(position)[..usize::from(self.seats())];
        let scores: Vec<String> = scores.iter().map(u16::to_string).collect();
        format!(
            "to-move: {}\nscore: {}\n\n{}",
            self.to_move(position),
            scores.join("-"),
            draw(|point| self.sign(position, point))
        )
    }

    /// How many moves there are; `moves` is scratch space.
    fn count(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) -> u32 {
        self.moves(position, moves);
        moves.len() as u32
    }

    /// The move of this rank, if there are so many. `moves` is scratch space.
    fn ranked(
        &self,
        position: &Self::Position,
        rank: u32,
        moves: &mut Vec<Self::Move>,
    ) -> Option<Chosen<Self::Move>> {
        self.moves(position, moves);
        let mv = *moves.get(rank as usize)?;
        Some(Chosen { mv, rank, of: moves.len() as u32 })
    }

    /// One of the legal moves, each as likely as the others; nothing where the game is over. One
    /// number is drawn. `moves` is scratch space.
    fn random_move(
        &self,
        position: &Self::Position,
        moves: &mut Vec<Self::Move>,
        stream: &mut Stream,
    ) -> Option<Chosen<Self::Move>> {
        self.moves(position, moves);
        Chosen::any(moves, stream)
    }

    /// Whether what may happen from here reads the same after the board is turned or mirrored.
    fn respects(&self, position: &Self::Position, symmetry: Symmetry) -> bool;

    /// The position after the board is turned or mirrored, for a symmetry that is respected there.
    fn map_position(&self, position: &Self::Position, symmetry: Symmetry) -> Self::Position;

    /// The move that a move becomes when the board is turned or mirrored.
    fn map_move(&self, mv: Self::Move, symmetry: Symmetry) -> Self::Move;

    // What follows is for a search: it looks at many positions and has its own form of them.

    /// What stones are worth.
    fn values(&self) -> Values;

    /// Whether a player who cannot move, with stones left, loses whatever the scores are.
    fn stuck_loses(&self) -> bool;

    /// All that decides what may still happen but the scores, in words, different for different
    /// positions.
    fn words(&self, position: &Self::Position) -> Words;

    /// A position as a search looks at it. `moves` is scratch space.
    fn node(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) -> Node<Self::Position> {
        let replies = self.count(position, moves);
        Node::new(self, position, replies, 0)
    }

    /// What the move of this rank leads to, if there are so many. `moves` is scratch space.
    fn branch(
        &self,
        node: &Node<Self::Position>,
        rank: u32,
        moves: &mut Vec<Self::Move>,
    ) -> Option<Branch<Self::Position>> {
        let chosen = self.ranked(&node.position, rank, moves)?;
        let next = self.play(&node.position, chosen.mv);
        Some(node.branch(self, rank, self.node(&next, moves)))
    }

    /// Appends what each move leads to, in order of rank. `moves` is scratch space.
    fn expand(
        &self,
        node: &Node<Self::Position>,
        moves: &mut Vec<Self::Move>,
        branches: &mut Vec<Branch<Self::Position>>,
    ) {
        self.moves(&node.position, moves);
        let mut deeper = Vec::new();
        for (rank, &mv) in (0..).zip(moves.iter()) {
            let next = self.node(&self.play(&node.position, mv), &mut deeper);
            branches.push(node.branch(self, rank, next));
        }
    }

    /// How a position without a move ended.
    fn ending(&self, node: &Node<Self::Position>) -> Ending;
}
