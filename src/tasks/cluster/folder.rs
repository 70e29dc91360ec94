//! The folder: written, and read again.

use std::fs;
use std::path::{Path, PathBuf};

use super::scripts::{BEGUN, Order, SHARD, SHARDS_LINE, Script};
use super::spent::core_seconds;
use crate::experiment::schedule::Shard;
use crate::experiment::{Experiment, Settled};
use crate::results::folder::{EXPERIMENT, Folder};
use crate::results::{FolderError, Refusal};

/// Clusters number the tasks of an array up to this, unless somebody has set `MaxArraySize`.
pub const MOST_SHARDS: u64 = 1000;

/// Where the jobs' output goes: Slurm makes no folders.
const LOGS: &str = "logs";
const SHARDS: &str = "shards";
const ROUNDS: &str = "rounds";
const RESULTS: &str = "results";

/// A folder of scripts for Slurm with what came of them.
#[derive(Clone, Debug)]
pub struct ClusterFolder {
    folder: Folder,
    /// The experiment.
    pub experiment: Settled,
    /// Into how many shards it is split.
    pub shards: u64,
}

/// What a shard's script says of its last turn that was not its last one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// It has begun, and not said how it ended.
    Begun,
    /// It failed.
    Failed(String),
}

impl ClusterFolder {
    /// Opens a folder that was written before.
    ///
    /// # Errors
    /// When it is none, or cannot be read.
    pub fn open(path: &Path) -> Result<ClusterFolder, FolderError> {
        let folder = Folder::at(path);
        if !folder.has(SHARD) || !folder.has(EXPERIMENT) {
            return Err(Refusal::NoCluster(path.to_owned(), SHARD).into());
        }
        let script = folder.read(SHARD)?;
        let script = String::from_utf8_lossy(&script);
        let shards = script.lines().find_map(|line| line.strip_prefix(SHARDS_LINE)?.parse().ok());
        let shards =
            shards.filter(|shards| (1..=Shard::MOST).contains(shards)).ok_or_else(|| {
                let what = format!("it has no line `{SHARDS_LINE}N` with the number of shards");
                FolderError::Damaged(folder.file(SHARD), what)
            })?;
        let experiment = folder.experiment()?;
        Ok(ClusterFolder { folder, experiment, shards })
    }

    /// Which experiment is meant for a folder: the given one, with the seed that the folder has
    /// or, in a new one, with `draw` where it names none.
    ///
    /// # Errors
    /// When the folder is there and for something else.
    pub fn settle(
        path: &Path,
        mut experiment: Experiment,
        shards: u64,
        draw: impl FnOnce() -> u64,
    ) -> Result<Settled, FolderError> {
        let folder = Folder::at(path);
        if folder.has(SHARD) && folder.has(EXPERIMENT) {
            let there = ClusterFolder::open(path)?;
            experiment.seed = experiment.seed.or(Some(there.experiment.seed()));
            if let Some(difference) = experiment.difference(&there.experiment) {
                return Err(Refusal::OtherExperimentThere(path.to_owned(), difference).into());
            }
            if shards != there.shards && (folder.has(SHARDS) || folder.has(ROUNDS)) {
                let (there, here) = (there.shards, shards);
                return Err(Refusal::OtherShards { folder: path.to_owned(), there, here }.into());
            }
            return Ok(experiment.settle(|| there.experiment.seed()));
        }
        let is_empty = match fs::read_dir(path) {
            Ok(mut entries) => entries.next().is_none(),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => true,
            Err(error) => return Err(FolderError::Read(path.to_owned(), error)),
        };
        if !is_empty {
            return Err(Refusal::HoldsFiles(path.to_owned()).into());
        }
        Ok(experiment.settle(draw))
    }

    /// Writes the folder, or its scripts anew, for a settled experiment.
    ///
    /// # Errors
    /// When something cannot be written.
    pub fn write(
        path: &Path,
        experiment: Settled,
        shards: u64,
        scripts: &[Script],
    ) -> Result<ClusterFolder, FolderError> {
        let folder = Folder::at(path);
        Folder::at(&path.join(LOGS)).create()?;
        folder.write(EXPERIMENT, experiment.to_toml().as_bytes())?;
        for script in scripts {
            folder.write(script.name, script.text.as_bytes())?;
        }
        Ok(ClusterFolder { folder, experiment, shards })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// In which order the games are played.
    pub fn order(&self) -> Order {
        Order::of(&self.experiment)
    }

    /// The round that is being played, the last one that has a folder; none where games are not
    /// played in rounds.
    ///
    /// # Errors
    /// When the folder of rounds cannot be read.
    pub fn round(&self) -> Result<Option<u64>, FolderError> {
        if self.order() == Order::Once {
            return Ok(None);
        }
        let last = self.rounds()?.into_iter().max();
        Ok(Some(last.unwrap_or(1)))
    }

    /// The rounds that have a folder.
    fn rounds(&self) -> Result<Vec<u64>, FolderError> {
        let path = self.folder.file(ROUNDS);
        match fs::read_dir(&path) {
            Ok(entries) => {
                let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
                Ok(names.filter_map(|name| name.parse().ok()).collect())
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(FolderError::Read(path, error)),
        }
    }

    /// Where a shard's results folder is: of this round, where there are rounds.
    pub fn shard_path(&self, round: Option<u64>, part: u64) -> PathBuf {
        let folder = match round {
            None => self.folder.file(SHARDS),
            Some(round) => self.folder.file(ROUNDS).join(round.to_string()),
        };
        folder.join(part.to_string())
    }

    /// What became of the last turn of a shard, as its script has noted; nothing where it was
    /// done, or stopped by somebody.
    pub fn turn(&self, round: Option<u64>, part: u64) -> Option<Turn> {
        let note = self.note(&format!("shard-{part}"))?;
        let folder = self.shard_path(round, part);
        let folder = folder.strip_prefix(self.path()).ok()?.display().to_string();
        // A note of an earlier round says nothing of this one.
        let said = note.strip_prefix(&folder)?.strip_prefix(": ")?;
        Some(if said == BEGUN { Turn::Begun } else { Turn::Failed(said.to_owned()) })
    }

    /// Why the last merge failed, if it did.
    pub fn merge_failure(&self) -> Option<String> {
        self.note("merge")
    }

    /// The first line of a job's note; nothing where there is none.
    fn note(&self, job: &str) -> Option<String> {
        let path = self.folder.file(LOGS).join(format!("{job}.turn"));
        let note = path.is_file().then(|| fs::read_to_string(path).ok()).flatten()?;
        note.lines().next().map(str::to_owned)
    }

    /// Where a job's output is.
    pub fn log_path(&self, job: &str) -> PathBuf {
        self.folder.file(LOGS).join(format!("{job}.log"))
    }

    /// For how many seconds processors have played for this folder, as its shards and its results
    /// tell: a merge may have taken the shards' word over, and they may be gone since.
    pub fn core_seconds(&self) -> Option<f64> {
        let rounds = match self.order() {
            Order::Once => vec![None],
            Order::Rounds => self.rounds().unwrap_or_default().into_iter().map(Some).collect(),
        };
        let all = rounds.into_iter().flat_map(|round| {
            (1..=self.shards)
                .filter_map(move |part| core_seconds(&Folder::at(&self.shard_path(round, part))))
        });
        let shards = all.reduce(|one, other| one + other);
        let merged = core_seconds(&Folder::at(&self.results_path()));
        [shards, merged].into_iter().flatten().reduce(f64::max)
    }

    /// Where the merged results will be.
    pub fn results_path(&self) -> PathBuf {
        self.folder.file(RESULTS)
    }

    /// Whether all shards of all rounds are merged.
    ///
    /// # Errors
    /// When the results' manifest cannot be read.
    pub fn is_merged(&self) -> Result<bool, FolderError> {
        let manifest = Folder::at(&self.results_path()).manifest()?;
        Ok(manifest.is_some_and(|manifest| manifest.finished))
    }
}
