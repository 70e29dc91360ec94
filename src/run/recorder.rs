//! Plays the games of a folder into its journal, from the first that is not there.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::time::{Duration, Instant};

use super::Progress;
use super::error::FolderError;
use super::folder::{Folder, JOURNAL};
use super::run_log::{End, RunLog};
use crate::text::files;
use crate::text::interrupt::{Interrupt, Signal};
use pasang_core::base::text::plural;

/// The time between syncs of the journal to the disk, and between writes of the log.
const SAVE_EVERY: Duration = Duration::from_secs(5);

/// A journal to which games are added, with the record of the run and its progress.
#[derive(Debug)]
pub struct Recorder<'f> {
    folder: &'f Folder,
    file: File,
    log: RunLog,
    begin: Instant,
    /// The time of the last write of the log.
    logged: Option<Instant>,
    pub progress: Progress,
    /// The time of the last sync to the disk.
    saved: Instant,
}

impl<'f> Recorder<'f> {
    /// Opens a journal to go on behind its whole rows, which have this many bytes: a torn one is dropped.
    pub fn open(
        folder: &'f Folder,
        bytes: u64,
        log: RunLog,
        progress: Progress,
    ) -> Result<Recorder<'f>, FolderError> {
        let mut file = folder.append_to_journal()?;
        files::cut(&mut file, bytes)
            .map_err(|error| FolderError::Write(folder.file(JOURNAL), error))?;
        let now = Instant::now();
        Ok(Recorder { folder, file, log, begin: now, logged: None, progress, saved: now })
    }

    /// Adds the rows of games, with the identities of the engines that played them. The log is written
    /// before them, at once and then now and then, since a killed run cannot write it later.
    pub fn add(
        &mut self,
        games: u64,
        rows: &[u8],
        engines: BTreeMap<String, String>,
    ) -> Result<(), FolderError> {
        self.log.add(games, engines);
        if self.logged.is_none_or(|at| at.elapsed() > SAVE_EVERY) {
            self.write_log()?;
        }
        self.write(rows)?;
        if self.saved.elapsed() > SAVE_EVERY {
            self.saved = Instant::now();
            self.sync()?;
        }
        self.progress.add(games);
        Ok(())
    }

    pub fn write(&mut self, rows: &[u8]) -> Result<(), FolderError> {
        let written = self.file.write_all(rows);
        written.map_err(|error| FolderError::Write(self.folder.file(JOURNAL), error))
    }

    fn write_log(&mut self) -> Result<(), FolderError> {
        self.log.time(self.begin.elapsed().as_secs_f64());
        self.logged = Some(Instant::now());
        self.folder.write_log(&self.log)
    }

    fn sync(&self) -> Result<(), FolderError> {
        let synced = self.file.sync_data();
        synced.map_err(|error| FolderError::Write(self.folder.file(JOURNAL), error))
    }

    /// Records how the run ended, with the number of games that are there and of all. Returns the signal that
    /// stopped it before all were.
    ///
    /// # Errors
    /// If the `player` of the games, an engine or a game, failed.
    pub fn end(
        mut self,
        (reached, of): (u64, u64),
        interrupt: &Interrupt,
        player: &str,
    ) -> Result<Option<Signal>, FolderError> {
        self.sync()?;
        let (why, signal) = (interrupt.cancel().why(), interrupt.signal().filter(|_| reached < of));
        if self.log.end(match signal {
            _ if why.is_some() => End::BrokenOff,
            Some(_) => End::Stopped,
            None => End::Done,
        }) {
            self.write_log()?;
        }
        let Some(why) = why else { return Ok(signal) };
        drop(self.progress);
        let (kept, link) = (plural(reached, "game"), if why.ends_with('\n') { "" } else { "; " });
        Err(FolderError::Other(format!(
            "{why}{link}kept: {kept}; once the {player} is mended, the same command goes on from there"
        )))
    }
}
