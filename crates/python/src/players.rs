//! Bots and the exact solver.

use std::sync::{Mutex, PoisonError};

use pasang_core::{Bot as _, BuiltinBot, Evaluation, GameRng, Limits, Seat, SolveGoal, Solver};
use pyo3::prelude::*;

use crate::position::Position;
use crate::{Any, arguments, interruptible, wrong};

/// A bot, such as `"greedy"`, `"search:nodes=20000"`, `"mcts:playouts=500"` or `"random"`.
///
/// The same bot with the same seed, asked about the same positions in the same order, chooses the
/// same moves. A copied or pickled bot goes on with the same random numbers; the tables of its
/// search begin empty, as after `new_game()`.
///
/// >>> bot = pasang.Bot("search:nodes=2000", seed=1)
/// >>> bot.choose(pasang.Position("catalogue-05")) in "abcdefghijk"
/// True
#[pyclass(frozen, module = "pasang")]
pub struct Bot {
    /// The specification, with every option that is not the default.
    #[pyo3(get)]
    spec: String,
    #[pyo3(get)]
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
    /// The winner's lead in points; `None` if it is not proven. It is negative where the other
    /// player leads and gets stuck.
    pub margin: Option<i32>,
    /// A best move; `None` if the game is over or none is proven best.
    pub best_move: Option<String>,
    /// The number of positions searched.
    pub nodes: u64,
}

impl Bot {
    /// Lets the bot work on a position, without the interpreter's lock.
    fn work<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut BuiltinBot, &mut GameRng) -> T + Send,
    ) -> PyResult<T> {
        interruptible(py, Default::default(), |cancel| {
            let (bot, rng) = &mut *self.state.lock().unwrap_or_else(PoisonError::into_inner);
            bot.set_cancel_token(cancel);
            work(bot, rng)
        })
    }
}

#[pymethods]
impl Bot {
    #[new]
    #[pyo3(signature = (spec, seed: "int" = 0))]
    fn new(spec: &str, #[pyo3(from_py_with = arguments::seed)] seed: u64) -> PyResult<Bot> {
        let spec = arguments::bot(spec)?;
        let state = Mutex::new((spec.build(), GameRng::new(seed, "python bot")));
        Ok(Bot { spec: spec.to_string(), seed, state })
    }

    /// Chooses a move; `None` if the game is over.
    fn choose(&self, py: Python<'_>, position: &Position) -> PyResult<Option<String>> {
        let core = position.core();
        let chosen = self.work(py, |bot, rng| bot.choose_move(&core, rng))?;
        Ok(chosen.map(|mv| mv.to_string()))
    }

    /// Analyzes a position: the best move, its value, and the expected line. The same position has
    /// the same analysis. `nodes` limits the number of positions, by default as the bot does.
    #[pyo3(signature = (position, *, nodes: "int | None" = None))]
    fn analyze(
        &self,
        py: Python<'_>,
        position: &Position,
        nodes: Option<&Any<'_>>,
    ) -> PyResult<Option<Analysis>> {
        let nodes = nodes.map(arguments::nodes).transpose()?;
        let (core, limits) = (position.core(), nodes.map_or(Limits::NONE, Limits::nodes));
        let found = self.work(py, |bot, _| bot.analyze(&core, limits))?;
        Ok(found.map(|found| Analysis {
            best_move: found.best_move.to_string(),
            lead: found.evaluation.and_then(Evaluation::lead),
            win: found.evaluation.and_then(Evaluation::win_probability),
            is_proven: found.evaluation.is_some_and(Evaluation::is_proven),
            line: found.principal_variation.iter().map(ToString::to_string).collect(),
            nodes: found.nodes,
        }))
    }

    /// Forgets what earlier moves left in the bot's tables.
    fn new_game(&self, py: Python<'_>) -> PyResult<()> {
        self.work(py, |bot, _| bot.new_game())
    }

    fn __repr__(&self) -> String {
        format!("pasang.Bot({:?}, seed={})", self.spec, self.seed)
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (&str, u64), u64)> {
        let drawn = self.work(py, |_, rng| rng.place())?;
        Ok((py.get_type::<Bot>().into(), (&self.spec, self.seed), drawn))
    }

    /// Goes on where the random numbers of a pickled bot were.
    fn __setstate__(&self, py: Python<'_>, drawn: u64) -> PyResult<()> {
        self.work(py, |_, rng| rng.go_to(drawn))
    }
}

#[pymethods]
impl Analysis {
    fn __repr__(&self) -> String {
        let lead = self.lead.map(|lead| format!("lead {lead:+.2}"));
        let value = lead.or_else(|| self.win.map(|win| format!("win {win:.3}")));
        let value = value.as_deref().unwrap_or("no value");
        let proven = if self.is_proven { ", proven" } else { "" };
        format!("<Analysis: {}, {value}{proven}, {} positions>", self.best_move, self.nodes)
    }
}

#[pymethods]
impl Solution {
    fn __repr__(&self) -> String {
        let result = match (self.winner, self.margin) {
            (Some(winner), Some(points)) => format!("player {winner} wins by {points}"),
            (Some(winner), None) => format!("player {winner} wins"),
            (None, _) if self.is_proven => "a draw".to_owned(),
            (None, _) => "not proven".to_owned(),
        };
        format!("<Solution: {result}, {} positions>", self.nodes)
    }
}

/// Solves a position exactly: the winner under best play and the margin, as far as `nodes`
/// positions suffice.
///
/// >>> game = pasang.play_game("catalogue-05", ["search:nodes=500"], seed=3)
/// >>> pasang.solve(game.positions()[-9])
/// <Solution: player 1 wins by 6, 1042 positions>
#[pyfunction]
#[pyo3(signature = (position, *, nodes: "int" = 1_000_000, table_mib: "int" = 64))]
pub fn solve(
    py: Python<'_>,
    position: &Position,
    #[pyo3(from_py_with = arguments::nodes)] nodes: u64,
    #[pyo3(from_py_with = arguments::table_mib)] table_mib: u32,
) -> PyResult<Solution> {
    let core = position.core();
    if core.seats() != 2 {
        return Err(wrong("only games of two players are solved"));
    }
    let solution = interruptible(py, Default::default(), |cancel| {
        let mut solver = Solver::with_table_mib(table_mib);
        solver.set_cancel_token(cancel);
        solver.solve(&core, SolveGoal::Margin, Limits::nodes(nodes))
    })?;
    Ok(Solution {
        winner: solution.winner().map(Seat::number),
        is_proven: solution.is_proven(),
        margin: solution.margin(),
        best_move: solution.best_move.map(|mv| mv.to_string()),
        nodes: solution.nodes,
    })
}
