//! How far the shards are.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read};

use super::scripts::{MERGE, SUBMIT};
use super::{ClusterFolder, Queue};
use crate::folder::{EXPERIMENT, Folder, FolderError, JOURNAL, MANIFEST, TALLIES};
use crate::run::{open, read_tallies};
use crate::schedule::Shard;
use crate::words::shell_word;

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
    let parts = (1..=cluster.shards).map(|part| look(&cluster, round, part)).collect();
    let is_merged = cluster.is_merged()?;
    Ok(Status { cluster, round, parts, queue, is_merged })
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
        let opened = open(&folder)?;
        let found = opened.manifest.shard()?;
        if found != shard {
            return Err(FolderError::Foreign(format!("it is shard {found}, not {shard}")));
        }
        let of_round = opened.manifest.round.as_ref().map(|round| round.number);
        if of_round != round {
            let found = of_round.map_or("no round".to_owned(), |number| format!("round {number}"));
            return Err(FolderError::Foreign(format!("it is of {found}")));
        }
        if let Some(difference) = cluster.experiment.difference(&opened.experiment) {
            return Err(FolderError::Foreign(format!("another experiment: {difference}")));
        }
        if opened.manifest.finished {
            return Ok(Part::Done);
        }
        let games = if folder.has(JOURNAL) {
            let rows = rows(&folder);
            let rows = rows.map_err(|error| FolderError::Read(folder.file(JOURNAL), error))?;
            // Only whole matches stay.
            rows / opened.stage.rounds()
        } else if folder.has(TALLIES) {
            read_tallies(&folder, &opened.stage, &opened.schedule)?.reached
        } else {
            0
        };
        Ok(Part::Unfinished { games, of: opened.schedule.len() })
    })();
    looked.unwrap_or_else(|error: FolderError| Part::Foreign { why: error.without_help() })
}

/// How many whole rows a journal has.
fn rows(folder: &Folder) -> io::Result<u64> {
    let mut file = File::open(folder.file(JOURNAL))?;
    let (mut lines, mut piece) = (0, vec![0; 1 << 16]);
    loop {
        match file.read(&mut piece)? {
            0 => return Ok(u64::saturating_sub(lines, 1)),
            length => lines += piece[..length].iter().filter(|&&byte| byte == b'\n').count() as u64,
        }
    }
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
        self.those(|part| *part == Part::Missing)
    }

    fn foreign(&self) -> Vec<(u64, &str)> {
        let foreign = (1..).zip(&self.parts).filter_map(|(number, part)| match part {
            Part::Foreign { why } => Some((number, why.as_str())),
            _ => None,
        });
        foreign.collect()
    }

    /// Shards that have begun, with their games and how many these will be.
    fn unfinished(&self) -> Vec<(u64, u64, u64)> {
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

    /// What moves folders that are no shards of this experiment out of the way.
    pub fn moves(&self) -> Vec<String> {
        let path = self.cluster.path();
        let line = |number: u64| {
            let word = |path: std::path::PathBuf| shell_word(&path.display().to_string());
            let of_round = self.round.map(|round| format!("{round}-")).unwrap_or_default();
            let away = path.join(format!("foreign-{of_round}{number}"));
            format!("mv {} {}", word(self.cluster.shard_path(self.round, number)), word(away))
        };
        self.foreign().into_iter().map(|(number, _)| line(number)).collect()
    }

    /// What submits the shards that are not done and not queued, and the merge; nothing where
    /// there is nothing to submit.
    pub fn command(&self) -> Option<String> {
        if self.is_merged {
            return None;
        }
        let queued = self.queued();
        let mut wanted = self.those(|part| *part != Part::Done);
        wanted.retain(|number| !queued.contains(number));
        let path = self.cluster.path();
        let round = self.round.map(|round| format!(" {round}")).unwrap_or_default();
        if !wanted.is_empty() {
            let script = shell_word(&path.join(SUBMIT).display().to_string());
            return Some(format!("sh {script}{round} {}", ranges(&wanted, ",")));
        }
        let is_alone = queued.is_empty() && !self.is_merge_queued();
        let folder = shell_word(&path.display().to_string());
        is_alone.then(|| format!("cd {folder} && sbatch {MERGE}{round}"))
    }

    /// Whether nothing but the merge is left to do.
    pub fn is_only_to_merge(&self) -> bool {
        self.parts.iter().all(|part| *part == Part::Done)
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
        line("queued", &self.queued(), "");
        text
    }
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
