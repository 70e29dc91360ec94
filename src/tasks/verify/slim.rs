//! All games played again, where the journal was left out.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::sync::Arc;

use super::Search;
use crate::base::digest::Digester;
use crate::playing::{Batch, Played};
use crate::results::folder::{Folder, JOURNAL};
use crate::results::{FolderError, Known, Opened};

impl Search<'_> {
    /// Plays everything again where the journal was left out, into a journal elsewhere.
    pub(super) fn slim(&mut self) -> Result<(), FolderError> {
        let Some(expected) = self.opened.manifest.files.get(JOURNAL).cloned() else {
            // That the manifest of a finished folder lacks the digest is told with the manifest.
            if !self.opened.manifest.finished {
                let of = self.opened.schedule.len();
                let units = self.units();
                self.agree(format!("unfinished: 0 of {of} {units} are there"));
            }
            return Ok(());
        };
        let elsewhere = Elsewhere::make()?;
        let write = |error| FolderError::Write(elsewhere.path.clone(), error);
        let mut journal = &*elsewhere.journal;
        let Opened { prepared, schedule, .. } = &self.opened;
        let header = prepared.form().header();
        let mut digest = Digester::default();
        digest.add(header.as_bytes());
        journal.write_all(header.as_bytes()).map_err(write)?;
        let mut played = Played::nothing(prepared, schedule);
        let record = |batch: Batch| {
            digest.add(&batch.rows);
            journal.write_all(&batch.rows).map_err(write)
        };
        self.workers.play(prepared, &mut played, u64::MAX, self.interrupt, record)?;
        if !played.is_all() {
            return Ok(());
        }
        let of = played.reached;
        let folder = Folder::of_journal(&elsewhere.path, Arc::clone(&elsewhere.journal));
        let known = Known::read(&folder, &self.opened, played, self.workers)?;
        let digest = digest.finish();
        if digest == expected {
            let units = self.units();
            self.agree(format!("{of} {units} played again: the journal has the manifest's digest"));
        } else {
            self.differ(format!("{JOURNAL}: played again, its digest is not that of the manifest"));
        }
        self.tables(Some(&digest), &known)
    }
}

/// A file for a journal that is wanted for the time being. It loses its name as soon as it has one,
/// so that nothing is left of it however the program ends.
struct Elsewhere {
    /// What it was called.
    path: PathBuf,
    journal: Arc<File>,
    /// Whether the system keeps the name for as long as the file is open.
    is_named: bool,
}

impl Elsewhere {
    /// A file that nobody else has, even where temporary folders are shared with other machines.
    fn make() -> Result<Elsewhere, FolderError> {
        let id = std::process::id();
        let mut options = OpenOptions::new();
        options.read(true).write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut attempt = 0;
        loop {
            let path = std::env::temp_dir().join(format!("pasang-verify-{id}-{attempt}"));
            match options.open(&path) {
                Ok(journal) => {
                    let is_named = std::fs::remove_file(&path).is_err();
                    return Ok(Elsewhere { path, journal: Arc::new(journal), is_named });
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => attempt += 1,
                Err(error) => return Err(FolderError::Write(path, error)),
            }
        }
    }
}

impl Drop for Elsewhere {
    fn drop(&mut self) {
        if self.is_named {
            // Left behind it does no harm.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}
