//! A schedule that may grow: where the next games depend on results, each round is decided when
//! all games before it are known.

use crate::experiment::schedule::Schedule;
use crate::playing::prepared::Prepared;
use crate::stats::Sums;
use crate::stats::Tally;
use crate::stats::find::Find;

/// The games of an experiment as far as they are known, and what decides the next ones.
#[derive(Clone, Debug)]
pub struct Agenda {
    /// The games that are known.
    pub schedule: Schedule,
    decider: Option<Find>,
    /// Nothing follows.
    ended: bool,
}

impl Agenda {
    /// The agenda of an experiment: with its first round, where it has rounds.
    pub fn new(prepared: &Prepared, schedule: &Schedule) -> Agenda {
        // What has rounds already is a part of one of them.
        let decider = prepared.decider().filter(|_| schedule.is_open()).cloned();
        let ended = decider.is_none();
        let mut agenda = Agenda { schedule: schedule.clone(), decider, ended };
        agenda.go_on(&prepared.tallies());
        agenda
    }

    /// Whether rounds may follow once all known games are played.
    pub fn is_open(&self) -> bool {
        !self.ended
    }

    /// What decides, where something does.
    pub fn decider(&self) -> Option<&Find> {
        self.decider.as_ref()
    }

    /// To be called when all known games are played, with the sums of all of them: adds the next
    /// round, if there is one, and says whether there is.
    pub fn go_on(&mut self, tallies: &[Tally]) -> bool {
        let Some(decider) = self.decider.as_mut().filter(|_| !self.ended) else { return false };
        let sums: Vec<Sums> = tallies.iter().map(Sums::of).collect();
        let (chosen, batch) = (decider.next_round(&sums), decider.terms().batch);
        self.ended = chosen.is_empty();
        if !self.ended {
            let cells = chosen.into_iter().map(|cell| (cell, sums[cell].games)).collect();
            self.schedule.add_round(batch, cells);
        }
        !self.ended
    }
}
