//! Bots and the exact solver.

use std::sync::{Mutex, MutexGuard};

use pasang_core::{
    Analysis as CoreAnalysis, BotSpec, BuiltinBot, CancelToken, Evaluation, GameRng, Limits,
    SolveGoal, Solver,
};
use pyo3::prelude::*;

use crate::position::Position;
use crate::{fault, interruptible, wrong};

/// A bot, such as `"greedy"`, `"search:nodes=20000"`, `"mcts:playouts=500"` or `"random"`.
///
/// The same bot with the same seed, asked about the same positions in the same order, chooses the
/// same moves.
///
/// >>> import pasang
/// >>> bot = pasang.Bot("search:nodes=2000", seed=1)
/// >>> bot.choose(pasang.Position("catalogue-05")) in "abcdefghijk"
/// True
#[pyclass(frozen, module = "pasang")]
pub struct Bot {
    spec: BotSpec,
    seed: u64,
    state: Mutex<(BuiltinBot, GameRng)>,
}

/// The analysis of a position by a bot.
#[pyclass(frozen, eq, get_all, new = "from_fields", module = "pasang")]
#[derive(Clone, PartialEq)]
pub struct Analysis {
    /// The best move found.
    pub best_move: String,
    /// The expected final lead of the player to move in points; `None` if the bot expects a player
    /// to get stuck, or makes no such estimate.
    pub lead: Option<f64>,
    /// The estimated or proven share of a win, from 0 to 1; `None` if the bot makes none.
    pub win: Option<f64>,
    /// `True` if the value is proven.
    pub is_proven: bool,
    /// The expected moves of both players, the best move first.
    pub line: Vec<String>,
    /// The number of positions searched.
    pub nodes: u64,
}

/// The proven value of a position.
#[pyclass(frozen, eq, hash, get_all, new = "from_fields", module = "pasang")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Solution {
    /// The winner under best play, from 1; `None` for a draw or if it is not proven.
    pub winner: Option<u8>,
    /// `True` if the winner, or the draw, is proven.
    pub is_proven: bool,
    /// The winner's lead in points; `None` if it is not proven.
    pub margin: Option<i32>,
    /// A best move; `None` if the game is over or none is proven best.
    pub best_move: Option<String>,
    /// The number of positions searched.
    pub nodes: u64,
}

/// Reads a bot. Experiments know more kinds, which need other programs or files.
pub fn bot_of(text: &str) -> PyResult<BotSpec> {
    let spec = text.parse::<BotSpec>().map_err(fault)?;
    match spec.is_external() {
        true => Err(wrong(format!("`{text}` is another program, and plays in experiments only"))),
        false => Ok(spec),
    }
}

impl Bot {
    fn lock(&self) -> MutexGuard<'_, (BuiltinBot, GameRng)> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

#[pymethods]
impl Bot {
    #[new]
    #[pyo3(signature = (spec, seed = 0))]
    fn new(spec: &str, seed: u64) -> PyResult<Bot> {
        let spec = bot_of(spec)?;
        let state = Mutex::new((spec.build(), GameRng::new(seed, "python bot")));
        Ok(Bot { spec, seed, state })
    }

    /// The specification, with every option that is not the default.
    #[getter]
    fn spec(&self) -> String {
        self.spec.to_string()
    }

    #[getter]
    fn seed(&self) -> u64 {
        self.seed
    }

    /// Chooses a move; `None` if the game is over.
    fn choose(&self, py: Python<'_>, position: &Position) -> PyResult<Option<String>> {
        let (core, cancel) = (*position.core(), CancelToken::default());
        let chosen = interruptible(py, &cancel, || {
            let (bot, rng) = &mut *self.lock();
            bot.set_cancel_token(&cancel);
            pasang_core::Bot::choose_move(bot, &core, rng)
        })?;
        Ok(chosen.map(|mv| mv.to_string()))
    }

    /// Analyzes a position: the best move, its value, and the expected line. The same position has
    /// the same analysis. `nodes` limits the number of positions, by default as the bot does.
    #[pyo3(signature = (position, *, nodes = None))]
    fn analyze(
        &self,
        py: Python<'_>,
        position: &Position,
        nodes: Option<u64>,
    ) -> PyResult<Option<Analysis>> {
        let (core, cancel) = (*position.core(), CancelToken::default());
        let limits = nodes.map_or(Limits::NONE, Limits::nodes);
        let found = interruptible(py, &cancel, || {
            let (bot, _) = &mut *self.lock();
            bot.set_cancel_token(&cancel);
            pasang_core::Bot::analyze(bot, &core, limits)
        })?;
        Ok(found.map(Analysis::from))
    }

    /// Forgets what earlier moves left in the bot's tables.
    fn new_game(&self) {
        pasang_core::Bot::new_game(&mut self.lock().0);
    }

    fn __repr__(&self) -> String {
        format!("pasang.Bot({:?}, seed={})", self.spec.to_string(), self.seed)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String, u64)) {
        (slf.get_type().into_any(), (slf.get().spec.to_string(), slf.get().seed))
    }
}

impl From<CoreAnalysis> for Analysis {
    fn from(found: CoreAnalysis) -> Analysis {
        let (lead, win, is_proven) = values(found.evaluation);
        Analysis {
            best_move: found.best_move.to_string(),
            lead,
            win,
            is_proven,
            line: found.principal_variation.iter().map(ToString::to_string).collect(),
            nodes: found.nodes,
        }
    }
}

/// Returns the lead, the share of a win, and whether they are proven.
pub fn values(evaluation: Option<Evaluation>) -> (Option<f64>, Option<f64>, bool) {
    match evaluation {
        None => (None, None, false),
        Some(Evaluation::Lead(hundredths)) => (Some(f64::from(hundredths) / 100.0), None, false),
        Some(Evaluation::Stuck { .. }) => (None, None, false),
        Some(Evaluation::Proven { result, margin }) => {
            (Some(margin.into()), Some((f64::from(result) + 1.0) / 2.0), true)
        }
        Some(Evaluation::WinProbability(thousandths)) => {
            (None, Some(f64::from(thousandths) / 1000.0), false)
        }
    }
}

#[pymethods]
impl Analysis {
    fn __repr__(&self) -> String {
        let value = match (self.lead, self.win) {
            (Some(lead), _) => format!("lead {lead:+.2}"),
            (None, Some(win)) => format!("win {win:.3}"),
            (None, None) => "no value".to_owned(),
        };
        let proven = if self.is_proven { ", proven" } else { "" };
        format!("<Analysis: {}, {value}{proven}, {} positions>", self.best_move, self.nodes)
    }

    #[allow(clippy::type_complexity)]
    fn __getnewargs__(&self) -> (String, Option<f64>, Option<f64>, bool, Vec<String>, u64) {
        let Analysis { best_move, lead, win, is_proven, line, nodes } = self.clone();
        (best_move, lead, win, is_proven, line, nodes)
    }
}

#[pymethods]
impl Solution {
    fn __repr__(&self) -> String {
        let result = match (self.is_proven, self.winner) {
            (false, _) => "not proven".to_owned(),
            (true, None) => "a draw".to_owned(),
            (true, Some(winner)) => format!("player {winner} wins"),
        };
        let margin = self.margin.map(|points| format!(" by {points}")).unwrap_or_default();
        format!("<Solution: {result}{margin}, {} positions>", self.nodes)
    }

    fn __getnewargs__(&self) -> (Option<u8>, bool, Option<i32>, Option<String>, u64) {
        let Solution { winner, is_proven, margin, best_move, nodes } = self.clone();
        (winner, is_proven, margin, best_move, nodes)
    }
}

/// Solves a position exactly: the winner under best play and the margin, as far as `nodes`
/// positions suffice.
///
/// >>> import pasang
/// >>> game = pasang.play_game("catalogue-05", ["search:nodes=500"], seed=3)
/// >>> pasang.solve(game.positions()[-9])
/// <Solution: player 1 wins by 6, 1042 positions>
#[pyfunction]
#[pyo3(signature = (position, *, nodes = 1_000_000, table_mib = 64))]
pub fn solve(
    py: Python<'_>,
    position: &Position,
    nodes: u64,
    table_mib: u32,
) -> PyResult<Solution> {
    if !(1..=65_536).contains(&table_mib) {
        return Err(wrong("`table_mib` is from 1 to 65536"));
    }
    if position.core().seats() != 2 {
        return Err(wrong("only games of two players are solved"));
    }
    let (core, cancel) = (*position.core(), CancelToken::default());
    let solution = interruptible(py, &cancel, || {
        let mut solver = Solver::with_table_mib(table_mib);
        solver.set_cancel_token(&cancel);
        solver.solve(&core, SolveGoal::Margin, Limits::nodes(nodes))
    })?;
    Ok(Solution {
        winner: solution.winner().map(pasang_core::Seat::number),
        is_proven: solution.is_proven(),
        margin: solution.margin(),
        best_move: solution.best_move.map(|mv| mv.to_string()),
        nodes: solution.nodes,
    })
}
