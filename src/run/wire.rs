//! The line to another program: lines go to its stdin and come from its stdout. Threads write and read
//! them, so that a program that hangs, reads nothing or writes without end blocks no game.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use pasang_core::base::cancel::CancelToken;

/// The interval between checks for cancellation.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The time that a program has to exit once its stdin is closed.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);

/// The most bytes kept of what a program writes to stderr: the last ones.
const MAX_STDERR: usize = 2048;

/// The flag of Windows for a process that is not sent Ctrl-C.
#[cfg(windows)]
const NEW_PROCESS_GROUP: u32 = 0x200;

/// Manners of talking to a kind of program.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manners {
    /// The size limit of a line from it, in bytes; longer ones arrive in parts.
    pub longest: u64,
    /// The number of lines buffered for reading; then the program blocks.
    pub buffered: usize,
    /// The line to it before its stdin is closed.
    pub farewell: Option<&'static str>,
    /// `true` to keep the last that it writes to stderr; else it writes to this program's.
    pub keeps_stderr: bool,
}

/// Result of waiting for a line.
pub(super) enum Heard {
    /// A line, with its line break unless it was cut.
    Line(Vec<u8>),
    TooLate,
    /// The program has closed its end; how it ended, as far as that is known.
    Ended(String),
    Cancelled,
}

/// The connection to a process.
pub(super) struct Wire {
    child: Child,
    /// The queue of lines to it: a program that does not read does not block the game.
    said: Option<Sender<String>>,
    writer: Option<JoinHandle<()>>,
    lines: Receiver<Vec<u8>>,
    stderr: Arc<Mutex<Vec<u8>>>,
    listener: Option<JoinHandle<()>>,
    farewell: Option<&'static str>,
}

impl Wire {
    /// Starts a program; `Err` with the reason why it cannot be started.
    pub(super) fn start(command: &[String], manners: Manners) -> Result<Wire, String> {
        let (program, arguments) = command.split_first().ok_or("no command")?;
        let failed = |error| format!("cannot start `{program}`: {error}");
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        if manners.keeps_stderr {
            command.stderr(Stdio::piped());
        }
        // Ctrl-C goes to this program only, which then lets the other one exit.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        #[cfg(windows)]
        std::os::windows::process::CommandExt::creation_flags(&mut command, NEW_PROCESS_GROUP);
        let mut child = command.spawn().map_err(failed)?;
        let (stdin, stdout, errors) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (send, lines) = sync_channel(manners.buffered);
        let (said, to_say) = channel();
        let mut wire = Wire {
            child,
            said: Some(said),
            writer: None,
            lines,
            stderr: Arc::default(),
            listener: None,
            farewell: manners.farewell,
        };
        let failed = |error| format!("cannot start a thread: {error}");
        let thread = || std::thread::Builder::new().name("engine".to_owned());
        if let (Some(stdin), Some(stdout)) = (stdin, stdout) {
            let longest = manners.longest;
            thread().spawn(move || hear(stdout, longest, &send)).map_err(failed)?;
            wire.writer =
                Some(thread().spawn(move || write_lines(stdin, &to_say)).map_err(failed)?);
        }
        if let Some(errors) = errors {
            let kept = Arc::clone(&wire.stderr);
            wire.listener = Some(thread().spawn(move || keep_last(errors, &kept)).map_err(failed)?);
        }
        Ok(wire)
    }

    /// Sends a line; `Err` says how the program ended.
    pub(super) fn say(&mut self, line: &str) -> Result<(), String> {
        match self.said.as_ref().map(|said| said.send(line.to_owned())) {
            Some(Ok(())) => Ok(()),
            _ => Err(self.end()),
        }
    }

    /// Waits for a line until a time.
    pub(super) fn hear(&mut self, until: Instant, cancel: &CancelToken) -> Heard {
        loop {
            if cancel.is_cancelled() {
                return Heard::Cancelled;
            }
            let left = until.saturating_duration_since(Instant::now());
            let has_failed = self.writer.as_ref().is_some_and(JoinHandle::is_finished);
            match self.lines.recv_timeout(left.min(POLL_INTERVAL)) {
                Ok(line) => return Heard::Line(line),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Heard::TooLate,
                Err(RecvTimeoutError::Timeout) if !has_failed => {}
                // It has closed its output, or writing to it has failed.
                Err(_) => return Heard::Ended(self.end()),
            }
        }
    }

    /// Returns the last that the program has written to stderr, if that is kept.
    pub(super) fn stderr(&self) -> String {
        let until = Instant::now() + QUIT_TIMEOUT;
        // What a program has written before its end may still be on the way.
        while self.listener.as_ref().is_some_and(|it| !it.is_finished()) && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(2));
        }
        let kept = self.stderr.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&kept).trim().to_owned()
    }

    /// Describes how the program ended, as far as that is known.
    fn end(&mut self) -> String {
        // A program that closes its output ends soon after, if at all.
        match self.wait_for_end(QUIT_TIMEOUT) {
            Some(status) => format!("the program has ended ({status})"),
            None => "it has closed its end of the line".to_owned(),
        }
    }

    fn wait_for_end(&mut self, limit: Duration) -> Option<ExitStatus> {
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
    /// Lets the program exit, and kills it if it does not, with all processes that it has started.
    fn drop(&mut self) {
        #[cfg(unix)]
        let started = descendants(self.child.id());
        if let Some(said) = self.said.take() {
            let _ = self.farewell.map(|farewell| said.send(farewell.to_owned()));
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

/// Writes lines to a program until the queue is closed or writing fails.
fn write_lines(mut stdin: impl Write, to_say: &Receiver<String>) {
    for line in to_say {
        if writeln!(stdin, "{line}").and(stdin.flush()).is_err() {
            return;
        }
    }
}

/// Reads a program's output, line by line, until it ends or the receiver is gone.
fn hear(stdout: impl Read, longest: u64, send: &SyncSender<Vec<u8>>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut bytes = Vec::new();
        let read = (&mut stdout).take(longest).read_until(b'\n', &mut bytes);
        if !matches!(read, Ok(1..)) || send.send(bytes).is_err() {
            return;
        }
    }
}

/// Keeps the last bytes of what a program writes to stderr.
fn keep_last(mut stderr: ChildStderr, kept: &Mutex<Vec<u8>>) {
    let mut bytes = [0; 4096];
    while let Ok(read @ 1..) = stderr.read(&mut bytes) {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend_from_slice(&bytes[..read]);
        let surplus = kept.len().saturating_sub(MAX_STDERR);
        kept.drain(..surplus);
    }
}
