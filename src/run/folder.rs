//! A results folder: the names of its files, and how they are written.
//!
//! The journal grows line by line; every other file is written under a temporary name, synced to
//! the disk, and renamed: it is there whole or not at all.

use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::experiment::Experiment;
use crate::experiment::schedule::Shard;
use crate::text::diagnostic::{Diagnostics, read_text};
use crate::text::files;
use pasang_core::base::digest::Digester;
use pasang_core::base::text::shell_word;

use super::error::FolderError;
use super::manifest::Manifest;

pub const JOURNAL: &str = "games.csv";
pub const COUNTS: &str = "counts.jsonl";
pub const CELLS: &str = "cells.csv";
pub const BALANCE: &str = "balance.csv";
pub const COLUMNS: &str = "columns.csv";
pub const OPENINGS: &str = "openings.csv";
pub const EFFECTS: &str = "effects.csv";
pub const ESTIMATES: &str = "effects.jsonl";
pub const INTERACTIONS: &str = "interactions.csv";
pub const PATTERN_EFFECTS: &str = "pattern-effects.csv";
pub const PACKAGE: &str = "datapackage.json";
pub const REPORT: &str = "report.html";
pub const EXPERIMENT: &str = "experiment.toml";
pub use crate::text::new_files::MANIFEST;
pub const RUN_INFO: &str = "run-info.json";
/// The files from which all others follow.
pub const TRUTH: [&str; 2] = [EXPERIMENT, JOURNAL];
/// The folder in which `pasang-exact judge` writes its tables; the manifest holds no digests of
/// them.
pub const JUDGED: &str = "judge";
/// The tables and the page of `pasang profile`, likewise without digests: of a designed experiment the
/// effects of its rules.
pub const PROFILE: &str = "profile.csv";
pub const PROFILE_EFFECTS: &str = "profile-effects.csv";
pub const PROFILE_ESTIMATES: &str = "profile-effects.jsonl";
pub const PROFILE_PATTERN_EFFECTS: &str = "profile-pattern-effects.csv";
pub const PROFILE_PAGE: &str = "profile.html";
pub const OF_PROFILE: [&str; 5] =
    [PROFILE, PROFILE_EFFECTS, PROFILE_ESTIMATES, PROFILE_PATTERN_EFFECTS, PROFILE_PAGE];

/// All tables that results may have, and the file that describes them: derived from the games, and
/// can be made again.
pub const TABLES: [&str; 13] = [
    COUNTS,
    ESTIMATES,
    CELLS,
    "seats.csv",
    "overall.csv",
    OPENINGS,
    "branching.csv",
    BALANCE,
    COLUMNS,
    EFFECTS,
    INTERACTIONS,
    PATTERN_EFFECTS,
    PACKAGE,
];

/// All files of results except the manifest.
pub(crate) fn beside_the_manifest() -> impl Iterator<Item = &'static str> {
    TRUTH.into_iter().chain(TABLES).chain([REPORT, RUN_INFO])
}

/// All files of results, the manifest last.
fn own() -> impl Iterator<Item = &'static str> {
    beside_the_manifest().chain([MANIFEST])
}

/// Returns the name of a file while it is being written.
fn half_name(name: &str) -> String {
    format!(".{name}.part")
}

/// The size limit of files read as a whole: a manifest has about 60 bytes for each cell that plays
/// in a round, and there are at most a million cells.
const MAX_BYTES: u64 = 1 << 27;

/// The lock file, empty: only its lock matters, not its existence. It is never removed: a process
/// that waited for a removed file would hold a lock that excludes no other.
pub const LOCK: &str = ".lock";

/// Keeps other runs out of a folder until it is dropped, or the program ends in any way.
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

    /// Opens an existing results folder, which has an experiment.
    pub fn open(path: &Path) -> Result<Folder, FolderError> {
        let folder = Folder::at(path);
        folder.must_not_be_a_file()?;
        let experiment = folder.file(EXPERIMENT);
        // A folder without read permission may well be a results folder.
        let is_there = experiment.try_exists();
        if is_there.map_err(|error| FolderError::Read(experiment, error))? {
            return Ok(folder);
        }
        if path.is_dir() {
            return Err(folder.is_none(EXPERIMENT));
        }
        Err(FolderError::Refused(format!("there is no results folder `{}`", path.display())))
    }

    /// Refuses a folder that holds files with the names of results but no manifest, the first file
    /// that a run writes: the files belong to something else, and would be lost.
    pub fn refuse_foreign(&self) -> Result<(), FolderError> {
        self.must_not_be_a_file()?;
        let found = beside_the_manifest().find(|name| self.has(name));
        let Some(name) = found.filter(|_| !self.has(MANIFEST)) else { return Ok(()) };
        let what = "so it is no results folder: choose another --out";
        Err(FolderError::refused(&self.path, format!("has `{name}` and no `{MANIFEST}`, {what}")))
    }

    /// Refuses a folder that no broken merge has left: a link, or one with anything else in it.
    pub fn check_is_left_over(&self) -> Result<(), FolderError> {
        let is_link = self.path.is_symlink();
        let names = if is_link || !self.path.is_dir() { Vec::new() } else { self.names()? };
        let is_own = |name: &&String| own().any(|it| *name == it || **name == half_name(it));
        let what = match names.iter().find(|name| !is_own(name)) {
            _ if is_link => "is a link".to_owned(),
            Some(name) => format!("holds `{name}`"),
            None if !names.is_empty() && !self.has(LOCK) => format!("has no `{LOCK}`"),
            None => return Ok(()),
        };
        let what =
            format!("{what}, so no merge has left it: move it away, or choose another --out");
        Err(FolderError::refused(&self.path, what))
    }

    /// Removes the files of results, also half-written ones.
    pub fn remove_results(&self) -> Result<(), FolderError> {
        own().try_for_each(|name| self.remove(name))?;
        own().try_for_each(|name| self.remove(&half_name(name)))
    }

    fn must_not_be_a_file(&self) -> Result<(), FolderError> {
        let what = "is a file, and a results folder is wanted";
        if self.path.is_file() {
            return Err(FolderError::refused(&self.path, what));
        }
        Ok(())
    }

    pub fn create(&self) -> Result<(), FolderError> {
        self.must_not_be_a_file()?;
        if let Some(why) = files::unfit_name(&self.path).filter(|_| !self.path.is_dir()) {
            let what = format!("cannot be a results folder: {why}; choose another --out");
            return Err(FolderError::refused(&self.path, what));
        }
        fs::create_dir_all(&self.path).map_err(|error| FolderError::Write(self.path.clone(), error))
    }

    /// Locks the folder against other runs. Removes the temporary files of a run that was killed.
    pub fn lock(&self) -> Result<Lock, FolderError> {
        let path = self.file(LOCK);
        let write = |error| FolderError::Write(path.clone(), error);
        let file = files::to_append(&path).map_err(write)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(FolderError::Other(format!(
                    "`{}` is in use by another run or `verify`: wait for it to end, or choose another --out",
                    self.path.display()
                )));
            }
            Err(TryLockError::Error(error)) => return Err(write(error)),
        }
        if self.has(MANIFEST) {
            for name in own() {
                // A temporary file that stays does no harm.
                let _ = fs::remove_file(self.half_written(name));
            }
        }
        Ok(Lock { _file: file })
    }

    /// Locks the folder against runs that write to it, but not against other readers. A folder
    /// without a lock file, or on a file system without locks, is read without: it may be
    /// write-protected.
    ///
    /// # Errors
    /// If a run is writing to it.
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

    /// Returns the names of all files and folders in it, sorted, except the lock file.
    pub fn names(&self) -> Result<Vec<String>, FolderError> {
        let read = |error| FolderError::Read(self.path.clone(), error);
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.path).map_err(read)? {
            let name = entry.map_err(read)?.file_name().to_string_lossy().into_owned();
            let is_lock = || {
                fs::symlink_metadata(self.file(LOCK)).is_ok_and(|it| it.is_file() && it.len() == 0)
            };
            if name != LOCK || !is_lock() {
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

    /// Returns the path of a file while it is being written.
    fn half_written(&self, name: &str) -> PathBuf {
        self.file(&half_name(name))
    }

    /// The names of the tables and pages that are there.
    pub fn derived(&self) -> impl Iterator<Item = &'static str> {
        TABLES.into_iter().chain([REPORT]).chain(OF_PROFILE).filter(|name| self.has(name))
    }

    pub fn has(&self, name: &str) -> bool {
        self.file(name).exists()
    }

    pub fn open_file(&self, name: &str) -> Result<File, FolderError> {
        let path = self.file(name);
        files::to_read(&path).map_err(|error| FolderError::Read(path, error))
    }

    pub fn read(&self, name: &str) -> Result<Vec<u8>, FolderError> {
        self.read_up_to(name, MAX_BYTES)
    }

    /// Reads the first `most` bytes of a file, which may be longer.
    pub fn read_start(&self, name: &str, most: u64) -> Result<Vec<u8>, FolderError> {
        let (mut file, mut bytes) = (self.open_file(name)?.take(most), Vec::new());
        let read = file.read_to_end(&mut bytes);
        read.map_err(|error| FolderError::Read(self.file(name), error)).map(|_| bytes)
    }

    /// Reads a file of at most `most` bytes.
    pub fn read_up_to(&self, name: &str, most: u64) -> Result<Vec<u8>, FolderError> {
        let path = self.file(name);
        files::read(&path, most).map_err(|error| FolderError::Read(path, error))
    }

    /// Opens the journal for appending, creating it if necessary.
    pub fn append_to_journal(&self) -> Result<File, FolderError> {
        let path = self.file(JOURNAL);
        files::to_append(&path).map_err(|error| FolderError::Write(path, error))
    }

    /// Refuses a folder whose journal is a link or not a regular file. All other files are written
    /// anew and replace any present entry.
    pub fn check_journal_is_own(&self) -> Result<(), FolderError> {
        let path = self.file(JOURNAL);
        files::check_own(&path).map(drop).map_err(|error| FolderError::Write(path, error))
    }

    /// Writes a file atomically.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
        self.write_all(&[(name, bytes)])
    }

    /// Writes several files, each atomically; none is replaced before all are synced to the disk.
    pub fn write_all(&self, files: &[(&str, &[u8])]) -> Result<(), FolderError> {
        let names: Vec<&str> = files.iter().map(|(name, _)| *name).collect();
        self.replace(&names, || {
            files.iter().try_for_each(|(name, bytes)| {
                let written = files::to_write(&self.half_written(name)).and_then(|mut file| {
                    file.write_all(bytes)?;
                    file.sync_all()
                });
                written.map_err(|error| FolderError::Write(self.file(name), error))
            })
        })
    }

    /// Writes a file piece by piece, yet atomically.
    pub fn write_with(
        &self,
        name: &str,
        write: impl FnOnce(&mut io::BufWriter<File>) -> Result<(), FolderError>,
    ) -> Result<(), FolderError> {
        let failed = |error| FolderError::Write(self.file(name), error);
        self.replace(&[name], || {
            let file = files::to_write(&self.half_written(name)).map_err(failed)?;
            let mut file = io::BufWriter::with_capacity(1 << 16, file);
            write(&mut file)?;
            let file = file.into_inner().map_err(|error| failed(error.into_error()))?;
            file.sync_all().map_err(failed)
        })
    }

    /// Puts files in place of the old ones once `write` has written all of their parts.
    fn replace(
        &self,
        names: &[&str],
        write: impl FnOnce() -> Result<(), FolderError>,
    ) -> Result<(), FolderError> {
        let rename = |name: &&str| {
            let renamed = files::rename(&self.half_written(name), &self.file(name));
            renamed.map_err(|error| FolderError::Write(self.file(name), error))
        };
        let sync = || self.sync().map_err(|error| FolderError::Write(self.path.clone(), error));
        let done = write().and_then(|()| names.iter().try_for_each(rename)).and_then(|()| sync());
        if done.is_err() {
            for name in names {
                // A partial file is of no use.
                let _ = fs::remove_file(self.half_written(name));
            }
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

    /// Syncs the directory to the disk, on systems that support it.
    fn sync(&self) -> io::Result<()> {
        if cfg!(unix) { File::open(&self.path)?.sync_all() } else { Ok(()) }
    }

    /// Returns the SHA-256 of a file, in hex; `None` if there is no such file.
    pub fn digest(&self, name: &str) -> Result<Option<String>, FolderError> {
        match files::to_read(&self.file(name)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            file => file
                .and_then(digest_of_file)
                .map(Some)
                .map_err(|error| FolderError::Read(self.file(name), error)),
        }
    }

    /// Reads the resolved experiment, with its seed.
    pub fn experiment(&self) -> Result<Experiment, FolderError> {
        self.experiment_with_warnings().map(|(experiment, _)| experiment)
    }

    /// Reads it with warnings about what may be a mistake.
    pub fn experiment_with_warnings(&self) -> Result<(Experiment, Diagnostics), FolderError> {
        // A pipe is rejected here: reading would accept it, as for a path on the command line.
        self.open_file(EXPERIMENT)?;
        let source = read_text(&self.file(EXPERIMENT))?;
        let (experiment, warnings) = Experiment::of_results(&source)?;
        if experiment.seed.is_none() {
            let what = "it names no seed, so no run has written it";
            return Err(FolderError::damaged(self.file(EXPERIMENT), what));
        }
        Ok((experiment, warnings))
    }

    /// Refuses a finished folder if its experiment or journal differs from the manifest's digest.
    pub fn check_files(&self, manifest: &Manifest) -> Result<(), FolderError> {
        for truth in TRUTH {
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

    /// Returns a manifest as it is once all games are there, with the digests of experiment and journal.
    pub fn finished(&self, begun: Manifest) -> Result<Manifest, FolderError> {
        let mut files = BTreeMap::new();
        for name in TRUTH {
            files.extend(self.digest(name)?.map(|digest| (name.to_owned(), digest)));
        }
        Ok(Manifest { finished: true, files, ..begun })
    }

    /// Refuses the folder of a run that is not finished.
    pub fn must_be_finished(&self, manifest: &Manifest) -> Result<(), FolderError> {
        if manifest.finished {
            return Ok(());
        }
        let (path, run) = (self.path.display(), self.run_again());
        Err(FolderError::Other(format!("`{path}` is not finished; to go on: {run}")))
    }

    /// Refuses a results folder that has a part of the games.
    pub fn must_be_whole(&self) -> Result<(), FolderError> {
        let Some(manifest) = self.has(EXPERIMENT).then(|| self.manifest()).transpose()?.flatten()
        else {
            return Ok(());
        };
        if manifest.is_part() {
            let what = "is a shard, and has no tables of its own: merge all shards first";
            return Err(FolderError::refused(&self.path, what));
        }
        self.must_be_finished(&manifest)
    }

    pub fn must_have_manifest(&self) -> Result<Manifest, FolderError> {
        self.manifest()?.ok_or_else(|| self.is_none(MANIFEST))
    }

    fn is_none(&self, lacks: &str) -> FolderError {
        FolderError::refused(&self.path, format!("is no results folder: it has no `{lacks}`"))
    }

    /// Returns the shard that the manifest names.
    pub fn shard(&self, manifest: &Manifest) -> Result<Shard, FolderError> {
        let Some(text) = &manifest.shard else { return Ok(Shard::WHOLE) };
        let version = manifest.sharing.unwrap_or(1);
        if version != Shard::VERSION {
            return Err(FolderError::Other(format!(
                "`{}` is shard {text} by version {version} of the sharing, and this program shares by \
                 version {}: the version of pasang that played it merges it",
                self.path.display(),
                Shard::VERSION
            )));
        }
        let what = || format!("`shard` is `{text}`, which is none");
        text.parse().map_err(|_| self.manifest_error(what()))
    }

    pub fn manifest(&self) -> Result<Option<Manifest>, FolderError> {
        if !self.has(MANIFEST) {
            return Ok(None);
        }
        let bytes = self.read(MANIFEST)?;
        serde_json::from_slice(&bytes).map(Some).map_err(|error| {
            // A manifest of another format may have other keys.
            super::manifest::other_format(&bytes)
                .unwrap_or_else(|| self.manifest_error(format!("this is no manifest: {error}")))
        })
    }

    pub fn check_has_journal(&self) -> Result<(), FolderError> {
        if self.has(JOURNAL) {
            return Ok(());
        }
        // Finished results may be kept without their games, and stay as they are.
        let manifest = self.manifest().ok().flatten();
        let is_kept = manifest.is_some_and(|found| found.finished && found.shard.is_none());
        let run = if is_kept { self.run_into(Path::new("NEW")) } else { self.run_again() };
        let what = format!("has no `{JOURNAL}`; to play its games again: {run}");
        Err(FolderError::refused(&self.path, what))
    }

    /// Returns the command that plays the missing games.
    pub fn run_again(&self) -> String {
        self.run_into(&self.path)
    }

    /// The command that plays its games into a folder.
    pub(crate) fn run_into(&self, out: &Path) -> String {
        let word = |path: &Path| shell_word(&path.display().to_string());
        let (experiment, out) = (word(&self.file(EXPERIMENT)), word(out));
        let shard = self.manifest().ok().flatten().and_then(|manifest| manifest.shard);
        let shard = shard.map_or_else(String::new, |shard| format!(" --shard {shard}"));
        let is_command =
            self.read(EXPERIMENT).is_ok_and(|text| text.windows(8).any(|it| it == b"\n[game]\n"));
        let engines = if is_command { " --engines" } else { "" };
        format!("pasang run {experiment}{shard} --out {out}{engines}")
    }

    /// Returns the error of a line of the journal, from 1, the header.
    pub fn journal_error(&self, line: u64, what: &str) -> FolderError {
        let (path, run) = (self.file(JOURNAL), self.run_again());
        let is_finished = self.manifest().ok().flatten().is_some_and(|found| found.finished);
        // Only from line 3 on are there games before it.
        let help = if line > 2 && !is_finished {
            let file = shell_word(&path.display().to_string());
            let keep = match cfg!(windows) {
                true => format!("{file} without that line and all behind it"),
                false => format!("`sed -i '{line},$d' {file}`"),
            };
            format!("{keep} keeps the games before it, and `{run}` goes on from there")
        } else {
            format!("move it away, and `{run}` plays its games again")
        };
        FolderError::Damaged(path, format!("line {line}: {what}"), Some(help))
    }

    pub fn manifest_error(&self, what: String) -> FolderError {
        let experiment = shell_word(&self.file(EXPERIMENT).display().to_string());
        let run = format!("pasang run {experiment} --out NEW");
        let help = format!("if these are results, `{run}` plays their games again");
        FolderError::Damaged(self.file(MANIFEST), what, Some(help))
    }
}

/// Returns the SHA-256 of an open file, in hex.
pub fn digest_of_file(mut file: File) -> io::Result<String> {
    let mut digest = Digester::default();
    io::copy(&mut file, &mut digest)?;
    Ok(digest.finish())
}
