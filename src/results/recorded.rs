//! The door for programs that look at the games of a finished folder and at nothing else of it.

use std::path::Path;

use serde::de::DeserializeOwned;

use super::error::FolderError;
use super::folder::{Folder, OPENINGS};
use super::opened::Opened;
use crate::experiment::Settled;
use crate::stats::Sampling;

/// A finished results folder whose games were recorded.
#[derive(Debug)]
pub struct Recorded {
    opened: Opened,
}

impl Recorded {
    /// Opens a folder.
    ///
    /// # Errors
    /// When it is not there, not finished, or was written by another version.
    pub fn open(path: &Path) -> Result<Recorded, FolderError> {
        let folder = Folder::open(path)?;
        let opened = Opened::read(&folder)?;
        if !opened.manifest.finished {
            return Err(FolderError::unfinished(path, &folder.run_again()));
        }
        Ok(Recorded { opened })
    }

    /// What was played.
    pub fn experiment(&self) -> &Settled {
        self.opened.experiment()
    }

    /// Whether the number of games may have depended on what they said.
    pub fn is_open(&self) -> bool {
        self.opened.manifest.sampling() == Sampling::Open
    }

    /// Shows each game's number, its cell and the ranks of its moves, in the order of the journal; each
    /// row must be the one that its moves make. Where the journal was left out, games are played again.
    ///
    /// # Errors
    /// When the journal cannot be read, or a row is wrong.
    pub fn each_game(&self, mut see: impl FnMut(u64, usize, &[u32])) -> Result<(), FolderError> {
        self.opened.check_files()?;
        self.opened.each(
            |_| true,
            |id, player| {
                player
                    .rounds()
                    .iter()
                    .for_each(|round| see(id.number, id.cell, &round.facts.ranks));
                Ok::<(), FolderError>(())
            },
        )
    }

    /// The rows of `openings.csv`: what the games come to after each pair of first moves.
    ///
    /// # Errors
    /// When the table is not there, or not the one that the run wrote.
    pub fn openings<R: DeserializeOwned>(&self) -> Result<Vec<R>, FolderError> {
        self.opened.rows_of(OPENINGS)
    }
}
