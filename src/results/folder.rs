//! A results folder: its files, what they are called, and how they are written.
//!
//! The journal grows line by line; every other file is written under another name, brought to the
//! disk, and only then given its own: it is there whole or not at all.

mod files;
mod lock;
mod manifest;
mod rows;
mod turns;

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::base::fault::{Faults, Source, in_words};
use crate::base::words::shell_word;
use crate::experiment::{Experiment, Records};
use crate::playing::journal::JournalFault;

pub use lock::Lock;
pub use manifest::{FORMAT, Manifest, RoundPart};
pub use rows::Rows;
pub use turns::{End, Ledger, Turn, Turns};

/// The journal.
pub const JOURNAL: &str = "games.csv";
/// The statistics, a row a cell.
pub const CELLS: &str = "cells.csv";
/// The statistics of openings.
pub const OPENINGS: &str = "openings.csv";
/// The statistics of rules and bots over all setups.
pub const OVERALL: &str = "overall.csv";
/// The statistics of how many moves there were.
pub const BRANCHING: &str = "branching.csv";
/// What each round came to, where matches are played.
pub const ROUNDS: &str = "rounds.csv";
/// Who is better, where different bots played one another.
pub const ELO: &str = "elo.csv";
/// What rules change on the same random numbers.
pub const PAIRED: &str = "paired.csv";
/// The report for people.
pub const REPORT: &str = "report.html";
/// The experiment, fully resolved.
pub const EXPERIMENT: &str = "experiment.toml";
/// What proves the rest.
pub const MANIFEST: &str = "manifest.json";
/// What may differ between two equal runs.
pub const RUN_INFO: &str = "run-info.json";
/// Empty; is there while shards are merged, so that a folder that was left half merged is told
/// from results that may not be lost.
pub const MERGING: &str = ".merging";
/// The truth where no games are recorded.
pub const TALLIES: &str = "tallies.json";

/// With `[find]`: what is proved of each setup.
pub const FIND: &str = "find.csv";
/// With `[stop]`: why each cell stopped.
pub const STOP: &str = "stop.csv";

/// What all of these hold, column by column, for other programs.
pub const PACKAGE: &str = "datapackage.json";

/// All tables that results may have, and what describes them: what is made from the games and may be made again.
pub const TABLES: [&str; 10] =
    [CELLS, OVERALL, OPENINGS, BRANCHING, ROUNDS, ELO, PAIRED, FIND, STOP, PACKAGE];

/// No file that is read as a whole has more bytes: a manifest has about 60 for each cell that plays
/// in a round, and there are no more than a million cells.
const MOST_BYTES: u64 = 1 << 27;

/// All files of results but the manifest.
pub(crate) fn beside_the_manifest() -> impl Iterator<Item = &'static str> {
    [EXPERIMENT, JOURNAL, TALLIES].into_iter().chain(TABLES).chain([REPORT, RUN_INFO])
}

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
    /// The same, where something can be done about it.
    #[error("`{}`: {}; {}", .0.display(), .1, .2)]
    Mendable(PathBuf, String, String),
    /// The folder is none of this program's, or of another experiment.
    #[error("{0}")]
    Foreign(String),
    /// The folder's experiment cannot be read.
    #[error(transparent)]
    Experiment(#[from] Faults),
    /// The folder must be finished first, by this command.
    #[error("`{}` is not finished; to go on: {}", .0.display(), .1)]
    Unfinished(PathBuf, String),
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

/// A results folder.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    /// A journal that is in no folder: it has no name, and is gone when nobody has it open.
    nameless: Option<Arc<File>>,
}

impl Folder {
    /// The folder at a path, whether it is there or not.
    pub fn at(path: &Path) -> Folder {
        Folder { path: path.to_owned(), nameless: None }
    }

    /// What has only a journal, in a file that has lost its name.
    pub fn of_journal(path: &Path, journal: Arc<File>) -> Folder {
        Folder { path: path.to_owned(), nameless: Some(journal) }
    }

    /// A folder that must be one of results: it has an experiment.
    ///
    /// # Errors
    /// When it has none.
    pub fn open(path: &Path) -> Result<Folder, FolderError> {
        if path.is_file() {
            return Err(is_a_file(path));
        }
        let folder = Folder::at(path);
        let experiment = folder.file(EXPERIMENT);
        // A folder that may not be looked into may well be one.
        let is_there = experiment.try_exists();
        if is_there.map_err(|error| FolderError::Read(experiment, error))? {
            return Ok(folder);
        }
        let shown = path.display();
        Err(FolderError::Foreign(match path.is_dir() {
            true => format!("`{shown}` is no results folder: it has no `{EXPERIMENT}`"),
            false => format!("there is no results folder `{shown}`"),
        }))
    }

    /// Refuses a folder that holds files with the names of results and no manifest, which is the
    /// first file that is written: they are somebody else's, and would be lost.
    ///
    /// # Errors
    /// When there are such files, or a file stands where the folder is meant.
    pub fn refuse_foreign(&self) -> Result<(), FolderError> {
        if self.path.is_file() {
            return Err(is_a_file(&self.path));
        }
        let found = beside_the_manifest().find(|name| self.has(name));
        match found.filter(|_| !self.has(MANIFEST)) {
            None => Ok(()),
            Some(name) => Err(FolderError::Foreign(format!(
                "`{}` has `{name}` and no `{MANIFEST}`, so it is no results folder: \
                 choose another --out",
                self.path.display()
            ))),
        }
    }

    /// Makes the folder, and those above it, where they are not there yet.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn create(&self) -> Result<(), FolderError> {
        if self.path.is_file() {
            return Err(is_a_file(&self.path));
        }
        fs::create_dir_all(&self.path).map_err(|error| FolderError::Write(self.path.clone(), error))
    }

    /// Keeps other runs out for as long as the lock is held. What one that was killed had half
    /// written is removed.
    ///
    /// # Errors
    /// When another run is at work there.
    pub fn lock(&self) -> Result<Lock, FolderError> {
        let lock = Lock::take(&self.path)?;
        if self.has(MANIFEST) {
            for name in beside_the_manifest().chain([MANIFEST]) {
                // What stays does no harm.
                let _ = fs::remove_file(self.half_written(name));
            }
        }
        Ok(lock)
    }

    /// Where the folder is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where a file of this name is.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Where a file of this name is until it is whole.
    fn half_written(&self, name: &str) -> PathBuf {
        self.file(&format!(".{name}.part"))
    }

    /// Whether there is a file of this name.
    pub fn has(&self, name: &str) -> bool {
        self.file(name).exists()
    }

    /// Opens a file to be read.
    ///
    /// # Errors
    /// When it cannot be opened, or is a pipe or a device.
    pub fn open_file(&self, name: &str) -> Result<File, FolderError> {
        let path = self.file(name);
        files::to_read(&path).map_err(|error| FolderError::Read(path, error))
    }

    /// A file's bytes.
    ///
    /// # Errors
    /// When it cannot be read, or has more than 128 MiB.
    pub fn read(&self, name: &str) -> Result<Vec<u8>, FolderError> {
        self.read_up_to(name, MOST_BYTES)
    }

    /// A file's bytes, where they are no more than so many.
    ///
    /// # Errors
    /// When it cannot be read, or has more.
    pub fn read_up_to(&self, name: &str, most: u64) -> Result<Vec<u8>, FolderError> {
        let path = self.file(name);
        files::read(&path, most).map_err(|error| FolderError::Read(path, error))
    }

    /// Opens the journal to write behind what it holds; makes it where it is not there.
    ///
    /// # Errors
    /// When it cannot be opened, or is no file of this folder.
    pub fn append_to_journal(&self) -> Result<File, FolderError> {
        let path = self.file(JOURNAL);
        files::to_append(&path).map_err(|error| FolderError::Write(path, error))
    }

    /// Refuses a folder whose journal is a link to a place elsewhere, or no file at all. All other
    /// files are written anew and take the place of whatever is there.
    ///
    /// # Errors
    /// When it is.
    pub fn check_journal_is_own(&self) -> Result<(), FolderError> {
        let path = self.file(JOURNAL);
        let checked = files::check_own(&path);
        checked.map(|_| ()).map_err(|error| FolderError::Write(path, error))
    }

    /// Writes a file whole or not at all.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
        self.write_with(name, |file| file.write_all(bytes))
    }

    /// The same, for what is written piece by piece.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write_with(
        &self,
        name: &str,
        write: impl FnOnce(&mut io::BufWriter<File>) -> io::Result<()>,
    ) -> Result<(), FolderError> {
        let temporary = self.half_written(name);
        let done = (|| {
            let mut file = io::BufWriter::with_capacity(1 << 16, files::to_write(&temporary)?);
            write(&mut file)?;
            let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
            file.sync_all()?;
            fs::rename(&temporary, self.file(name))?;
            self.sync()
        })();
        done.map_err(|error| {
            // What is half written helps nobody.
            let _ = fs::remove_file(&temporary);
            FolderError::Write(self.file(name), error)
        })
    }

    /// Makes an empty file, on the disk before anything else is.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn mark(&self, name: &str) -> Result<(), FolderError> {
        let made = files::to_write(&self.file(name)).and_then(|file| file.sync_all());
        let made = made.and_then(|()| self.sync());
        made.map_err(|error| FolderError::Write(self.file(name), error))
    }

    /// Removes a file, if it is there.
    ///
    /// # Errors
    /// When it is there and stays.
    pub fn remove(&self, name: &str) -> Result<(), FolderError> {
        match fs::remove_file(self.file(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(FolderError::Write(self.file(name), error))
            }
            _ => Ok(()),
        }
    }

    /// Brings the folder's list of files to the disk, where the system has a way to.
    fn sync(&self) -> io::Result<()> {
        if cfg!(unix) { File::open(&self.path)?.sync_all() } else { Ok(()) }
    }

    /// The SHA-256 of a file, in hex; nothing where it is not there.
    ///
    /// # Errors
    /// When it is there and cannot be read.
    pub fn digest(&self, name: &str) -> Result<Option<String>, FolderError> {
        let read = |error| FolderError::Read(self.file(name), error);
        let mut file = match files::to_read(&self.file(name)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            opened => opened.map_err(read)?,
        };
        let mut digest = Sha256::new();
        io::copy(&mut file, &mut DigestWriter(&mut digest)).map_err(read)?;
        Ok(Some(hex(&digest.finalize())))
    }

    /// The SHA-256 of a file's first bytes, in hex.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn digest_of_first(&self, name: &str, bytes: u64) -> Result<String, FolderError> {
        let read = |error| FolderError::Read(self.file(name), error);
        let mut first = self.open_file(name)?.take(bytes);
        let mut digest = Sha256::new();
        io::copy(&mut first, &mut DigestWriter(&mut digest)).map_err(read)?;
        Ok(hex(&digest.finalize()))
    }

    /// The experiment, as it was resolved.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn experiment(&self) -> Result<Experiment, FolderError> {
        // A pipe would be read as one that somebody has named on the command line.
        self.open_file(EXPERIMENT)?;
        let source = Source::read(&self.file(EXPERIMENT))?;
        Ok(Experiment::parse(&source, &self.path)?)
    }

    /// The manifest, if there is one.
    ///
    /// # Errors
    /// When there is one and it cannot be read.
    pub fn manifest(&self) -> Result<Option<Manifest>, FolderError> {
        if !self.has(MANIFEST) {
            return Ok(None);
        }
        let bytes = self.read(MANIFEST)?;
        let manifest: Manifest = serde_json::from_slice(&bytes).map_err(|error| {
            // That of another format may have other keys.
            manifest::other_format(&bytes)
                .unwrap_or_else(|| self.manifest_error(format!("this is no manifest: {error}")))
        })?;
        Ok(Some(manifest))
    }

    /// Refuses a folder without the file that all else is made from.
    ///
    /// # Errors
    /// When it is not there: says how to make it again.
    pub fn check_has_truth(&self, records: Records) -> Result<(), FolderError> {
        match records {
            Records::All if !self.has(JOURNAL) => Err(self.without(JOURNAL)),
            Records::None if !self.has(TALLIES) => Err(self.without(TALLIES)),
            _ => Ok(()),
        }
    }

    fn without(&self, truth: &str) -> FolderError {
        let (shown, run) = (self.path.display(), self.run_again());
        FolderError::Foreign(format!("`{shown}` has no `{truth}`; to play its games again: {run}"))
    }

    /// The command that plays what the folder lacks.
    pub fn run_again(&self) -> String {
        let word = |path: &Path| shell_word(&path.display().to_string());
        let (experiment, out) = (word(&self.file(EXPERIMENT)), word(&self.path));
        let manifest = self.manifest().ok().flatten();
        let part = manifest.map_or_else(String::new, |manifest| manifest.part_options());
        format!("pasang run {experiment}{part} --out {out}")
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

    /// A fault of the tallies, with what helps.
    pub fn tallies_error(&self, what: String) -> FolderError {
        FolderError::Mendable(self.file(TALLIES), what, played_again(&self.run_again()))
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

/// That a file stands where a folder is meant.
fn is_a_file(path: &Path) -> FolderError {
    let shown = path.display();
    FolderError::Foreign(format!("`{shown}` is a file, and a results folder is wanted"))
}

/// Bytes in hex.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Digests what is written to it.
pub struct DigestWriter<'d>(pub &'d mut Sha256);

impl Write for DigestWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
