//! Adaptive sampling: chooses the games to play next from the results so far.

use super::choice::{Choice, OpeningMatrix};
use super::find::{Find, StoppingRule};
use super::tally::{ScoreSum, Tally};
use crate::base::cancel::CancelToken;
use crate::experiment::{Experiment, Goal};

#[derive(Clone, Debug)]
pub enum Decider {
    Find(Find),
    Choice(Choice),
}

impl Decider {
    /// Returns the adaptive sampler of an experiment, given each cell's first moves; `None` if the
    /// experiment has none.
    pub fn of(experiment: &Experiment, starts: impl Fn(usize) -> OpeningMatrix) -> Option<Decider> {
        let sought = experiment.sought?;
        let alpha = sought.alpha.share();
        let terms = StoppingRule { alpha, batch: sought.batch, most: experiment.games };
        Some(match sought.goal {
            Goal::MostBalanced { within } => {
                Decider::Find(Find::of(experiment, terms, within.share()))
            }
            Goal::Choice { width } => {
                let cells = (0..experiment.cell_count()).map(starts);
                Decider::Choice(Choice::new(terms, width.map(|width| width.share()), cells))
            }
        })
    }

    /// Stops the allocation of a round once `cancel` is set.
    pub fn set_cancel_token(&mut self, cancel: &CancelToken) {
        if let Decider::Choice(choice) = self {
            choice.cancel = cancel.clone();
        }
    }

    /// Returns whether the allocation of the last round was interrupted.
    pub fn is_halted(&self) -> bool {
        matches!(self, Decider::Choice(choice) if choice.cancel.is_set())
    }

    /// Returns the factor by which a cell's indices may exceed its games.
    pub fn spread(&self) -> u64 {
        match self {
            Decider::Find(_) => 1,
            Decider::Choice(choice) => {
                choice.cells.iter().map(|cell| cell.starts.stride).max().unwrap_or(1).max(1)
            }
        }
    }

    /// Returns the number of games for each cell in the next round, and the chosen cells, each with
    /// the index of its first game. No cells once all is decided.
    pub fn next_round(&mut self, tallies: &[Tally]) -> (u64, Vec<(usize, u64)>) {
        match self {
            Decider::Find(find) => {
                let sums: Vec<ScoreSum> = tallies.iter().map(Tally::first).collect();
                let chosen = find.next_round(&sums).into_iter();
                (find.terms.batch, chosen.map(|cell| (cell, sums[cell].games)).collect())
            }
            Decider::Choice(choice) => (1, choice.next_round(tallies)),
        }
    }
}
