//! Bots that are external programs, using the line protocol of docs/protocol.md.
//!
//! An engine may be slow, crash, hang, print rubbish or try to cheat. Any of its errors ends the
//! run with a message; the games before are kept, and the run can be resumed.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::base::cancel::CancelToken;
use crate::base::random::GameRng;
use crate::experiment::Engine;
use pasang_core::board::draw;
use pasang_core::{Bot, Move, Position};

/// An external engine, started with its first game.
pub(super) struct ExternalEngine {
    engine: Engine,
    wire: Option<Wire>,
    /// The start of the game in the notation of the protocol; empty before its first move.
    start: String,
    /// The moves so far, each with a blank before it.
    moves: String,
    /// `true` if it was sent the seed of this game's random numbers.
    is_seeded: bool,
    cancel: CancelToken,
}

impl ExternalEngine {
    pub(super) fn new(engine: Engine) -> ExternalEngine {
        ExternalEngine {
            engine,
            wire: None,
            start: String::new(),
            moves: String::new(),
            is_seeded: false,
            cancel: CancelToken::default(),
        }
    }

    /// Keeps the first position of a game as its start.
    fn meet(&mut self, position: &Position) {
        if self.start.is_empty() {
            let board = draw(position.board_size(), |point| position.sign(point));
            self.start = position.rules().start_in_an_order(&board);
        }
    }

    fn begin(&mut self) -> Result<(), EngineError> {
        let (engine, limit) = (&self.engine, self.engine.limit());
        let mut wire = Wire::start(&engine.command)?;
        wire.say("hello 1")?;
        let hello = wire.wait("hello", limit.min(HELLO_TIMEOUT), &self.cancel)?;
        let protocol = hello.split_whitespace().nth(1).unwrap_or("none");
        if protocol != "1" {
            return Err(wrong(format!("its protocol is {protocol}, and 1 is wanted")));
        }
        for (key, value) in &engine.options {
            wire.say(&format!("set {key} {value}"))?;
        }
        // Errors about options arrive before the answer to this.
        wire.say("isready")?;
        wire.wait("readyok", limit, &self.cancel)?;
        self.cancel.meet(engine.name.as_str(), &wire.id);
        self.wire = Some(wire);
        Ok(())
    }

    /// Formats the position in the notation of the protocol.
    fn position(&self) -> String {
        let moves = if self.moves.is_empty() { "" } else { " moves" };
        format!("{}{moves}{}", self.start, self.moves)
    }

    /// Fails the run with a message, unless it was merely cancelled.
    fn halts(&mut self, trouble: EngineError, was_asked: bool) {
        self.wire = None;
        if let EngineError::Wrong(what) = trouble {
            let place = was_asked.then(|| format!("; it was asked at: {}", self.position()));
            let (name, place) = (self.engine.name, place.unwrap_or_default());
            self.cancel.fail(format!("engine `{name}`: {what}{place}"));
        }
    }

    fn ask(&mut self, rng: &mut GameRng) -> Result<String, EngineError> {
        let (limit, position) = (self.engine.limit(), self.position());
        let wire = self.wire.as_mut().ok_or_else(|| wrong("it is not there"))?;
        if !self.is_seeded && wire.takes_seeds {
            wire.say(&format!("set seed {}", rng.below_u64(SEEDS)))?;
        }
        self.is_seeded = true;
        wire.say(&format!("position {position}"))?;
        wire.say(&self.engine.go())?;
        let answer = wire.wait("bestmove", limit, &self.cancel)?;
        let mv = answer.split_whitespace().nth(1);
        mv.map(str::to_owned).ok_or_else(|| wrong("it says `bestmove` without a move"))
    }
}

/// The range of seeds sent to engines: every engine can read them, though the protocol's `set seed`
/// allows more.
const SEEDS: u64 = 1 << 53;

impl Bot for ExternalEngine {
    fn set_cancel_token(&mut self, cancel: &CancelToken) {
        self.cancel = cancel.clone();
    }

    fn new_game(&mut self) {
        self.start.clear();
        self.moves.clear();
        self.is_seeded = false;
    }

    fn on_move(&mut self, position: &Position, mv: Move) {
        self.meet(position);
        self.moves += &format!(" {mv}");
    }

    fn choose_move(&mut self, position: &Position, rng: &mut GameRng) -> Option<Move> {
        if self.cancel.is_cancelled() {
            return None;
        }
        self.meet(position);
        if self.wire.is_none()
            && let Err(trouble) = self.begin()
        {
            self.halts(trouble, false);
            return None;
        }
        let answer = self.ask(rng).and_then(|word| {
            position.parse_move(&word).map_err(|refusal| {
                let shown: String = word.chars().take(40).collect();
                let shown = shown.escape_debug();
                wrong(format!("`{shown}` is not legal: {}", refusal.instead()))
            })
        });
        answer.map_err(|trouble| self.halts(trouble, true)).ok()
    }
}

/// The size limit of a line from an engine, in bytes.
const MAX_LENGTH: u64 = 1 << 16;

/// The number of lines buffered for reading; then the engine blocks.
const LINE_BUFFER: usize = 256;

/// The time that a program has to answer as an engine.
const HELLO_TIMEOUT: Duration = Duration::from_secs(5);

/// The interval between checks for cancellation.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The time that an engine has to exit after `quit`.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);

/// The flag of Windows for a process that is not sent Ctrl-C.
#[cfg(windows)]
const NEW_PROCESS_GROUP: u32 = 0x200;

enum EngineError {
    Stopped,
    Wrong(String),
}

fn wrong(what: impl Into<String>) -> EngineError {
    EngineError::Wrong(what.into())
}

/// The connection to an engine process.
struct Wire {
    child: Child,
    /// The queue of lines to it: an engine that does not read does not block the game.
    said: Option<Sender<String>>,
    writer: Option<JoinHandle<()>>,
    lines: Receiver<String>,
    takes_seeds: bool,
    id: String,
}

impl Wire {
    fn start(command: &[String]) -> Result<Wire, EngineError> {
        let (program, arguments) = command.split_first().ok_or_else(|| wrong("no command"))?;
        let failed = |error| wrong(format!("cannot start `{program}`: {error}"));
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        // Ctrl-C goes to this program only, which then sends `quit` to the engine.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        #[cfg(windows)]
        std::os::windows::process::CommandExt::creation_flags(&mut command, NEW_PROCESS_GROUP);
        let mut child = command.spawn().map_err(failed)?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let (send, lines) = sync_channel(LINE_BUFFER);
        let (said, to_say) = channel();
        let (said, id) = (Some(said), String::new());
        let mut wire = Wire { child, said, writer: None, lines, takes_seeds: false, id };
        if let (Some(stdin), Some(stdout)) = (stdin, stdout) {
            let failed = |error| wrong(format!("cannot start a thread: {error}"));
            let thread = || std::thread::Builder::new().name("engine".to_owned());
            thread().spawn(move || hear(stdout, &send)).map_err(failed)?;
            wire.writer =
                Some(thread().spawn(move || write_lines(stdin, &to_say)).map_err(failed)?);
        }
        Ok(wire)
    }

    fn say(&mut self, line: &str) -> Result<(), EngineError> {
        match self.said.as_ref().map(|said| said.send(line.to_owned())) {
            Some(Ok(())) => Ok(()),
            _ => Err(wrong(self.end())),
        }
    }

    /// Waits for a line that begins with a word, and stores what the engine says of itself before it;
    /// `Err` on an error line, all other lines are ignored.
    fn wait(
        &mut self,
        word: &str,
        limit: Duration,
        cancel: &CancelToken,
    ) -> Result<String, EngineError> {
        let until = Instant::now() + limit;
        let lacks = |what: &str| wrong(format!("no `{word}`: {what}"));
        loop {
            if cancel.is_cancelled() {
                return Err(EngineError::Stopped);
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(lacks("its time is up"));
            }
            let has_failed = self.writer.as_ref().is_some_and(JoinHandle::is_finished);
            let line = match self.lines.recv_timeout(left.min(POLL_INTERVAL)) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) if !has_failed => continue,
                // It has closed its output, or writing to it has failed.
                Err(_) => return Err(lacks(&self.end())),
            };
            let mut words = line.split_whitespace();
            match (words.next(), words.next()) {
                (Some(first), _) if first == word => return Ok(line),
                (Some("option"), Some("seed")) => self.takes_seeds = true,
                (Some("id"), _) => self.id = line.trim_start_matches("id").trim().to_owned(),
                (Some("error"), _) => return Err(wrong(format!("it says `{line}`"))),
                _ => {}
            }
        }
    }

    /// Describes how the engine ended, as far as that is known.
    fn end(&mut self) -> String {
        // An engine that closes its output ends soon after, if at all.
        match self.wait_for_end(QUIT_TIMEOUT) {
            Some(status) => format!("the program has ended ({status})"),
            None => "it has closed its end of the line".to_owned(),
        }
    }

    fn wait_for_end(&mut self, limit: Duration) -> Option<std::process::ExitStatus> {
        let until = Instant::now() + limit;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < until => {
                    std::thread::sleep(Duration::from_millis(2));
                }
                _ => return None,
            }
        }
    }
}

impl Drop for Wire {
    /// Lets the engine exit, and kills it if it does not, with all processes that it has started.
    fn drop(&mut self) {
        #[cfg(unix)]
        let started = descendants(self.child.id());
        if let Some(said) = self.said.take() {
            let _ = said.send("quit".to_owned());
        }
        let has_left = self.wait_for_end(QUIT_TIMEOUT).is_some();
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(self.child.id() as i32) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        #[cfg(unix)]
        for process in started.into_iter().filter_map(rustix::process::Pid::from_raw) {
            let _ = rustix::process::kill_process(process, rustix::process::Signal::KILL);
        }
        if !has_left {
            #[cfg(windows)]
            let _ = Command::new("taskkill")
                .args(["/t", "/f", "/pid", &self.child.id().to_string()])
                .output();
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Returns the processes that a process has started, and those that these have, as far as the system tells:
/// they may be in groups of their own.
#[cfg(unix)]
fn descendants(process: u32) -> Vec<i32> {
    let tasks = std::fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let read = |task: std::fs::DirEntry| std::fs::read_to_string(task.path().join("children"));
    let children: String = tasks.filter_map(|task| read(task).ok()).collect();
    let children = children.split_whitespace().filter_map(|word| word.parse::<u32>().ok());
    children.flat_map(|child| [descendants(child), vec![child as i32]].concat()).collect()
}

/// Writes lines to an engine until the queue is closed or writing fails.
fn write_lines(mut stdin: impl Write, to_say: &Receiver<String>) {
    for line in to_say {
        if writeln!(stdin, "{line}").and(stdin.flush()).is_err() {
            return;
        }
    }
}

/// Reads an engine's output, line by line, until it ends or the receiver is gone. Invalid text is
/// passed on too, without control characters.
fn hear(stdout: impl Read, send: &SyncSender<String>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut bytes = Vec::new();
        let read = (&mut stdout).take(MAX_LENGTH).read_until(b'\n', &mut bytes);
        if !matches!(read, Ok(1..)) {
            return;
        }
        let line = String::from_utf8_lossy(&bytes);
        let line: String = line.trim().chars().filter(|sign| !sign.is_control()).collect();
        if send.send(line).is_err() {
            return;
        }
    }
}
