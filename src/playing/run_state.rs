//! The state of a run: the games played so far, and their tallies.

use super::compiled_experiment::CompiledExperiment;
use crate::experiment::schedule::Schedule;
use crate::stats::Tally;

/// The state after the first games of a schedule.
#[derive(Clone, Debug)]
pub struct RunState {
    pub schedule: Schedule,
    /// The number of games played: the first place not yet played.
    pub reached: u64,
    /// Their tallies, by cell. After a dropped game they may include games that were not delivered.
    pub tallies: Vec<Tally>,
}

impl RunState {
    /// Creates the state before the first game.
    pub fn nothing(compiled: &CompiledExperiment, schedule: Schedule) -> RunState {
        RunState { schedule, reached: 0, tallies: compiled.tallies() }
    }

    pub fn is_all(&self) -> bool {
        self.reached == self.schedule.len()
    }
}
