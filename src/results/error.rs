//! What can go wrong with a results folder, and why one is not the one that was meant.

use std::path::PathBuf;
use std::{fmt, io};

use super::names::{EXPERIMENT, JOURNAL, MANIFEST};
use crate::base::fault::{Faults, drawn, in_words};
use crate::experiment::schedule::Shard;

/// What can go wrong with a results folder.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// A file cannot be read.
    #[error("cannot read `{}`: {}", .0.display(), in_words(.1))]
    Read(PathBuf, io::Error),
    /// A file cannot be written.
    #[error("cannot write `{}`: {}{}", .0.display(), in_words(.1), what_to_do(.1))]
    Write(PathBuf, io::Error),
    /// Another run is at work in the folder.
    #[error("`{}` is in use by another run: wait for it to end, or choose another --out", .0.display())]
    InUse(PathBuf),
    /// A file is there, and is not what it should be.
    #[error("`{}`: {}", .0.display(), .1)]
    Damaged(PathBuf, String),
    /// A file is there and is not what it should be, and something can be done about it.
    #[error("`{}`: {}; {}", .0.display(), .1, .2)]
    Mendable(PathBuf, String, String),
    /// The folder is none of this program's, or of another experiment.
    #[error(transparent)]
    Foreign(#[from] Refusal),
    /// The folder's experiment cannot be read.
    #[error("{}", drawn(.0, false))]
    Experiment(#[from] Faults),
    /// The folder must be finished first, by this command.
    #[error("`{}` is not finished; to go on: {}", .0.display(), .1)]
    Unfinished(PathBuf, String),
    /// A player from outside did something wrong; so many games are kept.
    #[error(
        "{why}; {games} played before are kept: once the engine is mended, the same command goes on from there"
    )]
    Outside {
        /// What.
        why: String,
        /// How many games there are, in words.
        games: String,
    },
    /// The folder was written by another version.
    #[error("{0}")]
    Version(String),
}

/// What helps where there is no room left: what is written already stays, and is gone on from.
fn what_to_do(error: &io::Error) -> &'static str {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};

    match error.kind() {
        StorageFull | QuotaExceeded | FileTooLarge => {
            "; make room, then give the same command again"
        }
        _ => "",
    }
}

impl FolderError {
    /// What is wrong, without what helps those who gave this folder to a command.
    pub fn without_help(&self) -> String {
        match self {
            FolderError::Mendable(path, what, _) => format!("`{}`: {what}", path.display()),
            other => other.to_string(),
        }
    }

    /// What is wrong with a file that is there.
    pub fn into_damage(self) -> Result<String, FolderError> {
        match self {
            FolderError::Damaged(_, what) | FolderError::Mendable(_, what, _) => Ok(what),
            other => Err(other),
        }
    }

    /// Whether nothing may be written here, by nobody or by this user.
    pub fn is_shut(&self) -> bool {
        use io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem};

        let FolderError::Write(_, error) = self else { return false };
        matches!(error.kind(), PermissionDenied | ReadOnlyFilesystem)
    }
}

/// Why a command does not take a folder, or several. Nothing is wrong with it: somebody has named
/// another one than was meant, or wants of it what it cannot give.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// Nothing is there.
    #[error("there is no results folder `{}`", .0.display())]
    Nothing(PathBuf),
    /// There is a file.
    #[error("`{}` is a file, and a results folder is wanted", .0.display())]
    IsAFile(PathBuf),
    /// Files are to be written where there is something, and no folder.
    #[error("`{}` is no folder, and files are to be written into one: name another", .0.display())]
    NoFolder(PathBuf),
    /// There is a folder without the file that all results have.
    #[error("`{}` is no results folder: it has no `{}`", .0.display(), .1)]
    NoResults(PathBuf, &'static str),
    /// There is a file with the name of one of the results, and it is somebody's.
    #[error(
        "`{}` has `{}` and no `{MANIFEST}`, so it is no results folder: choose another --out",
        .0.display(), .1
    )]
    Somebodys(PathBuf, &'static str),
    /// There are games, and nothing says of which experiment.
    #[error(
        "`{}` holds games, and no `{EXPERIMENT}` that says of which experiment: \
         choose another --out",
        .0.display()
    )]
    GamesAlone(PathBuf),
    /// The results are of another experiment.
    #[error("`{}` holds another experiment: {}", .0.display(), .1)]
    OtherExperiment(PathBuf, String),
    /// The results are of another experiment, and were to be gone on with.
    #[error("`{}` holds another experiment: {}; choose another --out", .0.display(), .1)]
    OtherExperimentThere(PathBuf, String),
    /// The results have more games already.
    #[error(
        "`{}` holds this experiment with `{key}` = {there}, and here it is {here}: \
         results can be extended, not cut; choose another --out",
        .folder.display()
    )]
    Longer {
        /// The folder.
        folder: PathBuf,
        /// The key that says how many.
        key: &'static str,
        /// How many it has there.
        there: u64,
        /// How many are wanted.
        here: u64,
    },
    /// The results are another part of the experiment's games.
    #[error(
        "`{}` holds {there}, and this run plays {here}: choose another --out",
        .folder.display()
    )]
    OtherPart {
        /// The folder.
        folder: PathBuf,
        /// What it holds.
        there: Games,
        /// What is wanted.
        here: Games,
    },
    /// The journal is missing.
    #[error("`{}` has no `{JOURNAL}`; to play its games again: {run}", .folder.display())]
    WithoutJournal {
        /// The folder.
        folder: PathBuf,
        /// The command that makes it again.
        run: String,
    },
    /// Games are to be looked at that are gone.
    #[error(
        "`{}` has no `{JOURNAL}`, and its games are of players from outside: no seed brings them back",
        .0.display()
    )]
    Lost(PathBuf),
    /// The manifest names a shard that cannot be.
    #[error("the manifest names a shard `{0}`, which is none")]
    NoShard(String),
    /// There is nothing to merge.
    #[error("there are no shards to merge")]
    NoShards,
    /// Shards were to be merged into one of them.
    #[error("`{}` is one of the shards: choose another --out", .0.display())]
    IsAShard(PathBuf),
    /// Shards were to be merged into results.
    #[error("`{}` holds results already: choose another --out", .0.display())]
    HoldsResults(PathBuf),
    /// These shards do not make up an experiment.
    #[error("these shards cannot be merged: {}", .0.join("; "))]
    NoExperiment(Vec<String>),
    /// These shards have less than they say.
    #[error(
        "{0} cannot be merged: the games there are not all that the experiment wants; \
         `pasang verify` says what differs"
    )]
    TooShort(String),
    /// Files were to be written beside somebody's.
    #[error("`{}` holds other files; choose another --out", .0.display())]
    HoldsFiles(PathBuf),
    /// A table is missing that can be made again.
    #[error("`{}` has no `{}`: `pasang report` makes it again", .0.display(), .1)]
    WithoutTable(PathBuf, &'static str),
}

/// Which of an experiment's games they are, in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Games(pub Shard);

impl fmt::Display for Games {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Shard::WHOLE => f.write_str("the whole experiment"),
            shard => write!(f, "shard {shard}"),
        }
    }
}
