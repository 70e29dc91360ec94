//! What decides which games are played next, where results do.

use super::choice::{Choice, Starts};
use super::find::{Find, Terms};
use super::tally::{Sums, Tally};
use crate::base::halt::Halt;
use crate::experiment::{Experiment, Goal};

#[derive(Clone, Debug)]
pub enum Decider {
    Find(Find),
    Choice(Choice),
}

impl Decider {
    /// That of an experiment that has one, from each cell's first moves.
    pub fn of(experiment: &Experiment, starts: impl Fn(usize) -> Starts) -> Option<Decider> {
        let sought = experiment.sought?;
        let alpha = sought.alpha.share();
        let terms = Terms { alpha, batch: sought.batch, most: experiment.games };
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

    /// Has sharing out a round stop once this is set.
    pub fn watched_by(&mut self, halt: &Halt) {
        if let Decider::Choice(choice) = self {
            choice.halt = halt.clone();
        }
    }

    /// Whether the last round was not shared out to its end.
    pub fn is_halted(&self) -> bool {
        matches!(self, Decider::Choice(choice) if choice.halt.is_set())
    }

    /// How many times as many indices as games a cell may have.
    pub fn spread(&self) -> u64 {
        match self {
            Decider::Find(_) => 1,
            Decider::Choice(choice) => {
                choice.cells.iter().map(|cell| cell.starts.turn).max().unwrap_or(1).max(1)
            }
        }
    }

    /// Sees what was played, and says which cells play so many games each in the next round, from which
    /// index on: none once all is decided.
    pub fn next_round(&mut self, tallies: &[Tally]) -> (u64, Vec<(usize, u64)>) {
        match self {
            Decider::Find(find) => {
                let sums: Vec<Sums> = tallies.iter().map(Tally::first).collect();
                let chosen = find.next_round(&sums).into_iter();
                (find.terms.batch, chosen.map(|cell| (cell, sums[cell].games)).collect())
            }
            Decider::Choice(choice) => (1, choice.next_round(tallies)),
        }
    }
}
