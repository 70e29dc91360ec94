//! `pasang engine`: other programs ask our bots for moves, line by line on stdin and stdout. What is said is
//! [`pasang_core::protocol`]'s; here are the streams, the clock and the threads.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Args;
use pasang_core::protocol::{Answer, Desk, Task, bot};

use super::ended::{Done, Stop, print};
use super::options::seed;
use crate::base::halt::Halt;
use crate::base::memory;
use crate::players::bots::BotSpec;

/// A line has no more bytes, so that nobody fills the memory with one.
const LONGEST: u64 = 1 << 16;

/// Bytes of orders that may wait. While more do, no further line is read, and the pipe holds the other program up.
const MOST_WAITING: usize = 1 << 24;

/// Bytes that a waiting order counts beside its own.
const OVERHEAD: usize = 64;

#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Example:\n  echo 'go positions 10000' | pasang engine --bot search:depth=4"
)]
pub struct Engine {
    /// Who thinks, until the other program says otherwise
    #[arg(long, value_name = "BOT", default_value = super::play::USUAL_BOT, value_parser = bot)]
    bot: BotSpec,
    /// What the bot draws its random numbers from
    #[arg(long, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = seed(), allow_negative_numbers = true)]
    seed: u64,
}

/// What there may be to answer to.
enum Event {
    /// A line that was read just now.
    Line(String),
    /// A line that waited, and whose turn it is.
    Due(String),
    /// A line that cannot be read, and why.
    Unreadable(&'static str),
    /// No line comes any more.
    End,
    /// The line that answers, or what stopped the thread.
    Thought(thread::Result<String>),
}

impl Event {
    /// The bytes of its line that are kept.
    fn bytes(&self) -> usize {
        if let Event::Line(line) = self { line.len() } else { 0 }
    }
}

/// What is being thought about, and when it is enough.
type Thinking = (Halt, Option<Instant>);

impl Engine {
    /// Answers line by line, until the other program leaves.
    pub fn run(self) -> Done {
        let (send, events) = channel();
        let (ears, backlog) = (send.clone(), Arc::new(Backlog::default()));
        let seen = Arc::clone(&backlog);
        let work = move || hear(&ears, &seen);
        thread::Builder::new().spawn(work).context("cannot start a thread")?;
        let name = format!("pasang {}", crate::VERSION);
        let mut desk = Desk::new(&name, self.bot, self.seed, memory::lacks);
        let (mut thinking, mut has_ended): (Option<Thinking>, _) = (None, false);
        let mut waiting: VecDeque<String> = VecDeque::new();
        while !(has_ended && thinking.is_none() && waiting.is_empty()) {
            let is_free = thinking.is_none() && !waiting.is_empty();
            // Lines that were read already come first: a `quit` may be among them.
            let event = match if is_free { events.try_recv().ok() } else { None } {
                Some(event) => event,
                None if is_free => waiting.pop_front().map_or(Event::End, Event::Due),
                None => next(&events, thinking.as_ref()),
            };
            match event {
                Event::Line(line) if (is_free || thinking.is_some()) && waits(&line, &waiting) => {
                    waiting.push_back(line);
                }
                Event::Line(line) | Event::Due(line) => {
                    let answer = desk.take(line.trim());
                    backlog.remove(line.len());
                    match answer {
                        Answer::Say(text) if text.is_empty() => {}
                        Answer::Say(text) => print(text + "\n")?,
                        Answer::Think(task) => thinking = Some(think(*task, send.clone())?),
                        Answer::Stop => thinking.iter().for_each(|(halt, _)| halt.set()),
                        Answer::Quit => break,
                    }
                }
                Event::Unreadable(why) => {
                    print(format_args!("error {why}\n"))?;
                    backlog.remove(0);
                }
                Event::End => has_ended = true,
                Event::Thought(answered) => {
                    thinking = None;
                    // What stopped the thread, as a lack of memory, stops the program.
                    print(answered.unwrap_or_else(|thrown| resume_unwind(thrown)) + "\n")?;
                }
            }
        }
        Ok(())
    }
}

/// Whether a line waits while something is thought about: what is about the next thought does, and
/// what comes behind it; who wants it to end does not.
fn waits(line: &str, waiting: &VecDeque<String>) -> bool {
    let is_urgent = ["stop", "quit"].contains(&line.trim());
    !is_urgent && (!waiting.is_empty() || Desk::waits(line))
}

/// The bytes of all lines that were read and are not done.
#[derive(Default)]
struct Backlog {
    bytes: Mutex<usize>,
    shrunk: Condvar,
}

impl Backlog {
    fn bytes(&self) -> MutexGuard<'_, usize> {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, bytes: usize) {
        *self.bytes() += bytes + OVERHEAD;
    }

    fn remove(&self, bytes: usize) {
        *self.bytes() -= bytes + OVERHEAD;
        self.shrunk.notify_one();
    }

    fn wait_for_room(&self) {
        let is_full = |bytes: &mut usize| *bytes > MOST_WAITING;
        drop(self.shrunk.wait_while(self.bytes(), is_full));
    }
}

/// Reads lines until the input ends; while too many wait it reads none.
fn hear(send: &Sender<Event>, backlog: &Backlog) {
    let mut stdin = io::stdin().lock();
    let mut is_rest = false;
    loop {
        backlog.wait_for_room();
        let mut bytes = Vec::new();
        let read = (&mut stdin).take(LONGEST).read_until(b'\n', &mut bytes);
        if !matches!(read, Ok(1..)) {
            break;
        }
        let is_whole = bytes.ends_with(b"\n") || (bytes.len() as u64) < LONGEST;
        let event = match String::from_utf8(bytes) {
            _ if is_rest => None,
            _ if !is_whole => Some(Event::Unreadable("the line has more than 65536 bytes")),
            Ok(line) => Some(Event::Line(line)),
            Err(_) => Some(Event::Unreadable("the line is no UTF-8")),
        };
        is_rest = !is_whole;
        if let Some(event) = event {
            backlog.add(event.bytes());
            if send.send(event).is_err() {
                return;
            }
        }
    }
    // Where nobody listens any more the program has ended.
    let _ = send.send(Event::End);
}

/// Waits for what happens next; what is thought about is stopped in time.
fn next(events: &Receiver<Event>, thinking: Option<&Thinking>) -> Event {
    if let Some((halt, Some(until))) = thinking {
        match events.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Err(RecvTimeoutError::Timeout) => halt.set(),
            event => return event.unwrap_or(Event::End),
        }
    }
    events.recv().unwrap_or(Event::End)
}

fn think(task: Task, send: Sender<Event>) -> Result<Thinking, Stop> {
    let limit = task.milliseconds.map(Duration::from_millis);
    let until = limit.and_then(|limit| Instant::now().checked_add(limit));
    let halt = Halt::default();
    let seen = halt.clone();
    let work = move || {
        let answered = catch_unwind(AssertUnwindSafe(|| task.answer(&seen)));
        let _ = send.send(Event::Thought(answered));
    };
    thread::Builder::new().spawn(work).context("cannot start a thread")?;
    Ok((halt, until))
}
