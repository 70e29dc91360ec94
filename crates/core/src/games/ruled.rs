//! What every game is: positions, moves, an end.

use std::fmt;
use std::hash::Hash;

use super::{Outcome, Scores, Seat, Values};
use crate::base::random::Stream;
use crate::board::{Point, PointSet, Side, Stones};

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

/// The place of the highest of these gains; of equal ones any, each as likely as the others. One
/// number is drawn. `best` is scratch space.
pub fn any_of_highest(
    gains: impl Iterator<Item = u16>,
    best: &mut Vec<u32>,
    stream: &mut Stream,
) -> Option<u32> {
    let mut highest = 0;
    best.clear();
    for (rank, gain) in (0..).zip(gains) {
        if gain > highest {
            highest = gain;
            best.clear();
        }
        if gain == highest {
            best.push(rank);
        }
    }
    Some(Chosen::any(best, stream)?.mv)
}

/// A game under fixed rules: its positions, its moves, how it ends. The value that implements it is
/// the rules.
///
/// There is no undo: who needs a position again keeps a copy of it.
pub trait Ruled: Clone + Send + Sync + 'static {
    /// All that decides what may still happen, the scores included.
    type Position: Copy + Eq + Hash + fmt::Debug + Send + Sync;
    /// A move of this game.
    type Move: Copy + Eq + Hash + fmt::Debug + Send + Sync;

    /// The parts of a game, in order.
    const PHASES: &'static [&'static str];

    /// Which part of a game a position belongs to: its place among [`Ruled::PHASES`].
    fn phase(&self, position: &Self::Position) -> usize;

    /// How many play.
    fn seats(&self) -> u8;

    /// Why the game cannot be played from these stones, if it cannot.
    fn refuses(&self, stones: Stones) -> Option<String>;

    /// The position before the first move, from stones that are not refused.
    fn start(&self, stones: Stones) -> Self::Position;

    /// Whose turn it is.
    fn to_move(&self, position: &Self::Position) -> Seat;

    /// The points captured so far, and nothing that a player is given.
    fn scores(&self, position: &Self::Position) -> Scores;

    /// What stones are worth.
    fn values(&self) -> Values;

    /// Points that the second player is given where scores decide; below 0, the first.
    fn handicap(&self) -> i8 {
        0
    }

    /// By how much more than by the scores one of two players leads.
    #[inline]
    fn given(&self, seat: Seat) -> i32 {
        let handicap = i32::from(self.handicap());
        if seat == Seat::FIRST { -handicap } else { handicap }
    }

    /// Scores as they are held against each other in the end: with what a player is given.
    #[inline]
    fn held(&self, scores: &Scores) -> Scores {
        let handicap = self.handicap();
        let mut held = *scores;
        held[usize::from(handicap > 0)] += u16::from(handicap.unsigned_abs());
        held
    }

    /// The stones on the board.
    fn stones(&self, position: &Self::Position) -> Stones;

    /// Fills `moves` with the legal moves, in the game's own order: a move's place in it, counted
    /// from 0, is its rank, by which games are recorded. Empty where the game is over.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// How a move of a position is written: one word.
    fn word(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// How large the board is.
    fn side(&self, _: &Self::Position) -> Side {
        Side::FULL
    }

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

    /// The points along which a ka or a stone goes in a legal move, from the first to the last;
    /// none where nothing goes anywhere.
    fn way(&self, _: &Self::Position, _: Self::Move) -> Vec<Point> {
        Vec::new()
    }

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

    /// The move that captures most points at once; of equal ones any, each as likely as the others;
    /// nothing where the game is over. One number is drawn. `moves` and `best` are scratch space.
    fn greedy_move(
        &self,
        position: &Self::Position,
        (moves, best): (&mut Vec<Self::Move>, &mut Vec<u32>),
        stream: &mut Stream,
    ) -> Option<Chosen<Self::Move>> {
        self.moves(position, moves);
        let gains = moves.iter().map(|&mv| self.gain(position, mv));
        let rank = any_of_highest(gains, best, stream)?;
        Some(Chosen { mv: moves[rank as usize], rank, of: moves.len() as u32 })
    }

    /// Plays random moves to the end of the game, each drawn as by [`Ruled::random_move`] from the
    /// stream of whose turn it is, and shows each to `see` before it is played. `moves` is scratch
    /// space.
    fn play_randomly(
        &self,
        position: &mut Self::Position,
        streams: &mut [Stream],
        moves: &mut Vec<Self::Move>,
        mut see: impl FnMut(&Self::Position, &Chosen<Self::Move>),
    ) {
        loop {
            let stream = &mut streams[self.to_move(position).index()];
            let Some(chosen) = self.random_move(position, moves, stream) else { return };
            see(position, &chosen);
            self.apply(position, chosen.mv);
        }
    }
}
