//! The manifest: digests that prove that the other files are those that a run wrote.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::error::FolderError;
use crate::experiment::Experiment;
use crate::experiment::schedule::Shard;
use pasang_core::players::bots::BotSpec;

/// The format number: it changes with the order of moves and with the meaning of files.
pub const FORMAT: u32 = 4;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    pub format: u32,
    pub finished: bool,
    pub seed: u64,
    /// The number of games that the folder holds once it is finished.
    pub games: u64,
    /// The shard of the experiment's games; `None` for all of them.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub shard: Option<String>,
    /// The version by which games are shared among shards; `None` also for shards of version 1.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub sharing: Option<u32>,
    pub bots: BTreeMap<String, u32>,
    /// The searches of positions of its games, if `pasang profile` made them.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub profile: Option<Searches>,
    /// The looks of a run that could stop at each.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub looked: Option<Looked>,
    /// The SHA-256 of each file, once the folder is finished.
    pub files: BTreeMap<String, String>,
}

/// Searches of the positions of a profile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Searches {
    /// The node limit of each.
    pub nodes: u64,
    /// The word of their evaluation.
    pub eval: String,
}

/// Looks of a run at its games so far, at each of which it could stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Looked {
    /// Their number.
    pub looks: u64,
    /// The games of a cell at the last of them.
    pub games: u64,
    /// The games of a cell at which it would have stopped in any case.
    pub most: u64,
}

/// Returns the error for a manifest of another format; `None` if it does not name one.
pub(super) fn other_format(bytes: &[u8]) -> Option<FolderError> {
    let found: serde_json::Value = serde_json::from_slice(bytes).ok()?;
    let format = found.get("format")?.as_u64()?;
    (format != u64::from(FORMAT)).then(|| of_format(format))
}

fn of_format(format: u64) -> FolderError {
    let version = match format {
        1 => ": the release 0.1.0 of pasang reads it",
        2 => ": the release 0.3.0 of pasang reads it",
        3 => ": commit 42703ed8 of pasang reads it",
        _ => "",
    };
    FolderError::Other(format!(
        "this folder has format {format}, this program reads format {FORMAT}{version}"
    ))
}

impl Looked {
    /// Returns whether a run of this many games a cell can have stopped so.
    pub fn is_of(&self, games: u64) -> bool {
        self.looks > 0 && self.games == games && games <= self.most
    }
}

pub fn bots_of(experiment: &Experiment) -> BTreeMap<String, u32> {
    let bots = experiment.lineups.iter().flat_map(|lineup| lineup.bots().iter());
    bots.map(|bot| (bot.name().to_owned(), bot.version())).collect()
}

impl Manifest {
    /// Creates the manifest of a folder that begins.
    pub fn begin(seed: u64, games: u64, shard: Shard, bots: BTreeMap<String, u32>) -> Manifest {
        Manifest {
            format: FORMAT,
            finished: false,
            seed,
            games,
            shard: shard.word(),
            sharing: shard.word().map(|_| Shard::VERSION),
            bots,
            profile: None,
            looked: None,
            files: BTreeMap::new(),
        }
    }

    /// Returns where the run stopped that a folder holds and is to go on with, up to a number of games:
    /// with others it has not stopped there.
    pub fn looked_at(before: Option<&Manifest>, games: u64) -> Option<Looked> {
        before.filter(|before| before.games == games)?.looked
    }

    /// Returns whether the folder holds a shard, to be merged, and not all games.
    pub fn is_part(&self) -> bool {
        self.shard.is_some()
    }

    /// Refuses a folder whose games this version of the program would not play again.
    pub fn check_versions(&self) -> Result<(), FolderError> {
        if self.format != FORMAT {
            return Err(of_format(self.format.into()));
        }
        for (name, &version) in &self.bots {
            let own = BotSpec::version_of(name);
            if own != Some(version) {
                let own =
                    own.map_or("does not know it".to_owned(), |own| format!("plays version {own}"));
                return Err(FolderError::Other(format!(
                    "these games need version {version} of the bot `{name}`, this program {own}"
                )));
            }
        }
        Ok(())
    }

    pub fn to_json(&self) -> String {
        // A struct of numbers, texts and maps with text keys always serialises.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}
