//! Plays an experiment's games and summarizes them: the source of all tables, summaries and reports.

use super::crew_cells::{CrewBalance, crew_cell};
use super::designed::effects_of;
use super::effects::LineupEffects;
use crate::experiment::schedule::Shard;
use crate::run::compiled_experiment::CompiledExperiment;
use crate::run::folder::{Folder, JOURNAL, MANIFEST};
use crate::run::highlights::Highlights;
use crate::run::journal::Fields;
use crate::run::measures::OF_MOVES;
use crate::run::{
    ADDED, DistinctGames, Entry, FolderError, Looked, Manifest, OpenQuestion, PairCounts,
    PlayedGames, RunFolder, Tally, Workers, stopped,
};
use crate::text::failure::CommandError;
use crate::text::interrupt::Interrupt;

/// A summary of an experiment's games: the source of all tables and reports.
#[derive(Clone, Debug)]
pub struct RunSummary {
    /// The number of games.
    pub games: u64,
    /// By cell.
    pub tallies: Vec<Tally>,
    pub distinct: Vec<DistinctGames>,
    /// Pairs of games with one opening in which two bots change seats, by the first of two cells.
    pub seat_pairs: Vec<Option<PairCounts>>,
    /// The effects of the rules of a designed experiment, by line-up.
    pub effects: Option<Vec<LineupEffects>>,
    /// The answer on the cells that crews play.
    pub balance: CrewBalance,
    /// The highlights of each group of cells with the same rules and bots.
    pub picks: Vec<Highlights>,
}

impl RunFolder {
    /// Summarizes games that were played or read.
    pub fn summarize(
        &self,
        found: PlayedGames,
        workers: &Workers,
    ) -> Result<RunSummary, FolderError> {
        let (compiled, experiment) = (&self.compiled, self.experiment());
        let PlayedGames { reached, tallies, mut census, pairs, sums, surveyor, .. } = found;
        // The journal is read again only if there are more distinct games than memory for them.
        while census.end_pass() {
            let mut games = self.rows()?;
            while let Some(Entry { id, line, .. }) = games.read()? {
                census.see(id.cell, Fields::of(&line, compiled.form()).digest());
            }
        }
        Ok(RunSummary {
            balance: workers.install(|| {
                CrewBalance::of(experiment, |cell| {
                    let start = cell.rules.rules.start(cell.setup).ok()?;
                    let pairs = experiment.openings.pairs(&start);
                    crew_cell(cell, (&start, &pairs), |pair| tallies[cell.number].opening(pair))
                })
            }),
            distinct: census.counts,
            seat_pairs: pairs.finish(),
            effects: effects_of(compiled, &sums, OF_MOVES),
            picks: surveyor.finish(&tallies),
            games: reached,
            tallies,
        })
    }

    /// Summarizes the games of a folder in which all are played, and finishes it.
    pub fn conclude(
        &mut self,
        games: PlayedGames,
        workers: &Workers,
    ) -> Result<RunSummary, FolderError> {
        let summary = self.summarize(games, workers)?;
        self.finish()?;
        self.is_published |= self.manifest.is_part();
        Ok(summary)
    }
}

/// Plays the remaining games of a shard, and summarizes all. The folder must be locked.
pub fn play_and_summarize(
    folder: &Folder,
    compiled: CompiledExperiment,
    (shard, look, at_look): (Shard, Option<OpenQuestion>, Option<Looked>),
    workers: &Workers,
    interrupt: &Interrupt,
) -> Result<(RunFolder, RunSummary), CommandError> {
    let is_extended = folder.manifest()?.is_some_and(|manifest| manifest.finished)
        && folder.experiment()?.games < compiled.experiment().games;
    // Check the whole folder before changing any of it.
    let mut run_folder = RunFolder::to_play(folder, compiled, shard)?;
    let mut games = run_folder.games(workers)?;
    run_folder.check_seed(&games, workers, interrupt)?;
    if run_folder.is_complete(&games)? {
        run_folder.is_published = run_folder.tables_agree()?;
        let summary = run_folder.conclude(games, workers)?;
        return Ok((run_folder, summary));
    }
    let before = folder.manifest()?.filter(|own| own.finished && !is_extended);
    let manifest = &mut run_folder.manifest;
    manifest.looked = at_look.or(manifest.looked);
    if let Some(signal) = run_folder.play(&mut games, (workers, interrupt), look)? {
        return Err(stopped(signal, games.reached, run_folder.schedule.len()));
    }
    let summary = run_folder.conclude(games, workers)?;
    let journal = |manifest: &Manifest| manifest.files.get(JOURNAL).cloned();
    if let Some(then) = before.as_ref().and_then(journal)
        && journal(&run_folder.manifest).as_ref() != Some(&then)
    {
        run_folder.warnings.push(format!(
            "warning: the games are not those that `{MANIFEST}` had a digest of: they are what the seed makes"
        ));
    }
    if is_extended {
        run_folder.warnings.push(ADDED.to_owned());
    }
    Ok((run_folder, summary))
}
