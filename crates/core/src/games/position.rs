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
    DiagramFormat, GameRules, IllegalMoveError, Outcome, Scores, Seat, SetupError, bell, brunei,
    parse_move, perft, score_words,
};
use crate::base::cancel::CancelToken;
use crate::base::diagnostic::{Diagnostic, Diagnostics, Source};
use crate::base::text::{Keyword, listed};
use crate::board::{BoardSize, Point, PointSet, Stones, draw};

/// A position of one game, with the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State<G: GameRules> {
    /// The rules.
    pub game: G,
    /// The position.
    pub position: G::Position,
}

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
    Brunei(State<brunei::Rules>),
    /// Of the hopping game.
    Bell(State<bell::Rules>),
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

/// Evaluates an expression with the state of either game.
macro_rules! either {
    ($position:expr, $state:ident => $work:expr) => {
        match $position {
            Position::Brunei($state) => $work,
            Position::Bell($state) => $work,
        }
    };
}

/// A game whose positions and moves [`Position`] and [`Move`] hold.
pub trait HasPosition: DiagramFormat {
    /// Wraps a position of these rules.
    fn wrap(&self, position: Self::Position) -> Position;

    /// Wraps a move of a position.
    fn wrap_move(&self, position: &Self::Position, mv: Self::Move) -> Move;

    /// Returns the game's own move; `None` if it belongs to the other game.
    fn unwrap_move(mv: Move) -> Option<Self::Move>;
}

impl HasPosition for brunei::Rules {
    fn wrap(&self, position: brunei::Position) -> Position {
        Position::Brunei(State { game: *self, position })
    }

    fn wrap_move(&self, position: &brunei::Position, mv: brunei::Move) -> Move {
        Move::Brunei(mv, self.board_size(position))
    }

    fn unwrap_move(mv: Move) -> Option<brunei::Move> {
        if let Move::Brunei(mv, _) = mv { Some(mv) } else { None }
    }
}

impl HasPosition for bell::Rules {
    fn wrap(&self, position: bell::Position) -> Position {
        Position::Bell(State { game: *self, position })
    }

    fn wrap_move(&self, _: &bell::Position, mv: bell::Move) -> Move {
        Move::Bell(mv)
    }

    fn unwrap_move(mv: Move) -> Option<bell::Move> {
        if let Move::Bell(mv) = mv { Some(mv) } else { None }
    }
}

impl<G: HasPosition> State<G> {
    fn legal_moves(&self) -> MoveList {
        let moves = self.game.all_moves(&self.position);
        MoveList(moves.into_iter().map(|mv| self.game.wrap_move(&self.position, mv)).collect())
    }

    fn own(&self, mv: Move) -> Option<G::Move> {
        let is_same = |own: &G::Move| self.game.wrap_move(&self.position, *own) == mv;
        let own = G::unwrap_move(mv).filter(is_same)?;
        self.game.all_moves(&self.position).contains(&own).then_some(own)
    }

    fn parse_move(&self, text: &str) -> Result<Move, IllegalMoveError> {
        let mv = parse_move(&self.game, &self.position, text)?;
        Ok(self.game.wrap_move(&self.position, mv))
    }

    fn after(&self, mv: G::Move) -> Position {
        self.game.wrap(self.game.after_move(&self.position, mv))
    }

    fn to_text(&self, rules: &Game) -> String {
        let State { game, position } = self;
        let rows = draw(game.board_size(position), |point| game.sign(position, point));
        let (base, settings) = rules.by_a_preset();
        let scores = score_words(&game.scores(position)[..usize::from(game.seats())]);
        let rows = rows.trim_end().replace('\n', "/");
        let (phase, turn) = (game.phase_label(position), game.to_move(position));
        let head = format!("{rows}:{phase}:{turn}:{scores}:{base}");
        settings.iter().fold(head, |text, it| format!("{text}:{}={}", it.name, it.word))
    }
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
            Game::Brunei(game) => game.wrap(setup.start(game)?),
            Game::Bell(game) => game.wrap(setup.start(game)?),
        })
    }

    /// Reads a position from a diagram, as [`Position::diagram`] writes it.
    ///
    /// # Errors
    /// All faults of the diagram, each with its place.
    pub fn read_diagram(&self, source: &Source) -> Result<Position, Diagnostics> {
        Ok(match self {
            Game::Brunei(game) => game.wrap(game.read_diagram(source)?),
            Game::Bell(game) => game.wrap(game.read_diagram(source)?),
        })
    }
}

impl Position {
    /// Returns the rules.
    pub fn rules(&self) -> Game {
        match self {
            Position::Brunei(state) => Game::Brunei(state.game),
            Position::Bell(state) => Game::Bell(state.game),
        }
    }

    /// Returns the player to move.
    pub fn turn(&self) -> Seat {
        either!(self, state => state.game.to_move(&state.position))
    }

    /// Returns the number of players.
    pub fn seats(&self) -> u8 {
        self.rules().seats()
    }

    /// Returns the points captured so far by seat, without the handicap; unused seats have 0.
    pub fn scores(&self) -> Scores {
        either!(self, state => state.game.scores(&state.position))
    }

    /// Returns the scores with the whole points of the handicap.
    pub fn adjusted_scores(&self) -> Scores {
        either!(self, state => state.game.adjusted_scores(&state.game.scores(&state.position)))
    }

    /// Returns the points of the stones on the board.
    pub fn remaining_points(&self) -> u16 {
        self.rules().values().sum(self.stones())
    }

    /// Formats the points of the players: `86-89`.
    pub fn format_scores(&self) -> String {
        score_words(&self.scores()[..usize::from(self.seats())])
    }

    /// Returns the stones on the board.
    pub fn stones(&self) -> Stones {
        either!(self, state => state.game.stones(&state.position))
    }

    /// Returns the board size.
    pub fn board_size(&self) -> BoardSize {
        either!(self, state => state.game.board_size(&state.position))
    }

    /// Returns the sign of a point in diagrams.
    pub fn sign(&self, point: Point) -> char {
        either!(self, state => state.game.sign(&state.position, point))
    }

    /// Returns the name of the phase of the game.
    pub fn phase(&self) -> &'static str {
        self.rules().phases()[self.phase_index()]
    }

    /// Returns the index of the phase in [`Game::phases`].
    pub fn phase_index(&self) -> usize {
        either!(self, state => state.game.phase(&state.position))
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
        either!(self, state => state.legal_moves())
    }

    /// Returns whether a move is legal.
    pub fn is_legal(&self, mv: Move) -> bool {
        either!(self, state => state.own(mv).is_some())
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
        either!(self, state => state.parse_move(text))
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
        let own = either!(self, state => state.own(mv).map(|own| state.after(own)));
        own.ok_or_else(|| {
            let legal = self.legal_moves().into_iter().map(|legal| legal.to_string());
            IllegalMoveError::new(&mv.to_string(), legal)
        })
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
    pub fn play_unchecked(&mut self, mv: Move) {
        fn apply<G: HasPosition>(state: &mut State<G>, mv: Move) {
            let own = G::unwrap_move(mv).expect("a move of this game");
            state.game.apply(&mut state.position, own);
        }
        either!(self, state => apply(state, mv));
    }

    /// Returns the points that the mover gains by a legal move: of the stones captured, or, by
    /// `swap`, those taken over.
    pub fn captured_points(&self, mv: Move) -> u16 {
        fn points<G: HasPosition>(state: &State<G>, mv: Move) -> u16 {
            G::unwrap_move(mv).map_or(0, |own| state.game.captured_points(&state.position, own))
        }
        either!(self, state => points(state, mv))
    }

    /// Returns the points of the board whose stones a legal move captures.
    pub fn captures(&self, mv: Move) -> PointSet {
        fn captures<G: HasPosition>(state: &State<G>, mv: Move) -> PointSet {
            let own = G::unwrap_move(mv);
            own.map_or(PointSet::EMPTY, |own| state.game.captures(&state.position, own))
        }
        either!(self, state => captures(state, mv))
    }

    /// Returns the path of the ka or stone in a legal move, from first to last point; empty if none
    /// moves.
    pub fn path(&self, mv: Move) -> Vec<Point> {
        fn path<G: HasPosition>(state: &State<G>, mv: Move) -> Vec<Point> {
            G::unwrap_move(mv).map_or(Vec::new(), |own| state.game.path(&state.position, own))
        }
        either!(self, state => path(state, mv))
    }

    /// Returns the outcome; `None` if the game is not over.
    pub fn outcome(&self) -> Option<Outcome> {
        either!(self, state => state.game.outcome(&state.position))
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
        either!(self, state => perft(&state.game, &state.position, depth, cancel))
    }

    /// Formats the position as a diagram with its headers, which [`Game::read_diagram`] reads.
    pub fn diagram(&self) -> String {
        either!(self, state => state.game.write_diagram(&state.position))
    }
}

impl fmt::Display for Position {
    /// Writes the position string: one word, like FEN in chess.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&either!(self, state => state.to_text(&self.rules())))
    }
}

impl FromStr for Position {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Position, Diagnostic> {
        Position::parse(text)
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
