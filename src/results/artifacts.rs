//! Tables and report of a folder: files that follow from the games.

use std::collections::BTreeMap;

use super::error::FolderError;
use super::folder::{EXPERIMENT, JOURNAL, MANIFEST, REPORT, TABLES};
use super::manifest::Manifest;
use super::run_folder::RunFolder;
use crate::base::digest::digest_of;

/// Tables and report, computed from the games alone.
#[derive(Debug)]
pub struct Artifacts {
    pub tables: Vec<(&'static str, Vec<u8>)>,
    pub report: Vec<u8>,
}

/// Returns the digests that a report names: experiment and journal from the manifest, and the
/// tables. Empty for an unfinished run.
pub fn digests(
    manifest: &Manifest,
    tables: &[(&'static str, Vec<u8>)],
) -> BTreeMap<String, String> {
    if !manifest.finished {
        return BTreeMap::new();
    }
    let truth =
        manifest.files.iter().filter(|(name, _)| [EXPERIMENT, JOURNAL].contains(&name.as_str()));
    let truth = truth.map(|(name, digest)| (name.clone(), digest.clone()));
    truth.chain(tables.iter().map(|(name, bytes)| ((*name).to_owned(), digest_of(bytes)))).collect()
}

impl RunFolder {
    /// Marks the folder as finished in its manifest, with the digests of its experiment and its
    /// journal. A shard is written so: a merge makes the tables of the whole experiment.
    pub fn finish(&mut self) -> Result<(), FolderError> {
        self.manifest.games = self.schedule.len();
        self.manifest.finished = true;
        self.manifest.files.clear();
        for name in [EXPERIMENT, JOURNAL] {
            let digest = self.folder.digest(name)?;
            self.manifest.files.extend(digest.map(|digest| (name.to_owned(), digest)));
        }
        if self.manifest.is_part() {
            self.folder.write(MANIFEST, self.manifest.to_json().as_bytes())?;
        }
        Ok(())
    }

    /// Writes tables, report and manifest, which has their digests if the run is finished. All are
    /// first written beside the old files, so that a full disk changes nothing. Tables that only
    /// another version makes are removed.
    pub fn publish(&self, Artifacts { tables, report }: &Artifacts) -> Result<(), FolderError> {
        let files = || tables.iter().map(|(name, bytes)| (*name, bytes)).chain([(REPORT, report)]);
        let mut manifest = self.manifest.clone();
        // A shard's manifest covers only what a merge reads, an unfinished run's nothing.
        if manifest.finished && !manifest.is_part() {
            manifest.files.retain(|name, _| [EXPERIMENT, JOURNAL].contains(&name.as_str()));
            manifest.files.extend(files().map(|(name, bytes)| (name.to_owned(), digest_of(bytes))));
        }
        let manifest = manifest.to_json();
        let written: Vec<(&str, &[u8])> = files()
            .map(|(name, bytes)| (name, bytes.as_slice()))
            .chain([(MANIFEST, manifest.as_bytes())])
            .collect();
        self.folder.write_all(&written)?;
        let is_made = |name: &str| files().any(|(artifact, _)| artifact == name);
        let is_stale = |name: &&str| !is_made(name);
        TABLES.into_iter().filter(is_stale).try_for_each(|name| self.folder.remove(name))
    }
}
