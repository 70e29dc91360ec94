//! How far a run has come: a bar on a terminal, a line now and then elsewhere.

use std::io::Write;
use std::time::{Duration, Instant};

use crate::base::terminal::{Line, bar, is_quiet};

/// Where there is no terminal, a line is printed this often.
const EVERY: Duration = Duration::from_secs(5);

/// How wide the bar is, where there is room for one.
const WIDEST_BAR: usize = 30;
const NARROWEST_BAR: usize = 8;

/// Tells people on stderr how far a run has come.
#[derive(Debug)]
pub struct Progress {
    line: Line,
    begin: Instant,
    last: Instant,
    /// Games that were there already.
    before: u64,
    done: u64,
    of: u64,
}

impl Progress {
    pub fn new(done: u64, of: u64) -> Progress {
        let now = Instant::now();
        let progress =
            Progress { line: Line::new(), begin: now, last: now, before: done, done, of };
        progress.line.write(|columns| progress.in_columns(columns));
        progress
    }

    pub fn add(&mut self, games: u64) {
        self.done += games;
        if self.line.moves() {
            self.line.write(|columns| self.in_columns(columns));
        } else if self.last.elapsed() >= EVERY && !is_quiet() {
            self.last = Instant::now();
            let (done, of, speed) = (self.done, self.of, self.speed());
            let left = self.seconds_left();
            // Nobody may be listening; the run goes on all the same.
            let _ = writeln!(
                std::io::stderr(),
                "{done} of {of} games, {speed:.0} a second, {left:.0} s left"
            );
        }
    }

    fn seconds_left(&self) -> f64 {
        (self.of - self.done) as f64 / self.speed().max(f64::MIN_POSITIVE)
    }

    /// As much as fits, what matters most first, and a bar where there is room for it.
    fn in_columns(&self, columns: usize) -> String {
        let parts = [
            format!("{} of {} games", self.done, self.of),
            format!(", {} left", duration(self.seconds_left())),
            format!(", {:.0} a second", self.speed()),
        ];
        // Of no game nothing follows.
        let known = if self.done > self.before { parts.len() } else { 1 };
        let mut text = String::new();
        for part in &parts[..known] {
            if text.len() + part.len() > columns {
                break;
            }
            text += part;
        }
        match columns.saturating_sub(text.len() + 1).min(WIDEST_BAR) {
            room if room < NARROWEST_BAR => text,
            room => format!("{} {text}", bar(self.done, self.of, room)),
        }
    }

    fn speed(&self) -> f64 {
        let seconds = self.begin.elapsed().as_secs_f64();
        (self.done - self.before) as f64 / seconds.max(f64::MIN_POSITIVE)
    }

    pub fn finish(&self) {
        self.line.clear();
    }
}

/// A length of time in the unit that suits it.
fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 90.0 => format!("{s:.0} s"),
        s if s < 90.0 * 60.0 => format!("{:.0} min", s / 60.0),
        s if s < 48.0 * 3600.0 => format!("{:.1} h", s / 3600.0),
        s => format!("{:.0} days", s / 86_400.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever the width, the line fits, and says how far things are as soon as that does.
    #[test]
    fn the_line_fits_into_any_terminal() {
        let mut progress = Progress::new(120, 80_000_000_000);
        progress.done = 40_123_456_789;
        for columns in 0..200 {
            let line = progress.in_columns(columns);
            assert!(line.chars().count() <= columns, "{columns}: {line}");
            assert_eq!(line.contains("40123456789 of 80000000000 games"), columns >= 32, "{line}");
        }
        let wide = progress.in_columns(140);
        assert!(wide.starts_with('█') && wide.contains(" left, "), "{wide}");
        assert!(wide.ends_with(" a second"), "{wide}");
        // A bar that is hardly one is left out.
        assert!(progress.in_columns(38).starts_with('4'));
    }
}
