//! Errors of results folders.

use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

use crate::text::diagnostic::{Diagnostics, in_words, render, what_to_do};
use crate::text::failure::{CommandError, missing};

#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    #[error("cannot read `{}`: {}{}", .0.display(), in_words(.1), what_to_do(.1))]
    Read(PathBuf, io::Error),
    #[error("cannot write `{}`: {}{}", .0.display(), in_words(.1), what_to_do(.1))]
    Write(PathBuf, io::Error),
    /// A file is not what it should be; the last field is a remedy, if there is one.
    #[error("`{}`: {}{}", .0.display(), .1, .2.as_ref().map_or_else(String::new, |help| format!("; {help}")))]
    Damaged(PathBuf, String, Option<String>),
    /// The folder, or several, is intact: the user named a wrong one, or asked for something that
    /// it cannot provide.
    #[error("{0}")]
    Refused(String),
    /// The folder holds another experiment.
    #[error("{0}")]
    OtherExperiment(String),
    /// The folder's experiment cannot be read.
    #[error("{}", render(.0, false))]
    Experiment(#[from] Diagnostics),
    /// Any other error.
    #[error("{0}")]
    Other(String),
}

impl FolderError {
    /// Rejects a folder or file; the message is its name followed by `what`.
    pub fn refused(path: &Path, what: impl Display) -> FolderError {
        FolderError::Refused(format!("`{}` {what}", path.display()))
    }

    pub fn damaged(path: PathBuf, what: impl Into<String>) -> FolderError {
        FolderError::Damaged(path, what.into(), None)
    }

    /// Reports that the requested games are gone.
    pub fn lost(folder: &Path) -> FolderError {
        let what = "has no `games.csv`, and its games are of players from outside: no seed brings them back";
        FolderError::refused(folder, what)
    }

    pub fn into_damage(self) -> Result<String, FolderError> {
        match self {
            FolderError::Damaged(_, what, _) => Ok(what),
            other => Err(other),
        }
    }
}

impl From<FolderError> for CommandError {
    fn from(error: FolderError) -> CommandError {
        match error {
            FolderError::Experiment(faults) => CommandError::Wrong(faults),
            // The user named a wrong folder.
            FolderError::Refused(why) | FolderError::OtherExperiment(why) => missing(why),
            other => CommandError::Failed(other.into()),
        }
    }
}
