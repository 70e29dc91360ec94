//! What can go wrong with a results folder.

use std::io;
use std::path::PathBuf;

use super::refusal::Refusal;
use crate::base::fault::{Faults, drawn, in_words};

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
    ///
    /// # Errors
    /// This error, where it is another one.
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
