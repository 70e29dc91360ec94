//! The threads that play, and the order in which what they play is handed on.
//!
//! Threads take short stretches of games, the next ones nobody has taken, and pass what they
//! played to whoever called, who gets it in game order: a stretch that is done early waits for its
//! turn. How long a stretch is follows how long games take, so that slow games are handed on one
//! by one and quick ones a thousand at a time. None of this decides anything in a game.
//!
//! When somebody wants to stop, bots that think long drop their games. What others have played
//! behind the first dropped game is lost: what was played is always the first so many games.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::{Interrupt, Played};
use crate::base::halt::Halt;
use crate::experiment::schedule::Schedule;
use crate::players::search::{Crew, Work};
use crate::playing::player::Player;
use crate::playing::prepared::Prepared;
use crate::stats::Tally;

const LONGEST_STRETCH: u64 = 1024;

/// A stretch should take about this long.
const STRETCH_TIME: Duration = Duration::from_millis(10);

/// So many games, or rounds, may be done and wait for their turn; threads wait beyond that.
const MOST_WAITING: u64 = 64 * 1024;

#[derive(Debug)]
pub struct Workers {
    pool: rayon::ThreadPool,
    threads: usize,
    asks_engines: bool,
}

/// What a stretch of games came to, in game order.
#[derive(Debug)]
pub struct Batch {
    pub games: u64,
    pub rows: Vec<u8>,
}

/// So many threads that solve a position together.
#[derive(Clone, Copy, Debug)]
pub struct Threads(pub usize);

impl Crew for Threads {
    fn size(&self) -> usize {
        self.0
    }

    fn run<'w>(&self, work: Vec<Work<'w>>) {
        std::thread::scope(|scope| {
            for work in work {
                scope.spawn(work);
            }
        });
    }
}

/// Which places are taken and which have been handed on.
struct Claims {
    next: u64,
    handed_on: u64,
    stretch: u64,
    closed: bool,
}

/// What threads add to. Each thread has a set of tallies of its own, so that none waits for another and
/// each finds in its cache what it added to last. Where there are very many cells that would be much
/// memory: threads then share sets, and lock one cell at a time. All sums are whole numbers, so that
/// it makes no difference who adds what to which of them.
struct Sums(Vec<Vec<Mutex<Tally>>>);

impl Sums {
    /// For each thread there are at most so many tallies, unless that is less than one for each cell.
    /// A tally takes about ten kilobytes.
    const TALLIES_A_THREAD: usize = 512;

    fn sets(cells: usize, threads: usize) -> usize {
        (Sums::TALLIES_A_THREAD * threads / cells.max(1)).clamp(1, threads.max(1))
    }

    /// Room for what so many threads play, to be added to these tallies.
    fn new(tallies: Vec<Tally>, prepared: &Prepared, threads: usize) -> Sums {
        let empty = (1..Sums::sets(tallies.len(), threads)).map(|_| prepared.tallies());
        let all = std::iter::once(tallies).chain(empty);
        Sums(all.map(|set| set.into_iter().map(Mutex::new).collect()).collect())
    }

    /// Adds the game that a thread has played last.
    fn add(&self, thread: usize, cell: usize, player: &Player<'_>) {
        let tally = &self.0[thread % self.0.len()][cell];
        tally.lock().unwrap_or_else(PoisonError::into_inner).add_match(player.rounds());
    }

    fn into_tallies(self) -> Vec<Tally> {
        let open = |tally: Mutex<Tally>| tally.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut sets = self.0.into_iter().map(|set| set.into_iter().map(open));
        let mut all: Vec<Tally> = sets.next().into_iter().flatten().collect();
        // Each tally is let go as soon as it is added.
        sets.for_each(|set| all.iter_mut().zip(set).for_each(|(sum, part)| sum.merge(&part)));
        all
    }
}

struct Desk<'a> {
    claims: Mutex<Claims>,
    moved: Condvar,
    most_waiting: u64,
    to: u64,
    interrupt: &'a Interrupt,
    asks_engines: bool,
}

impl Workers {
    pub fn new(threads: usize) -> Result<Workers, rayon::ThreadPoolBuildError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        Ok(Workers { pool, threads, asks_engines: false })
    }

    /// Ones that start the engines of an experiment, too: for those who run it, and nobody else.
    #[must_use]
    pub fn asking_engines(self) -> Workers {
        Workers { asks_engines: true, ..self }
    }

    pub fn threads(&self) -> usize {
        self.threads
    }

    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        self.pool.install(work)
    }

    /// Does pieces of work by their places, lets `take` have what comes of each, in the order of the
    /// places, and ends where a piece comes to nothing or somebody wants it. Where a piece cannot be
    /// taken, all work is stopped.
    ///
    /// # Errors
    /// When a piece cannot be taken.
    pub fn in_order<T: Send, E>(
        &self,
        places: &[usize],
        halt: &Halt,
        work: impl Fn(usize) -> Option<T> + Sync,
        mut take: impl FnMut(usize, T) -> Result<(), E>,
    ) -> Result<(), E> {
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        self.pool.in_place_scope(|scope| {
            for _ in 0..self.threads.min(places.len()) {
                let (sender, next, work) = (sender.clone(), &next, &work);
                scope.spawn(move |_| {
                    while !halt.is_set() {
                        let number = next.fetch_add(1, Relaxed);
                        let Some(done) = places.get(number).and_then(|&place| work(place)) else {
                            return;
                        };
                        // Nobody wants it any more where a piece could not be taken.
                        let _ = sender.send((number, done));
                    }
                });
            }
            drop(sender);
            let (mut waiting, mut taken) = (BTreeMap::new(), 0);
            for (number, done) in receiver {
                waiting.insert(number, done);
                while let Some(done) = waiting.remove(&taken) {
                    take(places[taken], done).inspect_err(|_| halt.set())?;
                    taken += 1;
                }
            }
            Ok(())
        })
    }

    /// Plays the games behind those played before, round after round where there are rounds, and hands
    /// them on in order. Where somebody interrupts, games that were begun are
    /// played to their end and handed on, unless a bot drops its game.
    pub fn play<E>(
        &self,
        prepared: &Prepared,
        played: &mut Played,
        interrupt: &Interrupt,
        mut hand_on: impl FnMut(Batch) -> Result<(), E>,
    ) -> Result<(), E> {
        loop {
            let end = played.schedule.len();
            if played.reached < end {
                self.play_known(prepared, played, interrupt, &mut hand_on)?;
            }
            if played.reached < end || interrupt.is_set() || !played.go_on() {
                return Ok(());
            }
        }
    }

    fn play_known<E>(
        &self,
        prepared: &Prepared,
        played: &mut Played,
        interrupt: &Interrupt,
        mut hand_on: impl FnMut(Batch) -> Result<(), E>,
    ) -> Result<(), E> {
        let (from, schedule) = (played.reached, &played.schedule);
        let to = schedule.len();
        let claims = Claims { next: from, handed_on: from, stretch: 1, closed: false };
        let (claims, moved) = (Mutex::new(claims), Condvar::new());
        let most_waiting = (MOST_WAITING / prepared.rounds()).max(1);
        let desk =
            Desk { claims, moved, most_waiting, to, interrupt, asks_engines: self.asks_engines };
        let (sender, receiver) = mpsc::channel::<(u64, Batch)>();
        // A thread without a game has nothing to do.
        let threads =
            self.threads.min(usize::try_from(to.saturating_sub(from)).unwrap_or(usize::MAX));
        let sums = Sums::new(std::mem::take(&mut played.tallies), prepared, threads);
        let mut failed = None;
        let mut reached = from;
        self.pool.in_place_scope(|scope| {
            for thread in 0..threads {
                let (desk, sender, sums) = (&desk, sender.clone(), &sums);
                scope.spawn(move |_| work(prepared, schedule, desk, (sums, thread), &sender));
            }
            drop(sender);
            let mut waiting: BTreeMap<u64, Batch> = BTreeMap::new();
            for (start, batch) in receiver {
                waiting.insert(start, batch);
                while let Some(batch) = waiting.remove(&reached) {
                    reached += batch.games;
                    if failed.is_none()
                        && let Err(error) = hand_on(batch)
                    {
                        failed = Some(error);
                        desk.close();
                    }
                }
                desk.handed_on(reached);
            }
        });
        match failed {
            Some(error) => Err(error),
            None => {
                (played.reached, played.tallies) = (reached, sums.into_tallies());
                Ok(())
            }
        }
    }
}

/// Nothing more is taken once a thread has come to grief: the others would wait for its games.
struct CloseOnPanic<'d, 'a>(&'d Desk<'a>);

impl Drop for CloseOnPanic<'_, '_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.close();
        }
    }
}

/// One thread's work: stretch after stretch until there is none, or a game is dropped.
fn work(
    prepared: &Prepared,
    schedule: &Schedule,
    desk: &Desk<'_>,
    (sums, thread): (&Sums, usize),
    sender: &mpsc::Sender<(u64, Batch)>,
) {
    let _guard = CloseOnPanic(desk);
    let mut player = Player::new(prepared).with_halt(desk.interrupt.halt(), desk.asks_engines);
    let mut room_a_game = 0;
    while let Some(places) = desk.take() {
        let (start, games) = (places.start, places.end - places.start);
        let begin = Instant::now();
        // As much room as the last stretch took a game, and a little more: rows are not moved about
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

impl Desk<'_> {
    fn lock(&self) -> std::sync::MutexGuard<'_, Claims> {
        self.claims.lock().unwrap_or_else(PoisonError::into_inner)
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
            // Whoever is waited for may be at a long game: an interruption is still to be seen.
            let wait = self.moved.wait_timeout(claims, Duration::from_millis(100));
            claims = wait.unwrap_or_else(PoisonError::into_inner).0;
        }
        let start = claims.next;
        claims.next += claims.stretch.min(self.to - start);
        Some(start..claims.next)
    }

    /// Makes stretches longer or shorter, by how long one took.
    fn adapt(&self, games: u64, took: Duration) {
        let mut claims = self.lock();
        if games == claims.stretch && took < STRETCH_TIME / 2 {
            claims.stretch = (games * 2).min(LONGEST_STRETCH);
        } else if games == claims.stretch && took > STRETCH_TIME * 2 {
            claims.stretch = (games / 2).max(1);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::fault::Source;
    use crate::experiment::Experiment;
    use crate::experiment::schedule::Shard;

    #[test]
    fn pieces_come_in_the_order_of_their_places_and_a_refusal_stops_all() {
        let places: Vec<usize> = (0..200).map(|number| 3 * number).collect();
        for threads in [1, 4] {
            let (workers, halt) = (Workers::new(threads).unwrap(), Halt::default());
            let mut seen = Vec::new();
            let taken = workers.in_order(&places, &halt, Some, |place, done| {
                seen.push((place, done));
                Ok::<(), ()>(())
            });
            assert_eq!(taken, Ok(()));
            assert!(seen.iter().copied().eq(places.iter().map(|&place| (place, place))));
            assert!(!halt.is_set());
            let refuse = |place, _| if place < 30 { Ok(()) } else { Err(place) };
            assert_eq!(workers.in_order(&places, &halt, Some, refuse), Err(30));
            assert!(halt.is_set());
        }
    }

    /// Some games were played before; three threads then add the others, to as many sets as there
    /// are threads and to fewer.
    #[test]
    fn it_does_not_matter_which_threads_share_a_set() {
        let text = "games = 15\nsetups = [\"catalogue-01\"]\nrules = [\"brunei-slide\", \"bell\"]\n\
                    bots = [\"random\"]\n";
        let source = Source::new("small.toml", text);
        let experiment = Experiment::parse(&source, std::path::Path::new("")).unwrap();
        let prepared = Prepared::new(experiment.settle(|| 7));
        let schedule = prepared.schedule(Shard::WHOLE);
        let games = schedule.len();
        let mut player = Player::new(&prepared);
        let mut play = |sums: &Sums, places: Range<u64>| {
            for place in places {
                let id = schedule.game(place);
                player.play(id);
                sums.add(place as usize, id.cell, &player);
            }
        };
        let mut tallied = |sets: usize, before: Vec<Tally>, places: Range<u64>| {
            let mut sums = Sums::new(before, &prepared, 3);
            sums.0.truncate(sets);
            play(&sums, places);
            sums.into_tallies()
        };
        let all = tallied(3, prepared.tallies(), 0..games);
        for sets in 1..=3 {
            let before = tallied(1, prepared.tallies(), 0..6);
            assert_eq!(tallied(sets, before, 6..games), all, "{sets} sets");
        }
    }

    /// However many threads there are, many cells have few sets, and few cells one for each thread.
    #[test]
    fn there_are_fewer_sets_where_there_are_many_cells() {
        assert_eq!([Sums::sets(1, 1), Sums::sets(1, 64), Sums::sets(512, 64)], [1, 64, 64]);
        assert_eq!([(3744, 2), (3744, 16), (3744, 64)].map(|(c, t)| Sums::sets(c, t)), [1, 2, 8]);
    }
}
