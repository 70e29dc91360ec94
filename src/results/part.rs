//! Which games of an experiment a run plays.

use super::manifest::RoundPart;
use super::refusal::PartName;
use crate::experiment::schedule::{Round, Schedule, Shard};
use crate::playing::prepared::Prepared;

/// Which games of an experiment are played in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// All, or a shard of them.
    Shard(Shard),
    /// All up to the end of this round.
    UpTo(u64),
    /// A shard of one round.
    OfRound(RoundPart, Shard),
}

impl Part {
    /// All games.
    pub const WHOLE: Part = Part::Shard(Shard::WHOLE);

    /// Which shard it is.
    pub fn shard(&self) -> Shard {
        match self {
            Part::Shard(shard) | Part::OfRound(_, shard) => *shard,
            Part::UpTo(_) => Shard::WHOLE,
        }
    }

    /// The shard, where it is not the whole.
    pub fn shard_word(&self) -> Option<String> {
        Some(self.shard()).filter(|&shard| shard != Shard::WHOLE).map(|shard| shard.to_string())
    }

    /// Which round it is a part of.
    pub fn round(&self) -> Option<&RoundPart> {
        match self {
            Part::OfRound(round, _) => Some(round),
            _ => None,
        }
    }

    /// What it is called.
    pub fn name(&self) -> PartName {
        PartName::new(self.shard(), self.round())
    }

    /// Its games, as far as they are known before any is played.
    pub fn schedule(&self, prepared: &Prepared) -> Schedule {
        match self {
            Part::OfRound(round, shard) => prepared.schedule_of_round(round.round(), *shard),
            _ => prepared.schedule(self.shard()),
        }
    }

    /// Whether the last of so many rounds is not to be played.
    pub fn ends_before(&self, rounds: usize) -> bool {
        matches!(self, Part::UpTo(last) if rounds as u64 > *last)
    }
}

impl RoundPart {
    /// The round itself.
    pub fn round(&self) -> Round {
        Round::new(self.number, self.batch, self.cells.clone())
    }
}
