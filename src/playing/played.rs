//! The games of an experiment as far as they are known, and what the first so many of them came to.
//! Where the next games depend on results, each round is decided when all games before it are there.

use super::prepared::Prepared;
use crate::experiment::schedule::Schedule;
use crate::stats::Tally;
use crate::stats::decider::Decider;

/// What came of the first games of a schedule.
#[derive(Clone, Debug)]
pub struct Played {
    pub schedule: Schedule,
    /// How many of them are played: the first place that was not.
    pub reached: u64,
    /// Their tallies, by cell. Where a game was dropped, more may be in them than were handed on.
    pub tallies: Vec<Tally>,
    decider: Option<Decider>,
    ended: bool,
}

impl Played {
    /// Before the first game: with the first round, where games are played in rounds.
    pub fn nothing(prepared: &Prepared, schedule: &Schedule) -> Played {
        let decider = prepared.decider().cloned();
        let ended = decider.is_none();
        let (schedule, tallies) = (schedule.clone(), prepared.tallies());
        let mut played = Played { schedule, reached: 0, tallies, decider, ended };
        played.go_on();
        played
    }

    /// Whether rounds may follow once all known games are played.
    pub fn is_open(&self) -> bool {
        !self.ended
    }

    pub fn is_all(&self) -> bool {
        self.ended && self.reached == self.schedule.len()
    }

    /// How many games there will be, at most where results decide.
    pub fn of(&self) -> u64 {
        if self.ended { self.schedule.len() } else { self.schedule.most() }
    }

    pub fn decider(&self) -> Option<&Decider> {
        self.decider.as_ref()
    }

    /// How many rounds are played to their end.
    pub fn rounds(&self) -> usize {
        let known = self.schedule.rounds().len();
        if self.reached < self.schedule.len() { known - 1 } else { known }
    }

    /// To be called when all known games are played: adds the next round, if there is one, and says
    /// whether there is. A round that was not shared out to its end is none.
    pub fn go_on(&mut self) -> bool {
        let Some(decider) = self.decider.as_mut().filter(|_| !self.ended) else { return false };
        let (batch, chosen) = decider.next_round(&self.tallies);
        if decider.is_halted() {
            return false;
        }
        self.ended = chosen.is_empty();
        if !self.ended {
            self.schedule.add_round(batch, chosen);
        }
        !self.ended
    }
}
