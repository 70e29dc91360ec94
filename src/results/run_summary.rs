//! Summarizes an experiment's games: the source of all tables, summaries and reports.

use super::crew_cells::CrewBalance;
use super::effect_sums::{effects_of, no_sums, values};
use super::error::FolderError;
use super::highlights::{Highlights, Surveyor};
use super::journal_reader::{BLOCK, Entry, JournalPrefix};
use super::run_folder::RunFolder;
use super::seat_pairs::SeatPairs;
use crate::playing::journal::{Fields, line_number};
use crate::playing::{RunState, Workers};
use crate::stats::confidence_sequence::PairCounts;
use crate::stats::effects::{LineupEffects, MEASURES, OF_MOVES};
use crate::stats::{DistinctCounter, DistinctGames, TWELFTHS, share};
use pasang_core::games::Seat;
use pasang_core::profile::Profile;

/// The number of digests held at a time when distinct games are counted: 24 bytes each.
const MAX_DIGESTS: usize = 4 << 20;

/// A summary of an experiment's games: the source of all tables and reports.
#[derive(Clone, Debug)]
pub struct RunSummary {
    pub played: RunState,
    pub distinct: Vec<DistinctGames>,
    /// Pairs of games with one opening in which two bots change seats, by the first of two cells.
    pub seat_pairs: Vec<PairCounts>,
    /// The effects of the rules of a designed experiment, by line-up.
    pub effects: Option<Vec<LineupEffects>>,
    /// The answer on the cells that crews play.
    pub balance: CrewBalance,
    /// The highlights of each group of cells with the same rules and bots.
    pub picks: Vec<Highlights>,
}

/// A game as threads read it: its first player's score in twelfths, and its measures if the experiment is
/// designed.
type ReadGame = (u64, Option<[f64; MEASURES]>);

impl RunFolder {
    /// Summarizes the games of a valid journal beyond their tallies.
    pub fn summarize(
        &self,
        found: JournalPrefix,
        workers: &Workers,
    ) -> Result<RunSummary, FolderError> {
        let (compiled, played) = (&self.compiled, found.played);
        let form = compiled.form();
        let mut census = DistinctCounter::new(compiled.experiment().cell_count(), MAX_DIGESTS);
        let mut pairs = SeatPairs::new(compiled.experiment());
        let mut sums = no_sums(compiled);
        let mut surveyor = Surveyor::new(compiled, &played.tallies);
        let is_designed = !sums.is_empty();
        let is_read = pairs.has_some() || is_designed;
        let read = |entry: &Entry| is_read.then(|| self.read_game(entry, is_designed)).flatten();
        let mut see = |Entry { id, place, line }: &Entry, game: Option<ReadGame>| {
            let fields = Fields::of(line, form);
            surveyor
                .see(*id, &fields)
                .ok_or_else(|| self.folder.journal_error(line_number(*place), "this is no row"))?;
            census.see(id.cell, fields.digest());
            let (score, measures) = game.unzip();
            pairs.see(*id, score);
            if let Some(measures) = measures.flatten() {
                let bot = compiled.crew_player(*id).map_or(0, |player| player.member);
                sums[id.cell][bot].add(measures);
            }
            Ok(())
        };
        self.rows()?.in_blocks(
            (workers, BLOCK),
            |_, _| true,
            || (),
            |(), entries| entries.iter().map(read).collect::<Vec<_>>(),
            |entries, games| entries.iter().zip(games).try_for_each(|(it, game)| see(it, game)),
        )?;
        // A single pass suffices, unless there are more distinct games than memory for them.
        while census.end_pass() {
            let mut games = self.rows()?;
            while let Some(Entry { id, line, .. }) = games.read()? {
                census.see(id.cell, Fields::of(&line, form).digest());
            }
        }
        Ok(RunSummary {
            balance: workers.install(|| {
                CrewBalance::of(compiled, |cell, pair| played.tallies[cell].opening(pair))
            }),
            distinct: census.counts,
            seat_pairs: pairs.finish(),
            effects: effects_of(compiled, &sums, OF_MOVES),
            picks: surveyor.finish(),
            played,
        })
    }

    /// Reads the first player's score in a game, and its measures if the experiment is designed;
    /// `None` if its row is invalid.
    fn read_game(&self, Entry { id, line, .. }: &Entry, is_designed: bool) -> Option<ReadGame> {
        let fields = Fields::of(line, self.compiled.form());
        let score = share(fields.winners()?, Seat::FIRST);
        let measures = || {
            let record = self.compiled.game(id.cell, &fields.moves()?);
            Some(values(score as f64 / TWELFTHS as f64, &Profile::of(&record)))
        };
        Some((score, if is_designed { Some(measures()?) } else { None }))
    }
}
