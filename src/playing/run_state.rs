//! The state of a run: the games played so far and their tallies. With adaptive sampling, each
//! round is decided when all games before it are there.

use super::compiled_experiment::CompiledExperiment;
use crate::experiment::schedule::Schedule;
use crate::stats::Tally;
use crate::stats::adaptive_sampler::AdaptiveSampler;

/// The state after the first games of a schedule.
#[derive(Clone, Debug)]
pub struct RunState {
    pub schedule: Schedule,
    /// The number of games played: the first position not yet played.
    pub reached: u64,
    /// Their tallies, by cell. After a dropped game they may include games that were not delivered.
    pub tallies: Vec<Tally>,
    sampler: Option<AdaptiveSampler>,
    ended: bool,
}

impl RunState {
    /// Creates the state before the first game, with the first round of adaptive sampling.
    pub fn nothing(compiled: &CompiledExperiment, schedule: &Schedule) -> RunState {
        let sampler = compiled.sampler().cloned();
        let ended = sampler.is_none();
        let (schedule, tallies) = (schedule.clone(), compiled.tallies());
        let mut played = RunState { schedule, reached: 0, tallies, sampler, ended };
        played.go_on();
        played
    }

    /// Returns whether rounds may follow once all known games are played.
    pub fn is_open(&self) -> bool {
        !self.ended
    }

    pub fn is_all(&self) -> bool {
        self.ended && self.reached == self.schedule.len()
    }

    /// Returns the number of games in the end; with adaptive sampling, the maximum.
    pub fn of(&self) -> u64 {
        if self.ended { self.schedule.len() } else { self.schedule.most() }
    }

    pub fn sampler(&self) -> Option<&AdaptiveSampler> {
        self.sampler.as_ref()
    }

    /// Returns the number of completed rounds.
    pub fn rounds(&self) -> usize {
        let known = self.schedule.rounds().len();
        if self.reached < self.schedule.len() { known - 1 } else { known }
    }

    /// Adds the next round, if there is one, and returns whether there is. Must be called when all
    /// known games are played. A round whose allocation was interrupted is not added.
    pub fn go_on(&mut self) -> bool {
        let Some(sampler) = self.sampler.as_mut().filter(|_| !self.ended) else { return false };
        let (batch, chosen) = sampler.next_round(&self.tallies);
        if sampler.is_halted() {
            return false;
        }
        self.ended = chosen.is_empty();
        if !self.ended {
            self.schedule.add_round(batch, chosen);
        }
        !self.ended
    }
}
