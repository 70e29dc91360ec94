//! How far the shards are.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use std::path::{Path, PathBuf};

use super::folder::Turn;
use super::scripts::SUBMIT;
use super::{ClusterFolder, Queue};
use crate::base::words::{core_hours, listed, shell_word};
use crate::experiment::schedule::Shard;
use crate::results::folder::{EXPERIMENT, Folder, JOURNAL, MANIFEST, TALLIES};
use crate::results::{FolderError, Opened, Refusal, read_tallies};

/// How far one shard is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// All its games are played.
    Done,
    /// So many are.
    Unfinished {
        /// How many.
        games: u64,
        /// Of how many.
        of: u64,
    },
    /// Nothing of it is there.
    Missing,
    /// Its folder holds something else.
    Foreign {
        /// What is wrong with it.
        why: String,
    },
}

/// How far all of them are.
#[derive(Clone, Debug)]
pub struct Status {
    cluster: ClusterFolder,
    /// Which round is being played, where games are played in rounds.
    pub round: Option<u64>,
    /// Each shard of it, the first first.
    pub parts: Vec<Part>,
    /// Why shards failed that did, and that nobody has submitted again.
    pub failures: BTreeMap<u64, String>,
    /// Why the merge failed, if it did.
    pub merge_failure: Option<String>,
    /// What Slurm still has to do, where it can be asked.
    pub queue: Option<Queue>,
    /// Whether the shards are merged.
    pub is_merged: bool,
}

/// Looks at every shard's manifest.
///
/// # Errors
/// When the results' manifest cannot be read. What a shard's folder holds is its status.
pub fn status(cluster: ClusterFolder, queue: Option<Queue>) -> Result<Status, FolderError> {
    let round = cluster.round()?;
    let parts: Vec<Part> = (1..=cluster.shards).map(|part| look(&cluster, round, part)).collect();
    let is_merged = cluster.is_merged()?;
    let failures = (1..).zip(&parts).filter(|(_, part)| part.is_open());
    let failures = failures
        .filter_map(|(part, _)| Some((part, failure(&cluster, queue.as_ref(), round, part)?)))
        .collect();
    let merge_failure = cluster.merge_failure().filter(|_| !is_merged);
    let merge_failure = merge_failure.filter(|_| !queue.as_ref().is_some_and(|queue| queue.merge));
    Ok(Status { cluster, round, parts, failures, merge_failure, queue, is_merged })
}

/// Why a shard failed; nothing where it did not, or will be tried again.
fn failure(
    cluster: &ClusterFolder,
    queue: Option<&Queue>,
    round: Option<u64>,
    part: u64,
) -> Option<String> {
    if queue.is_some_and(|queue| queue.shards.contains(&part)) {
        return None;
    }
    match cluster.turn(round, part)? {
        Turn::Failed(why) => Some(why),
        // Where Slurm cannot be asked, it may be at work.
        Turn::Begun => queue.map(|_| "ended without a word".to_owned()),
    }
}

impl Part {
    /// Whether it has still to be played, as far as its folder goes.
    fn is_open(&self) -> bool {
        matches!(self, Part::Missing | Part::Unfinished { .. })
    }
}

fn look(cluster: &ClusterFolder, round: Option<u64>, part: u64) -> Part {
    let folder = Folder::at(&cluster.shard_path(round, part));
    let looked = (|| {
        folder.refuse_foreign()?;
        // A task that was killed before it had begun has left nothing that counts.
        if !folder.has(MANIFEST) || !folder.has(EXPERIMENT) {
            return Ok(Part::Missing);
        }
        let shard = Shard { part, of: cluster.shards };
        let opened = Opened::read(&folder)?;
        let found = opened.manifest.shard()?;
        if found != shard {
            return Err(Refusal::OtherShard(found, shard).into());
        }
        let of_round = opened.manifest.round.as_ref().map(|round| round.number);
        if of_round != round {
            return Err(Refusal::OtherRound(of_round).into());
        }
        if let Some(difference) = cluster.experiment.difference(opened.experiment()) {
            return Err(Refusal::ShardOfAnother(difference).into());
        }
        if opened.manifest.finished {
            return Ok(Part::Done);
        }
        let games = if folder.has(JOURNAL) {
            // Only whole matches stay.
            folder.whole_lines(JOURNAL)?.saturating_sub(1) / opened.prepared.rounds()
        } else if folder.has(TALLIES) {
            read_tallies(&opened)?.reached
        } else {
            0
        };
        Ok(Part::Unfinished { games, of: opened.schedule.len() })
    })();
    looked.unwrap_or_else(|error: FolderError| Part::Foreign { why: error.without_help() })
}

impl Status {
    /// The shards for which something holds, counted from 1.
    fn those(&self, is_so: impl Fn(&Part) -> bool) -> Vec<u64> {
        (1..).zip(&self.parts).filter(|(_, part)| is_so(part)).map(|(number, _)| number).collect()
    }

    fn done(&self) -> Vec<u64> {
        self.those(|part| *part == Part::Done)
    }

    fn missing(&self) -> Vec<u64> {
        let mut missing = self.those(|part| *part == Part::Missing);
        missing.retain(|number| !self.failures.contains_key(number));
        missing
    }

    fn foreign(&self) -> Vec<(u64, &str)> {
        let foreign = (1..).zip(&self.parts).filter_map(|(number, part)| match part {
            Part::Foreign { why } => Some((number, why.as_str())),
            _ => None,
        });
        foreign.collect()
    }

    /// Shards that have begun and not failed, with their games and how many these will be.
    fn unfinished(&self) -> Vec<(u64, u64, u64)> {
        let mut begun = self.begun();
        begun.retain(|(number, ..)| !self.failures.contains_key(number));
        begun
    }

    /// Shards that have begun, with their games and how many these will be.
    fn begun(&self) -> Vec<(u64, u64, u64)> {
        let unfinished = (1..).zip(&self.parts).filter_map(|(number, part)| match part {
            Part::Unfinished { games, of } => Some((number, *games, *of)),
            _ => None,
        });
        unfinished.collect()
    }

    /// Shards that wait or run; one that is done may still be on its way out of the queue.
    fn queued(&self) -> Vec<u64> {
        let Some(queue) = &self.queue else { return Vec::new() };
        let mut rest = self.those(|part| *part != Part::Done);
        rest.retain(|number| queue.shards.contains(number));
        rest
    }

    /// Whether the merge is queued already.
    fn is_merge_queued(&self) -> bool {
        self.queue.as_ref().is_some_and(|queue| queue.merge)
    }

    /// The failed shards: those of the same kind together, with the log of the first of them.
    fn failed(&self) -> Vec<Failed> {
        let mut kinds: Vec<Failed> = Vec::new();
        let begun: BTreeMap<u64, (u64, u64)> =
            self.begun().into_iter().map(|(number, games, of)| (number, (games, of))).collect();
        for (&number, why) in &self.failures {
            let games = begun.get(&number).copied();
            let same = kinds.iter_mut().find(|kind| kind.why == *why && kind.games == games);
            match same {
                Some(kind) => kind.shards.push(number),
                None => {
                    let logs = self.logs(number);
                    kinds.push(Failed { shards: vec![number], why: why.clone(), games, logs });
                }
            }
        }
        kinds
    }

    /// What a shard printed, and what Slurm said of it, if it did.
    fn logs(&self, number: u64) -> Vec<PathBuf> {
        let slurm = self.cluster.log_path(&format!("slurm-{number}"));
        let said = slurm.metadata().is_ok_and(|slurm| slurm.len() > 0);
        let log = self.cluster.log_path(&format!("shard-{number}"));
        [Some(log), said.then_some(slurm)].into_iter().flatten().collect()
    }

    /// What moves folders that are no shards of this experiment out of the way.
    pub fn moves(&self) -> Vec<String> {
        let line = |number: u64| {
            let of_round = self.round.map(|round| format!("{round}-")).unwrap_or_default();
            let away = self.cluster.path().join(format!("foreign-{of_round}{number}"));
            format!("mv {} {}", word(&self.cluster.shard_path(self.round, number)), word(&away))
        };
        self.foreign().into_iter().map(|(number, _)| line(number)).collect()
    }

    /// What submits the shards that are not done and not queued, and the merge; nothing where
    /// there is nothing to submit. It is right wherever it is given.
    pub fn command(&self) -> Option<String> {
        if self.is_merged {
            return None;
        }
        let queued = self.queued();
        let mut wanted = self.those(|part| *part != Part::Done);
        wanted.retain(|number| !queued.contains(number));
        let round = self.round.map(|round| format!(" {round}")).unwrap_or_default();
        let script = word(&self.cluster.path().join(SUBMIT));
        match wanted.as_slice() {
            [] if self.is_merge_queued() => None,
            [] => Some(format!("sh {script}{round} merge")),
            wanted => Some(format!("sh {script}{round} {}", ranges(wanted, ","))),
        }
    }

    /// Whether nothing but the merge is left to submit.
    pub fn is_only_to_merge(&self) -> bool {
        let queued = self.queued();
        (1..).zip(&self.parts).all(|(number, part)| *part == Part::Done || queued.contains(&number))
    }

    /// For how many hours processors have played, as far as the folders tell.
    pub fn core_hours(&self) -> Option<f64> {
        self.cluster.core_seconds().map(|seconds| seconds / 3600.0)
    }

    /// Where the results are, once they are merged.
    pub fn results(&self) -> std::path::PathBuf {
        self.cluster.results_path()
    }

    /// As JSON.
    pub fn to_json(&self) -> serde_json::Value {
        let unfinished = self.unfinished().into_iter();
        let unfinished = unfinished.map(
            |(shard, games, of)| serde_json::json!({"shard": shard, "games": games, "of": of}),
        );
        let failed = self.failed().into_iter().flat_map(|kind| {
            let Failed { shards, why, games, .. } = kind;
            let (games, of) = games.unzip();
            let row = move |shard| {
                let log = self.cluster.log_path(&format!("shard-{shard}"));
                serde_json::json!({
                    "shard": shard, "why": why, "games": games, "of": of, "log": log.display().to_string(),
                })
            };
            shards.into_iter().map(row)
        });
        let foreign = self.foreign().into_iter();
        let foreign = foreign.map(|(shard, why)| serde_json::json!({"shard": shard, "why": why}));
        let queue = self.queue.as_ref();
        serde_json::json!({
            "shards": self.cluster.shards,
            "round": self.round,
            "done": self.done(),
            "unfinished": unfinished.collect::<Vec<_>>(),
            "missing": self.missing(),
            "foreign": foreign.collect::<Vec<_>>(),
            "failed": failed.collect::<Vec<_>>(),
            "merge_failed": self.merge_failure,
            "core_hours": self.core_hours(),
            "queued": queue.map(|_| self.queued()),
            "merge_queued": queue.map(|queue| queue.merge),
            "merged": self.is_merged,
            "moves": self.moves(),
            "command": self.command(),
        })
    }

    /// For people.
    pub fn in_words(&self) -> String {
        let mut text = self.round.map(|round| format!("round       {round}\n")).unwrap_or_default();
        let mut line = |what: &str, numbers: &[u64], rest: &str| {
            if !numbers.is_empty() {
                let count = numbers.len();
                let _ = writeln!(text, "{what:<11} {count}: {}{rest}", ranges(numbers, ", "));
            }
        };
        line("done", &self.done(), "");
        for (number, games, of) in self.unfinished() {
            line("unfinished", &[number], &format!(" ({games} of {of} games)"));
        }
        line("missing", &self.missing(), "");
        for (number, why) in self.foreign() {
            line("foreign", &[number], &format!(" ({why})"));
        }
        for Failed { shards, why, games, logs } in self.failed() {
            let after = games.map_or_else(String::new, |(games, of)| {
                format!(" with {games} of {of} games played")
            });
            let logs = logs.iter().map(|log| log.display().to_string());
            let logs = listed(logs, "and");
            let each = if shards.len() > 1 { ", and so on" } else { "" };
            line("failed", &shards, &format!(" ({why}{after}: see {logs}{each})"));
        }
        line("queued", &self.queued(), "");
        if let Some(why) = &self.merge_failure {
            let log = self.cluster.log_path("merge");
            let _ = writeln!(text, "merge       failed ({why}: see {})", log.display());
        }
        if let Some(hours) = self.core_hours() {
            let _ = writeln!(text, "played      {}", core_hours(hours));
        }
        text
    }
}

/// Shards that failed in the same way.
struct Failed {
    shards: Vec<u64>,
    why: String,
    games: Option<(u64, u64)>,
    /// Of the first of them.
    logs: Vec<PathBuf>,
}

/// A path for a shell, wherever that is: where it cannot be told, as it was given.
fn word(path: &Path) -> String {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    shell_word(&path.display().to_string())
}

/// Numbers in ascending order as ranges: `1-3,7`.
pub fn ranges(numbers: &[u64], between: &str) -> String {
    let pieces = numbers.chunk_by(|one, next| one + 1 == *next).map(|piece| match piece {
        [first, .., last] => format!("{first}-{last}"),
        rest => rest.iter().map(u64::to_string).collect(),
    });
    pieces.collect::<Vec<_>>().join(between)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_a_row_are_a_range() {
        assert_eq!(ranges(&[], ","), "");
        assert_eq!(ranges(&[4], ","), "4");
        assert_eq!(ranges(&[1, 2, 4, 6, 7, 8], ","), "1-2,4,6-8");
    }
}
