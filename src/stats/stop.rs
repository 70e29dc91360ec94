//! `[stop]`: a cell plays on until enough is known of its first player's score.

use super::interval::Interval;
use super::sums::{Sums, Terms};
use super::verdict::{Standing, Verdict, standing};
use crate::base::words::Choice;

/// Cells that play on, each for itself, until enough is known of it.
#[derive(Clone, Debug)]
pub struct Stop {
    terms: Terms,
    aim: Aim,
    states: Vec<State>,
    rounds: u64,
}

#[derive(Clone, Debug)]
enum Aim {
    /// Half the width of the interval is at most this.
    Narrow(f64),
    /// The interval lies inside the margin around an even score, or on one side of that score.
    Decided { within: f64, fair: Vec<f64> },
}

/// How far a cell has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It plays on.
    Open,
    /// Enough was known after this round.
    Known {
        /// Which round, counted from 1.
        round: u64,
    },
    /// It has played as many games as it may, and too little is known.
    MostGames,
}

impl State {
    /// The word for it in files.
    pub fn word(self) -> &'static str {
        match self {
            State::Open => "open",
            State::Known { .. } => "known",
            State::MostGames => "max-games",
        }
    }
}

impl Stop {
    /// So many cells that play until half the width of the interval is at most this.
    pub fn narrow(terms: Terms, half_width: f64, cells: usize) -> Stop {
        Stop { terms, aim: Aim::Narrow(half_width), states: vec![State::Open; cells], rounds: 0 }
    }

    /// Cells that play until it is known which side is favoured, or that none is by more than
    /// `within`; `fair` is each one's even score.
    pub fn decided(terms: Terms, within: f64, fair: Vec<f64>) -> Stop {
        let states = vec![State::Open; fair.len()];
        Stop { terms, aim: Aim::Decided { within, fair }, states, rounds: 0 }
    }

    /// How games are added, and how many.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The chance of a mistake that each cell's interval has.
    pub fn alpha_each(&self) -> f64 {
        self.terms.alpha / self.states.len() as f64
    }

    /// How far each cell has come.
    pub fn states(&self) -> &[State] {
        &self.states
    }

    /// Where a cell's interval lies, in a word; nothing where only its width counts.
    pub fn side(&self, interval: Interval, cell: usize) -> &'static str {
        let Aim::Decided { within, fair } = &self.aim else { return "" };
        Verdict::of_first(standing(interval, fair[cell], *within)).word()
    }

    /// Sees the sums, and says which cells play in the next round.
    pub(super) fn next_round(&mut self, sums: &[Sums]) -> Vec<usize> {
        let alpha = self.alpha_each();
        for (cell, state) in self.states.iter_mut().enumerate() {
            if *state != State::Open {
                continue;
            }
            let interval = sums[cell].interval(alpha);
            let known = match &self.aim {
                Aim::Narrow(half_width) => (interval.high - interval.low) / 2.0 <= *half_width,
                Aim::Decided { within, fair } => {
                    standing(interval, fair[cell], *within) != Standing::Open
                }
            };
            if known {
                *state = State::Known { round: self.rounds };
            } else if sums[cell].games + self.terms.batch > self.terms.most {
                *state = State::MostGames;
            }
        }
        self.rounds += 1;
        (0..sums.len()).filter(|&cell| self.states[cell] == State::Open).collect()
    }
}
