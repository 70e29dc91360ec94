//! A run whose games are played: its statistics, and the files made from them.

use super::package::tables;
use super::{document, html};
use crate::answer::counts::counts;
use crate::answer::{ExperimentStats, RunSummary, experiment_stats, kept_effects};
use crate::experiment::schedule::Shard;
use crate::experiment::{Experiment, SeededExperiment};
use crate::run::compiled_experiment::CompiledExperiment;
use crate::run::folder::{COUNTS, ESTIMATES, Folder, JOURNAL, Lock, MANIFEST, REPORT};
use crate::run::shards::{Part, check_all, go_on, join_history, join_journals};
use crate::run::{
    ADDED, Artifact, FolderError, JournalPrefix, Look, Manifest, RunFolder, Workers, digests,
    draw_seed, enter, settle, stopped,
};
use crate::text::failure::CommandError;
use crate::text::interrupt::Interrupt;
use std::path::Path;

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

/// Plays the remaining games of a shard. The folder must be locked.
pub fn play_on(
    folder: &Folder,
    experiment: SeededExperiment,
    (shard, look): (Shard, Option<Look>),
    workers: &Workers,
    interrupt: &Interrupt,
) -> Result<PlayedRun, CommandError> {
    let is_extended = folder.manifest()?.is_some_and(|manifest| manifest.finished)
        && folder.experiment()?.games < experiment.games;
    // Check the whole folder before changing any of it.
    let run_folder = RunFolder::to_play(folder, experiment, shard)?;
    let found = run_folder.games(workers)?;
    run_folder.check_seed(&found, workers, interrupt)?;
    if run_folder.is_complete(&found)? {
        let is_published = run_folder.tables_agree()?;
        let played = PlayedRun::finish(run_folder, found, workers)?;
        return Ok(PlayedRun { is_published: is_published || played.is_published, ..played });
    }
    let before = folder.manifest()?.filter(|own| own.finished && !is_extended);
    let mut games = found;
    if let Some(signal) = run_folder.play(&mut games, (workers, interrupt), look)? {
        return Err(stopped(signal, games.played.reached, games.played.schedule.len()));
    }
    let mut played = PlayedRun::finish(run_folder, games, workers)?;
    let journal = |manifest: &Manifest| manifest.files.get(JOURNAL).cloned();
    if let Some(then) = before.as_ref().and_then(journal)
        && journal(&played.run_folder.manifest).as_ref() != Some(&then)
    {
        played.warnings.push(format!(
            "warning: the games are not those that `{MANIFEST}` had a digest of: they are what the seed makes"
        ));
    }
    if is_extended {
        played.warnings.push(ADDED.to_owned());
    }
    Ok(played)
}

/// Plays an experiment into a folder, or goes on with it there, and writes its tables and report. A
/// seed is drawn if none is given.
///
/// # Errors
/// If the folder holds something else or cannot be written, or a game cannot be played.
pub fn play_into(experiment: Experiment, out: &Path, workers: &Workers) -> anyhow::Result<()> {
    let folder = Folder::at(out);
    let wanted = settle(&folder, experiment)?.with_seed(draw_seed);
    let (_lock, experiment) = enter(&folder, wanted.into_experiment())?;
    let experiment = experiment.with_seed(draw_seed);
    let interrupt = Interrupt::default();
    let played = play_on(&folder, experiment, (Shard::WHOLE, None), workers, &interrupt);
    let played = played.map_err(|error| match error {
        CommandError::Wrong(faults) => faults.into(),
        CommandError::Failed(why) => why,
        other => anyhow::anyhow!("{other:?}"),
    })?;
    Ok(played.publish(&played.stats())?)
}

/// Writes the folder that one run would have written, from all of its shards.
pub fn merged(
    parts: &[Part<Experiment>],
    out: &Folder,
    (workers, interrupt): (&Workers, &Interrupt),
) -> Result<PlayedRun, FolderError> {
    let mut shards = Vec::new();
    for Part { folder, .. } in parts {
        shards.push(RunFolder::read(folder)?);
    }
    let compiled = CompiledExperiment::new(shards[0].experiment().clone());
    let whole = RunFolder::begun(out, compiled, Shard::WHOLE);
    whole.write_beginning()?;
    let mut journals = Vec::new();
    for shard in &shards {
        let mut rows = shard.rows()?;
        journals.push((&shard.folder, move || {
            Ok(rows.read()?.map(|row| [row.line.as_slice(), b"\n"].concat()))
        }));
    }
    let header = whole.compiled.form().header();
    join_journals((out, whole.schedule), header.as_bytes(), &mut journals, interrupt)?;
    let games = whole.games(workers)?;
    go_on(interrupt)?;
    check_all(parts, games.played.is_all())?;
    join_history(parts, out)?;
    let played = PlayedRun::finish(whole, games, workers)?;
    played.publish(&played.stats())?;
    Ok(played)
}
