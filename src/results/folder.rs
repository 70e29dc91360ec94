//! A results folder: its files, what they are called, and how they are written.
//!
//! The journal grows line by line; every other file is written under another name, brought to the
//! disk, and only then given its own: it is there whole or not at all.

mod files;

use std::fs::{self, File, TryLockError};
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

use crate::base::digest::Digester;
use crate::base::fault::read_text;
use crate::base::words::shell_word;
use crate::experiment::{Experiment, Settled};
use crate::playing::journal::JournalFault;

use super::error::FolderError;
use super::manifest::Manifest;

pub const JOURNAL: &str = "games.csv";
pub const CELLS: &str = "cells.csv";
pub const OPENINGS: &str = "openings.csv";
pub const BRANCHING: &str = "branching.csv";
pub const ROUNDS: &str = "rounds.csv";
pub const FIND: &str = "find.csv";
pub const CHOICE: &str = "choice.csv";
pub const PACKAGE: &str = "datapackage.json";
pub const REPORT: &str = "report.html";
pub const EXPERIMENT: &str = "experiment.toml";
pub const MANIFEST: &str = "manifest.json";
pub const RUN_INFO: &str = "run-info.json";
/// Where `pasang-exact judge` writes its tables, of which the manifest holds no digest.
pub const JUDGED: &str = "judge";

/// All tables that results may have, and what describes them: what is made from the games and may be
/// made again.
pub const TABLES: [&str; 10] = [
    CELLS,
    "seats.csv",
    "overall.csv",
    OPENINGS,
    BRANCHING,
    ROUNDS,
    "paired.csv",
    FIND,
    CHOICE,
    PACKAGE,
];

/// All files of results but the manifest.
pub(crate) fn beside_the_manifest() -> impl Iterator<Item = &'static str> {
    [EXPERIMENT, JOURNAL].into_iter().chain(TABLES).chain([REPORT, RUN_INFO])
}

/// No file that is read as a whole has more bytes: a manifest has about 60 for each cell that plays
/// in a round, and there are no more than a million cells.
const MOST_BYTES: u64 = 1 << 27;

/// Empty; that it is there says nothing, only whether it is locked. It is never removed: whoever
/// waited for a removed file would hold a lock that keeps nobody out.
const LOCK: &str = ".lock";

/// Keeps other runs out of a folder until it is dropped, or the program ends in whatever way.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    pub fn at(path: &Path) -> Folder {
        Folder { path: path.to_owned() }
    }

    /// A folder that must be one of results: it has an experiment.
    pub fn open(path: &Path) -> Result<Folder, FolderError> {
        let folder = Folder::at(path);
        folder.must_not_be_a_file()?;
        let experiment = folder.file(EXPERIMENT);
        // A folder that may not be looked into may well be one.
        let is_there = experiment.try_exists();
        if is_there.map_err(|error| FolderError::Read(experiment, error))? {
            return Ok(folder);
        }
        Err(match path.is_dir() {
            true => folder.is_none(EXPERIMENT),
            false => {
                FolderError::Refused(format!("there is no results folder `{}`", path.display()))
            }
        })
    }

    /// Refuses a folder that holds files with the names of results and no manifest, which is the
    /// first file that is written: they are somebody else's, and would be lost.
    pub fn refuse_foreign(&self) -> Result<(), FolderError> {
        self.must_not_be_a_file()?;
        let found = beside_the_manifest().find(|name| self.has(name));
        match found.filter(|_| !self.has(MANIFEST)) {
            None => Ok(()),
            Some(name) => {
                let what = format!(
                    "has `{name}` and no `{MANIFEST}`, so it is no results folder: choose another --out"
                );
                Err(FolderError::refused(&self.path, what))
            }
        }
    }

    fn must_not_be_a_file(&self) -> Result<(), FolderError> {
        let is_file = self.path.is_file();
        let refused = FolderError::refused(&self.path, "is a file, and a results folder is wanted");
        if is_file { Err(refused) } else { Ok(()) }
    }

    pub fn create(&self) -> Result<(), FolderError> {
        self.must_not_be_a_file()?;
        fs::create_dir_all(&self.path).map_err(|error| FolderError::Write(self.path.clone(), error))
    }

    /// Keeps other runs out for as long as the lock is held. What one that was killed had half
    /// written is removed.
    pub fn lock(&self) -> Result<Lock, FolderError> {
        let path = self.file(LOCK);
        let write = |error| FolderError::Write(path.clone(), error);
        let file = files::to_append(&path).map_err(write)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(FolderError::Other(format!(
                    "`{}` is in use by another run: wait for it to end, or choose another --out",
                    self.path.display()
                )));
            }
            Err(TryLockError::Error(error)) => return Err(write(error)),
        }
        if self.has(MANIFEST) {
            for name in beside_the_manifest().chain([MANIFEST]) {
                // What stays does no harm.
                let _ = fs::remove_file(self.half_written(name));
            }
        }
        Ok(Lock { _file: file })
    }

    /// Keeps runs from writing to a folder while it is read, beside other readers. A folder without a
    /// lock file, or on a file system without locks, is read as it is: it may be write-protected.
    ///
    /// # Errors
    /// When a run writes to it.
    pub fn lock_shared(&self) -> Result<Option<Lock>, FolderError> {
        let Ok(file) = files::to_read(&self.file(LOCK)) else { return Ok(None) };
        match file.try_lock_shared() {
            Ok(()) => Ok(Some(Lock { _file: file })),
            Err(TryLockError::WouldBlock) => Err(FolderError::Other(format!(
                "`{}` is in use by a run: verify it once that has ended",
                self.path.display()
            ))),
            Err(TryLockError::Error(_)) => Ok(None),
        }
    }

    /// The names of all files and folders in it, sorted, but the lock's.
    pub fn names(&self) -> Result<Vec<String>, FolderError> {
        let read = |error| FolderError::Read(self.path.clone(), error);
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.path).map_err(read)? {
            let name = entry.map_err(read)?.file_name().to_string_lossy().into_owned();
            if name != LOCK {
                names.push(name);
            }
        }
        names.sort();
        Ok(names)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Where a file of this name is until it is whole.
    fn half_written(&self, name: &str) -> PathBuf {
        self.file(&format!(".{name}.part"))
    }

    pub fn has(&self, name: &str) -> bool {
        self.file(name).exists()
    }

    pub fn open_file(&self, name: &str) -> Result<File, FolderError> {
        let path = self.file(name);
        files::to_read(&path).map_err(|error| FolderError::Read(path, error))
    }

    pub fn read(&self, name: &str) -> Result<Vec<u8>, FolderError> {
        self.read_up_to(name, MOST_BYTES)
    }

    /// A file's bytes, where they are no more than so many.
    pub fn read_up_to(&self, name: &str, most: u64) -> Result<Vec<u8>, FolderError> {
        let path = self.file(name);
        files::read(&path, most).map_err(|error| FolderError::Read(path, error))
    }

    /// Opens the journal to write behind what it holds; makes it where it is not there.
    pub fn append_to_journal(&self) -> Result<File, FolderError> {
        let path = self.file(JOURNAL);
        files::to_append(&path).map_err(|error| FolderError::Write(path, error))
    }

    /// Refuses a folder whose journal is a link to a place elsewhere, or no file at all. All other
    /// files are written anew and take the place of whatever is there.
    pub fn check_journal_is_own(&self) -> Result<(), FolderError> {
        let path = self.file(JOURNAL);
        let checked = files::check_own(&path);
        checked.map(|_| ()).map_err(|error| FolderError::Write(path, error))
    }

    /// Writes a file whole or not at all.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
        self.write_all(&[(name, bytes)])
    }

    /// Writes several files, each whole or not at all; none is replaced before all are on the disk.
    pub fn write_all(&self, files: &[(&str, &[u8])]) -> Result<(), FolderError> {
        let failed = |name: &str, error| FolderError::Write(self.file(name), error);
        let done = (|| {
            for (name, bytes) in files {
                let written = files::to_write(&self.half_written(name)).and_then(|mut file| {
                    file.write_all(bytes)?;
                    file.sync_all()
                });
                written.map_err(|error| failed(name, error))?;
            }
            for (name, _) in files {
                fs::rename(self.half_written(name), self.file(name))
                    .map_err(|error| failed(name, error))?;
            }
            self.sync().map_err(|error| FolderError::Write(self.path.clone(), error))
        })();
        if done.is_err() {
            for (name, _) in files {
                // A file that is half written is of no use.
                let _ = fs::remove_file(self.half_written(name));
            }
        }
        done
    }

    /// Writes a file piece by piece, and yet whole or not at all.
    pub fn write_with(
        &self,
        name: &str,
        write: impl FnOnce(&mut io::BufWriter<File>) -> Result<(), FolderError>,
    ) -> Result<(), FolderError> {
        let temporary = self.half_written(name);
        let failed = |error| FolderError::Write(self.file(name), error);
        let done = (|| {
            let file = files::to_write(&temporary).map_err(failed)?;
            let mut file = io::BufWriter::with_capacity(1 << 16, file);
            write(&mut file)?;
            let file = file.into_inner().map_err(|error| failed(error.into_error()))?;
            file.sync_all().map_err(failed)?;
            fs::rename(&temporary, self.file(name)).map_err(failed)?;
            self.sync().map_err(failed)
        })();
        if done.is_err() {
            // What is half written helps nobody.
            let _ = fs::remove_file(&temporary);
        }
        done
    }

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

    pub fn whole_lines(&self, name: &str) -> Result<u64, FolderError> {
        let read = |error| FolderError::Read(self.file(name), error);
        let mut file = io::BufReader::with_capacity(1 << 18, self.open_file(name)?);
        let mut lines = 0;
        loop {
            let piece = file.fill_buf().map_err(read)?;
            if piece.is_empty() {
                return Ok(lines);
            }
            lines += piece.iter().filter(|&&byte| byte == b'\n').count() as u64;
            let length = piece.len();
            file.consume(length);
        }
    }

    /// The SHA-256 of a file, in hex; nothing where it is not there.
    pub fn digest(&self, name: &str) -> Result<Option<String>, FolderError> {
        let read = |error| FolderError::Read(self.file(name), error);
        let mut file = match files::to_read(&self.file(name)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            opened => opened.map_err(read)?,
        };
        let mut digest = Digester::default();
        io::copy(&mut file, &mut digest).map_err(read)?;
        Ok(Some(digest.finish()))
    }

    /// The experiment, as it was resolved: with its seed.
    pub fn experiment(&self) -> Result<Settled, FolderError> {
        // A pipe would be read as one that somebody has named on the command line.
        self.open_file(EXPERIMENT)?;
        let source = read_text(&self.file(EXPERIMENT))?;
        Experiment::parse(&source, &self.path)?.settled().map_err(|_| {
            let what = "it names no seed, so no run has written it".to_owned();
            FolderError::damaged(self.file(EXPERIMENT), what)
        })
    }

    /// Refuses a finished folder if what all else is made from is not what the run finished with.
    pub fn check_files(&self, manifest: &Manifest) -> Result<(), FolderError> {
        for truth in [EXPERIMENT, JOURNAL] {
            if let Some(then) = manifest.files.get(truth)
                && self.digest(truth)?.is_some_and(|now| *then != now)
            {
                let what = "this is not the file that the run finished with; \
                            `pasang verify` says what differs";
                return Err(FolderError::damaged(self.file(truth), what));
            }
        }
        Ok(())
    }

    pub fn must_have_manifest(&self) -> Result<Manifest, FolderError> {
        self.manifest()?.ok_or_else(|| self.is_none(MANIFEST))
    }

    fn is_none(&self, lacks: &str) -> FolderError {
        FolderError::refused(&self.path, format!("is no results folder: it has no `{lacks}`"))
    }

    pub fn manifest(&self) -> Result<Option<Manifest>, FolderError> {
        if !self.has(MANIFEST) {
            return Ok(None);
        }
        let bytes = self.read(MANIFEST)?;
        let manifest: Manifest = serde_json::from_slice(&bytes).map_err(|error| {
            // That of another format may have other keys.
            super::manifest::other_format(&bytes)
                .unwrap_or_else(|| self.manifest_error(format!("this is no manifest: {error}")))
        })?;
        Ok(Some(manifest))
    }

    pub fn check_has_journal(&self) -> Result<(), FolderError> {
        if self.has(JOURNAL) {
            return Ok(());
        }
        let run = self.run_again();
        let what = format!("has no `{JOURNAL}`; to play its games again: {run}");
        Err(FolderError::refused(&self.path, what))
    }

    /// The command that plays what the folder lacks.
    pub fn run_again(&self) -> String {
        let word = |path: &Path| shell_word(&path.display().to_string());
        let (experiment, out) = (word(&self.file(EXPERIMENT)), word(&self.path));
        let shard = self.manifest().ok().flatten().and_then(|manifest| manifest.shard);
        let shard = shard.map_or_else(String::new, |shard| format!(" --shard {shard}"));
        format!("pasang run {experiment}{shard} --out {out}")
    }

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
            _ => format!("move it away, and `{run}` plays its games again"),
        };
        FolderError::Damaged(path, format!("line {line}: {what}"), Some(help))
    }

    /// How many bytes of the journal come before a line.
    fn start_of_line(&self, line: u64) -> Option<u64> {
        let mut journal = io::BufReader::with_capacity(1 << 16, self.open_file(JOURNAL).ok()?);
        let (mut left, mut bytes) = (line.checked_sub(1)?, 0);
        while left > 0 {
            let length = journal.skip_until(b'\n').ok()?;
            if length == 0 {
                return None;
            }
            bytes += length as u64;
            left -= 1;
        }
        Some(bytes)
    }

    pub fn manifest_error(&self, what: String) -> FolderError {
        let experiment = shell_word(&self.file(EXPERIMENT).display().to_string());
        let help = format!(
            "if these are results, `pasang run {experiment} --out NEW` plays their games again"
        );
        FolderError::Damaged(self.file(MANIFEST), what, Some(help))
    }
}
