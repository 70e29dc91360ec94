//! Positions, with their rules.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::{Mutex, MutexGuard, PoisonError};

use pasang::show::Board;
use pasang_core::base::text::Keyword as _;
use pasang_core::board::Point;
use pasang_core::{Move, Position as CorePosition, Seat};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict, PyTuple};

use crate::arguments::{self, start};
use crate::{Any, Dict, illegal, interruptible};

/// A position, which knows its rules.
///
/// Moves are written as in the program: a column such as `"c"`, a capture such as
/// `"b4-c4xn3"`, in Bell's game the path of the stone.
///
/// >>> p = pasang.Position("catalogue-05", rules="brunei-slide")
/// >>> p.play("c")
/// >>> p.turn, p.scores, len(p.legal_moves())
/// (2, (6, 0), 5)
///
/// Positions that are equal have the same hash; do not play on from one that is the key of a
/// dictionary, but from its `after()`.
#[pyclass(frozen, module = "pasang")]
pub struct Position(Mutex<Box<CorePosition>>);

impl From<CorePosition> for Position {
    fn from(core: CorePosition) -> Position {
        Position(Mutex::new(Box::new(core)))
    }
}

/// The end of a game.
#[pyclass(frozen, eq, hash, get_all, new = "from_fields", str = "{text}", module = "pasang")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner, from 1; `None` for a draw.
    pub winner: Option<u8>,
    /// The winner, or all who share the draw.
    pub winners: Vec<u8>,
    /// `"cleared"`, `"stuck"`, or `"no-hops"`.
    pub ending: String,
    /// The outcome in words.
    pub text: String,
}

#[pymethods]
impl Outcome {
    fn __repr__(&self) -> String {
        format!("<Outcome: {}>", self.text)
    }
}

#[pymethods]
impl Position {
    /// Starts a game from a setup: a built-in name, a file, or rows of text. A position string or
    /// a diagram is read as it is. `rules` is a preset or a file; `toggles` are set on top.
    #[new]
    #[pyo3(signature = (setup = "catalogue-01", rules = None, *, toggles = None))]
    fn new(setup: &str, rules: Option<&str>, toggles: Option<&Dict<'_>>) -> PyResult<Position> {
        Ok(start(setup, rules, toggles)?.start.into())
    }

    /// The player to move, from 1.
    #[getter]
    fn turn(&self) -> u8 {
        self.core().turn().number()
    }

    /// The number of players.
    #[getter]
    fn players(&self) -> u8 {
        self.core().seats()
    }

    /// The points of each player, without a handicap.
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let core = self.core();
        PyTuple::new(py, core.scores().iter())
    }

    /// The points of the stones on the board.
    #[getter]
    fn remaining_points(&self) -> u16 {
        self.core().remaining_points()
    }

    /// The phase: `"opening"`, `"entry"` or `"main"`; in Bell's game `"corner"` or `"hop"`.
    #[getter]
    fn phase(&self) -> &'static str {
        self.core().phase()
    }

    /// The name of the rules: a preset, with the toggles that differ from it.
    #[getter]
    fn rules(&self) -> String {
        self.core().rules().to_string()
    }

    /// Every toggle of the rules, with its value.
    #[getter]
    fn toggles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.core().rules().toggles().into_iter().map(|it| (it.name, it.word)).into_py_dict(py)
    }

    /// The outcome; `None` while the game goes on.
    #[getter]
    pub fn outcome(&self) -> Option<Outcome> {
        self.core().outcome().map(|outcome| Outcome {
            winner: outcome.winner().map(Seat::number),
            winners: outcome.winners.seats().map(Seat::number).collect(),
            ending: outcome.ending.word().to_owned(),
            text: outcome.to_string(),
        })
    }

    /// The legal moves, in the canonical order; empty if the game is over.
    fn legal_moves(&self) -> Vec<String> {
        self.core().legal_moves().iter().map(ToString::to_string).collect()
    }

    /// Makes a move.
    fn play(&self, r#move: &str) -> PyResult<()> {
        let mut core = self.lock();
        let mv = core.parse_move(r#move).map_err(illegal)?;
        core.play_unchecked(mv);
        Ok(())
    }

    /// Returns the position after a move.
    fn after(&self, r#move: &str) -> PyResult<Position> {
        self.with_move(r#move, |core, mv| core.after_unchecked(mv).into())
    }

    /// Returns the points of the board whose stones a move captures.
    fn captures(&self, r#move: &str) -> PyResult<Vec<String>> {
        self.with_move(r#move, |core, mv| named(core, core.captures(mv)))
    }

    /// Returns the points that the mover gains by a move.
    fn captured_points(&self, r#move: &str) -> PyResult<u16> {
        self.with_move(r#move, CorePosition::captured_points)
    }

    /// Returns the path of the ka or stone that moves, from first to last point.
    fn path(&self, r#move: &str) -> PyResult<Vec<String>> {
        self.with_move(r#move, |core, mv| named(core, core.path(mv)))
    }

    /// Returns all pairs of first moves.
    fn opening_pairs(&self) -> Vec<(String, String)> {
        let pairs = self.core().opening_pairs().into_iter();
        pairs.map(|[first, second]| (first.to_string(), second.to_string())).collect()
    }

    /// Counts the sequences of exactly `depth` moves, 200 at most.
    #[pyo3(signature = (depth: "int"))]
    fn perft(&self, py: Python<'_>, depth: &Any<'_>) -> PyResult<u64> {
        let (core, depth) = (self.core(), arguments::depth(depth)?);
        interruptible(py, Default::default(), |cancel| core.perft_until(depth, cancel).unwrap_or(0))
    }

    /// Returns the board and its headers as text, which `Position` reads under the same rules.
    fn diagram(&self) -> String {
        self.core().diagram()
    }

    /// Returns the rows of the board, from the top: `b` black, `w` white, digits for the kas.
    fn rows(&self) -> Vec<String> {
        let core = self.core();
        let rows = pasang_core::board::draw(core.board_size(), |point| core.sign(point));
        rows.lines().map(str::to_owned).collect()
    }

    fn __str__(&self) -> String {
        self.core().to_string()
    }

    fn __repr__(&self) -> String {
        format!("pasang.Position({:?})", self.core().to_string())
    }

    fn __eq__(&self, other: &Position) -> bool {
        self.core() == other.core()
    }

    fn __hash__(&self) -> u64 {
        BuildHasherDefault::<DefaultHasher>::new().hash_one(self.core())
    }

    /// The picture that a notebook shows.
    fn _repr_svg_(&self) -> String {
        let core = self.core();
        let title = format!("player {} to move, {}", core.turn(), core.format_scores());
        Board::new(title, core.board_size(), |point| core.sign(point)).svg()
    }
}

impl Position {
    /// Threads may share a position: no call holds it for long.
    fn lock(&self) -> MutexGuard<'_, Box<CorePosition>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the position as it is now.
    pub fn core(&self) -> CorePosition {
        **self.lock()
    }

    /// Reads a move, and looks at the position with it.
    pub fn with_move<T>(
        &self,
        text: &str,
        see: impl FnOnce(&CorePosition, Move) -> T,
    ) -> PyResult<T> {
        let core = self.core();
        core.parse_move(text).map(|mv| see(&core, mv)).map_err(illegal)
    }
}

fn named(core: &CorePosition, points: impl IntoIterator<Item = Point>) -> Vec<String> {
    let side = core.board_size();
    points.into_iter().map(|point| side.name(point)).collect()
}
