//! Which cells play on: decided from sums alone, so that simulations can drive the very code that
//! decides in earnest.
//!
//! Games are played in rounds; in a round each chosen cell plays one batch. Before each round the
//! sums over all games so far are looked at. A cell of which too little is known plays in every
//! round, so the cells that play up to the most games come to them in the same round, and with a larger
//! maximum only rounds are added. All statements rest on intervals that may be looked
//! at at any time ([`super::anytime`]), each at alpha / K for K cells: the chance that any interval of any
//! cell ever misses its truth is at most alpha (Bonferroni's inequality), so the chance that
//! anything said is wrong is at most alpha, whenever and for whatever reason games end.

use super::anytime::anytime;
use super::find::Find;
use super::interval::Interval;
use super::stop::Stop;
use super::tally::Tally;
use crate::experiment::{Adaptive, Aim, Experiment};
use crate::games::Seat;

/// What a cell's games came to, as far as decisions go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// The sum of the first seat's scores, in twelfths of a game.
    pub twelfths: u64,
    /// How many games.
    pub games: u64,
}

impl Sums {
    /// Those of a cell's tally.
    pub fn of(tally: &Tally) -> Sums {
        Sums { twelfths: tally.score(Seat::FIRST), games: tally.games() }
    }

    /// The mean score; one half without games.
    pub fn mean(self) -> f64 {
        if self.games == 0 {
            return 0.5;
        }
        self.twelfths as f64 / (super::WHOLE as f64 * self.games as f64)
    }

    /// The interval that may be looked at at any time.
    pub fn interval(self, alpha: f64) -> Interval {
        anytime(self.twelfths, self.games, alpha)
    }
}

/// How many games there may be, and how they are added.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terms {
    /// The chance of a mistake anywhere.
    pub alpha: f64,
    /// How many games a cell plays in a round.
    pub batch: u64,
    /// How many games a cell plays at most.
    pub most: u64,
}

/// Decides before each round who plays in it.
#[derive(Clone, Debug)]
pub enum Decider {
    /// Each cell for itself: until enough is known of it.
    Stop(Stop),
    /// Contests between setups.
    Find(Find),
}

impl Decider {
    /// The decider of an experiment that has one.
    pub fn of(experiment: &Experiment) -> Option<Decider> {
        let Adaptive { aim, confidence, batch } = experiment.adaptive?;
        let terms = Terms { alpha: confidence.alpha(), batch, most: experiment.games };
        let fair: Vec<f64> =
            experiment.cells().map(|cell| 1.0 / f64::from(cell.rules.rules.seats())).collect();
        Some(match aim {
            Aim::HalfWidth(margin) => {
                Decider::Stop(Stop::narrow(terms, margin.share(), fair.len()))
            }
            Aim::Verdict => {
                let within = experiment.within.map_or(0.0, |margin| margin.share());
                Decider::Stop(Stop::decided(terms, within, fair))
            }
            Aim::MostBalanced(within) => {
                let kinds = experiment.rules.len() * experiment.lineups.len();
                // Setups are outermost, so the cells of a contest are `kinds` apart.
                let contests = (0..kinds).map(|kind| {
                    let cells: Vec<usize> = (kind..fair.len()).step_by(kinds).collect();
                    (cells, fair[kind])
                });
                Decider::Find(Find::new(terms, within.share(), contests))
            }
        })
    }

    /// How many games a chosen cell plays in a round.
    pub fn batch(&self) -> u64 {
        match self {
            Decider::Stop(stop) => stop.terms().batch,
            Decider::Find(find) => find.terms().batch,
        }
    }

    /// Sees the sums of all cells, and says which play in the next round, in order; none once all
    /// is decided, or as many games are played as there may be.
    pub fn next_round(&mut self, sums: &[Sums]) -> Vec<usize> {
        match self {
            Decider::Stop(stop) => stop.next_round(sums),
            Decider::Find(find) => find.next_round(sums),
        }
    }
}
