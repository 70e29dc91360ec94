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

use super::find::Find;
use super::stop::Stop;
pub use super::sums::{Sums, Terms};
use crate::experiment::{Adaptive, Aim, Experiment};

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
