//! Serves the bots to other programs, line by line on stdin and stdout.
//! [`pasang_core::protocol`] interprets the lines; this module has the streams, the clock and the threads.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use pasang_core::protocol::{PendingSearch, ProtocolSession, Response};

use crate::text::failure::{CommandError, CommandResult};
use crate::text::memory;
use crate::text::messages::print;
use pasang_core::base::cancel::CancelToken;
use pasang_core::players::bots::BotSpec;

/// Maximum bytes of a line, to bound memory.
const MAX_LENGTH: u64 = 1 << 16;

/// Maximum bytes of pending commands. Beyond it no line is read, and the pipe blocks the other program.
const MAX_WAITING: usize = 1 << 24;

/// Bytes of overhead counted for each pending command.
const OVERHEAD: usize = 64;

enum Event {
    /// A line just read, or the reason why it is unreadable.
    Line(Result<String, &'static str>),
    /// A pending line whose turn has come.
    Due(String),
    End,
    /// Answer of a search, or the panic of its thread.
    SearchResult(thread::Result<String>),
}

/// A running search: its cancellation token and its deadline.
type RunningSearch = (CancelToken, Option<Instant>);

/// Answers line by line, by a bot with a seed, until `quit` or the end of the input.
pub fn serve(bot: BotSpec, seed: u64) -> CommandResult {
    let (send, events) = channel();
    let (ears, backlog) = (send.clone(), Arc::new(Backlog::default()));
    let seen = Arc::clone(&backlog);
    let work = move || hear(&ears, &seen);
    thread::Builder::new().spawn(work).context("cannot start a thread")?;
    let name = format!("pasang {}", crate::VERSION);
    let mut session = ProtocolSession::new(&name, bot, seed, memory::lacks);
    let (mut thinking, mut has_ended): (Option<RunningSearch>, _) = (None, false);
    let mut waiting: VecDeque<String> = VecDeque::new();
    while !(has_ended && thinking.is_none() && waiting.is_empty()) {
        let is_free = thinking.is_none() && !waiting.is_empty();
        // Lines already read come first: one may be `quit`.
        let event = match if is_free { events.try_recv().ok() } else { None } {
            Some(event) => event,
            None if is_free => waiting.pop_front().map_or(Event::End, Event::Due),
            None => next(&events, thinking.as_ref()),
        };
        match event {
            Event::Line(Ok(line)) if (is_free || thinking.is_some()) && waits(&line, &waiting) => {
                waiting.push_back(line);
            }
            Event::Line(Ok(line)) | Event::Due(line) => {
                let answer = session.take(line.trim());
                backlog.remove(line.len());
                match answer {
                    Response::Say(text) if text.is_empty() => {}
                    Response::Say(text) => print(text + "\n")?,
                    Response::Think(task) => thinking = Some(think(*task, send.clone())?),
                    Response::Stop => thinking.iter().for_each(|(cancel, _)| cancel.cancel()),
                    Response::Quit => break,
                }
            }
            Event::Line(Err(why)) => {
                print(format_args!("error {why}\n"))?;
                backlog.remove(0);
            }
            Event::End => has_ended = true,
            Event::SearchResult(answered) => {
                thinking = None;
                // A panic of the thread, such as out of memory, ends the program.
                print(answered.unwrap_or_else(|thrown| resume_unwind(thrown)) + "\n")?;
            }
        }
    }
    Ok(())
}

/// Returns whether a line waits for the end of the running search. Commands about the next search
/// do, and all lines after them; `stop` and `quit` do not.
fn waits(line: &str, waiting: &VecDeque<String>) -> bool {
    let is_urgent = ["stop", "quit"].contains(&line.trim());
    !is_urgent && (!waiting.is_empty() || ProtocolSession::waits(line))
}

/// Total bytes of the lines read but not yet processed.
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
        let is_full = |bytes: &mut usize| *bytes > MAX_WAITING;
        drop(self.shrunk.wait_while(self.bytes(), is_full));
    }
}

/// Reads lines until the end of the input; pauses while the backlog is full.
fn hear(send: &Sender<Event>, backlog: &Backlog) {
    let mut stdin = io::stdin().lock();
    let mut is_rest = false;
    loop {
        backlog.wait_for_room();
        let mut bytes = Vec::new();
        let read = (&mut stdin).take(MAX_LENGTH).read_until(b'\n', &mut bytes);
        if !matches!(read, Ok(1..)) {
            break;
        }
        let is_whole = bytes.ends_with(b"\n") || (bytes.len() as u64) < MAX_LENGTH;
        let line = match is_whole {
            true => String::from_utf8(bytes).map_err(|_| "the line is no UTF-8"),
            false => Err("the line has more than 65536 bytes"),
        };
        if !std::mem::replace(&mut is_rest, !is_whole) {
            backlog.add(line.as_ref().map_or(0, String::len));
            if send.send(Event::Line(line)).is_err() {
                return;
            }
        }
    }
    // The receiver is gone only if the program has ended.
    let _ = send.send(Event::End);
}

/// Waits for the next event; stops the running search at its deadline.
fn next(events: &Receiver<Event>, thinking: Option<&RunningSearch>) -> Event {
    if let Some((cancel, Some(until))) = thinking {
        match events.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Err(RecvTimeoutError::Timeout) => cancel.cancel(),
            event => return event.unwrap_or(Event::End),
        }
    }
    events.recv().unwrap_or(Event::End)
}

fn think(task: PendingSearch, send: Sender<Event>) -> Result<RunningSearch, CommandError> {
    let limit = task.milliseconds.map(Duration::from_millis);
    let until = limit.and_then(|limit| Instant::now().checked_add(limit));
    let cancel = CancelToken::default();
    let seen = cancel.clone();
    let work = move || {
        let answered = catch_unwind(AssertUnwindSafe(|| task.answer(&seen)));
        let _ = send.send(Event::SearchResult(answered));
    };
    thread::Builder::new().spawn(work).context("cannot start a thread")?;
    Ok((cancel, until))
}
