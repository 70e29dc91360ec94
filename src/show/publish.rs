//! The files of a run whose games are played: tables, report and manifest.

use super::tables::files;
use super::{document, html};
use crate::answer::counts::counts;
use crate::answer::run_summary::play_and_summarize;
use crate::answer::{ExperimentStats, RunSummary, experiment_stats, kept_effects};
use crate::experiment::Experiment;
use crate::experiment::schedule::Shard;
use crate::run::compiled_experiment::CompiledExperiment;
use crate::run::folder::{COUNTS, ESTIMATES, Folder, REPORT};
use crate::run::shards::{Part, check_all, go_on, join_journals, join_logs};
use crate::run::{Artifact, FolderError, RunFolder, Workers, digests, draw_seed, enter, settle};
use crate::text::failure::CommandError;
use crate::text::interrupt::Interrupt;
use std::path::Path;

/// Writes tables and report, unless they are there. Returns what they are made of.
pub fn publish<'a>(
    run_folder: &'a RunFolder,
    summary: &'a RunSummary,
) -> Result<ExperimentStats<'a>, FolderError> {
    let all = experiment_stats(run_folder, summary);
    if !run_folder.is_published {
        run_folder.publish(&artifacts(run_folder, summary, &all)?)?;
    }
    Ok(all)
}

pub fn artifacts(
    run_folder: &RunFolder,
    summary: &RunSummary,
    all: &ExperimentStats<'_>,
) -> Result<Vec<Artifact>, FolderError> {
    let RunFolder { compiled, manifest, .. } = run_folder;
    let artifact = |(name, text)| Artifact { name, texts: vec![text] };
    let mut made = vec![artifact((COUNTS, counts(all)))];
    if let Some(effects) = all.effects {
        made.push(artifact((ESTIMATES, kept_effects::lines(effects))));
    }
    made.extend(files(all, compiled.experiment()).into_iter().map(artifact));
    let report =
        |manifest| html(&document(all, run_folder, &summary.picks, &digests(manifest, &made)));
    let mut texts = vec![report(manifest)];
    if !manifest.finished && summary.games == run_folder.schedule.len() {
        // A killed run may have left the report of a finished folder.
        texts.push(report(&run_folder.finished()?));
    }
    made.push(Artifact { name: REPORT, texts });
    Ok(made)
}

/// Plays an experiment into a folder, or goes on with it there, and writes its tables and report. A
/// seed is drawn if none is given.
///
/// # Errors
/// If the folder holds something else or cannot be written, or a game cannot be played.
pub fn play_into(experiment: Experiment, out: &Path, workers: &Workers) -> anyhow::Result<()> {
    let folder = Folder::at(out);
    let settled = settle(&folder, experiment, Shard::WHOLE)?;
    let compiled = CompiledExperiment::new(settled, draw_seed());
    let _lock = enter(&folder, compiled.experiment(), Shard::WHOLE)?;
    let interrupt = Interrupt::default();
    let played =
        play_and_summarize(&folder, compiled, (Shard::WHOLE, None, None), workers, &interrupt);
    let (run_folder, summary) = played.map_err(|error| match error {
        CommandError::Wrong(faults) => faults.into(),
        CommandError::Failed(why) => why,
        other => anyhow::anyhow!("{other:?}"),
    })?;
    publish(&run_folder, &summary)?;
    Ok(())
}

/// Writes the folder that one run would have written, from all of its shards.
pub fn merged(
    parts: &[Part<Experiment>],
    out: &Folder,
    (workers, interrupt): (&Workers, &Interrupt),
) -> Result<(RunFolder, RunSummary), FolderError> {
    let mut shards = Vec::new();
    for Part { folder, .. } in parts {
        shards.push(RunFolder::read(folder)?);
    }
    let first = &shards[0].compiled;
    let compiled = CompiledExperiment::new(first.experiment().clone(), first.seed);
    let mut whole = RunFolder::begun(out, compiled, Shard::WHOLE);
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
    check_all(parts, games.reached == whole.schedule.len())?;
    join_logs(parts, out)?;
    let summary = whole.conclude(games, workers)?;
    publish(&whole, &summary)?;
    Ok((whole, summary))
}
