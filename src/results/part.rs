//! Which games of an experiment a run plays.

use serde::{Deserialize, Serialize};

use super::refusal::PartName;
use crate::experiment::Experiment;
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
        PartName::new(self.shard(), self.round().map(|round| round.number))
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

/// The round that a shard is a part of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundPart {
    /// Which round, counted from 1.
    pub number: u64,
    /// How many games each cell plays in it.
    pub batch: u64,
    /// The cells that play in it, and the index of the first game of each.
    pub cells: Vec<(usize, u64)>,
    /// The SHA-256 of the journal of all rounds before it, if there are any.
    pub after: Option<String>,
}

impl RoundPart {
    /// The round itself.
    pub fn round(&self) -> Round {
        Round::new(self.number, self.batch, self.cells.clone())
    }

    /// Whether an experiment can have such a round.
    pub fn fits(&self, experiment: &Experiment) -> bool {
        let Some(batch) = experiment.find.map(|find| find.batch) else { return false };
        let before = self.number.checked_sub(1).and_then(|rounds| rounds.checked_mul(batch));
        let Some(before) = before.filter(|&before| before < experiment.games) else { return false };
        // Who plays in a round has played in all before it.
        let is_there =
            |&(cell, from): &(usize, u64)| cell < experiment.cell_count() && from == before;
        self.batch == batch
            && self.after.is_some() == (self.number > 1)
            && self.cells.windows(2).all(|pair| pair[0].0 < pair[1].0)
            && self.cells.iter().all(is_there)
    }
}
