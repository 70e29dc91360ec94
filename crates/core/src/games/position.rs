//! Positions that know their rules: either game behind one type.
//!
//! [`Position`] and [`Move`] are what most programs need. The games' own types and the traits of
//! [`engine`](crate::engine) are for loops that play by the million.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use super::rules::Game;
use super::setup::Setup;
use super::{
    BoardSymmetry, DiagramFormat, GameRules, IllegalMoveError, IndexedMove, Outcome, Scores, Seat,
    SeatScores, Setting, SetupError, bell, brunei, parse_move, perft, score_words,
};
use crate::base::cancel::CancelToken;
use crate::base::diagnostic::{Diagnostic, Diagnostics, Source};
use crate::base::random::GameRng;
use crate::base::text::{Keyword, listed};
use crate::board::{BoardSize, Point, PointSet, Stones, Symmetry, draw};

/// A position of either game, with its rules.
///
/// # Examples
/// ```
/// use pasang_core::{Game, Setup};
///
/// let mut position = Game::preset("brunei-slide")?.start(&Setup::builtin("catalogue-01")?)?;
/// for text in ["c", "j", "b4-c4xn3"] {
///     position.play(position.parse_move(text)?)?;
/// }
/// assert_eq!(position.turn().number(), 2);
/// assert_eq!(position.to_string().parse(), Ok(position));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Position {
    /// Of the game with kas.
    Brunei(brunei::Rules, brunei::Position),
    /// Of the hopping game.
    Bell(bell::Rules, bell::Position),
}

/// A move of either game; its text is the notation of docs/rules.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Of the game with kas, on a board of this size.
    Brunei(brunei::Move, BoardSize),
    /// Of the hopping game.
    Bell(bell::Move),
}

/// The legal moves of a position in canonical order, by which games are recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveList(Vec<Move>);

/// Evaluates an expression with the rules and the own position of either game; with a third name, also
/// with the function that makes the own moves those of either game; with `slot of slots`, also with
/// what `slots.brunei` or `slots.bell` keeps for the game.
macro_rules! either {
    ($position:expr, $game:ident, $at:pat => $work:expr) => {
        match $position {
            Position::Brunei($game, $at) => $work,
            Position::Bell($game, $at) => $work,
        }
    };
    ($position:expr, $game:ident, $at:ident, $wrap:ident $(, $slot:ident of $slots:expr)? => $work:expr) => {
        match $position {
            Position::Brunei($game, $at) => {
                let size = $game.board_size($at);
                let $wrap = move |mv| Move::Brunei(mv, size);
                $(let $slot = &mut $slots.brunei;)?
                $work
            }
            Position::Bell($game, $at) => {
                let $wrap = Move::Bell;
                $(let $slot = &mut $slots.bell;)?
                $work
            }
        }
    };
}
pub(crate) use either;

/// Evaluates an expression with the rules, the own position and the own move of either game.
///
/// # Panics
/// If the move is one of the other game.
macro_rules! with_move {
    ($position:expr, $mv:expr, $game:ident, $at:ident, $own:ident => $work:expr) => {
        match ($position, $mv) {
            (Position::Brunei($game, $at), Move::Brunei($own, _)) => $work,
            (Position::Bell($game, $at), Move::Bell($own)) => $work,
            (_, mv) => panic!("{mv} is a move of the other game"),
        }
    };
}

impl Game {
    /// Returns the position before the first move.
    ///
    /// # Errors
    /// If the game cannot be played from this setup.
    ///
    /// # Examples
    /// ```
    /// use pasang_core::{Game, Setup};
    ///
    /// let pattern = Setup::builtin("catalogue-05")?;
    /// let position = Game::preset("pasang-emas")?.start(&pattern)?;
    /// assert_eq!(position.legal_moves().len(), 11);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn start(&self, setup: &Setup) -> Result<Position, SetupError> {
        Ok(match self {
            Game::Brunei(game) => Position::Brunei(*game, setup.start(game)?),
            Game::Bell(game) => Position::Bell(*game, setup.start(game)?),
        })
    }

    /// Reads a position from a diagram, as [`Position::diagram`] writes it.
    ///
    /// # Errors
    /// All faults of the diagram, each with its place.
    pub fn read_diagram(&self, source: &Source) -> Result<Position, Diagnostics> {
        Ok(match self {
            Game::Brunei(game) => Position::Brunei(*game, game.read_diagram(source)?),
            Game::Bell(game) => Position::Bell(*game, game.read_diagram(source)?),
        })
    }
}

impl Position {
    /// Returns the rules.
    pub fn rules(&self) -> Game {
        match self {
            Position::Brunei(rules, _) => Game::Brunei(*rules),
            Position::Bell(rules, _) => Game::Bell(*rules),
        }
    }

    /// Returns the player to move.
    #[inline]
    pub fn turn(&self) -> Seat {
        either!(self, game, at => game.to_move(at))
    }

    /// Returns the number of players.
    pub fn seats(&self) -> u8 {
        self.rules().seats()
    }

    /// Returns the points captured so far, by seat, without the handicap.
    pub fn scores(&self) -> SeatScores {
        either!(self, game, at => SeatScores::new(game.scores(at), game.seats()))
    }

    /// Returns the scores with the whole points of the handicap.
    pub fn adjusted_scores(&self) -> Scores {
        either!(self, game, at => game.adjusted_scores(&game.scores(at)))
    }

    /// Returns the points of the stones on the board.
    pub fn remaining_points(&self) -> u16 {
        self.rules().values().sum(self.stones())
    }

    /// Formats the points of the players: `86-89`.
    pub fn format_scores(&self) -> String {
        score_words(&self.scores())
    }

    /// Returns the stones on the board.
    pub fn stones(&self) -> Stones {
        either!(self, game, at => game.stones(at))
    }

    /// Returns the board size.
    pub fn board_size(&self) -> BoardSize {
        either!(self, game, at => game.board_size(at))
    }

    /// Returns the sign of a point in diagrams.
    pub fn sign(&self, point: Point) -> char {
        either!(self, game, at => game.sign(at, point))
    }

    /// Returns the name of the phase of the game.
    pub fn phase(&self) -> &'static str {
        self.rules().phases()[self.phase_index()]
    }

    /// Returns the index of the phase in [`Game::phases`].
    #[inline]
    pub fn phase_index(&self) -> usize {
        either!(self, game, at => game.phase(at))
    }

    /// Returns the legal moves in canonical order; empty if the game is over.
    ///
    /// # Examples
    /// ```
    /// use pasang_core::{Game, Setup};
    ///
    /// let position = Game::preset("bell")?.start(&Setup::builtin("bell-chequer")?)?;
    /// let moves = position.legal_moves();
    /// assert_eq!(moves.iter().map(|mv| mv.to_string()).collect::<Vec<_>>().join(" "), "a1 k1 a11 k11");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn legal_moves(&self) -> MoveList {
        either!(self, game, at, wrap => {
            MoveList(game.all_moves(at).into_iter().map(wrap).collect())
        })
    }

    /// Returns all pairs of first moves, such as the pairs of columns of the game with kas.
    ///
    /// # Examples
    /// ```
    /// use pasang_core::{Game, Setup};
    ///
    /// let position = Game::preset("brunei-slide")?.start(&Setup::builtin("catalogue-05")?)?;
    /// assert_eq!(position.opening_pairs().len(), 60);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn opening_pairs(&self) -> Vec<[Move; 2]> {
        let of_first = |first: Move| {
            let replies = self.after_unchecked(first).legal_moves().into_iter();
            replies.map(move |reply| [first, reply])
        };
        self.legal_moves().into_iter().flat_map(of_first).collect()
    }

    /// Returns moves one after the other with their places among the legal ones; `None` if one of
    /// them is not legal.
    pub fn indexed<const N: usize>(&self, moves: [Move; N]) -> Option<[IndexedMove<Move>; N]> {
        let (mut position, mut found) = (*self, Vec::new());
        for mv in moves {
            found.push(IndexedMove::find(&position.legal_moves(), mv)?);
            position.play_unchecked(mv);
        }
        found.try_into().ok()
    }

    /// Returns whether a move is legal.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.legal_moves().contains(&mv)
    }

    /// Parses a legal move.
    ///
    /// # Errors
    /// If the text is no legal move; the error has the nearest ones.
    ///
    /// # Examples
    /// ```
    /// use pasang_core::{Game, Setup};
    ///
    /// let position = Game::preset("brunei-slide")?.start(&Setup::builtin("catalogue-01")?)?;
    /// let error = position.parse_move("z").unwrap_err();
    /// assert_eq!(error.legal, 11);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_move(&self, text: &str) -> Result<Move, IllegalMoveError> {
        either!(self, game, at, wrap => parse_move(game, at, text).map(wrap))
    }

    /// Makes a move.
    ///
    /// # Errors
    /// If it is not legal; the position is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMoveError> {
        *self = self.after(mv)?;
        Ok(())
    }

    /// Returns the position after a move.
    ///
    /// # Errors
    /// If the move is not legal.
    pub fn after(&self, mv: Move) -> Result<Position, IllegalMoveError> {
        if self.is_legal(mv) {
            return Ok(self.after_unchecked(mv));
        }
        let legal = self.legal_moves().into_iter().map(|legal| legal.to_string());
        Err(IllegalMoveError::new(&mv.to_string(), legal))
    }

    /// Returns the position after a move of [`Position::legal_moves`], unchecked as by
    /// [`Position::play_unchecked`].
    ///
    /// # Panics
    /// If the move belongs to the other game.
    #[must_use]
    pub fn after_unchecked(mut self, mv: Move) -> Position {
        self.play_unchecked(mv);
        self
    }

    /// Makes a move of [`Position::legal_moves`] without checking it. With any other move of the
    /// same game the position that results is unspecified.
    ///
    /// # Panics
    /// If the move belongs to the other game.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) {
        with_move!(self, mv, game, at, own => game.apply(at, own));
    }

    /// Returns the points that the mover gains by a legal move: of the stones captured, or, by
    /// `swap`, those taken over.
    pub fn captured_points(&self, mv: Move) -> u16 {
        with_move!(self, mv, game, at, own => game.captured_points(at, own))
    }

    /// Returns the points of the board whose stones a legal move captures.
    pub fn captures(&self, mv: Move) -> PointSet {
        with_move!(self, mv, game, at, own => game.captures(at, own))
    }

    /// Returns the path of the ka or stone in a legal move, from first to last point; empty if none
    /// moves.
    pub fn path(&self, mv: Move) -> Vec<Point> {
        with_move!(self, mv, game, at, own => game.path(at, own))
    }

    /// Returns the image under a symmetry; `None` if the rest of the game may differ from that here.
    pub fn mapped(&self, symmetry: Symmetry) -> Option<Position> {
        fn map<G: BoardSymmetry>(
            game: &G,
            at: &G::Position,
            symmetry: Symmetry,
        ) -> Option<G::Position> {
            game.respects(at, symmetry).then(|| game.map_position(at, symmetry))
        }
        Some(match self {
            Position::Brunei(game, at) => Position::Brunei(*game, map(game, at, symmetry)?),
            Position::Bell(game, at) => Position::Bell(*game, map(game, at, symmetry)?),
        })
    }

    /// Returns the outcome; `None` if the game is not over.
    pub fn outcome(&self) -> Option<Outcome> {
        either!(self, game, at => game.outcome(at))
    }

    /// Counts the sequences of exactly `depth` moves (perft); transpositions count separately.
    ///
    /// # Examples
    /// ```
    /// use pasang_core::{Game, Setup};
    ///
    /// let position = Game::preset("brunei-slide")?.start(&Setup::builtin("catalogue-01")?)?;
    /// assert_eq!(position.perft(2), 60);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn perft(&self, depth: u32) -> u64 {
        self.perft_until(depth, &CancelToken::default()).unwrap_or(0)
    }

    /// Counts like [`Position::perft`]; `None` if cancelled.
    pub fn perft_until(&self, depth: u32, cancel: &CancelToken) -> Option<u64> {
        either!(self, game, at => perft(game, at, depth, cancel))
    }

    /// Formats the position as a diagram with its headers, which [`Game::read_diagram`] reads.
    pub fn diagram(&self) -> String {
        either!(self, game, at => game.write_diagram(at))
    }
}

impl fmt::Display for Position {
    /// Writes the position string: one word, like FEN in chess.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = draw(self.board_size(), |point| self.sign(point));
        let (base, settings) = self.rules().by_a_preset();
        let rows = rows.trim_end().replace('\n', "/");
        let phase = either!(self, game, at => game.phase_label(at));
        let head = format!("{rows}:{phase}:{}:{}:{base}", self.turn(), self.format_scores());
        let add = |text, it: &Setting| format!("{text}:{}={}", it.name, it.word);
        f.pad(&settings.iter().fold(head, add))
    }
}

impl FromStr for Position {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Position, Diagnostic> {
        Position::parse(text)
    }
}

/// Scratch space for the moves of either game.
#[derive(Default)]
pub(crate) struct Scratch {
    brunei: Vec<brunei::Move>,
    bell: Vec<bell::Move>,
}

impl Scratch {
    /// Returns the move with this index; `None` if the index is too high.
    pub(crate) fn at(&mut self, position: &Position, index: u32) -> Option<IndexedMove<Move>> {
        either!(position, game, at, wrap, moves of self => {
            Some(game.move_at(at, index, moves)?.map(wrap))
        })
    }

    /// Returns a move with its index; `None` if it is not legal.
    pub(crate) fn find(&mut self, position: &Position, mv: Move) -> Option<IndexedMove<Move>> {
        match (position, mv) {
            (Position::Brunei(game, at), Move::Brunei(own, size))
                if size == game.board_size(at) =>
            {
                game.moves(at, &mut self.brunei);
                Some(IndexedMove::find(&self.brunei, own)?.map(|_| mv))
            }
            (Position::Bell(game, at), Move::Bell(own)) => {
                game.moves(at, &mut self.bell);
                Some(IndexedMove::find(&self.bell, own)?.map(|_| mv))
            }
            _ => None,
        }
    }

    /// Plays random moves to the end of the game.
    pub(crate) fn play_randomly(
        &mut self,
        position: &mut Position,
        rngs: &mut [GameRng],
        mut see: impl FnMut(&Position, &IndexedMove<Move>),
    ) {
        fn brunei(whole: &mut Position) -> &mut brunei::Position {
            if let Position::Brunei(_, at) = whole { at } else { unreachable!("the same game") }
        }
        fn bell(whole: &mut Position) -> &mut bell::Position {
            if let Position::Bell(_, at) = whole { at } else { unreachable!("the same game") }
        }
        let size = position.board_size();
        match position.rules() {
            Game::Brunei(game) => {
                game.play_randomly(position, brunei, rngs, &mut self.brunei, |at, chosen| {
                    see(at, &chosen.map(|mv| Move::Brunei(mv, size)));
                });
            }
            Game::Bell(game) => {
                game.play_randomly(position, bell, rngs, &mut self.bell, |at, chosen| {
                    see(at, &chosen.map(Move::Bell));
                });
            }
        }
    }
}

impl Move {
    /// Returns the image under a symmetry.
    #[must_use]
    pub fn mapped(self, symmetry: Symmetry) -> Move {
        match self {
            Move::Brunei(mv, size) => {
                Move::Brunei(brunei::Rules::DEFAULT.map_move(mv, symmetry), size)
            }
            Move::Bell(mv) => Move::Bell(bell::Rules::DEFAULT.map_move(mv, symmetry)),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Brunei(mv, size) => f.pad(&mv.notation(*size)),
            Move::Bell(mv) => f.pad(&mv.to_string()),
        }
    }
}

impl Deref for MoveList {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        &self.0
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = std::vec::IntoIter<Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl Outcome {
    /// Returns the winner; `None` for a draw.
    pub fn winner(&self) -> Option<Seat> {
        self.winners.seats().next().filter(|_| self.winners.count() == 1)
    }
}

impl fmt::Display for Outcome {
    /// Writes reason and winner: `stuck, player 1 wins`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = self.ending.word();
        match self.winner() {
            Some(winner) => write!(f, "{reason}, player {winner} wins"),
            None => {
                let players = listed(self.winners.seats().map(|seat| seat.to_string()), "and");
                write!(f, "{reason}, a draw of players {players}")
            }
        }
    }
}
