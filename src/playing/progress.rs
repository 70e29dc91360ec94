//! How far a run has come: a bar on a terminal, a line now and then elsewhere.

use std::io::Write;
use std::time::{Duration, Instant};

use crate::base::terminal::{Line, bar, is_quiet};
use crate::stats::anytime::anytime;
use crate::stats::{ALPHA, WHOLE};

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
    /// What the first seat scored in the games played now, in twelfths.
    first_score: u64,
    mix: Mix,
}

/// What the games are of which the leading figure speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mix {
    /// Of all cells in turn: their mean has an interval.
    Even,
    /// Of the cells that results have left: their mean is of nothing in particular.
    Chosen,
}

impl Progress {
    /// So many games are done of so many.
    pub fn new(done: u64, of: u64, mix: Mix) -> Progress {
        let now = Instant::now();
        let (line, begin, last, before) = (Line::new(), now, now, done);
        let progress = Progress { line, begin, last, before, done, of, first_score: 0, mix };
        progress.line.write(|columns| progress.in_columns(columns));
        progress
    }

    /// So many games more are done, in which the first seat scored so many twelfths.
    pub fn add(&mut self, games: u64, first_score: u64) {
        self.done += games;
        self.first_score += first_score;
        if self.line.moves() {
            self.line.write(|columns| self.in_columns(columns));
        } else if self.last.elapsed() >= EVERY && !is_quiet() {
            self.last = Instant::now();
            let (speed, _) = self.speed();
            let left = self.seconds_left();
            // Nobody may be listening; the run goes on all the same.
            let _ = writeln!(
                std::io::stderr(),
                "{} of {} games, {speed:.0} a second, {left:.0} s left{}",
                self.done,
                self.of,
                self.leading()
            );
        }
    }

    fn seconds_left(&self) -> f64 {
        (self.of - self.done) as f64 / self.speed().0.max(f64::MIN_POSITIVE)
    }

    /// As much as fits, what matters most first, and a bar where there is room for it.
    fn in_columns(&self, columns: usize) -> String {
        let parts = [
            format!("{} of {} games", self.done, self.of),
            format!(", {} left", duration(self.seconds_left())),
            self.leading(),
            format!(", {:.0} a second", self.speed().0),
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

    /// The leading figure, with an interval that may be looked at at any time.
    fn leading(&self) -> String {
        let games = self.done - self.before;
        if games == 0 {
            return String::new();
        }
        let percent = |share: f64| format!("{:.1}", 100.0 * share);
        let share = percent(self.first_score as f64 / (WHOLE * games) as f64);
        match self.mix {
            Mix::Chosen => format!(", first player {share} %"),
            Mix::Even => {
                let interval = anytime(self.first_score, games, ALPHA);
                let (low, high) = (percent(interval.low), percent(interval.high));
                format!(", first player {share} % ({low}-{high})")
            }
        }
    }

    /// Games a second and seconds so far.
    pub fn speed(&self) -> (f64, f64) {
        let seconds = self.begin.elapsed().as_secs_f64();
        ((self.done - self.before) as f64 / seconds.max(f64::MIN_POSITIVE), seconds)
    }

    /// The line goes away.
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
        let mut progress = Progress::new(120, 80_000_000_000, Mix::Even);
        progress.done = 40_123_456_789;
        progress.first_score = 6 * (progress.done - progress.before);
        for columns in 0..200 {
            let line = progress.in_columns(columns);
            assert!(line.chars().count() <= columns, "{columns}: {line}");
            assert_eq!(line.contains("40123456789 of 80000000000 games"), columns >= 32, "{line}");
        }
        let wide = progress.in_columns(140);
        assert!(wide.starts_with('█') && wide.contains(" left, first player 50.0 %"), "{wide}");
        assert!(wide.ends_with(" a second"), "{wide}");
        // A bar that is hardly one is left out.
        assert!(progress.in_columns(38).starts_with('4'));
    }
}
