//! A run whose games are played: the folder, and the summary of its games.

use super::{ExperimentStats, RunSummary, experiment_stats};
use crate::experiment::SeededExperiment;
use crate::experiment::schedule::Shard;
use crate::run::folder::{Folder, JOURNAL, Lock, MANIFEST};
use crate::run::{
    ADDED, FolderError, Look, Looked, Manifest, PlayedGames, RunFolder, Workers, stopped,
};
use crate::text::failure::CommandError;
use crate::text::interrupt::Interrupt;

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
        games: PlayedGames,
        workers: &Workers,
    ) -> Result<PlayedRun, FolderError> {
        let summary = run_folder.summarize(games, workers)?;
        run_folder.finish()?;
        let is_published = run_folder.manifest.is_part();
        Ok(PlayedRun { run_folder, summary, is_published, warnings: Vec::new(), _lock: None })
    }

    pub fn stats(&self) -> ExperimentStats<'_> {
        experiment_stats(&self.run_folder, &self.summary)
    }
}

/// Plays the remaining games of a shard. The folder must be locked.
pub fn play_on(
    folder: &Folder,
    experiment: SeededExperiment,
    (shard, look, at_look): (Shard, Option<Look>, Option<Looked>),
    workers: &Workers,
    interrupt: &Interrupt,
) -> Result<PlayedRun, CommandError> {
    let is_extended = folder.manifest()?.is_some_and(|manifest| manifest.finished)
        && folder.experiment()?.games < experiment.games;
    // Check the whole folder before changing any of it.
    let mut run_folder = RunFolder::to_play(folder, experiment, shard)?;
    let found = run_folder.games(workers)?;
    run_folder.check_seed(&found, workers, interrupt)?;
    if run_folder.is_complete(&found)? {
        let is_published = run_folder.tables_agree()?;
        let played = PlayedRun::finish(run_folder, found, workers)?;
        return Ok(PlayedRun { is_published: is_published || played.is_published, ..played });
    }
    let before = folder.manifest()?.filter(|own| own.finished && !is_extended);
    let manifest = &mut run_folder.manifest;
    manifest.looked = at_look.or(manifest.looked);
    let mut games = found;
    if let Some(signal) = run_folder.play(&mut games, (workers, interrupt), look)? {
        return Err(stopped(signal, games.reached, run_folder.schedule.len()));
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
