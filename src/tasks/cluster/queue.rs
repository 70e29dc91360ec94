//! What Slurm still has to do in a folder.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};

/// What waits or runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Queue {
    /// The shards.
    pub shards: BTreeSet<u64>,
    /// Whether the merge does.
    pub merge: bool,
}

impl Queue {
    /// Asks Slurm; nothing where there is no Slurm to be asked.
    pub fn look(folder: &Path) -> Option<Queue> {
        let folder = folder.canonicalize().ok()?;
        let mut squeue = Command::new("squeue");
        squeue.args(["--me", "--noheader", "--array", "--format=%K %Z"]);
        let output = squeue.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
        let listed = output.status.success().then(|| String::from_utf8(output.stdout).ok());
        Some(Queue::read(&listed??, &folder))
    }

    /// Reads lines of `INDEX FOLDER`; a job that is of no array has no number for an index.
    fn read(listed: &str, folder: &Path) -> Queue {
        let mut queue = Queue::default();
        for line in listed.lines() {
            match line.split_once(' ') {
                Some((index, place)) if Path::new(place) == folder => match index.parse() {
                    Ok(shard) => _ = queue.shards.insert(shard),
                    Err(_) => queue.merge = true,
                },
                _ => {}
            }
        }
        queue
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_jobs_of_the_folder_count() {
        let listed = "3 /a b/c\nN/A /a b/c\n4 /a b\n12 /a b/c\n\nnonsense\n";
        let found = Queue::read(listed, Path::new("/a b/c"));
        assert_eq!(found, Queue { shards: [3, 12].into(), merge: true });
        assert_eq!(Queue::read(listed, Path::new("/a")), Queue::default());
    }
}
