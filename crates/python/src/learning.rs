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

use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::ndarray::{Array2, Array3, Array4};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArray3, PyArray4, PyReadonlyArray1};
use pasang::board::{Colour, Point};
use pasang::games::brunei::{self, Axis, Capture};
use pasang_core::base::random::SeedKey;
use pasang_core::{Bot, BuiltinBot, Game, GameRng, Move, Position as CorePosition, Seat};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::players::bot_of;
use crate::position::{Position, rules_of, start};
use crate::{IllegalMoveError, wrong};

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

/// Returns whether captures are numbered by point, line and colour.
fn is_of_whole_lines(rules: &Game) -> bool {
    matches!(rules, Game::Brunei(brunei::Rules { capture: Capture::Whole, .. }))
}

fn count_of(rules: &Game) -> u32 {
    CAPTURES + if is_of_whole_lines(rules) { 2 * LINES } else { PLACES }
}

/// Returns the number of the legal move at `place`.
fn number(is_of_lines: bool, is_entry: bool, place: usize, mv: Move) -> u32 {
    match mv {
        Move::Brunei(brunei::Move::Open(column), _) => column.index().into(),
        Move::Brunei(brunei::Move::Swap, _) => 11,
        Move::Brunei(brunei::Move::Capture { from, to, axis, colour, .. }, _) if is_of_lines => {
            let (first, point) = if is_entry { (0, from) } else { (LINES, to) };
            let line = u32::from(axis == Axis::Column);
            let colour = u32::from(colour == Colour::White);
            CAPTURES + first + (u32::from(point.index()) * 2 + line) * 2 + colour
        }
        _ => CAPTURES + place as u32,
    }
}

/// Calls `see` with the number of each legal move that has one.
fn each_action(position: &CorePosition, moves: &[Move], mut see: impl FnMut(u32, Move)) {
    let rules = position.rules();
    let (is_of_lines, is_entry) = (is_of_whole_lines(&rules), position.phase_index() == 1);
    let count = count_of(&rules);
    for (place, &mv) in moves.iter().enumerate() {
        let action = number(is_of_lines, is_entry, place, mv);
        if action < count {
            see(action, mv);
        }
    }
}

fn actions(position: &CorePosition) -> Vec<(u32, Move)> {
    let mut actions = Vec::new();
    each_action(position, &position.legal_moves(), |action, mv| actions.push((action, mv)));
    actions
}

/// Writes the planes of a position in the view of the player to move, into zeros.
fn draw(position: &CorePosition, planes: &mut [u8]) {
    let stones = position.stones();
    for (plane, points) in [stones.black, stones.white].into_iter().enumerate() {
        points.for_each(|point| planes[plane * PLANE + usize::from(point.index())] = 1);
    }
    let turn = position.turn();
    if let CorePosition::Brunei(state) = position {
        for seat in Seat::first(2) {
            if let Some(ka) = state.position.ka(seat) {
                let plane = if seat == turn { 2 } else { 3 };
                planes[plane * PLANE + usize::from(ka.index())] = 1;
            }
        }
    }
    let scores = position.scores();
    let others = (0..usize::from(position.seats())).filter(|&seat| seat != turn.index());
    let best = others.map(|seat| scores[seat]).max().unwrap_or(0);
    let phase = position.phase_index();
    let flags = [
        u8::from(phase == 0),
        u8::from(phase == 1),
        u8::from(turn == Seat::FIRST),
        scores[turn.index()].min(255) as u8,
        best.min(255) as u8,
    ];
    for (plane, value) in (4..).zip(flags) {
        if value > 0 {
            planes[plane * PLANE..(plane + 1) * PLANE].fill(value);
        }
    }
}

/// Returns the number of actions under rules: those of the mask.
#[pyfunction]
#[pyo3(signature = (rules = "brunei-slide", *, toggles = None))]
pub fn action_count(rules: &str, toggles: Option<&Bound<'_, PyDict>>) -> PyResult<u32> {
    Ok(count_of(&rules_of(rules, toggles)?))
}

/// Returns the numbers of the legal moves, in the order of `legal_moves()`.
#[pyfunction]
pub fn legal_actions(position: &Position) -> Vec<u32> {
    actions(position.core()).into_iter().map(|(action, _)| action).collect()
}

/// Returns the number of a legal move.
#[pyfunction]
pub fn action_of(position: &Position, r#move: &str) -> PyResult<u32> {
    let mv = position.core().parse_move(r#move).map_err(crate::illegal)?;
    let found = actions(position.core()).into_iter().find(|(_, own)| *own == mv);
    found.map(|(action, _)| action).ok_or_else(|| wrong(format!("`{move}` has no number")))
}

/// Returns the legal move with a number.
#[pyfunction]
pub fn move_of(position: &Position, action: u32) -> PyResult<String> {
    let found = actions(position.core()).into_iter().find(|(own, _)| *own == action);
    found.map(|(_, mv)| mv.to_string()).ok_or_else(|| no_move(action))
}

fn no_move(action: impl std::fmt::Display) -> PyErr {
    IllegalMoveError::new_err(format!("{action} is the number of no legal move"))
}

/// Returns the planes of a position in the view of the player to move, as an array of bytes:
/// black stones, white stones, the own ka, other kas, then planes of one value: 1 in the opening,
/// 1 at an entry, 1 for the first player, the own points, the other's points (up to 255).
#[pyfunction]
pub fn observe<'py>(py: Python<'py>, position: &Position) -> Bound<'py, PyArray3<u8>> {
    let mut planes = Array3::zeros((PLANES, SIDE, SIDE));
    if let Some(planes) = planes.as_slice_mut() {
        draw(position.core(), planes);
    }
    planes.into_pyarray(py)
}

/// One of the games of a batch.
struct Lane {
    position: CorePosition,
    actions: Vec<(u32, Move)>,
    /// The number of games begun.
    games: u64,
    /// The seat of the learner; without an opponent the player to move.
    seat: Seat,
    opponent: Option<BuiltinBot>,
    rng: GameRng,
}

/// What all games of a batch have in common.
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

    /// Plays the opponent's moves, and lists the learner's. Returns the learner's reward if the game
    /// is over.
    fn advance(&mut self) -> Option<f32> {
        loop {
            let mover = self.position.turn();
            let Some(opponent) = self.opponent.as_mut().filter(|_| mover != self.seat) else { break };
            let Some(mv) = opponent.choose_move(&self.position, &mut self.rng) else { break };
            self.position.play_unchecked(mv);
        }
        self.actions.clear();
        let moves = self.position.legal_moves();
        each_action(&self.position, &moves, |action, mv| self.actions.push((action, mv)));
        if !moves.is_empty() {
            return None;
        }
        let winners = self.position.outcome()?.winners;
        Some(match (winners.has(self.seat), winners.count()) {
            (true, 1) => 1.0,
            (true, _) => 0.0,
            (false, _) => -1.0,
        })
    }

    /// Makes a move; if the game ends, the next one begins. Returns the reward of the end.
    fn step(&mut self, design: &Design, number: u64, place: usize) -> Option<f32> {
        if self.opponent.is_none() {
            self.seat = self.position.turn();
        }
        self.position.play_unchecked(self.actions[place].1);
        let reward = self.advance()?;
        self.restart(design, number);
        Some(reward)
    }
}

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
}

type Arrays<'py> = (Bound<'py, PyArray4<u8>>, Bound<'py, PyArray2<bool>>);
type Step<'py> = (
    Bound<'py, PyArray4<u8>>,
    Bound<'py, PyArray2<bool>>,
    Bound<'py, PyArray1<f32>>,
    Bound<'py, PyArray1<bool>>,
);

#[pymethods]
impl Batch {
    /// Prepares `n` games. `seat` is yours against an opponent, from 1; by default it alternates.
    /// `random_opening` draws the first two moves of each game.
    #[new]
    #[pyo3(signature = (n, setup = "catalogue-01", rules = None, *, toggles = None, seed = 0,
                        opponent = None, seat = None, random_opening = false, threads = 1))]
    #[allow(clippy::too_many_arguments)]
    fn new(
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
        let is_beginning = start.phase_index() == 0 && start.scores().iter().all(|&it| it == 0);
        if random_opening && !is_beginning {
            return Err(wrong("`random_opening` goes with the start of a game"));
        }
        let pairs = if random_opening { start.opening_pairs() } else { Vec::new() };
        let key = SeedKey::new(seed, &[b"python batch"]);
        let design = Box::new(Design { start, pairs, seat, key });
        let lane = |number: usize| {
            let mut lane = Lane {
                position: start,
                actions: Vec::new(),
                games: 0,
                seat: Seat::FIRST,
                opponent: opponent.map(|spec| spec.build()),
                rng: design.key.rng(0),
            };
            lane.restart(&design, number as u64);
            lane
        };
        let lanes = Mutex::new((0..n).map(lane).collect());
        Ok(Batch { count: count_of(&start.rules()) as usize, lanes, threads, design })
    }

    /// Begins all games anew, as the batch was made. Returns observations and masks.
    fn reset<'py>(&mut self, py: Python<'py>) -> Arrays<'py> {
        let Batch { design, lanes, .. } = &mut *self;
        py.detach(|| {
            for (number, lane) in own(lanes).iter_mut().enumerate() {
                lane.games = 0;
                lane.restart(design, number as u64);
            }
        });
        let (observation, mask, _, _) = self.work(py, None);
        (observation, mask)
    }

    /// Makes a move in each game. Returns observations, masks, rewards and which games ended: of
    /// these the observation is that of the next game.
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: PyReadonlyArray1<'py, i64>,
    ) -> PyResult<Step<'py>> {
        let (actions, lanes) = (actions.as_array(), own(&mut self.lanes));
        if actions.len() != lanes.len() {
            let (given, games) = (actions.len(), lanes.len());
            return Err(wrong(format!("{given} actions for {games} games")));
        }
        let place = |(lane, &action): (&Lane, &i64)| {
            let found = lane.actions.iter().position(|(own, _)| i64::from(*own) == action);
            found.ok_or_else(|| no_move(action))
        };
        // No game goes on unless all can.
        let places = lanes.iter().zip(&actions).map(place).collect::<PyResult<Vec<_>>>()?;
        Ok(self.work(py, Some(&places)))
    }

    /// Draws a legal action for each game, by the batch's seed.
    fn random_actions<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let draw = |lane: &mut Lane| {
            i64::from(lane.actions[lane.rng.below(lane.actions.len() as u32) as usize].0)
        };
        own(&mut self.lanes).iter_mut().map(draw).collect::<Vec<_>>().into_pyarray(py)
    }

    /// The player to move in each game, from 1.
    #[getter]
    fn turns<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        let turns = |lanes: &[Lane]| lanes.iter().map(|lane| lane.position.turn().number()).collect();
        let turns: Vec<u8> = turns(&self.lock());
        turns.into_pyarray(py)
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

/// Returns the games of a batch that nobody else has.
fn own(lanes: &mut Mutex<Vec<Lane>>) -> &mut Vec<Lane> {
    lanes.get_mut().unwrap_or_else(PoisonError::into_inner)
}

impl Batch {
    fn lock(&self) -> MutexGuard<'_, Vec<Lane>> {
        self.lanes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes the moves at these places, if any, and draws all games.
    fn work<'py>(&mut self, py: Python<'py>, places: Option<&[usize]>) -> Step<'py> {
        let Batch { design, lanes, count, threads } = self;
        let lanes = own(lanes);
        let (n, count) = (lanes.len(), *count);
        let mut observation = vec![0_u8; n * OBSERVATION];
        let mut mask = vec![false; n * count];
        let mut ends: Vec<Option<f32>> = vec![None; n];
        let each = n.div_ceil(*threads);
        py.detach(|| {
            let parts = lanes
                .chunks_mut(each)
                .zip(observation.chunks_mut(each * OBSERVATION))
                .zip(mask.chunks_mut(each * count))
                .zip(ends.chunks_mut(each))
                .enumerate();
            let work = |(part, (((lanes, planes), masks), ends)): (usize, Part<'_>)| {
                let views = planes.chunks_mut(OBSERVATION).zip(masks.chunks_mut(count)).zip(ends);
                for (at, (lane, ((planes, mask), end))) in lanes.iter_mut().zip(views).enumerate() {
                    let number = part * each + at;
                    *end = places.and_then(|it| lane.step(design, number as u64, it[number]));
                    draw(&lane.position, planes);
                    lane.actions.iter().for_each(|&(action, _)| mask[action as usize] = true);
                }
            };
            match *threads {
                1 => parts.for_each(work),
                _ => std::thread::scope(|scope| {
                    parts.for_each(|part| {
                        scope.spawn(|| work(part));
                    });
                }),
            }
        });
        let done: Vec<bool> = ends.iter().map(Option::is_some).collect();
        let reward: Vec<f32> = ends.into_iter().map(|end| end.unwrap_or(0.0)).collect();
        let observation = Array4::from_shape_vec((n, PLANES, SIDE, SIDE), observation);
        let mask = Array2::from_shape_vec((n, count), mask);
        (
            observation.unwrap_or_default().into_pyarray(py),
            mask.unwrap_or_default().into_pyarray(py),
            reward.into_pyarray(py),
            done.into_pyarray(py),
        )
    }
}

/// A thread's share of the games and of the arrays.
type Part<'a> = (((&'a mut [Lane], &'a mut [u8]), &'a mut [bool]), &'a mut [Option<f32>]);
