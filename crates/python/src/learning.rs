//! What learning needs: numbers for moves, observations as arrays, and many games at once.

use std::panic::resume_unwind;
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::thread;

use numpy::ndarray::Dimension;
use numpy::{
    Element, IntoPyArray, PyArray, PyArray1, PyArray2, PyArray3, PyArray4, PyArrayMethods,
    PyReadonlyArray1,
};
use pasang_core::base::random::SeedKey;
use pasang_core::learning::{
    self as core, ActionList, Design, Environment, OBSERVATION, PLANES, SIDE,
};
use pasang_core::{CancelToken, Seat};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError};
use pyo3::ffi::{Py_REFCNT, PyObject};
use pyo3::prelude::*;

use crate::arguments::{self, mistyped, start};
use crate::position::Position;
use crate::{Any, Dict, IllegalMoveError, faults, interruptible, wrong};

/// Returns the number of actions under rules: those of the mask.
#[pyfunction]
#[pyo3(signature = (rules = "brunei-slide", *, toggles = None))]
pub fn action_count(rules: &str, toggles: Option<&Dict<'_>>) -> PyResult<usize> {
    let rules = arguments::rules(Some(rules), toggles)?.rules().map_err(faults)?;
    Ok(core::action_count(&rules))
}

/// Returns the numbers of the legal moves, in the order of `legal_moves()`. Where moves are numbered
/// by place, those from place 1,024 on have none.
#[pyfunction]
pub fn legal_actions(position: &Position) -> Vec<u16> {
    ActionList::of(&position.core()).numbers().to_vec()
}

/// Returns the number of a legal move.
///
/// >>> pasang.action_of(pasang.Position("catalogue-05"), "c")
/// 2
#[pyfunction]
pub fn action_of(position: &Position, r#move: &str) -> PyResult<u16> {
    let number = position.with_move(r#move, core::action_of)?;
    number.ok_or_else(|| wrong(format!("`{move}` has no number")))
}

/// Returns the legal move with a number.
///
/// >>> pasang.move_of(pasang.Position("catalogue-05"), 2)
/// 'c'
#[pyfunction]
pub fn move_of(position: &Position, action: i64) -> PyResult<String> {
    let mv = core::move_of(&position.core(), action).ok_or_else(|| no_move(action))?;
    Ok(mv.to_string())
}

fn no_move(action: i64) -> PyErr {
    IllegalMoveError::new_err(format!("{action} is the number of no legal move"))
}

/// Returns the planes of a position in the view of the player to move, as an array of bytes:
/// black stones, white stones, the own ka, other kas, then planes of one value: 1 in the opening,
/// 1 at an entry, 1 for the first player, the own points, the other's points (up to 255).
#[pyfunction]
pub fn observe<'py>(py: Python<'py>, position: &Position) -> PyResult<Bound<'py, PyArray3<u8>>> {
    let planes = empty::<u8, _>(py, [PLANES, SIDE, SIDE])?;
    core::observe(&position.core(), planes.readwrite().as_slice_mut()?);
    Ok(planes)
}

/// Makes an array. NumPy does it, which raises where there is no memory.
fn empty<'py, T: Element, D: Dimension>(
    py: Python<'py>,
    shape: impl IntoPyObject<'py>,
) -> PyResult<Bound<'py, PyArray<T, D>>> {
    let array = py.import("numpy")?.call_method1("empty", (shape, T::get_dtype(py)))?;
    Ok(array.cast_into()?)
}

/// Many games at once, for learning. A game that ends is followed by the next one.
///
/// Without an opponent both players' moves are yours, and a reward is the view of the player who
/// made the last move; with an opponent, a bot, it plays its moves by itself, and rewards are
/// yours: 1 for a win, 0 for a draw, -1 for a loss. The same seed and actions give the same games.
///
/// >>> batch = pasang.Batch(64, "catalogue-05", opponent="greedy", seed=1)
/// >>> observation, mask = batch.reset()
/// >>> observation.shape, mask.shape
/// ((64, 9, 11, 11), (64, 980))
/// >>> observation, mask, reward, done = batch.step(batch.random_actions())
#[pyclass(frozen, module = "pasang")]
pub struct Batch {
    games: usize,
    action_count: usize,
    state: Mutex<Box<State>>,
}

struct State {
    design: Design,
    games: Vec<Environment>,
    threads: usize,
    /// `false` before the first reset, and after a step that did not end.
    is_ready: bool,
    /// The caller gets views of them, and they are used again once those are gone.
    arrays: Vec<Arrays>,
}

type Arrays = (Py<PyArray4<u8>>, Py<PyArray2<bool>>);

#[pymethods]
impl Batch {
    /// Prepares `n` games; `reset()` begins them. `seat` is yours against an opponent, from 1; by
    /// default it alternates. `random_opening` draws the first two moves of each game.
    #[new]
    #[pyo3(signature = (n: "int", setup = "catalogue-01", rules = None, *, toggles = None, seed: "int" = 0,
                        opponent = None, seat = None, random_opening = false, threads: "int" = 1))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        #[pyo3(from_py_with = arguments::n)] n: usize,
        setup: &str,
        rules: Option<&str>,
        toggles: Option<&Dict<'_>>,
        #[pyo3(from_py_with = arguments::seed)] seed: u64,
        opponent: Option<&str>,
        seat: Option<u8>,
        random_opening: bool,
        #[pyo3(from_py_with = arguments::threads)] threads: usize,
    ) -> PyResult<Batch> {
        let start = start(setup, rules, toggles)?.start;
        let taken = seat.and_then(Seat::numbered).filter(|seat| seat.number() <= start.seats());
        if seat.is_some() && (taken.is_none() || opponent.is_none()) {
            let seats = start.seats();
            return Err(wrong(format!("`seat` is from 1 to {seats}, and goes with `opponent`")));
        }
        let opponent = opponent.map(arguments::bot).transpose()?;
        let tables = n as u64 * opponent.map_or(0, |spec| spec.hash());
        if tables > 4_096 {
            let what = format!("the opponents' tables would take {tables} MiB, and 4096 are");
            return Err(wrong(format!("{what} the most: lower its `hash`, or `n`")));
        }
        let key = SeedKey::new(seed, &[b"python batch"]);
        let design = Design::new(start, random_opening, key, taken).map_err(wrong)?;
        let mut games = Vec::new();
        let no_memory = |_| PyMemoryError::new_err("no memory for the games");
        games.try_reserve_exact(n).map_err(no_memory)?;
        let game = |number| Environment::new(&design, number, opponent.map(|it| it.build()));
        games.extend((0..n as u64).map(game));
        let action_count = design.action_count;
        let state = State { design, games, threads, is_ready: false, arrays: Vec::new() };
        Ok(Batch { games: n, action_count, state: Mutex::new(Box::new(state)) })
    }

    /// Begins all games anew, the same ones each time. Returns observations and masks.
    ///
    /// Where the opponent ends a game before your first move, the mask is empty: give any action,
    /// and the game is done. The arrays are yours: they are used again when you let go of them.
    fn reset<'py>(&self, py: Python<'py>) -> PyResult<(Any<'py>, Any<'py>)> {
        let state = &mut *self.state()?;
        state.design.cancel = CancelToken::default();
        state.work(py, Environment::reset)
    }

    /// Makes a move in each game, by the numbers of the moves. Returns observations, masks, rewards
    /// and which games ended: of these the observation is that of the next game.
    #[pyo3(signature = (actions: "ArrayLike"))]
    fn step<'py>(
        &self,
        py: Python<'py>,
        actions: &Any<'py>,
    ) -> PyResult<(Any<'py>, Any<'py>, Any<'py>, Any<'py>)> {
        let state = &mut *self.ready()?;
        let actions = integers(actions)?;
        let (actions, games) = (actions.as_array(), &mut state.games);
        if actions.len() != games.len() {
            return Err(wrong(format!("{} actions for {} games", actions.len(), games.len())));
        }
        // No game goes on unless all can.
        for (game, &action) in games.iter_mut().zip(&actions) {
            if !game.choose(action) {
                return Err(no_move(action));
            }
        }
        let (planes, mask) = state.work(py, Environment::step)?;
        let ended = |game: &Environment| (game.reward.unwrap_or(0.0), game.reward.is_some());
        let (reward, done): (Vec<_>, Vec<_>) = state.games.iter().map(ended).unzip();
        Ok((planes, mask, reward.into_pyarray(py).into_any(), done.into_pyarray(py).into_any()))
    }

    /// Draws a legal action for each game, by the batch's seed.
    fn random_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let draw = |game: &mut Environment| game.draw().into();
        Ok(self.ready()?.games.iter_mut().map(draw).collect::<Vec<_>>().into_pyarray(py))
    }

    /// The player to move in each game, from 1.
    #[getter]
    fn turns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        py.import("numpy")?;
        let turn = |game: &Environment| game.position.turn().number();
        Ok(self.state()?.games.iter().map(turn).collect::<Vec<_>>().into_pyarray(py))
    }

    /// Returns the positions.
    fn positions(&self) -> PyResult<Vec<Position>> {
        Ok(self.state()?.games.iter().map(|game| Position::from(game.position)).collect())
    }

    fn __len__(&self) -> usize {
        self.games
    }

    fn __repr__(&self) -> String {
        format!("<Batch: {} games, {} actions>", self.games, self.action_count)
    }
}

impl Batch {
    fn state(&self) -> PyResult<MutexGuard<'_, Box<State>>> {
        let busy = "another thread is at work with this batch: give each thread its own";
        self.state.try_lock().or_else(|error| match error {
            TryLockError::WouldBlock => Err(PyRuntimeError::new_err(busy)),
            TryLockError::Poisoned(state) => Ok(state.into_inner()),
        })
    }

    fn ready(&self) -> PyResult<MutexGuard<'_, Box<State>>> {
        let state = self.state()?;
        let not_begun = || wrong("the games have not begun: call `reset()`");
        if state.is_ready { Ok(state) } else { Err(not_begun()) }
    }
}

/// Reads integers of any kind: an array, or what NumPy makes one of.
fn integers<'py>(given: &Any<'py>) -> PyResult<PyReadonlyArray1<'py, i64>> {
    if let Ok(actions) = given.extract() {
        return Ok(actions);
    }
    let array = given.py().import("numpy")?.call_method1("asarray", (given,))?;
    let is_whole = "iu".contains(&array.getattr("dtype")?.getattr("kind")?.extract::<String>()?);
    let array = if is_whole { array.call_method1("astype", ("int64",))? } else { array };
    let what = "`actions` are whole numbers, one per game in one row";
    array.extract().map_err(|_| mistyped(what, given))
}

impl State {
    /// Returns arrays of which the caller has no views any more, or new ones.
    fn arrays(&mut self, py: Python<'_>) -> PyResult<Arrays> {
        // SAFETY: the pointers are those of living objects.
        let is_free = |it: *mut PyObject| unsafe { Py_REFCNT(it) == 1 };
        let free = self
            .arrays
            .extract_if(.., |(planes, mask)| is_free(planes.as_ptr()) && is_free(mask.as_ptr()))
            .next();
        let (n, count) = (self.games.len(), self.design.action_count);
        let (planes, mask) = match free {
            Some(arrays) => arrays,
            None => (empty(py, [n, PLANES, SIDE, SIDE])?.unbind(), empty(py, [n, count])?.unbind()),
        };
        // Those of the last step are still the caller's.
        self.arrays.truncate(1);
        self.arrays.insert(0, (planes.clone_ref(py), mask.clone_ref(py)));
        Ok((planes, mask))
    }

    /// Lets each game go on, and writes its arrays.
    fn work<'py>(
        &mut self,
        py: Python<'py>,
        go_on: fn(&mut Environment, &Design),
    ) -> PyResult<(Any<'py>, Any<'py>)> {
        let arrays = self.arrays(py)?;
        let (planes, mask) = (arrays.0.bind(py), arrays.1.bind(py));
        let (mut bytes, mut flags) = (planes.readwrite(), mask.readwrite());
        self.is_ready = false;
        let State { design, games, threads, .. } = self;
        let (count, each) = (design.action_count, games.len().div_ceil(*threads));
        let has_opponents = games[0].opponent.is_some();
        let parts = games
            .chunks_mut(each)
            .zip(bytes.as_slice_mut()?.chunks_mut(each * OBSERVATION))
            .zip(flags.as_slice_mut()?.chunks_mut(each * count));
        let work = || {
            in_threads(parts, |((games, planes), mask)| {
                let arrays = planes.chunks_exact_mut(OBSERVATION).zip(mask.chunks_exact_mut(count));
                for (game, (planes, mask)) in games.iter_mut().zip(arrays) {
                    if design.cancel.is_cancelled() {
                        return;
                    }
                    go_on(game, design);
                    game.write(planes, mask);
                }
            });
        };
        if has_opponents {
            interruptible(py, design.cancel.clone(), |_| work())?;
        } else {
            py.detach(work);
        }
        self.is_ready = true;
        Ok((planes.call_method0("view")?, mask.call_method0("view")?))
    }
}

/// Does each part of the work in a thread of its own, the first in this one.
fn in_threads<T: Send>(mut parts: impl Iterator<Item = T>, work: impl Fn(T) + Sync) {
    thread::scope(|scope| {
        let first = parts.next();
        let others: Vec<_> = parts.map(|part| scope.spawn(|| work(part))).collect();
        first.map(&work);
        let joined = others.into_iter().try_for_each(|it| it.join());
        joined.unwrap_or_else(|thrown| resume_unwind(thrown));
    });
}
