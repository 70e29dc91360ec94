//! Positions, with their rules.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use pasang::board::Point;
use pasang::games::rules;
use pasang::read;
use pasang::report::Board;
use pasang_core::base::diagnostic::Source;
use pasang_core::base::text::Keyword as _;
use pasang_core::games::text_kind::TextKind;
use pasang_core::{Game, Outcome as CoreOutcome, Position as CorePosition, Setup};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::{fault, faults, illegal, wrong};

/// A position, which knows its rules.
///
/// Moves are written as in the program: a column such as `"c"`, a capture such as
/// `"b4-c4xn3"`, in Bell's game the path of the stone.
///
/// >>> import pasang
/// >>> p = pasang.Position("catalogue-05", rules="brunei-slide")
/// >>> p.play("c")
/// >>> p.turn, p.scores, len(p.legal_moves())
/// (2, (6, 0), 5)
///
/// Positions that are equal have the same hash; do not play on from one that is the key of a
/// dictionary, but from its `after()`.
#[pyclass(eq, module = "pasang")]
#[derive(Clone, PartialEq)]
pub struct Position {
    /// In a box: its alignment is greater than that of Python's objects.
    core: Box<CorePosition>,
}

impl From<CorePosition> for Position {
    fn from(core: CorePosition) -> Position {
        Position { core: Box::new(core) }
    }
}

/// The end of a game.
#[pyclass(frozen, eq, hash, get_all, new = "from_fields", module = "pasang")]
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

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __getnewargs__(&self) -> (Option<u8>, Vec<u8>, String, String) {
        let Outcome { winner, winners, ending, text } = self.clone();
        (winner, winners, ending, text)
    }
}

impl From<CoreOutcome> for Outcome {
    fn from(outcome: CoreOutcome) -> Outcome {
        Outcome {
            winner: outcome.winner().map(pasang_core::Seat::number),
            winners: outcome.winners.seats().map(pasang_core::Seat::number).collect(),
            ending: outcome.ending.word().to_owned(),
            text: outcome.to_string(),
        }
    }
}

/// Finds rules: a preset, also with toggles as `Position.rules` has them, or a file; `toggles` are
/// set on top, in order.
pub fn rules_of(name: &str, toggles: Option<&Bound<'_, PyDict>>) -> PyResult<Game> {
    let (base, more) = match name.split_once('+') {
        Some((base, more)) if rules::preset(base).is_some() => (base, more),
        _ => (name, ""),
    };
    let mut rules = read::rules::find(base).map_err(faults)?.rules;
    let more = more.split('+').filter(|it| !it.is_empty());
    let mut settings: Vec<String> = more.map(str::to_owned).collect();
    for (toggle, value) in toggles.into_iter().flatten() {
        // Python writes `True`, files `true`.
        let value = match value.extract::<bool>() {
            Ok(flag) => flag.to_string(),
            Err(_) => value.str()?.to_string(),
        };
        settings.push(format!("{}={value}", toggle.extract::<String>()?.replace('_', "-")));
    }
    read::rules::set_all(&mut rules, &settings).map_err(faults)?;
    Ok(rules)
}

/// Finds a setup: by name, as a file, or as rows of text.
pub fn setup_of(text: &str) -> PyResult<Setup> {
    match text.contains('\n') {
        true => Setup::parse(&Source::new("the setup", text)).map_err(faults),
        false => read::setups::find(text).map_err(faults),
    }
}

/// Starts a game, or reads a position: a position string, or a diagram.
pub fn start(
    setup: &str,
    rules: Option<&str>,
    toggles: Option<&Bound<'_, PyDict>>,
) -> PyResult<CorePosition> {
    if CorePosition::is_like(setup) {
        if rules.is_some() || toggles.is_some() {
            return Err(wrong("a position string says its own rules: leave out `rules`"));
        }
        return setup.parse().map_err(fault);
    }
    let rules = rules_of(rules.unwrap_or("brunei-slide"), toggles)?;
    if setup.contains('\n') && TextKind::of(setup) == Some(TextKind::Diagram) {
        return rules.read_diagram(&Source::new("the position", setup)).map_err(faults);
    }
    let found = setup_of(setup)?;
    rules.start(&found).map_err(|why| fault(found.unplayable(&why)))
}

#[pymethods]
impl Position {
    /// Starts a game from a setup: a built-in name, a file, or rows of text. A position string or
    /// a diagram is read as it is. `rules` is a preset or a file; `toggles` are set on top.
    #[new]
    #[pyo3(signature = (setup = "catalogue-01", rules = None, *, toggles = None))]
    fn new(
        setup: &str,
        rules: Option<&str>,
        toggles: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Position> {
        Ok(start(setup, rules, toggles)?.into())
    }

    /// The player to move, from 1.
    #[getter]
    fn turn(&self) -> u8 {
        self.core.turn().number()
    }

    /// The number of players.
    #[getter]
    fn players(&self) -> u8 {
        self.core.seats()
    }

    /// The points of each player, without a handicap.
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyTuple>> {
        pyo3::types::PyTuple::new(py, &self.core.scores()[..usize::from(self.core.seats())])
    }

    /// The points of the stones on the board.
    #[getter]
    fn remaining_points(&self) -> u16 {
        self.core.remaining_points()
    }

    /// The phase: `"opening"`, `"entry"` or `"main"`; in Bell's game `"corner"` or `"hop"`.
    #[getter]
    fn phase(&self) -> &'static str {
        self.core.phase()
    }

    /// The name of the rules: a preset, with the toggles that differ from it.
    #[getter]
    fn rules(&self) -> String {
        let (base, settings) = self.core.rules().by_a_preset();
        settings.iter().fold(base, |text, it| format!("{text}+{}={}", it.name, it.word))
    }

    /// Every toggle of the rules, with its value.
    #[getter]
    fn toggles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let toggles = PyDict::new(py);
        for setting in self.core.rules().toggles() {
            toggles.set_item(setting.name, setting.word)?;
        }
        Ok(toggles)
    }

    /// The number of points along a side of the board.
    #[getter]
    fn size(&self) -> usize {
        self.core.board_size().length()
    }

    /// The outcome; `None` while the game goes on.
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        self.core.outcome().map(Outcome::from)
    }

    /// The legal moves, in the canonical order; empty if the game is over.
    fn legal_moves(&self) -> Vec<String> {
        self.core.legal_moves().iter().map(ToString::to_string).collect()
    }

    /// Makes a move.
    fn play(&mut self, r#move: &str) -> PyResult<()> {
        self.core = self.after(r#move)?.core;
        Ok(())
    }

    /// Returns the position after a move.
    fn after(&self, r#move: &str) -> PyResult<Position> {
        let mv = self.core.parse_move(r#move).map_err(illegal)?;
        Ok(self.core.after_unchecked(mv).into())
    }

    /// Returns the points of the board whose stones a move captures.
    fn captures(&self, r#move: &str) -> PyResult<Vec<String>> {
        let mv = self.core.parse_move(r#move).map_err(illegal)?;
        Ok(self.named(self.core.captures(mv)))
    }

    /// Returns the points that the mover gains by a move.
    fn captured_points(&self, r#move: &str) -> PyResult<u16> {
        Ok(self.core.captured_points(self.core.parse_move(r#move).map_err(illegal)?))
    }

    /// Returns the path of the ka or stone that moves, from first to last point.
    fn path(&self, r#move: &str) -> PyResult<Vec<String>> {
        let mv = self.core.parse_move(r#move).map_err(illegal)?;
        Ok(self.named(self.core.path(mv)))
    }

    /// Returns all pairs of first moves.
    fn opening_pairs(&self) -> Vec<(String, String)> {
        let pairs = self.core.opening_pairs().into_iter();
        pairs.map(|[first, second]| (first.to_string(), second.to_string())).collect()
    }

    /// Counts the sequences of exactly `depth` moves, 200 at most.
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        if depth > 200 {
            return Err(wrong("`depth` is at most 200: no game has more moves"));
        }
        let cancel = pasang_core::CancelToken::default();
        let core = *self.core;
        let count = crate::interruptible(py, &cancel, || core.perft_until(depth, &cancel))?;
        Ok(count.unwrap_or(0))
    }

    /// Returns the board and its headers as text, which `Position` reads under the same rules.
    fn diagram(&self) -> String {
        self.core.diagram()
    }

    /// Returns the rows of the board, from the top: `b` black, `w` white, digits for the kas.
    fn rows(&self) -> Vec<String> {
        let side = self.core.board_size();
        let sign = |point: &Point| self.core.sign(*point);
        let points: Vec<Point> = side.points().collect();
        let mut rows: Vec<u8> = points.iter().map(|point| point.row().index()).collect();
        rows.dedup();
        let row =
            |&row: &u8| points.iter().filter(|it| it.row().index() == row).map(sign).collect();
        rows.iter().rev().map(row).collect()
    }

    fn __str__(&self) -> String {
        self.core.to_string()
    }

    fn __repr__(&self) -> String {
        format!("pasang.Position({:?})", self.core.to_string())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.core.hash(&mut hasher);
        hasher.finish()
    }

    fn __copy__(&self) -> Position {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Position {
        self.clone()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.get_type().into_any(), (slf.borrow().core.to_string(),)))
    }

    /// The picture that a notebook shows.
    fn _repr_svg_(&self) -> String {
        let title = format!("player {} to move, {}", self.core.turn(), self.core.format_scores());
        Board::new(title, self.core.board_size(), |point| self.core.sign(point)).svg()
    }
}

impl Position {
    pub fn core(&self) -> &CorePosition {
        &self.core
    }

    fn named(&self, points: impl IntoIterator<Item = Point>) -> Vec<String> {
        let side = self.core.board_size();
        points.into_iter().map(|point| side.name(point)).collect()
    }
}
