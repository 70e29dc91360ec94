//! Shows the progress of a run: a bar on a terminal, else an occasional line.

use std::io::Write;
use std::time::{Duration, Instant};

use crate::text::failure::CommandError;
use crate::text::interrupt::Signal;
use crate::text::messages::complain;
use crate::text::terminal::{Line, command_line_without, is_quiet};

/// The time between lines without a terminal.
const EVERY: Duration = Duration::from_secs(5);

/// The question of a run that stops when it is answered, as the last look left it.
#[derive(Debug)]
pub struct OpenQuestion {
    /// The most games that it may take.
    pub limit: u64,
    /// The result so far.
    pub words: String,
}

/// Shows the progress of a run on stderr until it is dropped.
#[derive(Debug)]
pub struct Progress {
    line: Line,
    begin: Instant,
    last: Instant,
    /// The number of games that were there already.
    before: u64,
    done: u64,
    of: u64,
    look: Option<OpenQuestion>,
    /// The answer so far, which follows the speed.
    said: String,
}

impl Progress {
    /// Begins with the games that are there, of all.
    pub fn new(done: u64, of: u64, look: Option<OpenQuestion>) -> Progress {
        let steps = look.as_ref().map_or(of, |look| look.limit);
        let (now, line) = (Instant::now(), Line::with_bar(steps));
        let said = String::new();
        let progress = Progress { line, begin: now, last: now, before: done, done, of, look, said };
        progress.line.step(done);
        progress.line.write(|| progress.in_words());
        progress
    }

    /// Sets the answer so far.
    pub fn say(&mut self, words: String) {
        self.said = words;
    }

    pub fn add(&mut self, games: u64) {
        self.done += games;
        if self.line.moves() {
            self.line.step(self.done);
            self.line.write(|| self.in_words());
        } else if self.last.elapsed() >= EVERY && !is_quiet() {
            self.last = Instant::now();
            // A closed stderr does not stop the run.
            let _ = writeln!(std::io::stderr(), "{}", self.in_words());
        }
    }

    /// Formats the progress and the speed, the most important first.
    fn in_words(&self) -> String {
        if let Some(OpenQuestion { limit, words }) = &self.look {
            return format!("{}/{limit}: {words}", self.done);
        }
        let games = format!("{} of {} games", self.done, self.of);
        // Without a new game no speed is known.
        if self.done == self.before {
            return games;
        }
        let seconds = self.begin.elapsed().as_secs_f64();
        let speed = (self.done - self.before) as f64 / seconds.max(f64::MIN_POSITIVE);
        let left = duration((self.of - self.done) as f64 / speed.max(f64::MIN_POSITIVE));
        let said = if self.said.is_empty() { String::new() } else { format!("; {}", self.said) };
        format!("{games}, {left} left, {speed:.0} a second{said}")
    }
}

/// Formats a duration in a suitable unit.
pub fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 90.0 => format!("{s:.0} s"),
        s if s < 90.0 * 60.0 => format!("{:.0} min", s / 60.0),
        s if s < 48.0 * 3600.0 => format!("{:.1} h", s / 3600.0),
        s => format!("{:.0} days", s / 86_400.0),
    }
}

/// Says that a finished run was made longer.
pub const ADDED: &str = "warning: games were added to finished results; if that was because of the outcome (optional \
                                stopping), the intervals are too narrow";

/// Says how a run that a signal stopped goes on, and returns how the command ends.
pub fn stopped(signal: Signal, reached: u64, of: u64) -> CommandError {
    let again = command_line_without(&[]);
    complain(format_args!("stopped with {reached} of {of} games played; to go on:\n  {again}"));
    CommandError::Interrupted(signal)
}
