//! What is wrong with a folder, and what can be done about it.

use std::io;
use std::path::Path;

use super::{EXPERIMENT, Folder, JOURNAL, MANIFEST};
use crate::base::words::shell_word;
use crate::playing::journal::JournalFault;
use crate::results::error::FolderError;
use crate::results::error::Refusal;

impl Folder {
    /// Refuses a folder without its journal.
    pub fn check_has_journal(&self) -> Result<(), FolderError> {
        if self.has(JOURNAL) {
            return Ok(());
        }
        Err(Refusal::WithoutJournal { folder: self.path.clone(), run: self.run_again() }.into())
    }

    /// The command that plays what the folder lacks.
    pub fn run_again(&self) -> String {
        let word = |path: &Path| shell_word(&path.display().to_string());
        let (experiment, out) = (word(&self.file(EXPERIMENT)), word(&self.path));
        let manifest = self.manifest().ok().flatten();
        let shard = manifest.map_or_else(String::new, |manifest| manifest.shard_option());
        format!("pasang run {experiment}{shard} --out {out}")
    }

    /// A fault of the journal, with the file named and what helps.
    pub fn journal_error(&self, fault: JournalFault) -> FolderError {
        let path = self.file(JOURNAL);
        let (line, what) = match fault {
            JournalFault::Read(error) => return FolderError::Read(path, error),
            JournalFault::Line { line, what } => (line, what),
        };
        let run = self.run_again();
        let is_finished = self.manifest().ok().flatten().is_some_and(|found| found.finished);
        let help = match self.start_of_line(line) {
            // Before that there are games.
            Some(bytes) if line > 2 && !is_finished => {
                let file = shell_word(&path.display().to_string());
                format!(
                    "`truncate -s {bytes} {file}` keeps the games before it, \
                     and `{run}` goes on from there"
                )
            }
            _ => played_again(&run),
        };
        FolderError::Mendable(path, format!("line {line}: {what}"), help)
    }

    /// How many bytes of the journal come before a line.
    fn start_of_line(&self, line: u64) -> Option<u64> {
        let mut journal = io::BufReader::with_capacity(1 << 16, self.open_file(JOURNAL).ok()?);
        let (mut left, mut bytes) = (line.checked_sub(1)?, 0);
        while left > 0 {
            let length = io::BufRead::skip_until(&mut journal, b'\n').ok()?;
            if length == 0 {
                return None;
            }
            bytes += length as u64;
            left -= 1;
        }
        Some(bytes)
    }

    /// A fault of the manifest, with what helps.
    pub fn manifest_error(&self, what: String) -> FolderError {
        let experiment = shell_word(&self.file(EXPERIMENT).display().to_string());
        let help = format!(
            "choose another --out; if these are results, `pasang run {experiment} --out NEW` \
             plays their games again"
        );
        FolderError::Mendable(self.file(MANIFEST), what, help)
    }
}

/// What to do where nothing of a file can be kept.
fn played_again(run: &str) -> String {
    format!("move it away, and `{run}` plays its games again")
}
