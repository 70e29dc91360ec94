//! A run whose games are played: its statistics, and the files made from them.

use super::package::tables;
use super::{document, html};
use crate::answer::counts::counts;
use crate::answer::{ExperimentStats, RunSummary, experiment_stats, kept_effects};
use crate::run::folder::{COUNTS, ESTIMATES, Lock, REPORT};
use crate::run::{Artifact, FolderError, JournalPrefix, RunFolder, Workers, digests};

/// A folder with the summary of its games.
#[derive(Debug)]
pub struct PlayedRun {
    pub run_folder: RunFolder,
    pub summary: RunSummary,
    /// `true` if the folder has its tables and its report.
    pub is_published: bool,
    /// Warnings to print once they are written.
    pub warnings: Vec<String>,
    /// The lock of the folder, until they are written.
    pub _lock: Option<Lock>,
}

impl PlayedRun {
    /// Finishes a folder in which all games are played.
    pub fn finish(
        mut run_folder: RunFolder,
        games: JournalPrefix,
        workers: &Workers,
    ) -> Result<PlayedRun, FolderError> {
        let summary = run_folder.summarize(games, workers)?;
        run_folder.finish()?;
        let is_published = run_folder.manifest.is_part();
        Ok(PlayedRun { run_folder, summary, is_published, warnings: Vec::new(), _lock: None })
    }

    pub fn stats(&self) -> ExperimentStats<'_> {
        experiment_stats(&self.run_folder.compiled, &self.summary)
    }

    /// Writes tables and report, unless they are there.
    pub fn publish(&self, all: &ExperimentStats<'_>) -> Result<(), FolderError> {
        match self.is_published {
            true => Ok(()),
            false => self.run_folder.publish(&artifacts(&self.run_folder, &self.summary, all)?),
        }
    }
}

pub fn artifacts(
    run_folder: &RunFolder,
    summary: &RunSummary,
    all: &ExperimentStats<'_>,
) -> Result<Vec<Artifact>, FolderError> {
    let RunFolder { compiled, manifest, .. } = run_folder;
    let maker = "pasang report";
    let artifact = |(name, text)| Artifact { name, texts: vec![text], maker };
    let mut made = vec![artifact((COUNTS, counts(all)))];
    if let Some(effects) = all.effects {
        made.push(artifact((ESTIMATES, kept_effects::lines(effects))));
    }
    made.extend(tables(all, compiled.experiment()).into_iter().map(artifact));
    let report = |manifest| html(&document(all, compiled, summary, &digests(manifest, &made)));
    let mut texts = vec![report(manifest)];
    if !manifest.finished && summary.played.is_all() {
        // A killed run may have left the report of a finished folder.
        texts.push(report(&run_folder.finished()?));
    }
    made.push(Artifact { name: REPORT, texts, maker });
    Ok(made)
}
