//! Summarizes an experiment's games: the source of all tables, summaries and reports.

use super::crew_cells::CrewBalance;
use super::designed::effects_of;
use super::effects::LineupEffects;
use crate::run::highlights::Highlights;
use crate::run::journal::Fields;
use crate::run::measures::OF_MOVES;
use crate::run::{
    DistinctGames, Entry, FolderError, PairCounts, PlayedGames, RunFolder, Tally, Workers,
};

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
        let compiled = &self.compiled;
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
                CrewBalance::of(compiled.experiment(), |cell| {
                    compiled.crew_cell(cell, |pair| tallies[cell.number].opening(pair))
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
}
