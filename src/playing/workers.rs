//! Plays games on several threads and delivers them in order.
//!
//! Threads claim short chunks of consecutive games, and send the played games to the calling
//! thread, which delivers them in game order: a chunk that is done early waits for its turn. The
//! length of a chunk follows the time that games take, so that slow games are delivered one by one
//! and quick ones a thousand at a time. None of this affects a game.
//!
//! On cancellation, bots with a long search drop their games. Games after the first dropped one are
//! lost: the games played are always a prefix of the schedule.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::Interrupt;
use super::engine::ExternalEngine;
use super::player::OwnBot;
use crate::base::cancel::CancelToken;
use crate::experiment::Engine;
use crate::experiment::schedule::Schedule;
use crate::playing::compiled_experiment::CompiledExperiment;
use crate::playing::player::ExperimentPlayer;
use crate::stats::Tally;
use pasang_core::Bot;
use pasang_core::players::bots::Name;

const MAX_CHUNK: u64 = 1024;

/// The target time of a chunk.
const STRETCH_TIME: Duration = Duration::from_millis(10);

/// The number of games, or rounds, that may wait for delivery; beyond that, threads block.
const MAX_WAITING: u64 = 64 * 1024;

pub struct Workers {
    pool: rayon::ThreadPool,
    threads: usize,
    own_bots: Vec<OwnBot>,
}

/// The state after the first games of a schedule.
#[derive(Clone, Debug)]
pub struct RunState {
    pub schedule: Schedule,
    /// The number of games played: the first place not yet played.
    pub reached: u64,
    /// Their tallies, by cell. After a dropped game they may include games that were not delivered.
    pub tallies: Vec<Tally>,
}

impl RunState {
    /// Creates the state before the first game.
    pub fn nothing(compiled: &CompiledExperiment, schedule: Schedule) -> RunState {
        RunState { schedule, reached: 0, tallies: compiled.tallies() }
    }

    pub fn is_all(&self) -> bool {
        self.reached == self.schedule.len()
    }
}

/// The rows of a chunk of games, in game order.
#[derive(Debug)]
pub struct Batch {
    pub games: u64,
    pub rows: Vec<u8>,
}

/// The positions claimed and delivered.
struct QueueState {
    next: u64,
    handed_on: u64,
    chunk: u64,
    closed: bool,
}

/// The tallies that threads add to. Each thread has a set of its own, so that none waits for
/// another and each finds in its cache the tallies it used last. With very many cells that would
/// take too much memory: threads then share sets, and lock one cell at a time. All sums are
/// integers, so the result does not depend on which thread adds to which set.
struct Sums(Vec<Vec<Mutex<Tally>>>);

impl Sums {
    /// The largest number of tallies for each thread, unless that is less than one for each cell. A
    /// tally takes about ten kilobytes.
    const TALLIES_A_THREAD: usize = 512;

    fn sets(cells: usize, threads: usize) -> usize {
        (Sums::TALLIES_A_THREAD * threads / cells.max(1)).clamp(1, threads.max(1))
    }

    /// Creates the sets for `threads` threads, the first of them from these tallies.
    fn new(tallies: Vec<Tally>, compiled: &CompiledExperiment, threads: usize) -> Sums {
        let empty = (1..Sums::sets(tallies.len(), threads)).map(|_| compiled.tallies());
        let all = std::iter::once(tallies).chain(empty);
        Sums(all.map(|set| set.into_iter().map(Mutex::new).collect()).collect())
    }

    /// Adds the game that a thread has played last.
    fn add(&self, thread: usize, cell: usize, player: &ExperimentPlayer<'_>) {
        let tally = &self.0[thread % self.0.len()][cell];
        tally.lock().unwrap_or_else(PoisonError::into_inner).add_match(player.rounds());
    }

    fn into_tallies(self) -> Vec<Tally> {
        let open = |tally: Mutex<Tally>| tally.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut sets = self.0.into_iter().map(|set| set.into_iter().map(open));
        let mut all: Vec<Tally> = sets.next().into_iter().flatten().collect();
        // Each tally is freed as soon as it is added.
        sets.for_each(|set| all.iter_mut().zip(set).for_each(|(sum, part)| sum.merge(&part)));
        all
    }
}

struct WorkQueue<'a> {
    state: Mutex<QueueState>,
    moved: Condvar,
    most_waiting: u64,
    to: u64,
    interrupt: &'a Interrupt,
}

impl Workers {
    pub fn new(threads: usize) -> Result<Workers, rayon::ThreadPoolBuildError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        Ok(Workers { pool, threads, own_bots: Vec::new() })
    }

    /// Lets the workers start these engines: only for commands that run their experiment.
    #[must_use]
    pub fn with_engines(mut self, engines: &[Engine]) -> Workers {
        for engine in engines.iter().cloned() {
            let (name, make) = (engine.name, move || -> Box<dyn Bot> {
                Box::new(ExternalEngine::new(engine.clone()))
            });
            self.own_bots.push(OwnBot { name, make: Arc::new(make) });
        }
        self
    }

    /// Lets a bot play that experiments call `engine:NAME`; `make` makes one for each seat.
    ///
    /// # Panics
    /// If the text is no name of an engine.
    #[must_use]
    pub fn with_bot<B: Bot + 'static>(
        mut self,
        name: &str,
        make: impl Fn() -> B + Send + Sync + 'static,
    ) -> Workers {
        let name = Name::new(name).expect("letters and digits");
        let make = Arc::new(move || -> Box<dyn Bot> { Box::new(make()) });
        self.own_bots.push(OwnBot { name, make });
        self
    }

    pub fn threads(&self) -> usize {
        self.threads
    }

    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        self.pool.install(work)
    }

    /// Runs `work` for each item in parallel and passes the results to `take`, in the order of the
    /// items. Ends when `work` returns `None` or `cancel` is set.
    ///
    /// # Errors
    /// If `take` fails; this also sets `cancel`.
    pub fn in_order<I: Sync, T: Send, E>(
        &self,
        items: &[I],
        cancel: &CancelToken,
        work: impl Fn(&I) -> Option<T> + Sync,
        mut take: impl FnMut(&I, T) -> Result<(), E>,
    ) -> Result<(), E> {
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        self.pool.in_place_scope(|scope| {
            for _ in 0..self.threads.min(items.len()) {
                let (sender, next, work) = (sender.clone(), &next, &work);
                scope.spawn(move |_| {
                    while !cancel.is_cancelled() {
                        let number = next.fetch_add(1, Relaxed);
                        let Some(done) = items.get(number).and_then(work) else {
                            return;
                        };
                        // The receiver is gone if a result could not be taken.
                        let _ = sender.send((number as u64, done));
                    }
                });
            }
            drop(sender);
            in_turn(receiver, 0, |number, done| {
                take(&items[number as usize], done).inspect_err(|_| cancel.cancel())?;
                Ok(number + 1)
            })?;
            Ok(())
        })
    }

    /// Plays the games after those already played and delivers them in order. On an interrupt,
    /// games under way are finished and delivered, unless a bot drops its game.
    pub fn play<E>(
        &self,
        compiled: &CompiledExperiment,
        played: &mut RunState,
        interrupt: &Interrupt,
        mut hand_on: impl FnMut(Batch) -> Result<(), E>,
    ) -> Result<(), E> {
        let (from, schedule) = (played.reached, &played.schedule);
        let to = schedule.len();
        if from == to {
            return Ok(());
        }
        let state = QueueState { next: from, handed_on: from, chunk: 1, closed: false };
        let desk = WorkQueue {
            state: Mutex::new(state),
            moved: Condvar::new(),
            most_waiting: (MAX_WAITING / compiled.rounds()).max(1),
            to,
            interrupt,
        };
        let (sender, receiver) = mpsc::channel::<(u64, Batch)>();
        // More threads than games would idle.
        let threads = self.threads.min(usize::try_from(to - from).unwrap_or(usize::MAX));
        let sums = Sums::new(std::mem::take(&mut played.tallies), compiled, threads);
        let delivered = self.pool.in_place_scope(|scope| {
            for thread in 0..threads {
                let (desk, sender, sums) = (&desk, sender.clone(), &sums);
                let own_bots = &self.own_bots;
                scope.spawn(move |_| {
                    let player = ExperimentPlayer::new(compiled).with(interrupt.cancel(), own_bots);
                    work(player, schedule, desk, (sums, thread), &sender);
                });
            }
            drop(sender);
            in_turn(receiver, from, |start, batch| {
                let reached = start + batch.games;
                hand_on(batch).inspect_err(|_| desk.close())?;
                desk.handed_on(reached);
                Ok(reached)
            })
        });
        (played.reached, played.tallies) = (delivered?, sums.into_tallies());
        Ok(())
    }
}

/// Passes results to `take` in the order of their places, from `next` on; `take` returns the place of
/// the next one. Returns the place after the last.
fn in_turn<T, E>(
    receiver: mpsc::Receiver<(u64, T)>,
    mut next: u64,
    mut take: impl FnMut(u64, T) -> Result<u64, E>,
) -> Result<u64, E> {
    let mut waiting = BTreeMap::new();
    for (place, result) in receiver {
        waiting.insert(place, result);
        while let Some(result) = waiting.remove(&next) {
            next = take(next, result)?;
        }
    }
    Ok(next)
}

/// Closes the queue if a thread panics: the others would wait for its games.
struct CloseOnPanic<'d, 'a>(&'d WorkQueue<'a>);

impl Drop for CloseOnPanic<'_, '_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.close();
        }
    }
}

/// Runs a thread: chunk after chunk until there is none, or a game is dropped.
fn work(
    mut player: ExperimentPlayer<'_>,
    schedule: &Schedule,
    desk: &WorkQueue<'_>,
    (sums, thread): (&Sums, usize),
    sender: &mpsc::Sender<(u64, Batch)>,
) {
    let _guard = CloseOnPanic(desk);
    let mut room_a_game = 0;
    while let Some(places) = desk.take() {
        let (start, games) = (places.start, places.end - places.start);
        let begin = Instant::now();
        // Reserves the space a game that the last chunk took, and a little more: rows are not moved
        // while they are written.
        let room = room_a_game * games as usize;
        let mut batch = Batch { games: 0, rows: Vec::with_capacity(room) };
        for place in places {
            let id = schedule.game(place);
            if player.play(id).is_none() {
                break;
            }
            batch.games += 1;
            player.write_rows(id, &mut batch.rows);
            sums.add(thread, id.cell, &player);
        }
        room_a_game = batch.rows.len() / games as usize * 17 / 16;
        let dropped = batch.games < games;
        desk.adapt(games, begin.elapsed());
        // The receiver outlives the threads.
        let _ = sender.send((start, batch));
        if dropped {
            break;
        }
    }
}

impl WorkQueue<'_> {
    fn lock(&self) -> std::sync::MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self) -> Option<Range<u64>> {
        let mut claims = self.lock();
        loop {
            if claims.closed || claims.next >= self.to || self.interrupt.is_set() {
                return None;
            }
            if claims.next - claims.handed_on < self.most_waiting {
                break;
            }
            // The thread waited for may be at a long game: an interrupt must still be noticed.
            let wait = self.moved.wait_timeout(claims, Duration::from_millis(100));
            claims = wait.unwrap_or_else(PoisonError::into_inner).0;
        }
        let start = claims.next;
        claims.next += claims.chunk.min(self.to - start);
        Some(start..claims.next)
    }

    /// Adapts the length of chunks to the time that one took.
    fn adapt(&self, games: u64, took: Duration) {
        let mut claims = self.lock();
        if games == claims.chunk && took < STRETCH_TIME / 2 {
            claims.chunk = (games * 2).min(MAX_CHUNK);
        } else if games == claims.chunk && took > STRETCH_TIME * 2 {
            claims.chunk = (games / 2).max(1);
        }
    }

    fn handed_on(&self, reached: u64) {
        self.lock().handed_on = reached;
        self.moved.notify_all();
    }

    fn close(&self) {
        self.lock().closed = true;
        self.moved.notify_all();
    }
}
