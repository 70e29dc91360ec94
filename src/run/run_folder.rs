//! An open results folder: the folder, its manifest, and its games.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::compiled_experiment::CompiledExperiment;
use super::error::FolderError;
use super::folder::{
    BALANCE, COLUMNS, EFFECTS, ESTIMATES, EXPERIMENT, Folder, INTERACTIONS, JOURNAL, Lock,
    MANIFEST, OF_PROFILE, PATTERN_EFFECTS, PROFILE_PAGE, REPORT, TABLES, TRUTH,
};
use super::journal::MAX_LINE_LENGTH;
use super::manifest::{Manifest, bots_of};
use crate::experiment::Experiment;
use crate::experiment::schedule::{Schedule, Shard};
use pasang_core::base::digest::digest_of;

/// A results folder with its compiled experiment: the context of every command that works on one.
#[derive(Debug)]
pub struct RunFolder {
    pub folder: Folder,
    /// The manifest; for a run that begins, the one that it will write.
    pub manifest: Manifest,
    pub compiled: CompiledExperiment,
    /// The games of this folder.
    pub schedule: Schedule,
    /// A journal that stands for the folder's own.
    pub replayed: Option<File>,
    /// `true` if its tables and its report are there.
    pub is_published: bool,
    /// Warnings to print once they are written.
    pub warnings: Vec<String>,
    /// The lock, until they are written.
    pub lock: Option<Lock>,
}

/// A file that follows from the games: what verification expects, and what a run writes.
#[derive(Debug)]
pub struct Artifact {
    pub name: &'static str,
    /// The texts that it may have, the first of them written.
    pub texts: Vec<Vec<u8>>,
}

impl Artifact {
    /// Returns whether it is a page, whose layout another version of the program may change.
    pub fn is_page(&self) -> bool {
        [REPORT, PROFILE_PAGE].contains(&self.name)
    }

    /// Returns the bytes to write.
    pub fn bytes(&self) -> &[u8] {
        self.texts.first().map_or(&[], Vec::as_slice)
    }
}

/// Returns the digests that a report names: experiment and journal from the manifest, and the
/// tables. Empty for an unfinished run.
pub fn digests(manifest: &Manifest, tables: &[Artifact]) -> BTreeMap<String, String> {
    if !manifest.finished {
        return BTreeMap::new();
    }
    let truth = manifest.files.iter().filter(|(name, _)| TRUTH.contains(&name.as_str()));
    let truth = truth.map(|(name, digest)| (name.clone(), digest.clone()));
    truth.chain(tables.iter().map(|it| (it.name.to_owned(), digest_of(it.bytes())))).collect()
}

/// Returns a line of JSON for each thing.
pub(crate) fn lines_of<T: Serialize>(all: impl Iterator<Item = T>) -> Vec<u8> {
    let mut text = Vec::new();
    for it in all {
        // What is kept, of numbers, texts and lists, always serialises.
        text.extend(serde_json::to_vec(&it).unwrap_or_default());
        text.push(b'\n');
    }
    text
}

/// Returns the names of the tables that an experiment may have.
fn tables_of(experiment: &Experiment) -> impl Iterator<Item = &'static str> {
    let lacks = [
        (BALANCE, !experiment.has_crew()),
        (COLUMNS, !experiment.has_crew()),
        (EFFECTS, experiment.factorial.is_none()),
        (ESTIMATES, experiment.factorial.is_none()),
        (INTERACTIONS, experiment.factorial.is_none()),
        (PATTERN_EFFECTS, experiment.factorial.is_none()),
    ];
    TABLES.into_iter().filter(move |name| !lacks.contains(&(name, true)))
}

/// Returns the command that makes a table or a page again.
pub(crate) fn maker(table: &str) -> &'static str {
    if OF_PROFILE.contains(&table) { "pasang profile" } else { "pasang report" }
}

impl RunFolder {
    pub fn read(folder: &Folder) -> Result<RunFolder, FolderError> {
        let manifest = folder.must_have_manifest()?;
        manifest.check_versions()?;
        RunFolder::of(folder, manifest, folder.experiment()?)
    }

    /// Opens a finished folder.
    ///
    /// # Errors
    /// If it is missing, not finished, or was written by another version.
    pub fn open_finished(path: &Path) -> Result<RunFolder, FolderError> {
        let folder = Folder::open(path)?;
        let run_folder = RunFolder::read(&folder)?;
        folder.must_be_finished(&run_folder.manifest)?;
        Ok(run_folder)
    }

    pub fn of(
        folder: &Folder,
        manifest: Manifest,
        experiment: Experiment,
    ) -> Result<RunFolder, FolderError> {
        let shard = folder.shard(&manifest)?;
        let compiled = CompiledExperiment::new(experiment, manifest.seed);
        let begun = RunFolder::begun(folder, compiled, shard);
        Ok(RunFolder { manifest, ..begun })
    }

    /// Prepares a folder to play or resume a part of an experiment that was settled there. Validates before
    /// it changes anything: a refused folder stays as it was, with all its evidence.
    pub fn to_play(
        folder: &Folder,
        compiled: CompiledExperiment,
        shard: Shard,
    ) -> Result<RunFolder, FolderError> {
        let before = folder.manifest()?;
        if let Some(manifest) = &before {
            folder.check_files(manifest)?;
            if manifest.finished && !folder.has(JOURNAL) && !compiled.experiment().is_all_seeded() {
                return Err(FolderError::lost(folder.path()));
            }
        }
        let mut begun = RunFolder::begun(folder, compiled, shard);
        begun.manifest.looked = Manifest::looked_at(before.as_ref(), begun.manifest.games);
        Ok(begun)
    }

    /// Prepares a folder for a part of an experiment that begins, with its manifest.
    pub fn begun(folder: &Folder, compiled: CompiledExperiment, shard: Shard) -> RunFolder {
        let schedule = compiled.schedule(shard);
        let bots = bots_of(compiled.experiment());
        let manifest = Manifest::begin(compiled.seed, schedule.len(), shard, bots);
        RunFolder {
            folder: folder.clone(),
            manifest,
            compiled,
            schedule,
            replayed: None,
            is_published: false,
            warnings: Vec::new(),
            lock: None,
        }
    }

    pub fn experiment(&self) -> &Experiment {
        self.compiled.experiment()
    }

    /// Refuses a finished folder if its experiment or journal differs from the manifest's digest.
    pub fn check_files(&self) -> Result<(), FolderError> {
        self.folder.check_files(&self.manifest)
    }

    /// Reads a file of lines of JSON of a finished folder; `None` if they are others.
    ///
    /// # Errors
    /// If the folder is not finished, or the file is missing or differs from the one that the run
    /// wrote; of those of a profile there are no digests.
    pub(crate) fn lines<T: DeserializeOwned>(
        &self,
        name: &'static str,
    ) -> Result<Option<Vec<T>>, FolderError> {
        let folder = &self.folder;
        folder.must_be_whole()?;
        let is_of_profile = OF_PROFILE.contains(&name);
        let digest = folder.digest(name)?;
        if digest.is_none() {
            let what = format!("has no `{name}`: {}", self.makes_again(name));
            return Err(FolderError::refused(folder.path(), what));
        }
        if digest.as_ref() != self.manifest.files.get(name) && !is_of_profile {
            let again = self.makes_again(name);
            let what = format!("this is not the file that the run finished with; {again}");
            return Err(FolderError::damaged(folder.file(name), what));
        }
        // A cell has a few lines at most, and counts tell of pairs of first moves, and of games.
        let cells = 1 + self.experiment().cell_count() as u64;
        let bytes =
            folder.read_up_to(name, (cells * MAX_LINE_LENGTH).max(64 * self.schedule.len()))?;
        let lines = bytes.split(|&sign| sign == b'\n').filter(|line| !line.is_empty());
        Ok(lines.map(|line| serde_json::from_slice(line).ok()).collect())
    }

    /// Returns the error of a table whose rows no games can have made.
    pub fn no_table(&self, name: &'static str) -> FolderError {
        let what = format!("this is no table of this experiment; {}", self.makes_again(name));
        FolderError::damaged(self.folder.file(name), what)
    }

    /// Says what makes a table again: without the games they are played first.
    fn makes_again(&self, name: &str) -> String {
        match self.folder.has(JOURNAL) {
            true => format!("`{}` makes it again", maker(name)),
            false => format!(
                "its games, played again, make it: {}",
                self.folder.run_into(Path::new("NEW"))
            ),
        }
    }

    /// Returns whether a finished folder's manifest is as this program writes it, and every file that
    /// it names is there with its digest; [`RunFolder::to_play`] has checked experiment and journal.
    pub fn tables_agree(&self) -> Result<bool, FolderError> {
        let Some(own) = self.folder.manifest()? else { return Ok(false) };
        for (name, digest) in own.files.iter().filter(|(name, _)| !TRUTH.contains(&name.as_str())) {
            if self.folder.digest(name)?.as_ref() != Some(digest) {
                return Ok(false);
            }
        }
        let Manifest { files, profile, .. } = own;
        let expected = Manifest { finished: true, files, profile, ..self.manifest.clone() };
        let is_canonical = self.folder.read(MANIFEST)? == expected.to_json().as_bytes();
        Ok(is_canonical && expected.files.contains_key(JOURNAL))
    }

    /// Records what will be played, before it is. From here on the folder is unfinished, until all of it is
    /// written anew.
    pub fn write_beginning(&self) -> Result<(), FolderError> {
        // Names of tables that the run before cannot have made are those of the user's own files.
        let before = self.folder.manifest()?.map(|before| before.files).unwrap_or_default();
        let may_have: Vec<&str> = tables_of(self.experiment()).chain([REPORT]).collect();
        // A journal that cannot grow leaves the folder as it is.
        if self.folder.has(JOURNAL) {
            self.folder.append_to_journal()?;
        }
        self.folder.write(MANIFEST, self.manifest.to_json().as_bytes())?;
        let stale = TABLES.into_iter().chain([REPORT]);
        let stale = stale.filter(|name| before.contains_key(*name) || may_have.contains(name));
        stale.chain(OF_PROFILE).try_for_each(|name| self.folder.remove(name))?;
        self.folder.write(EXPERIMENT, self.experiment().to_toml().as_bytes())
    }

    /// Returns the manifest of a finished folder, with the digests of its experiment and its journal.
    pub fn finished(&self) -> Result<Manifest, FolderError> {
        let begun = Manifest { games: self.schedule.len(), ..self.manifest.clone() };
        let mut finished = self.folder.finished(begun)?;
        if self.replayed.is_some() {
            finished.files.insert(JOURNAL.to_owned(), self.journal_digest()?);
        }
        Ok(finished)
    }

    /// Marks the folder as finished in its manifest. A shard is written so: a merge makes the tables
    /// of the whole experiment.
    pub fn finish(&mut self) -> Result<(), FolderError> {
        self.manifest = self.finished()?;
        let manifest = self.manifest.to_json();
        if self.manifest.is_part() && self.folder.read(MANIFEST)? != manifest.as_bytes() {
            self.folder.write(MANIFEST, manifest.as_bytes())?;
        }
        Ok(())
    }

    /// Writes tables, report and manifest, which has their digests if the run is finished. All are
    /// first written beside the old files, so that a full disk changes nothing. Tables that the
    /// manifest named before and that are not made any more are removed.
    pub fn publish(&self, made: &[Artifact]) -> Result<(), FolderError> {
        let before = self.folder.manifest()?;
        let mut manifest = self.manifest.clone();
        manifest.profile = before.as_ref().and_then(|before| before.profile.clone());
        let before = before.map(|before| before.files).unwrap_or_default();
        // A shard's manifest covers only what a merge reads, an unfinished run's nothing.
        if manifest.finished && !manifest.is_part() {
            manifest.files.retain(|name, _| TRUTH.contains(&name.as_str()));
            let digest = |it: &Artifact| (it.name.to_owned(), digest_of(it.bytes()));
            manifest.files.extend(made.iter().map(digest));
        }
        let manifest = manifest.to_json();
        let mut written: Vec<(&str, &[u8])> = made.iter().map(|it| (it.name, it.bytes())).collect();
        written.push((MANIFEST, manifest.as_bytes()));
        self.folder.write_all(&written)?;
        let is_stale =
            |name: &&str| before.contains_key(*name) && !made.iter().any(|it| it.name == *name);
        TABLES.into_iter().filter(is_stale).try_for_each(|name| self.folder.remove(name))
    }
}
