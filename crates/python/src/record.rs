//! Games: played and read.

use pasang_core::base::diagnostic::Source;
use pasang_core::{GameRecord, GameRunner};
use pyo3::prelude::*;

use crate::arguments::{self, start};
use crate::position::{Outcome, Position};
use crate::{Dict, faults, illegal, interruptible, wrong};

/// A game: a start position and its moves.
#[pyclass(frozen, eq, hash, module = "pasang")]
#[derive(PartialEq, Eq, Hash)]
pub struct Game(Box<GameRecord>);

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
        Ok(games.into_iter().map(|it| Game(it.into())).collect())
    }

    /// Makes a game of a start position and moves.
    #[staticmethod]
    fn of(start: &Position, moves: Vec<String>) -> PyResult<Game> {
        let mut record = GameRecord::new_unchecked(start.core(), Vec::new());
        for text in moves {
            record.moves.push(record.last().parse_move(&text).map_err(illegal)?);
        }
        Ok(Game(record.into()))
    }

    /// The start position.
    #[getter]
    fn start(&self) -> Position {
        self.0.start.into()
    }

    /// The moves.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.0.moves.iter().map(ToString::to_string).collect()
    }

    /// The position after the last move.
    #[getter]
    fn last(&self) -> Position {
        self.0.last().into()
    }

    /// The outcome; `None` if the game did not end.
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        self.last().outcome()
    }

    /// Returns the positions: before each move, and after the last.
    fn positions(&self) -> Vec<Position> {
        self.0.positions().map(Position::from).collect()
    }

    fn __len__(&self) -> usize {
        self.0.moves.len()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        let end = self.outcome().map_or("unfinished".to_owned(), |it| it.text);
        format!("<Game: {} moves, {end}>", self.0.moves.len())
    }
}

/// Plays a game between bots: a list of one per player, or one for all.
///
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
    toggles: Option<&Dict<'_>>,
    #[pyo3(from_py_with = arguments::seed)] seed: u64,
    opening: Vec<String>,
) -> PyResult<Game> {
    let found = start(setup, rules, toggles)?;
    let mut record = interruptible(py, Default::default(), |cancel| {
        let mut runner = GameRunner::new(&found.start);
        runner.bots(bots.iter().map(String::as_str)).map_err(wrong)?;
        runner.seed(seed).opening(&opening).map_err(illegal)?;
        runner.set_cancel_token(cancel);
        Ok::<_, PyErr>(runner.play())
    })??;
    record.setup = found.setup;
    Ok(Game(record.into()))
}
