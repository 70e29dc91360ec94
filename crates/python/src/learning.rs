//! What learning needs: numbers for moves, observations as arrays, and many games at once.
//!
//! # Numbers of moves, version 1
//!
//! Points count from 0 at a1, row by row; columns from 0 at a; colours are 0 black, 1 white; a line
//! lies in the row (0) or in the column (1) of the landing point.
//!
//! | numbers | moves |
//! |---|---|
//! | 0-10 | take this column |
//! | 11 | change sides |
//! | 12-495 | enter with the stone of a point: `12 + (point * 2 + line) * 2 + colour` |
//! | 496-979 | move the ka to a point: `496 + (point * 2 + line) * 2 + colour` |
//!
//! Such a number names a whole line. Where parts of lines may be taken (`capture = partial`), and in
//! Bell's game, a capture has the number 12 plus its place among the legal moves.

use std::panic::resume_unwind;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use numpy::ndarray::Array3;
use numpy::{
    IntoPyArray, PyArray, PyArray1, PyArray2, PyArray3, PyArray4, PyArrayMethods, PyReadonlyArray1,
    PyUntypedArrayMethods,
};
use pasang::board::{Colour, Point, PointSet};
use pasang::games::brunei::{self, Axis, Capture};
use pasang::games::{Game as _, State, bell};
use pasang_core::base::random::SeedKey;
use pasang_core::{
    Bot, BuiltinBot, CancelToken, Game, GameRng, Move, Position as CorePosition, Seat,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::players::bot_of;
use crate::position::{Position, rules_of, start};
use crate::{IllegalMoveError, interruptible, wrong};

/// The version of the numbers of moves.
pub const ACTION_NUMBERING: u32 = 1;

/// The first number of a capture.
const CAPTURES: u32 = 12;

/// The number of captures by point, line and colour.
const LINES: u32 = Point::COUNT as u32 * 4;

/// The greatest number of legal captures that have numbers where they are numbered by place.
const PLACES: u32 = 1_024;

/// The number of planes of an observation.
pub const PLANES: usize = 9;

/// The length of a side of the planes: every board lies in the middle of the full one.
const SIDE: usize = 11;

const PLANE: usize = SIDE * SIDE;

const OBSERVATION: usize = PLANES * PLANE;

fn count_of(rules: &Game) -> u32 {
    let is_of_lines = matches!(rules, Game::Brunei(rules) if rules.capture == Capture::Whole);
    CAPTURES + if is_of_lines { 2 * LINES } else { PLACES }
}

/// The legal moves of a position in canonical order, those first that have numbers.
#[derive(Default)]
struct Actions {
    /// The numbers of the moves at the same places.
    numbers: Vec<u32>,
    /// The moves of the game with kas. Each game's own, and kept: nothing is allocated per position.
    brunei: Vec<brunei::Move>,
    bell: Vec<bell::Move>,
}

impl Actions {
    fn of(position: &CorePosition) -> Actions {
        let mut actions = Actions::default();
        actions.list(position);
        actions
    }

    /// Lists the moves of a position.
    fn list(&mut self, position: &CorePosition) {
        self.numbers.clear();
        match position {
            CorePosition::Brunei(State { game, position }) => {
                game.moves(position, &mut self.brunei);
                let is_of_lines = game.capture == Capture::Whole;
                let is_entry = game.phase(position) == 1;
                let number = |(place, mv): (usize, &brunei::Move)| match *mv {
                    brunei::Move::Open(column) => column.index().into(),
                    brunei::Move::Swap => 11,
                    brunei::Move::Capture { from, to, axis, colour, .. } if is_of_lines => {
                        let (first, point) = if is_entry { (0, from) } else { (LINES, to) };
                        let line = u32::from(axis == Axis::Column);
                        let colour = u32::from(colour == Colour::White);
                        CAPTURES + first + (u32::from(point.index()) * 2 + line) * 2 + colour
                    }
                    _ => CAPTURES + place as u32,
                };
                let most = if is_of_lines { usize::MAX } else { PLACES as usize };
                self.numbers.extend(self.brunei.iter().enumerate().take(most).map(number));
            }
            CorePosition::Bell(State { game, position }) => {
                game.moves(position, &mut self.bell);
                let count = (self.bell.len() as u32).min(PLACES);
                self.numbers.extend(CAPTURES..CAPTURES + count);
            }
        }
    }

    /// Makes the move at a place.
    fn play(&self, position: &mut CorePosition, place: usize) {
        match position {
            CorePosition::Brunei(it) => it.game.apply(&mut it.position, self.brunei[place]),
            CorePosition::Bell(it) => it.game.apply(&mut it.position, self.bell[place]),
        }
    }

    fn place(&self, action: i64) -> PyResult<usize> {
        let found = self.numbers.iter().position(|&own| i64::from(own) == action);
        let no_move = || format!("{action} is the number of no legal move");
        found.ok_or_else(|| IllegalMoveError::new_err(no_move()))
    }
}

/// Writes a set of points as bytes, eight at a time.
fn spread(points: PointSet, plane: &mut [u8]) {
    let mut bits = points.bits();
    let (whole, rest) = plane.as_chunks_mut();
    for bytes in whole {
        let each = (u64::from(bits as u8) * 0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
        let ones = ((each + 0x7f7f_7f7f_7f7f_7f7f) >> 7) & 0x0101_0101_0101_0101;
        *bytes = ones.to_le_bytes();
        bits >>= 8;
    }
    rest.fill(bits as u8);
}

/// Writes the planes of a position in the view of the player to move.
fn draw(position: &CorePosition, planes: &mut [u8]) {
    let (stones, turn, scores) = (position.stones(), position.turn(), position.scores());
    let mut kas = [PointSet::EMPTY; 2];
    if let CorePosition::Brunei(state) = position {
        let set = |seat| state.position.ka(seat).map_or(PointSet::EMPTY, PointSet::of);
        kas = [set(turn), set(turn.next(2))];
    }
    let others = (0..usize::from(position.seats())).filter(|&seat| seat != turn.index());
    let best = others.map(|seat| scores[seat]).max().unwrap_or(0);
    let phase = position.phase_index();
    let flags = [
        u8::from(phase == 0),
        u8::from(phase == 1 && matches!(position, CorePosition::Brunei(_))),
        u8::from(turn == Seat::FIRST),
        scores[turn.index()].min(255) as u8,
        best.min(255) as u8,
    ];
    let (sets, values) = planes.split_at_mut(4 * PLANE);
    let points = [stones.black, stones.white, kas[0], kas[1]];
    sets.chunks_exact_mut(PLANE).zip(points).for_each(|(plane, points)| spread(points, plane));
    values.chunks_exact_mut(PLANE).zip(flags).for_each(|(plane, value)| plane.fill(value));
}

/// Returns the number of actions under rules: those of the mask.
#[pyfunction]
#[pyo3(signature = (rules = "brunei-slide", *, toggles = None))]
pub fn action_count(rules: &str, toggles: Option<&Bound<'_, PyDict>>) -> PyResult<u32> {
    Ok(count_of(&rules_of(rules, toggles)?))
}

/// Returns the numbers of the legal moves, in the order of `legal_moves()`. Where moves are numbered
/// by place, those from place 1,024 on have none.
#[pyfunction]
pub fn legal_actions(position: &Position) -> Vec<u32> {
    Actions::of(position.core()).numbers
}

/// Returns the number of a legal move.
///
/// >>> import pasang
/// >>> pasang.action_of(pasang.Position("catalogue-05"), "c")
/// 2
#[pyfunction]
pub fn action_of(position: &Position, r#move: &str) -> PyResult<u32> {
    let core = position.core();
    let mv = core.parse_move(r#move).map_err(crate::illegal)?;
    let place = core.legal_moves().iter().position(|own| *own == mv);
    let found = place.and_then(|place| Actions::of(core).numbers.get(place).copied());
    found.ok_or_else(|| wrong(format!("`{move}` has no number")))
}

/// Returns the legal move with a number.
///
/// >>> import pasang
/// >>> pasang.move_of(pasang.Position("catalogue-05"), 2)
/// 'c'
#[pyfunction]
pub fn move_of(position: &Position, action: i64) -> PyResult<String> {
    let place = Actions::of(position.core()).place(action)?;
    Ok(position.core().legal_moves()[place].to_string())
}

/// Returns the planes of a position in the view of the player to move, as an array of bytes:
/// black stones, white stones, the own ka, other kas, then planes of one value: 1 in the opening,
/// 1 at an entry, 1 for the first player, the own points, the other's points (up to 255).
#[pyfunction]
pub fn observe<'py>(py: Python<'py>, position: &Position) -> PyResult<Bound<'py, PyArray3<u8>>> {
    // Imported here, it raises; later its absence, or Ctrl-C in between, would be a panic.
    py.import("numpy")?;
    let mut planes = Array3::zeros((PLANES, SIDE, SIDE));
    if let Some(planes) = planes.as_slice_mut() {
        draw(position.core(), planes);
    }
    Ok(planes.into_pyarray(py))
}

/// One of the games of a batch.
struct Lane {
    position: CorePosition,
    actions: Actions,
    /// The number of games begun.
    games: u64,
    /// The seat of the learner; without an opponent the player to move.
    seat: Seat,
    opponent: Option<BuiltinBot>,
    rng: GameRng,
}

/// Properties of all games of a batch.
struct Design {
    start: CorePosition,
    pairs: Vec<[Move; 2]>,
    key: SeedKey,
    /// The learner's seat; `None` if it alternates.
    seat: Option<Seat>,
}

impl Lane {
    /// Begins the next game of the lane `number`.
    fn restart(&mut self, design: &Design, number: u64) {
        self.position = design.start;
        self.rng = design.key.rng(number << 32 | self.games);
        let turn = (number + self.games) % u64::from(design.start.seats());
        let alternating = Seat::numbered(turn as u8 + 1).unwrap_or(Seat::FIRST);
        self.seat = design.seat.unwrap_or(alternating);
        self.games += 1;
        if !design.pairs.is_empty() {
            let pair = design.pairs[self.rng.below(design.pairs.len() as u32) as usize];
            pair.into_iter().for_each(|mv| self.position.play_unchecked(mv));
        }
        if let Some(opponent) = &mut self.opponent {
            opponent.new_game();
        }
        self.advance();
    }

    /// Plays the opponent's moves, and lists the learner's: none if the game is over.
    fn advance(&mut self) {
        if let Some(opponent) = &mut self.opponent {
            while self.position.turn() != self.seat
                && let Some(mv) = opponent.choose_move(&self.position, &mut self.rng)
            {
                self.position.play_unchecked(mv);
            }
        }
        self.actions.list(&self.position);
    }

    /// Makes the move at `place`, none where the game is over already; if the game ends, the next
    /// one begins. Returns the reward of the end.
    fn step(&mut self, design: &Design, number: u64, place: usize) -> Option<f32> {
        if !self.actions.numbers.is_empty() {
            if self.opponent.is_none() {
                self.seat = self.position.turn();
            }
            self.actions.play(&mut self.position, place);
            self.advance();
        }
        if !self.actions.numbers.is_empty() {
            return None;
        }
        let winners = self.position.outcome()?.winners;
        let reward = match (winners.has(self.seat), winners.count()) {
            (true, 1) => 1.0,
            (true, _) => 0.0,
            (false, _) => -1.0,
        };
        self.restart(design, number);
        Some(reward)
    }
}

/// The arrays of a step, which are used again once they are free.
type Arrays = (Py<PyArray4<u8>>, Py<PyArray2<bool>>);

/// Many games at once, for learning. A game that ends is followed by the next one.
///
/// Without an opponent both players' moves are yours, and a reward is the view of the player who
/// made the last move; with an opponent, a bot, it plays its moves by itself, and rewards are
/// yours: 1 for a win, 0 for a draw, -1 for a loss. The same seed and actions give the same games.
///
/// >>> import pasang
/// >>> batch = pasang.Batch(64, "catalogue-05", opponent="greedy", seed=1)
/// >>> observation, mask = batch.reset()
/// >>> observation.shape, mask.shape
/// ((64, 9, 11, 11), (64, 980))
/// >>> observation, mask, reward, done = batch.step(batch.random_actions())
#[pyclass(module = "pasang")]
pub struct Batch {
    /// In a box: its alignment is greater than that of Python's objects.
    design: Box<Design>,
    /// Behind a lock, because bots are not shared between threads.
    lanes: Mutex<Vec<Lane>>,
    count: usize,
    threads: usize,
    cancel: CancelToken,
    /// `false` before the first reset, and after a step that did not end.
    is_ready: bool,
    arrays: Vec<Arrays>,
}

type Start<'py> = (Bound<'py, PyArray4<u8>>, Bound<'py, PyArray2<bool>>);
type Step<'py> = (
    Bound<'py, PyArray4<u8>>,
    Bound<'py, PyArray2<bool>>,
    Bound<'py, PyArray1<f32>>,
    Bound<'py, PyArray1<bool>>,
);

/// The most memory for the tables of all opponents of a batch, in MiB.
const MOST_TABLES: u64 = 4_096;

#[pymethods]
impl Batch {
    /// Prepares `n` games; `reset()` begins them. `seat` is yours against an opponent, from 1; by
    /// default it alternates. `random_opening` draws the first two moves of each game.
    #[new]
    #[pyo3(signature = (n, setup = "catalogue-01", rules = None, *, toggles = None, seed = 0,
                        opponent = None, seat = None, random_opening = false, threads = 1))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        n: usize,
        setup: &str,
        rules: Option<&str>,
        toggles: Option<&Bound<'_, PyDict>>,
        seed: u64,
        opponent: Option<&str>,
        seat: Option<u8>,
        random_opening: bool,
        threads: usize,
    ) -> PyResult<Batch> {
        py.import("numpy")?;
        let start = start(setup, rules, toggles)?;
        if !(1..=1 << 20).contains(&n) || !(1..=1024).contains(&threads) {
            return Err(wrong("`n` is from 1 to 1048576, `threads` from 1 to 1024"));
        }
        if start.outcome().is_some() {
            return Err(wrong("the game is over in this position"));
        }
        let seat = match seat {
            None => None,
            Some(number) => match Seat::numbered(number).filter(|_| number <= start.seats()) {
                Some(seat) if opponent.is_some() => Some(seat),
                Some(_) => return Err(wrong("`seat` goes with `opponent`")),
                None => return Err(wrong(format!("`seat` is from 1 to {}", start.seats()))),
            },
        };
        let opponent = opponent.map(bot_of).transpose()?;
        let tables = n as u64 * opponent.map_or(0, |spec| spec.hash());
        if tables > MOST_TABLES {
            let what = format!("the opponents' tables would take {tables} MiB, and {MOST_TABLES}");
            return Err(wrong(format!("{what} are the most: lower its `hash`, or `n`")));
        }
        let is_beginning = start.phase_index() == 0 && start.scores().iter().all(|&it| it == 0);
        if random_opening && !is_beginning {
            return Err(wrong("`random_opening` goes with the start of a game"));
        }
        let pairs = if random_opening { start.opening_pairs() } else { Vec::new() };
        let key = SeedKey::new(seed, &[b"python batch"]);
        let design = Box::new(Design { start, pairs, seat, key });
        let lane = |_| Lane {
            position: start,
            actions: Actions::default(),
            games: 0,
            seat: Seat::FIRST,
            opponent: opponent.map(|spec| spec.build()),
            rng: design.key.rng(0),
        };
        let lanes = Mutex::new((0..n).map(lane).collect());
        let (count, cancel) = (count_of(&start.rules()) as usize, CancelToken::default());
        Ok(Batch { count, lanes, threads, design, cancel, is_ready: false, arrays: Vec::new() })
    }

    /// Begins all games anew, the same ones each time. Returns observations and masks.
    ///
    /// Where the opponent ends a game before your first move, the mask is empty: give any action,
    /// and the game is done. The arrays are yours: they are used again when you let go of them.
    fn reset<'py>(&mut self, py: Python<'py>) -> PyResult<Start<'py>> {
        self.cancel = CancelToken::default();
        for lane in own(&mut self.lanes) {
            lane.games = 0;
            lane.opponent.iter_mut().for_each(|bot| bot.set_cancel_token(&self.cancel));
        }
        let (observation, mask, _, _) = self.work(py, None)?;
        Ok((observation, mask))
    }

    /// Makes a move in each game, by the numbers of the moves. Returns observations, masks, rewards
    /// and which games ended: of these the observation is that of the next game.
    fn step<'py>(&mut self, py: Python<'py>, actions: &Bound<'py, PyAny>) -> PyResult<Step<'py>> {
        self.must_be_ready()?;
        let actions = integers(actions)?;
        let (actions, lanes) = (actions.as_array(), own(&mut self.lanes));
        if actions.len() != lanes.len() {
            let (given, games) = (actions.len(), lanes.len());
            return Err(wrong(format!("{given} actions for {games} games")));
        }
        let place = |(lane, &action): (&Lane, &i64)| match lane.actions.numbers.is_empty() {
            true => Ok(0),
            false => lane.actions.place(action),
        };
        // No game goes on unless all can.
        let places = lanes.iter().zip(&actions).map(place).collect::<PyResult<Vec<_>>>()?;
        self.work(py, Some(&places))
    }

    /// Draws a legal action for each game, by the batch's seed.
    fn random_actions<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        self.must_be_ready()?;
        let draw = |lane: &mut Lane| match lane.actions.numbers.len() {
            0 => 0,
            count => i64::from(lane.actions.numbers[lane.rng.below(count as u32) as usize]),
        };
        Ok(own(&mut self.lanes).iter_mut().map(draw).collect::<Vec<_>>().into_pyarray(py))
    }

    /// The player to move in each game, from 1.
    #[getter]
    fn turns<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        let turn = |lane: &Lane| lane.position.turn().number();
        self.lock().iter().map(turn).collect::<Vec<_>>().into_pyarray(py)
    }

    /// Returns the positions.
    fn positions(&self) -> Vec<Position> {
        self.lock().iter().map(|lane| Position::from(lane.position)).collect()
    }

    /// The number of actions.
    #[getter]
    fn action_count(&self) -> usize {
        self.count
    }

    fn __len__(&self) -> usize {
        self.lock().len()
    }

    fn __repr__(&self) -> String {
        format!("<Batch: {} games, {} actions>", self.lock().len(), self.count)
    }
}

/// Returns the games of a batch that no other thread has.
fn own(lanes: &mut Mutex<Vec<Lane>>) -> &mut Vec<Lane> {
    lanes.get_mut().unwrap_or_else(PoisonError::into_inner)
}

/// Reads integers of any kind: an array, or what NumPy makes one of.
fn integers<'py>(given: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray1<'py, i64>> {
    if let Ok(actions) = given.extract() {
        return Ok(actions);
    }
    let options = PyDict::new(given.py());
    options.set_item("casting", "same_kind")?;
    let array = given.py().import("numpy")?.call_method1("asarray", (given,))?;
    let array = array.call_method("astype", ("int64",), Some(&options))?;
    array.extract().map_err(|_| wrong("actions are one row of numbers"))
}

/// Returns whether an array has no other owner, and is as it was made.
fn is_free<T: numpy::Element, D: numpy::ndarray::Dimension>(
    py: Python<'_>,
    array: &Py<PyArray<T, D>>,
    shape: &[usize],
) -> bool {
    let bound = array.bind(py);
    // SAFETY: the pointer is that of a living object.
    (unsafe { pyo3::ffi::Py_REFCNT(array.as_ptr()) }) == 1
        && bound.shape() == shape
        && bound.is_c_contiguous()
        && bound.try_readwrite().is_ok()
}

impl Batch {
    fn lock(&self) -> MutexGuard<'_, Vec<Lane>> {
        self.lanes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn must_be_ready(&self) -> PyResult<()> {
        self.is_ready.then_some(()).ok_or_else(|| wrong("the games have not begun: call `reset()`"))
    }

    /// Returns arrays that the caller has let go of, or new ones.
    fn arrays<'py>(&mut self, py: Python<'py>) -> Start<'py> {
        let n = own(&mut self.lanes).len();
        let shapes = ([n, PLANES, SIDE, SIDE], [n, self.count]);
        let free = |(planes, mask): &Arrays| {
            is_free(py, planes, &shapes.0) && is_free(py, mask, &shapes.1)
        };
        let found = self.arrays.iter().position(free);
        let (planes, mask) = match found.map(|place| self.arrays.swap_remove(place)) {
            Some((planes, mask)) => (planes.into_bound(py), mask.into_bound(py)),
            None => (PyArray::zeros(py, shapes.0, false), PyArray::zeros(py, shapes.1, false)),
        };
        // Those of the last step are still the caller's.
        self.arrays.truncate(1);
        self.arrays.insert(0, (planes.clone().unbind(), mask.clone().unbind()));
        (planes, mask)
    }

    /// Makes the moves at these places, or begins all games, and draws them.
    fn work<'py>(&mut self, py: Python<'py>, places: Option<&[usize]>) -> PyResult<Step<'py>> {
        let (planes, mask) = self.arrays(py);
        self.is_ready = false;
        let Batch { design, lanes, count, threads, cancel, .. } = self;
        let lanes = own(lanes);
        let (count, cancel) = (*count, &*cancel);
        let mut ends: Vec<Option<f32>> = vec![None; lanes.len()];
        let each = lanes.len().div_ceil(*threads);
        let has_opponents = lanes[0].opponent.is_some();
        {
            let (mut planes, mut mask) = (planes.readwrite(), mask.readwrite());
            let (planes, mask) = (planes.as_slice_mut()?, mask.as_slice_mut()?);
            let work = |(part, (((lanes, planes), masks), ends)): (usize, Part<'_>)| {
                let views = planes.chunks_mut(OBSERVATION).zip(masks.chunks_mut(count)).zip(ends);
                for (at, (lane, ((planes, mask), end))) in lanes.iter_mut().zip(views).enumerate() {
                    if cancel.is_cancelled() {
                        break;
                    }
                    let number = part * each + at;
                    match places {
                        Some(places) => *end = lane.step(design, number as u64, places[number]),
                        None => lane.restart(design, number as u64),
                    }
                    draw(&lane.position, planes);
                    mask.fill(false);
                    lane.actions.numbers.iter().for_each(|&it| mask[it as usize] = true);
                }
            };
            let all = || {
                let parts = lanes
                    .chunks_mut(each)
                    .zip(planes.chunks_mut(each * OBSERVATION))
                    .zip(mask.chunks_mut(each * count))
                    .zip(ends.chunks_mut(each))
                    .enumerate();
                match *threads {
                    1 => parts.for_each(&work),
                    _ => in_threads(parts, &work),
                }
            };
            match has_opponents {
                true => interruptible(py, cancel, all)?,
                false => py.detach(all),
            }
        }
        self.is_ready = true;
        let done: Vec<bool> = ends.iter().map(Option::is_some).collect();
        let reward: Vec<f32> = ends.into_iter().map(|end| end.unwrap_or(0.0)).collect();
        Ok((planes, mask, reward.into_pyarray(py), done.into_pyarray(py)))
    }
}

/// Does each part of the work in a thread of its own.
fn in_threads<T: Send>(parts: impl Iterator<Item = T>, work: &(impl Fn(T) + Sync)) {
    thread::scope(|scope| {
        let threads: Vec<_> = parts.map(|part| scope.spawn(|| work(part))).collect();
        for thread in threads {
            thread.join().unwrap_or_else(|thrown| resume_unwind(thrown));
        }
    });
}

/// A thread's share of the games and of the arrays.
type Part<'a> = (((&'a mut [Lane], &'a mut [u8]), &'a mut [bool]), &'a mut [Option<f32>]);
