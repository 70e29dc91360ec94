//! The threads that play, and the order in which what they play is handed on.
//!
//! Threads take short stretches of games, the next ones nobody has taken, and pass what they
//! played to whoever called, who gets it in game order: a stretch that is done early waits for its
//! turn. How long a stretch is follows how long games take, so that slow games are handed on one
//! by one and quick ones a thousand at a time. None of this decides anything in a game.
//!
//! When somebody wants to stop, bots that think long drop their games. What others have played
//! behind the first dropped game is lost: what was played is always the first so many games.

use std::collections::{BTreeMap, VecDeque};
use std::sync::mpsc;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::Interrupt;
use super::sums::Sums;
use crate::experiment::schedule::Schedule;
use crate::playing::player::Player;
use crate::playing::prepared::Prepared;
use crate::stats::{Round, Tally};

/// The most games in a stretch.
const LONGEST_STRETCH: u64 = 1024;

/// A stretch should take about this long.
const STRETCH_TIME: Duration = Duration::from_millis(10);

/// So many games, or rounds, may be done and wait for their turn; threads wait beyond that.
const MOST_WAITING: u64 = 64 * 1024;

/// Threads that play games.
#[derive(Debug)]
pub struct Workers {
    pool: rayon::ThreadPool,
    threads: usize,
    /// Whether they start the engines of an experiment.
    asks_engines: bool,
}

/// What a stretch of games came to, in game order.
#[derive(Debug, Default)]
pub struct Batch {
    /// How many games.
    pub games: u64,
    /// Their rows, if rows are wanted.
    pub rows: Vec<u8>,
    /// What the first seat scored in them, in twelfths of a game.
    pub first_score: u64,
}

/// What came of the first games of a schedule.
#[derive(Clone, Debug, Default)]
pub struct Played {
    /// How many they are: the first place that was not played.
    pub reached: u64,
    /// Their tallies, by cell.
    pub tallies: Vec<Tally>,
}

impl Played {
    /// No game yet.
    pub fn nothing(prepared: &Prepared) -> Played {
        Played { reached: 0, tallies: prepared.tallies() }
    }
}

/// Which places are taken and which have been handed on.
struct Claims {
    next: u64,
    handed_on: u64,
    stretch: u64,
    /// No more shall be taken.
    closed: bool,
}

/// Games for a thread to play.
struct Stretch {
    start: u64,
    games: u64,
    /// All games before this place are played and handed on.
    handed_on: u64,
}

struct Desk<'a> {
    claims: Mutex<Claims>,
    moved: Condvar,
    most_waiting: u64,
    to: u64,
    until: Option<Instant>,
    interrupt: &'a Interrupt,
    asks_engines: bool,
}

impl Workers {
    /// So many threads.
    ///
    /// # Errors
    /// When they cannot be started.
    pub fn new(threads: usize) -> Result<Workers, rayon::ThreadPoolBuildError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        Ok(Workers { pool, threads, asks_engines: false })
    }

    /// Ones that start the engines of an experiment, too: for those who run it, and nobody else.
    #[must_use]
    pub fn asking_engines(self) -> Workers {
        Workers { asks_engines: true, ..self }
    }

    /// How many threads there are.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Does other work on the threads.
    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        self.pool.install(work)
    }

    /// Plays the games of the schedule behind those played before, up to the place `to` and not
    /// beyond the time `until`, and hands them on in order. All games that were begun before that
    /// are played to their end and handed on, unless somebody interrupts and a bot drops its game.
    ///
    /// # Errors
    /// When `hand_on` fails: no more is played then.
    pub fn play<E>(
        &self,
        prepared: &Prepared,
        schedule: &Schedule,
        (before, to): (Played, u64),
        (interrupt, until): (&Interrupt, Option<Instant>),
        rows: bool,
        mut hand_on: impl FnMut(Batch) -> Result<(), E>,
    ) -> Result<Played, E> {
        let Played { reached: from, tallies } = before;
        let claims = Claims { next: from, handed_on: from, stretch: 1, closed: false };
        let (claims, moved) = (Mutex::new(claims), Condvar::new());
        let most_waiting = (MOST_WAITING / prepared.rounds()).max(1);
        let desk = Desk {
            claims,
            moved,
            most_waiting,
            to,
            until,
            interrupt,
            asks_engines: self.asks_engines,
        };
        let (sender, receiver) = mpsc::channel::<(u64, Batch)>();
        // A thread without a game has nothing to do.
        let threads =
            self.threads.min(usize::try_from(to.saturating_sub(from)).unwrap_or(usize::MAX));
        let sums = Sums::new(tallies, prepared, threads);
        // What each thread has played and not added, because it was not handed on by then.
        let late = Mutex::new(Vec::new());
        let mut failed = None;
        let mut reached = from;
        self.pool.in_place_scope(|scope| {
            for thread in 0..threads {
                let (desk, sender, sums, late) = (&desk, sender.clone(), &sums, &late);
                scope.spawn(move |_| {
                    let add = |cell, rounds: &[Round]| sums.add(thread, cell, rounds);
                    let held = work(prepared, schedule, desk, rows, add, &sender);
                    late.lock().unwrap_or_else(PoisonError::into_inner).extend(held);
                });
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
                let late = late.into_inner().unwrap_or_else(PoisonError::into_inner);
                for held in late.iter().filter(|held| held.place < reached) {
                    sums.add(0, held.cell, &held.rounds);
                }
                Ok(Played { reached, tallies: sums.into_tallies() })
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

/// A game that is played and not counted: one before it may still be dropped.
struct Held {
    place: u64,
    cell: usize,
    rounds: Vec<Round>,
}

/// One thread's work: stretch after stretch until there is none, or a game is dropped. Each game
/// is added to the sums once it is handed on. Those that are left over come back.
fn work(
    prepared: &Prepared,
    schedule: &Schedule,
    desk: &Desk<'_>,
    rows: bool,
    add: impl Fn(usize, &[Round]),
    sender: &mpsc::Sender<(u64, Batch)>,
) -> VecDeque<Held> {
    let _guard = CloseOnPanic(desk);
    let player = Player::new(prepared).heeding(desk.interrupt.halt());
    let mut player = if desk.asks_engines { player.asking_engines() } else { player };
    let mut held: VecDeque<Held> = VecDeque::new();
    let mut old: Vec<Vec<Round>> = Vec::new();
    let mut room_a_game = 0;
    while let Some(Stretch { start, games, handed_on }) = desk.take() {
        while let Some(Held { cell, rounds, .. }) = held.pop_front_if(|it| it.place < handed_on) {
            add(cell, &rounds);
            old.push(rounds);
        }
        let begin = Instant::now();
        // As much room as the last stretch took a game, and a little more: rows are not moved about
        // while they are written.
        let room = room_a_game * games as usize;
        let mut batch = Batch { rows: Vec::with_capacity(room), ..Batch::default() };
        for place in start..start + games {
            let id = schedule.game(place);
            let Some(finished) = player.play(id) else { break };
            batch.games += 1;
            batch.first_score += finished.first_score();
            if rows {
                player.write_rows(id, &mut batch.rows);
            }
            held.push_back(Held { place, cell: id.cell, rounds: player.take_rounds(old.pop()) });
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
    held
}

impl Desk<'_> {
    fn lock(&self) -> std::sync::MutexGuard<'_, Claims> {
        self.claims.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next stretch.
    fn take(&self) -> Option<Stretch> {
        let mut claims = self.lock();
        loop {
            let time_is_up = self.until.is_some_and(|until| Instant::now() >= until);
            if claims.closed || claims.next >= self.to || time_is_up || self.interrupt.is_set() {
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
        let games = claims.stretch.min(self.to - start);
        claims.next += games;
        Some(Stretch { start, games, handed_on: claims.handed_on })
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
