//! Gathers what tables and reports need of games, while they are played or read.

use super::compiled_experiment::CompiledExperiment;
use super::highlights::Surveyor;
use super::journal::Fields;
use super::measures::{MEASURES, MeasureSums};
use super::seat_pairs::SeatPairs;
use super::{DistinctCounter, ScoreSum, Tally, share};
use crate::experiment::Experiment;
use crate::experiment::schedule::GameId;
use pasang_core::base::text::rounded;
use pasang_core::games::Seat;

/// The number of digests held at a time when distinct games are counted: 24 bytes each.
const MAX_DIGESTS: usize = 4 << 20;

/// The first games of a schedule, seen in its order.
#[derive(Debug)]
pub struct PlayedGames {
    /// Their number: the first place not yet played.
    pub reached: u64,
    /// By cell. After a dropped game they may include games that were not delivered.
    pub tallies: Vec<Tally>,
    /// The number of bytes in the whole lines of a journal.
    pub bytes: u64,
    /// `true` if an incomplete line follows them.
    pub torn: bool,
    pub(crate) census: DistinctCounter,
    pub(crate) pairs: SeatPairs,
    /// Sums of measures, by cell and bot; empty if the experiment is not designed.
    pub(crate) sums: Vec<Vec<MeasureSums>>,
    pub(crate) surveyor: Surveyor,
    /// The first player's scores, of which progress tells.
    first: ScoreSum,
}

impl PlayedGames {
    /// Creates the state before the first game.
    pub fn none(compiled: &CompiledExperiment) -> PlayedGames {
        let experiment = compiled.experiment();
        PlayedGames {
            reached: 0,
            tallies: compiled.tallies(),
            bytes: 0,
            torn: false,
            census: DistinctCounter::new(experiment.cell_count(), MAX_DIGESTS),
            pairs: SeatPairs::new(experiment),
            sums: no_sums(compiled),
            surveyor: Surveyor::new(experiment),
            first: ScoreSum::default(),
        }
    }

    /// Tells the first player's score so far; empty without games.
    pub fn words(&self) -> String {
        let told = |mean| format!("first player {} %", rounded(100.0 * mean, 1));
        self.first.mean().map_or(String::new(), told)
    }

    /// Adds the next game, but for its tally, by its row, without the line break, and its measures, if it has
    /// some.
    pub fn see(
        &mut self,
        compiled: &CompiledExperiment,
        id: GameId,
        row: &[u8],
        measures: Option<&[f64; MEASURES]>,
    ) {
        let fields = Fields::of(row, compiled.form());
        self.reached += 1;
        self.surveyor.see(compiled, id, &fields);
        self.census.see(id.cell, fields.digest());
        let score = fields.winners().map(|winners| share(winners, Seat::FIRST));
        self.first.games += u64::from(score.is_some());
        self.first.twelfths += score.unwrap_or_default();
        self.pairs.see(id, score);
        if let Some(measures) = measures {
            let bot = compiled.crew_player(id).map_or(0, |player| player.member);
            self.sums[id.cell][bot].add(*measures);
        }
    }
}

/// Returns sums without games, by cell and bot; empty if the experiment is not designed, or not of two
/// players.
pub fn no_sums(compiled: &CompiledExperiment) -> Vec<Vec<MeasureSums>> {
    let experiment: &Experiment = compiled.experiment();
    let is_designed = compiled.is_designed();
    let bots = |lineup: usize| {
        let crew = experiment.lineups[lineup].crew();
        vec![MeasureSums::default(); crew.map_or(1, |crew| crew.members.len())]
    };
    let cells = (0..compiled.experiment().cell_count()).filter(|_| is_designed);
    cells.map(|cell| bots(cell % experiment.lineups.len())).collect()
}
