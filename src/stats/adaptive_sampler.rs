//! Adaptive sampling: chooses the games to play next from the results so far.

use super::best_arm::{BestArmSearch, StoppingRule};
use super::maximin::{Maximin, OpeningMatrix};
use super::tally::{ScoreSum, Tally};
use crate::base::cancel::CancelToken;
use crate::experiment::{Experiment, Goal};

#[derive(Clone, Debug)]
pub enum AdaptiveSampler {
    Find(BestArmSearch),
    Choice(Maximin),
}

impl AdaptiveSampler {
    /// Returns the adaptive sampler of an experiment, given each cell's first moves; `None` if the
    /// experiment has none.
    pub fn of(
        experiment: &Experiment,
        openings: impl Fn(usize) -> OpeningMatrix,
    ) -> Option<AdaptiveSampler> {
        let adaptive = experiment.adaptive?;
        let alpha = adaptive.alpha.share();
        let stopping = StoppingRule { alpha, batch: adaptive.batch, most: experiment.games };
        Some(match adaptive.goal {
            Goal::MostBalanced { within } => {
                AdaptiveSampler::Find(BestArmSearch::of(experiment, stopping, within.share()))
            }
            Goal::Maximin { width } => {
                let cells = (0..experiment.cell_count()).map(openings);
                AdaptiveSampler::Choice(Maximin::new(
                    stopping,
                    width.map(|width| width.share()),
                    cells,
                ))
            }
        })
    }

    /// Stops the allocation of a round once `cancel` is set.
    pub fn set_cancel_token(&mut self, cancel: &CancelToken) {
        if let AdaptiveSampler::Choice(choice) = self {
            choice.cancel = cancel.clone();
        }
    }

    /// Returns whether the allocation of the last round was interrupted.
    pub fn is_halted(&self) -> bool {
        matches!(self, AdaptiveSampler::Choice(choice) if choice.cancel.is_cancelled())
    }

    /// Returns the factor by which a cell's indices may exceed its games.
    pub fn spread(&self) -> u64 {
        match self {
            AdaptiveSampler::Find(_) => 1,
            AdaptiveSampler::Choice(choice) => {
                choice.cells.iter().map(|cell| cell.openings.stride).max().unwrap_or(1).max(1)
            }
        }
    }

    /// Returns the number of games for each cell in the next round, and the chosen cells, each with
    /// the index of its first game. No cells once all is decided.
    pub fn next_round(&mut self, tallies: &[Tally]) -> (u64, Vec<(usize, u64)>) {
        match self {
            AdaptiveSampler::Find(find) => {
                let sums: Vec<ScoreSum> = tallies.iter().map(Tally::first).collect();
                let chosen = find.next_round(&sums).into_iter();
                (find.stopping.batch, chosen.map(|cell| (cell, sums[cell].games)).collect())
            }
            AdaptiveSampler::Choice(choice) => (1, choice.next_round(tallies)),
        }
    }
}
