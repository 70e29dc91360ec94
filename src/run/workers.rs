//! Plays games on several threads and delivers them in order.
//!
//! Threads play short chunks of consecutive games, and send the played games to the calling thread,
//! which delivers them in game order: a chunk that is done early waits for its turn. The length of
//! a chunk follows the time that games take, so that slow games are delivered one by one and quick
//! ones a thousand at a time. None of this affects a game.
//!
//! On cancellation, bots with a long search drop their games. Games after the first dropped one are
//! lost: the games played are always a prefix of the schedule.

use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use super::Tally;
use super::compiled_experiment::CompiledExperiment;
use super::engine::ExternalEngine;
use super::measures::MEASURES;
use super::played_games::PlayedGames;
use super::player::{ExperimentPlayer, OwnBot};
use super::recorder::Recorder;
use super::run_folder::RunFolder;
use super::{FolderError, OpenQuestion, Progress};
use crate::experiment::schedule::{GameId, Schedule};
use crate::experiment::{Engine, Experiment};
use crate::text::diagnostic::{Diagnostics, Source};
use crate::text::interrupt::{Interrupt, Signal};
use pasang_core::Bot;
use pasang_core::base::cancel::CancelToken;
use pasang_core::players::bots::Name;

const MAX_CHUNK: u64 = 1024;

/// The target time of a chunk.
const STRETCH_TIME: Duration = Duration::from_millis(10);

/// The number of games that may wait for delivery; beyond that, threads idle.
const MAX_WAITING: u64 = 64 * 1024;

/// The number of chunks for each thread that are begun or next: the threads have work while the
/// calling thread delivers.
const CHUNKS_A_THREAD: usize = 8;

pub struct Workers {
    pool: rayon::ThreadPool,
    own_bots: Vec<OwnBot>,
}

/// The rows of a chunk of games, in game order, and of a designed experiment their measures.
#[derive(Debug, Default)]
pub struct Batch {
    pub games: u64,
    pub rows: Vec<u8>,
    pub measures: Vec<[f64; MEASURES]>,
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

    /// Creates the sets for `threads` threads, the first of them from these tallies.
    fn new(tallies: Vec<Tally>, compiled: &CompiledExperiment, threads: usize) -> Sums {
        let sets = Sums::TALLIES_A_THREAD * threads / tallies.len().max(1);
        let empty = (1..sets.clamp(1, threads.max(1))).map(|_| compiled.tallies());
        let all = std::iter::once(tallies).chain(empty);
        Sums(all.map(|set| set.into_iter().map(Mutex::new).collect()).collect())
    }

    /// Adds the game that a thread has played last.
    fn add(&self, thread: usize, id: GameId, player: &ExperimentPlayer<'_>) {
        let tally = &self.0[thread % self.0.len()][id.cell];
        player.add_to(id, &mut tally.lock().unwrap_or_else(PoisonError::into_inner));
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

impl Workers {
    pub fn new(threads: usize) -> Result<Workers, rayon::ThreadPoolBuildError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        Ok(Workers { pool, own_bots: Vec::new() })
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

    /// Parses an experiment in which the own bots may play, each as `engine:NAME`.
    ///
    /// # Errors
    /// If it is no experiment.
    pub fn experiment(&self, source: &Source, folder: &Path) -> Result<Experiment, Diagnostics> {
        let names: Vec<Name> = self.own_bots.iter().map(|own| own.name).collect();
        Experiment::parse_with(source, folder, &names)
    }

    pub fn threads(&self) -> usize {
        self.pool.current_num_threads()
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
        let all = 0..items.len() as u64;
        let start = |_| |places: Range<u64>| work(&items[places.start as usize]);
        self.deliver(all, (1, u64::MAX), cancel, start, |place, result| {
            let Some(result) = result else { return Ok(place) };
            take(&items[place as usize], result).inspect_err(|_| cancel.cancel())?;
            Ok(place + 1)
        })?;
        Ok(())
    }

    /// Plays the games of a folder after those already played and delivers them in order, round by round, with
    /// all that are then played. On an interrupt, games under way are finished and delivered, unless a bot
    /// drops its game.
    pub fn play<E>(
        &self,
        RunFolder { compiled, schedule, .. }: &RunFolder,
        played: &mut PlayedGames,
        interrupt: &Interrupt,
        mut hand_on: impl FnMut(&PlayedGames, &Batch) -> Result<(), E>,
    ) -> Result<(), E> {
        while played.reached < schedule.len() && !interrupt.cancel().is_cancelled() {
            let tallies = &played.tallies;
            compiled.allot(played.reached, |cell, pair| tallies[cell].opening(pair));
            // Shards have no rounds: their places are no game numbers.
            let end = match compiled.is_allotted() {
                true => compiled.round_end(played.reached),
                false => schedule.len(),
            };
            self.play_to(end, (compiled, *schedule), played, interrupt, &mut hand_on)?;
            if played.reached < end {
                break;
            }
        }
        Ok(())
    }

    /// Plays the games up to a place.
    fn play_to<E>(
        &self,
        to: u64,
        (compiled, schedule): (&CompiledExperiment, Schedule),
        played: &mut PlayedGames,
        interrupt: &Interrupt,
        mut hand_on: impl FnMut(&PlayedGames, &Batch) -> Result<(), E>,
    ) -> Result<(), E> {
        let from = played.reached;
        let threads = self.threads().min(usize::try_from(to - from).unwrap_or(usize::MAX));
        let sums = Sums::new(std::mem::take(&mut played.tallies), compiled, threads);
        let most = (MAX_CHUNK, MAX_WAITING);
        let start = |thread| {
            let player = ExperimentPlayer::new(compiled);
            let mut player = player.with(interrupt.cancel(), &self.own_bots);
            let sums = &sums;
            move |places: Range<u64>| {
                let mut batch = Batch::default();
                for id in places.map(|place| schedule.game(place)) {
                    if player.play(id).is_none() {
                        break;
                    }
                    batch.games += 1;
                    player.write_row(id, &mut batch.rows);
                    batch.measures.extend(player.measures(id));
                    sums.add(thread, id, &player);
                }
                batch
            }
        };
        self.deliver(from..to, most, interrupt.cancel(), start, |start, batch| {
            // No name has a line break.
            let rows = batch.rows.split(|&sign| sign == b'\n');
            for (at, (place, row)) in (start..start + batch.games).zip(rows).enumerate() {
                played.see(compiled, schedule.game(place), row, batch.measures.get(at));
            }
            hand_on(played, &batch).map(|()| played.reached)
        })?;
        played.tallies = sums.into_tallies();
        Ok(())
    }

    /// Lets each thread do the work that it gets from `start` for chunks of places, and passes the
    /// results to `take`, in order. A chunk has at most `longest` places, and at most `most_waiting`
    /// places wait for delivery.
    ///
    /// `take` returns the place after those that are done: after a part of a chunk, and once
    /// `cancel` is set, no other chunk begins. Returns the place after the last one taken.
    fn deliver<T: Send, W: FnMut(Range<u64>) -> T, E>(
        &self,
        all: Range<u64>,
        (longest, most_waiting): (u64, u64),
        cancel: &CancelToken,
        start: impl Fn(usize) -> W + Sync,
        mut take: impl FnMut(u64, T) -> Result<u64, E>,
    ) -> Result<u64, E> {
        let (sender, receiver) = mpsc::channel();
        let (given, chunks) = mpsc::channel::<Range<u64>>();
        let (chunks, closed) = (Mutex::new(chunks), AtomicBool::new(false));
        let close = || closed.store(true, Relaxed);
        let is_over = || closed.load(Relaxed) || cancel.is_cancelled();
        let (mut reached, mut next) = (all.start, all.start);
        let (mut chunk, mut under_way) = (1, 0);
        let mut waiting = BTreeMap::new();
        self.pool.in_place_scope(|scope| {
            // Threads end once no chunk is given any more.
            let given = given;
            for thread in 0..self.threads() {
                let (sender, start, chunks, is_over) = (sender.clone(), &start, &chunks, &is_over);
                scope.spawn(move |_| {
                    let mut work = start(thread);
                    let next = || chunks.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    while let Ok(places) = next() {
                        let begin = Instant::now();
                        let work = || (!is_over()).then(|| work(places.clone()));
                        let done = catch_unwind(AssertUnwindSafe(work));
                        // The receiver is gone if a result could not be taken.
                        let _ = sender.send((places, done, begin.elapsed()));
                    }
                });
            }
            drop(sender);
            loop {
                let has_room = |next: u64| next < all.end && next - reached < most_waiting;
                while has_room(next) && under_way < CHUNKS_A_THREAD * self.threads() && !is_over() {
                    let places = next..all.end.min(next + chunk);
                    (next, under_way) = (places.end, under_way + 1);
                    let _ = given.send(places);
                }
                if under_way == 0 {
                    return Ok(reached);
                }
                // Without a thread that plays, the scope has a panic to pass on.
                let Ok((places, done, took)) = receiver.recv() else { return Ok(reached) };
                under_way -= 1;
                let done = done.unwrap_or_else(|thrown| {
                    close();
                    resume_unwind(thrown)
                });
                chunk = match places.end - places.start {
                    last if last == chunk && took < STRETCH_TIME / 2 => (last * 2).min(longest),
                    last if last == chunk && took > STRETCH_TIME * 2 => (last / 2).max(1),
                    _ => chunk,
                };
                waiting.extend(done.map(|done| (places.start, (places.end, done))));
                while let Some((end, done)) = waiting.remove(&reached) {
                    reached = take(reached, done).inspect_err(|_| close())?;
                    if reached < end {
                        close();
                    }
                }
            }
        })
    }
}

impl RunFolder {
    /// Plays the remaining games, until all are played or a signal arrives, which it returns.
    pub fn play(
        &self,
        played: &mut PlayedGames,
        (workers, interrupt): (&Workers, &Interrupt),
        look: Option<OpenQuestion>,
    ) -> Result<Option<Signal>, FolderError> {
        let (folder, of) = (&self.folder, self.schedule.len());
        let (there, bytes) = (played.reached, played.bytes);
        let mut log = folder.run_log()?;
        log.begin(self.schedule.shard().word(), workers.threads(), there);
        self.write_beginning()?;
        let mut recorder = Recorder::open(folder, bytes, log, Progress::new(there, of, look))?;
        if bytes == 0 {
            recorder.write(self.compiled.form().header().as_bytes())?;
        }
        workers.play(self, played, interrupt, |so_far, batch| {
            recorder.progress.say(so_far.words());
            recorder.add(batch.games, &batch.rows, interrupt.cancel().met())
        })?;
        recorder.end((played.reached, of), interrupt, "engine")
    }
}
