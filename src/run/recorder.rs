//! Plays the games of a folder into its journal, from the first that is not there.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::time::Instant;

use super::error::FolderError;
use super::folder::{Folder, JOURNAL};
use super::journal_reader::JournalPrefix;
use super::run_folder::RunFolder;
use super::run_log::{End, RunLog, SAVE_EVERY};
use super::{Batch, Look, Progress, Workers};
use crate::text::files;
use crate::text::interrupt::{Interrupt, Signal};
use pasang_core::base::text::plural;

/// A journal to which games are added, with the record of the run and its progress.
#[derive(Debug)]
pub struct Recorder<'f> {
    folder: &'f Folder,
    file: File,
    log: RunLog<'f>,
    pub progress: Progress,
    /// The time of the last sync to the disk.
    saved: Instant,
}

impl<'f> Recorder<'f> {
    /// Opens a journal to go on behind its whole rows, which have this many bytes: a torn one is dropped.
    pub fn open(
        folder: &'f Folder,
        bytes: u64,
        log: RunLog<'f>,
        progress: Progress,
    ) -> Result<Recorder<'f>, FolderError> {
        let mut file = folder.append_to_journal()?;
        files::cut(&mut file, bytes)
            .map_err(|error| FolderError::Write(folder.file(JOURNAL), error))?;
        Ok(Recorder { folder, file, log, progress, saved: Instant::now() })
    }

    /// Adds the rows of games, with the identities of the engines that played them.
    pub fn add(
        &mut self,
        games: u64,
        rows: &[u8],
        engines: BTreeMap<String, String>,
    ) -> Result<(), FolderError> {
        self.log.add(games, engines, SAVE_EVERY)?;
        self.write(rows)?;
        if self.saved.elapsed() > SAVE_EVERY {
            self.saved = Instant::now();
            self.sync()?;
        }
        self.progress.add(games);
        Ok(())
    }

    fn write(&mut self, rows: &[u8]) -> Result<(), FolderError> {
        let written = self.file.write_all(rows);
        written.map_err(|error| FolderError::Write(self.folder.file(JOURNAL), error))
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
        self,
        (reached, of): (u64, u64),
        interrupt: &Interrupt,
        player: &str,
    ) -> Result<Option<Signal>, FolderError> {
        self.sync()?;
        let Recorder { log, progress, .. } = self;
        drop(progress);
        if let Some(why) = interrupt.cancel().why() {
            log.end(End::BrokenOff)?;
            let (kept, link) =
                (plural(reached, "game"), if why.ends_with('\n') { "" } else { "; " });
            return Err(FolderError::Other(format!(
                "{why}{link}kept: {kept}; once the {player} is mended, the same command goes on from there"
            )));
        }
        let signal = interrupt.signal().filter(|_| reached < of);
        log.end(if signal.is_some() { End::Stopped } else { End::Done })?;
        Ok(signal)
    }
}

impl RunFolder {
    /// Plays the remaining games, until all are played or a signal arrives, which it returns.
    pub fn play(
        &self,
        JournalPrefix { played, survey, bytes, .. }: &mut JournalPrefix,
        (workers, interrupt): (&Workers, &Interrupt),
        look: Option<Look>,
    ) -> Result<Option<Signal>, FolderError> {
        let (folder, of) = (&self.folder, self.schedule.len());
        let there = played.reached;
        let log = RunLog::open(folder, self.schedule.shard().word(), workers.threads(), there)?;
        self.write_beginning()?;
        let mut recorder = Recorder::open(folder, *bytes, log, Progress::new(there, of, look))?;
        if *bytes == 0 {
            recorder.write(self.compiled.form().header().as_bytes())?;
        }
        let mut next = there;
        workers.play(&self.compiled, played, interrupt, |batch: Batch| {
            // No name has a line break.
            let rows = batch.rows.split(|&sign| sign == b'\n');
            for (at, (place, row)) in (next..next + batch.games).zip(rows).enumerate() {
                let id = self.schedule.game(place);
                survey.see(&self.compiled, id, row, batch.measures.get(at));
            }
            next += batch.games;
            recorder.progress.say(survey.words());
            recorder.add(batch.games, &batch.rows, interrupt.cancel().met())
        })?;
        recorder.end((played.reached, of), interrupt, "engine")
    }
}
