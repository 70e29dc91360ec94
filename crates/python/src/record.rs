//! Games: played and read.

use pasang_core::base::diagnostic::Source;
use pasang_core::{CancelToken, GameRecord, GameRunner};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::{self, start};
use crate::position::{Outcome, Position};
use crate::{faults, illegal, interruptible, wrong};

/// A game: a start position and its moves.
#[pyclass(frozen, eq, hash, module = "pasang")]
#[derive(PartialEq, Eq, Hash)]
pub struct Game {
    /// In a box: its alignment is greater than that of Python's objects.
    record: Box<GameRecord>,
}

impl From<GameRecord> for Game {
    fn from(record: GameRecord) -> Game {
        Game { record: Box::new(record) }
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
        let start = start.core();
        let (mut position, mut parsed) = (start, Vec::with_capacity(moves.len()));
        for text in moves {
            parsed.push(position.parse_move(&text).map_err(illegal)?);
            position.play_unchecked(parsed[parsed.len() - 1]);
        }
        Ok(GameRecord::new_unchecked(start, parsed).into())
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
        let end = self.outcome().map_or("unfinished".to_owned(), |it| it.text);
        format!("<Game: {} moves, {end}>", self.record.moves.len())
    }
}

/// Plays a game between bots: a list of one per player, or one for all.
///
/// >>> import pasang
/// >>> game = pasang.play_game("catalogue-05", ["greedy", "random"], seed=7, opening=["c", "j"])
/// >>> game == pasang.play_game("catalogue-05", ["greedy", "random"], seed=7, opening=["c", "j"])
/// True
#[pyfunction]
#[pyo3(signature = (setup = "catalogue-01", bots: "str | Sequence[str]" = vec!["random".to_owned()], *,
                    rules = None, toggles = None, seed: "int" = 0, opening = Vec::new()))]
pub fn play_game(
    py: Python<'_>,
    setup: &str,
    #[pyo3(from_py_with = arguments::bots)] bots: Vec<String>,
    rules: Option<&str>,
    toggles: Option<&Bound<'_, PyDict>>,
    #[pyo3(from_py_with = arguments::seed)] seed: u64,
    opening: Vec<String>,
) -> PyResult<Game> {
    let (found, cancel) = (start(setup, rules, toggles)?, CancelToken::default());
    let mut record = interruptible(py, &cancel, || {
        let runner = GameRunner::new(&found.start).bots(bots.iter().map(String::as_str));
        let mut runner = runner.map_err(wrong)?.seed(seed).opening(&opening).map_err(illegal)?;
        runner.set_cancel_token(&cancel);
        Ok::<_, PyErr>(runner.play())
    })??;
    record.setup = found.setup;
    Ok(record.into())
}
