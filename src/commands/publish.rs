//! Tables and report of a folder: written when all games are played, and rebuilt from the games.

use crate::base::digest::digest_of;
use crate::playing::Workers;
use crate::playing::compiled_experiment::CompiledExperiment;
use crate::report::{Digests, Document, brief, document, full, html};
use crate::results::folder::{EXPERIMENT, Folder, JOURNAL, MANIFEST, REPORT, TABLES};
use crate::results::tables::{self, tables};
use crate::results::{
    FolderError, JournalPrefix, Manifest, RunFolder, RunSummary, with_experiment_stats,
};
use crate::stats::{ExperimentStats, Tally, Verdict};

/// A compiled experiment with the summary of its games.
#[derive(Debug)]
pub struct CompletedRun {
    pub compiled: CompiledExperiment,
    pub known: RunSummary,
}

impl CompletedRun {
    pub fn games(&self) -> u64 {
        self.known.played.tallies.iter().map(Tally::games).sum()
    }

    pub fn json(&self) -> serde_json::Value {
        tables::json(&self.compiled, &self.known)
    }

    /// Passes the statistics to `work`.
    fn with_experiment_stats<R>(&self, work: impl FnOnce(&ExperimentStats<'_>) -> R) -> R {
        with_experiment_stats(&self.compiled, &self.known, work)
    }

    /// Returns the full text output, `room` characters wide.
    pub fn full(&self, room: usize) -> String {
        self.with_experiment_stats(|all| full(all, room))
    }

    /// Returns the answer alone; with `chosen`, for random openings and for maximin.
    pub fn brief(&self, chosen: Option<&CompletedRun>, room: usize) -> String {
        self.with_experiment_stats(|all| match chosen {
            None => brief(all, None, room),
            Some(it) => it.with_experiment_stats(|chosen| brief(all, Some(chosen), room)),
        })
    }

    /// Returns whether a cell is undecided, so that more games would help.
    pub fn is_open(&self) -> bool {
        self.with_experiment_stats(|all| {
            all.cells.iter().any(|cell| all.requested(cell).1 == Some(Verdict::Undecided))
        })
    }
}

/// Finishes a folder in which all games are played: writes tables, report and manifest. A shard
/// gets only its manifest: a merge makes the tables of the whole experiment.
pub fn finish(
    mut run_folder: RunFolder,
    games: JournalPrefix,
    workers: &Workers,
) -> Result<CompletedRun, FolderError> {
    run_folder.manifest.games = games.played.schedule.len();
    run_folder.manifest.finished = true;
    let known = run_folder.summarize(games, workers)?;
    // The sources of all tables.
    run_folder.manifest.files.clear();
    for name in [EXPERIMENT, JOURNAL] {
        let digest = run_folder.folder.digest(name)?;
        run_folder.manifest.files.extend(digest.map(|digest| (name.to_owned(), digest)));
    }
    if run_folder.manifest.is_part() {
        run_folder.folder.write(MANIFEST, run_folder.manifest.to_json().as_bytes())?;
        return Ok(CompletedRun { compiled: run_folder.compiled, known });
    }
    let artifacts = Artifacts::of(run_folder, known);
    artifacts.write()?;
    Ok(artifacts.finished)
}

/// Returns the digests that a report names: experiment and journal from the manifest, and the
/// tables. Empty for an unfinished run.
pub fn digests(manifest: &Manifest, tables: &[(&'static str, Vec<u8>)]) -> Digests {
    if !manifest.finished {
        return Digests::new();
    }
    let truth =
        manifest.files.iter().filter(|(name, _)| [EXPERIMENT, JOURNAL].contains(&name.as_str()));
    let truth = truth.map(|(name, digest)| (name.clone(), digest.clone()));
    truth.chain(tables.iter().map(|(name, bytes)| ((*name).to_owned(), digest_of(bytes)))).collect()
}

/// Tables and report, computed from the games alone.
#[derive(Debug)]
pub struct Artifacts {
    pub finished: CompletedRun,
    pub report: Document,
    tables: Vec<(&'static str, Vec<u8>)>,
    folder: Folder,
    manifest: Manifest,
}

impl Artifacts {
    fn of(run_folder: RunFolder, known: RunSummary) -> Artifacts {
        let RunFolder { folder, manifest, compiled, .. } = run_folder;
        let tables = tables(&compiled, &known);
        let digests = digests(&manifest, &tables);
        let report = document(&compiled, &known, &digests);
        let finished = CompletedRun { compiled, known };
        Artifacts { finished, report, tables, folder, manifest }
    }

    /// Writes tables, report and manifest, which has their digests if the run is finished. All are
    /// first written beside the old files, so that a full disk changes nothing. Tables that only
    /// another version makes are removed.
    pub fn write(&self) -> Result<(), FolderError> {
        let Artifacts { report, tables, folder, .. } = self;
        let page = html(report);
        let files = || tables.iter().map(|(name, bytes)| (*name, bytes)).chain([(REPORT, &page)]);
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
        folder.write_all(&written)?;
        let is_made = |name: &str| files().any(|(artifacts, _)| artifacts == name);
        TABLES.into_iter().filter(|name| !is_made(name)).try_for_each(|name| folder.remove(name))
    }
}

/// Recomputes tables and report from the games; writes nothing.
pub fn rebuild(folder: &Folder, workers: &Workers) -> Result<Artifacts, FolderError> {
    let run_folder = RunFolder::read(folder)?;
    folder.check_has_journal()?;
    run_folder.check_files()?;
    let known = run_folder.summarize(run_folder.games(workers)?, workers)?;
    Ok(Artifacts::of(run_folder, known))
}
