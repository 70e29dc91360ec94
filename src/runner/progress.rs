//! How far a run has come: a bar on a terminal, a line now and then elsewhere.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::stats::anytime::anytime;
use crate::stats::{ALPHA, WHOLE};

/// Where there is no terminal, a line is printed this often.
const EVERY: Duration = Duration::from_secs(5);

/// Tells people on stderr how far a run has come.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    terminal: bool,
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

/// Whether something may move or be coloured on a stream: it is a terminal that can, and
/// `NO_COLOR` is not set.
pub fn is_lively(stream: &impl IsTerminal) -> bool {
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|value| value == "dumb");
    stream.is_terminal() && !plain && !dumb
}

impl Progress {
    /// So many games are done of so many.
    pub fn new(done: u64, of: u64, mix: Mix) -> Progress {
        let bar = ProgressBar::new(of).with_position(done);
        let style = ProgressStyle::with_template(
            "{bar:30} {human_pos} of {human_len} games{msg}, {eta} left",
        );
        if let Ok(style) = style {
            bar.set_style(style);
        }
        bar.reset_eta();
        let now = Instant::now();
        // Who wants no colour wants nothing that moves.
        let terminal = is_lively(&std::io::stderr());
        if !terminal {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        let (begin, last, before) = (now, now, done);
        Progress { bar, terminal, begin, last, before, done, of, first_score: 0, mix }
    }

    /// So many games more are done, in which the first seat scored so many twelfths.
    pub fn add(&mut self, games: u64, first_score: u64) {
        self.done += games;
        self.first_score += first_score;
        if self.terminal {
            self.bar.set_position(self.done);
            self.bar.set_message(format!(", {:.0} a second{}", self.speed().0, self.leading()));
        } else if self.last.elapsed() >= EVERY {
            self.last = Instant::now();
            let (speed, _) = self.speed();
            let left = (self.of - self.done) as f64 / speed.max(f64::MIN_POSITIVE);
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

    /// The bar goes away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
