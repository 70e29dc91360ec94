//! Games: played, read and reviewed.

use std::hash::{DefaultHasher, Hash, Hasher};

use pasang_core::base::diagnostic::Source;
use pasang_core::{CancelToken, GameRecord, GameRunner, Review as CoreReview};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::players::bot_of;
use crate::position::{Outcome, Position, setup_of, start};
use crate::{faults, illegal, interruptible, wrong};

/// A game: a start position and its moves.
#[pyclass(frozen, module = "pasang")]
pub struct Game {
    /// In a box: its alignment is greater than that of Python's objects.
    record: Box<GameRecord>,
}

impl From<GameRecord> for Game {
    fn from(record: GameRecord) -> Game {
        Game { record: Box::new(record) }
    }
}

/// The review of a game: each player's chance to win before each move, and what each move cost.
#[pyclass(frozen, eq, get_all, new = "from_fields", module = "pasang")]
#[derive(Clone, PartialEq)]
pub struct Review {
    /// The first player's chance to win before each move and after the last, from 0 to 1.
    pub win: Vec<f64>,
    /// For each move how much of the mover's chance it cost.
    pub lost: Vec<f64>,
    /// The better move, where there was one.
    pub better: Vec<Option<String>>,
    /// The numbers, from 0, of the moves that cost most, the costliest first.
    pub key_moves: Vec<usize>,
    /// Each player's accuracy, from 0 to 1; `None` without a choice.
    pub accuracy: Vec<Option<f64>>,
}

#[pymethods]
impl Review {
    fn __repr__(&self) -> String {
        format!("<Review: {} moves, key moves {:?}>", self.lost.len(), self.key_moves)
    }

    #[allow(clippy::type_complexity)]
    fn __getnewargs__(
        &self,
    ) -> (Vec<f64>, Vec<f64>, Vec<Option<String>>, Vec<usize>, Vec<Option<f64>>) {
        let Review { win, lost, better, key_moves, accuracy } = self.clone();
        (win, lost, better, key_moves, accuracy)
    }
}

#[pymethods]
impl Game {
    /// Reads a written game; of a text with several games the first.
    #[new]
    fn new(text: &str) -> PyResult<Game> {
        Game::parse_all(text)?.into_iter().next().ok_or_else(|| wrong("the text holds no game"))
    }

    /// Reads all games of a text.
    #[staticmethod]
    fn parse_all(text: &str) -> PyResult<Vec<Game>> {
        let games = GameRecord::parse_all(&Source::new("the text", text)).map_err(faults)?;
        Ok(games.into_iter().map(Game::from).collect())
    }

    /// Makes a game of a start position and moves.
    #[staticmethod]
    fn of(start: &Position, moves: Vec<String>) -> PyResult<Game> {
        let mut position = *start.core();
        let mut parsed = Vec::with_capacity(moves.len());
        for text in moves {
            let mv = position.parse_move(&text).map_err(illegal)?;
            position.play_unchecked(mv);
            parsed.push(mv);
        }
        Ok(GameRecord::new_unchecked(*start.core(), parsed).into())
    }

    /// The start position.
    #[getter]
    fn start(&self) -> Position {
        self.record.start.into()
    }

    /// The moves.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.record.moves.iter().map(ToString::to_string).collect()
    }

    /// The position after the last move.
    #[getter]
    fn last(&self) -> Position {
        self.record.last().into()
    }

    /// The outcome; `None` if the game did not end.
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        self.record.last().outcome().map(Outcome::from)
    }

    /// Returns the positions: before each move, and after the last.
    fn positions(&self) -> Vec<Position> {
        self.record.positions().map(Position::from).collect()
    }

    fn __len__(&self) -> usize {
        self.record.moves.len()
    }

    fn __str__(&self) -> String {
        self.record.to_string()
    }

    fn __repr__(&self) -> String {
        let end = self
            .record
            .last()
            .outcome()
            .map_or_else(|| "unfinished".to_owned(), |it| it.to_string());
        format!("<Game: {} moves, {end}>", self.record.moves.len())
    }

    fn __eq__(&self, other: &Game) -> bool {
        self.record.start == other.record.start && self.record.moves == other.record.moves
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.record.start, &self.record.moves).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.get_type().into_any(), (slf.get().record.to_string(),)))
    }
}

/// Plays a game between bots: one per player, or one for all.
///
/// >>> import pasang
/// >>> game = pasang.play_game("catalogue-05", ["greedy", "random"], seed=7, opening=["c", "j"])
/// >>> game == pasang.play_game("catalogue-05", ["greedy", "random"], seed=7, opening=["c", "j"])
/// True
#[pyfunction]
#[pyo3(signature = (setup = "catalogue-01", bots = vec!["random".to_owned()], *, rules = None,
                    toggles = None, seed = 0, opening = Vec::new()))]
pub fn play_game(
    py: Python<'_>,
    setup: &str,
    bots: Vec<String>,
    rules: Option<&str>,
    toggles: Option<&Bound<'_, PyDict>>,
    seed: u64,
    opening: Vec<String>,
) -> PyResult<Game> {
    let core = start(setup, rules, toggles)?;
    let mut players = Vec::new();
    let cancel = CancelToken::default();
    let seats = usize::from(core.seats());
    let each = match bots.as_slice() {
        [one] => vec![one; seats],
        all => all.iter().collect(),
    };
    if each.len() != seats {
        return Err(wrong(format!(
            "{} bots for {seats} players: give one each, or one for all",
            each.len()
        )));
    }
    for bot in each {
        let mut bot = bot_of(bot)?.build();
        bot.set_cancel_token(&cancel);
        players.push(bot);
    }
    // The opening is checked before anything is played.
    GameRunner::new(&core).opening(&opening).map_err(illegal)?;
    let mut record = interruptible(py, &cancel, || {
        let players = players.into_iter().map(|bot| Box::new(bot) as Box<dyn pasang_core::Bot>);
        let runner = GameRunner::new(&core).players(players.collect()).seed(seed);
        runner.opening(&opening).map(|mut runner| runner.play())
    })?
    .map_err(illegal)?;
    if !pasang_core::Position::is_like(setup) && core.outcome().is_none() {
        record.setup = setup_of(setup).ok();
    }
    Ok(record.into())
}

/// Reviews a game of two players: a `Game`, or its text. `nodes` is the number of positions that
/// are searched for each move.
#[pyfunction]
#[pyo3(signature = (game, *, nodes = 20_000))]
pub fn review(py: Python<'_>, game: &Bound<'_, PyAny>, nodes: u64) -> PyResult<Review> {
    let read;
    let record = match game.cast::<Game>() {
        Ok(game) => game.get().record.as_ref(),
        Err(_) => {
            read = Game::new(&game.extract::<String>()?)?;
            read.record.as_ref()
        }
    };
    if record.start.seats() != 2 {
        return Err(wrong("only games of two players are reviewed"));
    }
    if nodes == 0 {
        return Err(wrong("`nodes` is at least 1"));
    }
    let cancel = CancelToken::default();
    let found = interruptible(py, &cancel, || CoreReview::of(record, nodes, &cancel))?;
    let found = found.ok_or_else(|| wrong("the review was cancelled"))?;
    let share = |thousandths: u16| f64::from(thousandths) / 1000.0;
    let accuracy = |seat| found.accuracy(seat).share.map(share);
    Ok(Review {
        win: found.points.iter().map(|point| share(point.win_probability)).collect(),
        lost: found.plies.iter().map(|ply| share(ply.lost())).collect(),
        better: found
            .plies
            .iter()
            .map(|ply| ply.better.as_ref().map(|better| better.mv.to_string()))
            .collect(),
        accuracy: pasang_core::Seat::first(2).map(accuracy).collect(),
        key_moves: found.key_moves,
    })
}
