//! Summarizes an experiment's games: the source of all tables, summaries and reports.

use super::effect_sums::EffectAccumulator;
use super::error::FolderError;
use super::highlights::{Highlights, Surveyor};
use super::journal_reader::{Entry, JournalPrefix, digest_of};
use super::paired_games::{PairedAccumulator, PairedResults, SeatPairs};
use super::run_folder::RunFolder;
use crate::experiment::schedule::GameId;
use crate::playing::journal::{Fields, JournalFault, rows};
use crate::playing::{RunState, Workers};
use crate::stats::balance::CellBalance;
use crate::stats::confidence_sequence::PairCounts;
use crate::stats::effects::LineupEffects;
use crate::stats::{DistinctCounter, DistinctGames};

/// The number of digests held at a time when distinct games are counted: 24 bytes each.
const MAX_DIGESTS: usize = 4 << 20;

/// A summary of an experiment's games: the source of all tables and reports.
#[derive(Clone, Debug)]
pub struct RunSummary {
    pub played: RunState,
    pub distinct: Vec<DistinctGames>,
    /// Paired comparisons of cells with common random numbers under two rule sets.
    pub toggled: PairedResults,
    /// Pairs of games with one opening in which two bots change seats, by the first of two cells.
    pub seat_pairs: Vec<PairCounts>,
    /// The effects of the rules of a designed experiment, by line-up.
    pub effects: Option<Vec<LineupEffects>>,
    /// The balance of each cell that a crew plays.
    pub balances: Vec<Option<CellBalance>>,
    /// The highlights of each group of cells with the same rules and bots.
    pub picks: Vec<Highlights>,
}

impl RunFolder {
    /// Summarizes the games of a valid journal beyond their tallies.
    pub fn summarize(
        &self,
        found: JournalPrefix,
        workers: &Workers,
    ) -> Result<RunSummary, FolderError> {
        let (compiled, played) = (&self.compiled, found.played);
        let mut census = DistinctCounter::new(compiled.cell_count(), MAX_DIGESTS);
        let mut toggles = PairedAccumulator::new(compiled, workers);
        let mut seat_pairs = SeatPairs::new(compiled.experiment());
        let mut effects = EffectAccumulator::new(compiled, workers);
        let mut surveyor = Surveyor::new(compiled, &played.tallies);
        self.show_games(|id, rows| {
            census.see(id.cell, digest_of(rows));
            toggles.see(id, rows);
            seat_pairs.see(id, rows);
            effects.see(id, rows);
            surveyor.see(id, rows)
        })?;
        // A single pass suffices, unless there are more distinct games than memory for them.
        while census.end_pass() {
            self.show_games(|id, rows| {
                census.see(id.cell, digest_of(rows));
                Ok(())
            })?;
        }
        Ok(RunSummary {
            balances: compiled.balances(&played.tallies),
            distinct: census.into_counts(),
            toggled: toggles.finish(),
            seat_pairs: seat_pairs.finish(),
            effects: effects.finish(),
            picks: surveyor.finish(),
            played,
        })
    }

    /// Passes the rows of each game, or match, of a valid journal to `see`, which returns the index
    /// of an invalid row as `Err`.
    fn show_games(
        &self,
        mut see: impl FnMut(GameId, &[Fields<'_>]) -> Result<(), u64>,
    ) -> Result<(), FolderError> {
        let form = self.compiled.form();
        let mut games = self.rows()?;
        while let Some(Entry { id, place, lines }) = games.next()? {
            let fields: Vec<Fields<'_>> = rows(lines, form).collect();
            see(id, &fields).map_err(|row| {
                let fault = JournalFault::at(form.line(place) + row, "this is no row");
                self.folder.journal_error(fault)
            })?;
        }
        Ok(())
    }
}
