//! The game interface: positions, moves and end; diagrams and symmetries; move parsing and perft.

use std::fmt;
use std::hash::Hash;

use super::{Handicap, Outcome, Scores, Seat, Values, Winners, score_words};
use crate::base::cancel::CancelToken;
use crate::base::diagnostic::{Diagnostics, Source};
use crate::base::random::GameRng;
use crate::base::text::{one_of, shortened};
use crate::board::{BoardSize, Point, PointSet, Stones, Symmetry, draw};

/// A full position key, excluding scores.
pub type StateKey = [u64; 6];

/// A move chosen among the legal ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexedMove<M> {
    /// The move.
    pub mv: M,
    /// Its index in move order.
    pub index: u32,
    /// Number of legal moves.
    pub count: u32,
}

/// A move chosen in a game; `None` if there is none to choose.
pub type Chosen<G> = Option<IndexedMove<<G as GameRules>::Move>>;

impl<M: Copy> IndexedMove<M> {
    /// Returns the move with this index; `None` if the index is too high.
    #[inline(always)]
    pub fn of(moves: &[M], index: u32) -> Option<IndexedMove<M>> {
        let mv = *moves.get(index as usize)?;
        Some(IndexedMove { mv, index, count: moves.len() as u32 })
    }

    /// Returns a move with its index; `None` if it is not among them.
    pub fn find(moves: &[M], mv: M) -> Option<IndexedMove<M>>
    where
        M: PartialEq,
    {
        IndexedMove::of(moves, moves.iter().position(|&it| it == mv)? as u32)
    }

    /// Returns another move in its place.
    #[inline(always)]
    pub fn map<N>(self, to: impl FnOnce(M) -> N) -> IndexedMove<N> {
        IndexedMove { mv: to(self.mv), index: self.index, count: self.count }
    }

    /// Chooses uniformly at random; `None` if there is no move. Consumes one random number.
    #[inline(always)]
    pub fn any(moves: &[M], rng: &mut GameRng) -> Option<IndexedMove<M>> {
        if moves.is_empty() {
            return None;
        }
        IndexedMove::of(moves, rng.below(moves.len() as u32))
    }
}

impl<M: fmt::Display> fmt::Display for IndexedMove<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.mv.fmt(f)
    }
}

/// Returns the index of the highest gain, ties broken uniformly at random; `None` if there are no
/// gains. Consumes one random number. `best` is scratch space.
pub fn any_of_highest(
    gains: impl Iterator<Item = u16>,
    best: &mut Vec<u32>,
    rng: &mut GameRng,
) -> Option<u32> {
    let mut highest = 0;
    best.clear();
    for (move_index, gain) in (0..).zip(gains) {
        if gain > highest {
            highest = gain;
            best.clear();
        }
        if gain == highest {
            best.push(move_index);
        }
    }
    Some(IndexedMove::any(best, rng)?.mv)
}

/// A game under fixed rules, which are the value that implements this trait.
///
/// There is no undo: copy a position to keep it.
pub trait GameRules: Clone + PartialEq + Send + Sync + 'static {
    /// The full game state, including scores.
    type Position: Copy + Eq + Hash + fmt::Debug + Send + Sync;
    /// A move of this game.
    type Move: Copy + Eq + Hash + fmt::Debug + Send + Sync;

    /// Names of the phases of a game, in order.
    const PHASES: &'static [&'static str];

    /// Returns the index of a position's phase in [`GameRules::PHASES`].
    fn phase(&self, position: &Self::Position) -> usize;

    /// Returns the number of players.
    fn seats(&self) -> u8;

    /// Checks that the game can be played from these stones.
    ///
    /// # Errors
    /// The reason why it cannot.
    fn check_setup(&self, stones: Stones) -> Result<(), SetupError>;

    /// Returns the position before the first move, from stones that [`GameRules::check_setup`] accepts.
    fn start(&self, stones: Stones) -> Self::Position;

    /// Returns the player to move.
    fn to_move(&self, position: &Self::Position) -> Seat;

    /// Returns the points captured so far, without the handicap.
    fn scores(&self, position: &Self::Position) -> Scores;

    /// Returns the points per stone.
    fn values(&self) -> Values;

    /// Returns the handicap, which counts if the scores decide: points for the second player, or,
    /// if negative, for the first.
    fn handicap(&self) -> Handicap;

    /// Returns the handicap of one of two players, in whole points. The half point counts only in
    /// [`Handicap::tie`].
    #[inline]
    fn handicap_of(&self, seat: Seat) -> i32 {
        let points = self.handicap().points();
        if seat == Seat::FIRST { -points } else { points }
    }

    /// Returns the final scores for comparison, including the whole points of the handicap.
    #[inline]
    fn adjusted_scores(&self, scores: &Scores) -> Scores {
        let points = self.handicap().points();
        let mut held = *scores;
        held[usize::from(points > 0)] += points.unsigned_abs() as u16;
        held
    }

    /// Returns the winners if the scores decide.
    fn winners_by_score(&self, scores: &Scores) -> Winners {
        let winners = Winners::by_score(&self.adjusted_scores(scores), self.seats());
        match self.handicap().tie() {
            Some(seat) if winners.has(seat) => Winners::only(seat),
            _ => winners,
        }
    }

    /// Returns the stones on the board.
    fn stones(&self, position: &Self::Position) -> Stones;

    /// Fills `moves` with the legal moves, in the game's canonical order; empty if the game is
    /// over. Games are recorded by move index, a move's position in this order, counted from 0.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// Returns the legal moves in canonical order.
    fn all_moves(&self, position: &Self::Position) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        moves
    }

    /// Formats a move of a position as one word.
    fn format_move(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// Returns the board size.
    fn board_size(&self, _: &Self::Position) -> BoardSize {
        BoardSize::FULL
    }

    /// Makes a legal move in place.
    fn apply(&self, position: &mut Self::Position, mv: Self::Move);

    /// Returns the position after a legal move.
    #[must_use]
    fn after_move(&self, position: &Self::Position, mv: Self::Move) -> Self::Position {
        let mut next = *position;
        self.apply(&mut next, mv);
        next
    }

    /// Returns the points whose stones a legal move captures.
    fn captures(&self, position: &Self::Position, mv: Self::Move) -> PointSet;

    /// Returns the path of the ka or stone in a legal move, from first to last point; empty if none
    /// moves.
    fn path(&self, position: &Self::Position, mv: Self::Move) -> Vec<Point>;

    /// Returns the outcome; `None` if the game is not over.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// Returns the mover's points for a legal move.
    fn captured_points(&self, position: &Self::Position, mv: Self::Move) -> u16;

    /// Counts the legal moves. `moves` is scratch space.
    fn move_count(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) -> u32;

    /// Returns the move with this index; `None` if the index is too high. `moves` is scratch space.
    fn move_at(
        &self,
        position: &Self::Position,
        move_index: u32,
        moves: &mut Vec<Self::Move>,
    ) -> Chosen<Self>;

    /// Returns a uniformly random legal move; `None` if the game is over. Consumes one random
    /// number. `moves` is scratch space.
    fn random_move(
        &self,
        position: &Self::Position,
        moves: &mut Vec<Self::Move>,
        rng: &mut GameRng,
    ) -> Chosen<Self>;

    /// Returns the move that captures the most points, ties broken uniformly at random; `None` if
    /// the game is over. Consumes one random number. `moves` and `best` are scratch space.
    fn greedy_move(
        &self,
        position: &Self::Position,
        moves: &mut Vec<Self::Move>,
        best: &mut Vec<u32>,
        rng: &mut GameRng,
    ) -> Chosen<Self> {
        self.moves(position, moves);
        let gains = moves.iter().map(|&mv| self.captured_points(position, mv));
        let move_index = any_of_highest(gains, best, rng)?;
        IndexedMove::of(moves, move_index)
    }

    /// Plays uniformly random moves to the end of the game. The position is in `whole`, where `own`
    /// finds it. Each move is chosen as by [`GameRules::random_move`] from the stream of the player to
    /// move, and passed to `see` before it is made. `moves` is scratch space.
    fn play_randomly<P>(
        &self,
        whole: &mut P,
        own: impl Fn(&mut P) -> &mut Self::Position,
        rngs: &mut [GameRng],
        moves: &mut Vec<Self::Move>,
        mut see: impl FnMut(&P, &IndexedMove<Self::Move>),
    ) {
        while self.play_random_move(whole, &own, rngs, moves, &mut see).is_some() {}
    }

    /// Plays one move as [`GameRules::play_randomly`] does; `None` if the game is over.
    #[inline]
    fn play_random_move<P>(
        &self,
        whole: &mut P,
        own: &impl Fn(&mut P) -> &mut Self::Position,
        rngs: &mut [GameRng],
        moves: &mut Vec<Self::Move>,
        see: &mut impl FnMut(&P, &IndexedMove<Self::Move>),
    ) -> Option<()> {
        let at = own(whole);
        let chosen = self.random_move(at, moves, &mut rngs[self.to_move(at).index()])?;
        see(whole, &chosen);
        self.apply(own(whole), chosen.mv);
        Some(())
    }
}

/// A game whose positions are read and written as diagrams.
pub trait DiagramFormat: GameRules {
    /// Returns the sign of a point in a diagram.
    fn sign(&self, position: &Self::Position, point: Point) -> char;

    /// Returns the phase as one word, with state that the board does not show, such as `opening-c`
    /// after a first column.
    fn phase_label(&self, position: &Self::Position) -> String {
        Self::PHASES[self.phase(position)].to_owned()
    }

    /// Reads a diagram.
    ///
    /// # Errors
    /// All faults of the diagram.
    fn read_diagram(&self, source: &Source) -> Result<Self::Position, Diagnostics>;

    /// Writes a diagram that reads back. The last phase of the game is omitted.
    fn write_diagram(&self, position: &Self::Position) -> String {
        let scores = &self.scores(position)[..usize::from(self.seats())];
        let phase = match self.phase(position) + 1 < Self::PHASES.len() {
            true => format!("phase: {}\n", self.phase_label(position)),
            false => String::new(),
        };
        format!(
            "to-move: {}\nscore: {}\n{phase}\n{}",
            self.to_move(position),
            score_words(scores),
            draw(self.board_size(position), |point| self.sign(position, point))
        )
    }
}

/// A game that knows the symmetries of its positions.
pub trait BoardSymmetry: GameRules {
    /// Returns whether the rest of the game is invariant under the symmetry.
    fn respects(&self, position: &Self::Position, symmetry: Symmetry) -> bool;

    /// Returns the image of a position under a symmetry that [`BoardSymmetry::respects`] accepts.
    fn map_position(&self, position: &Self::Position, symmetry: Symmetry) -> Self::Position;

    /// Returns the image of a move under a symmetry.
    fn map_move(&self, mv: Self::Move, symmetry: Symmetry) -> Self::Move;
}

/// A text that is not a legal move of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMoveError {
    /// The text.
    pub text: String,
    /// The nearest legal moves, nearest first; empty if the game is over.
    pub nearest: Vec<String>,
    /// Number of legal moves.
    pub legal: usize,
}

impl IllegalMoveError {
    /// Creates the error from the notation of the legal moves.
    pub(super) fn new(text: &str, legal: impl Iterator<Item = String>) -> IllegalMoveError {
        let distance = |legal: String| (strsim::osa_distance(text, &legal), legal);
        let mut nearest: Vec<(usize, String)> = legal.map(distance).collect();
        nearest.sort();
        let legal = nearest.len();
        nearest.truncate(MAX_NAMED);
        let nearest = nearest.into_iter().map(|(_, legal)| legal).collect();
        IllegalMoveError { text: text.to_owned(), nearest, legal }
    }

    /// Describes the moves that are legal instead.
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

impl fmt::Display for IllegalMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not legal: {}", shortened(&self.text), self.instead())
    }
}

impl std::error::Error for IllegalMoveError {}

/// Reason why a game cannot be played from a setup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// Brunei's game fills all points but the centre, and this one is empty.
    EmptyPoint(String),
    /// Bell's game has no board of this length.
    BoardSize(usize),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::EmptyPoint(point) => {
                write!(f, "{point} is empty, and Brunei's game fills all points but the centre f6")
            }
            SetupError::BoardSize(side) => {
                write!(
                    f,
                    "Bell's game has no board of {side} by {side} points: its own is 11 by 11"
                )
            }
        }
    }
}

impl std::error::Error for SetupError {}

/// The most legal moves that a message names.
const MAX_NAMED: usize = 5;

/// Parses a move.
///
/// # Errors
/// If the text is not a legal move.
pub fn parse_move<G: GameRules>(
    game: &G,
    position: &G::Position,
    text: &str,
) -> Result<G::Move, IllegalMoveError> {
    let moves = game.all_moves(position);
    if let Some(&mv) = moves.iter().find(|&&mv| game.format_move(position, mv) == text) {
        return Ok(mv);
    }
    let legal = moves.iter().map(|&mv| game.format_move(position, mv));
    Err(IllegalMoveError::new(text, legal))
}

/// Counts the sequences of exactly `depth` moves from a position (perft), the usual test of a move
/// generator; `None` if cancelled.
///
/// Transpositions count separately.
pub fn perft<G: GameRules>(
    game: &G,
    position: &G::Position,
    depth: u32,
    cancel: &CancelToken,
) -> Option<u64> {
    // One list per depth: no allocation while counting.
    let mut lists: Vec<Vec<G::Move>> = (0..depth).map(|_| Vec::new()).collect();
    let count = descend(game, position, &mut lists, cancel);
    (!cancel.is_cancelled()).then_some(count)
}

fn descend<G: GameRules>(
    game: &G,
    position: &G::Position,
    lists: &mut [Vec<G::Move>],
    cancel: &CancelToken,
) -> u64 {
    match lists {
        [] => 1,
        [last] => u64::from(game.move_count(position, last)),
        [_, _, _, _, ..] if cancel.is_cancelled() => 0,
        [moves, deeper @ ..] => {
            game.moves(position, moves);
            moves
                .iter()
                .map(|&mv| descend(game, &game.after_move(position, mv), deeper, cancel))
                .sum()
        }
    }
}
