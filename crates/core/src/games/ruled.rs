//! What every game is: positions, moves, an end; how it is drawn and turned; its moves read and
//! counted.

use std::fmt;
use std::hash::Hash;

use super::{Handicap, Outcome, Scores, Seat, Values, Winners, score_words};
use crate::base::fault::{Faults, Source};
use crate::base::halt::Halt;
use crate::base::random::Stream;
use crate::base::words::one_of;
use crate::board::{Point, PointSet, Side, Stones, Symmetry, draw};

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

    /// What the second player is given where scores decide; below 0, the first.
    fn handicap(&self) -> Handicap {
        Handicap::NONE
    }

    /// By how many points more than by the scores one of two players leads. Half a point is left out:
    /// [`Handicap::tie`] says what it does.
    #[inline]
    fn given(&self, seat: Seat) -> i32 {
        let points = self.handicap().points();
        if seat == Seat::FIRST { -points } else { points }
    }

    /// Scores as they are held against each other in the end: with the whole points that a player is given.
    #[inline]
    fn held(&self, scores: &Scores) -> Scores {
        let points = self.handicap().points();
        let mut held = *scores;
        held[usize::from(points > 0)] += points.unsigned_abs() as u16;
        held
    }

    /// Who wins where scores decide.
    fn winners_by_score(&self, scores: &Scores) -> Winners {
        let winners = Winners::by_score(&self.held(scores), self.seats());
        match self.handicap().tie() {
            Some(seat) if winners.has(seat) => Winners::only(seat),
            _ => winners,
        }
    }

    /// The stones on the board.
    fn stones(&self, position: &Self::Position) -> Stones;

    /// Fills `moves` with the legal moves, in the game's own order: a move's place in it, counted
    /// from 0, is its rank, by which games are recorded. Empty where the game is over.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// The legal moves in that order, in a list of their own.
    fn all_moves(&self, position: &Self::Position) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        moves
    }

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

/// A game whose positions are read and written as diagrams.
pub trait Drawn: Ruled {
    /// The sign that a diagram shows on a point.
    fn sign(&self, position: &Self::Position, point: Point) -> char;

    /// How far the game has come, in a word, with what the board does not show of it: the phase, and
    /// `opening-c` behind a first column.
    fn stage(&self, position: &Self::Position) -> String {
        Self::PHASES[self.phase(position)].to_owned()
    }

    /// Reads a diagram.
    ///
    /// # Errors
    /// All that is wrong with it.
    fn read_diagram(&self, source: &Source) -> Result<Self::Position, Faults>;

    /// Writes a diagram, which reads back. That a position is of the game's last phase goes without saying.
    fn write_diagram(&self, position: &Self::Position) -> String {
        let scores = &self.scores(position)[..usize::from(self.seats())];
        let phase = match self.phase(position) + 1 < Self::PHASES.len() {
            true => format!("phase: {}\n", self.stage(position)),
            false => String::new(),
        };
        format!(
            "to-move: {}\nscore: {}\n{phase}\n{}",
            self.to_move(position),
            score_words(scores),
            draw(self.side(position), |point| self.sign(position, point))
        )
    }
}

/// A game that knows which symmetries of the board it respects.
pub trait Turned: Ruled {
    /// Whether what may happen from here reads the same after the board is turned or mirrored.
    fn respects(&self, position: &Self::Position, symmetry: Symmetry) -> bool;

    /// The position after the board is turned or mirrored, for a symmetry that is respected there.
    fn map_position(&self, position: &Self::Position, symmetry: Symmetry) -> Self::Position;

    /// The move that a move becomes when the board is turned or mirrored.
    fn map_move(&self, mv: Self::Move, symmetry: Symmetry) -> Self::Move;
}

/// A text that is no legal move of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAMove {
    /// The text.
    pub text: String,
    /// The legal moves nearest to it, nearest first; none where the game is over.
    pub nearest: Vec<String>,
    /// How many legal moves there are.
    pub legal: usize,
}

impl NotAMove {
    /// What could be played instead, in words.
    pub fn instead(&self) -> String {
        if self.legal == 0 {
            return "the game is over here".to_owned();
        }
        let nearest = one_of(self.nearest.iter().map(String::as_str));
        match self.legal - self.nearest.len() {
            0 => format!("legal here: {nearest}"),
            more => format!("nearest legal moves: {nearest}; {more} more"),
        }
    }
}

/// How many legal moves a refusal names.
const NAMED: usize = 5;

/// The legal move with this text.
///
/// # Errors
/// When no legal move has it.
pub fn find_move<G: Ruled>(
    game: &G,
    position: &G::Position,
    text: &str,
) -> Result<G::Move, NotAMove> {
    let moves = game.all_moves(position);
    if let Some(&mv) = moves.iter().find(|&&mv| game.word(position, mv) == text) {
        return Ok(mv);
    }
    let mut nearest: Vec<(usize, String)> = moves
        .iter()
        .map(|&mv| game.word(position, mv))
        .map(|legal| (strsim::osa_distance(text, &legal), legal))
        .collect();
    nearest.sort();
    nearest.truncate(NAMED);
    Err(NotAMove {
        text: text.to_owned(),
        nearest: nearest.into_iter().map(|(_, legal)| legal).collect(),
        legal: moves.len(),
    })
}

/// How many sequences of exactly `depth` moves there are from a position: the usual proof that a move
/// generator is right. Nothing where somebody wants to stop.
///
/// Sequences count by their moves: two that lead to equal positions are two.
pub fn perft<G: Ruled>(game: &G, position: &G::Position, depth: u32, halt: &Halt) -> Option<u64> {
    // One list a depth, so that the count allocates nothing on its way.
    let mut lists: Vec<Vec<G::Move>> = (0..depth).map(|_| Vec::new()).collect();
    let count = descend(game, position, &mut lists, halt);
    (!halt.is_set()).then_some(count)
}

fn descend<G: Ruled>(
    game: &G,
    position: &G::Position,
    lists: &mut [Vec<G::Move>],
    halt: &Halt,
) -> u64 {
    match lists {
        [] => 1,
        [last] => u64::from(game.count(position, last)),
        [_, _, _, _, ..] if halt.is_set() => 0,
        [moves, deeper @ ..] => {
            game.moves(position, moves);
            moves.iter().map(|&mv| descend(game, &game.play(position, mv), deeper, halt)).sum()
        }
    }
}
