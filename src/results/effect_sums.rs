//! Measures the games of a designed experiment, and estimates the effects of its rules.

use std::ops::Range;

use rayon::prelude::*;

use super::winners_of;
use crate::experiment::Experiment;
use crate::experiment::schedule::GameId;
use crate::playing::Workers;
use crate::playing::compiled_experiment::CompiledExperiment;
use crate::playing::journal::Fields;
use crate::stats::effects::{
    Design, DesignedCells, LineupEffects, MEASURES, MeasureSums, OF_MOVES,
};
use crate::stats::{TWELFTHS, share};
use pasang_core::games::Seat;
use pasang_core::profile::Profile;

/// The number of games measured at a time.
const AT_A_TIME: usize = 4096;

/// Accumulates the measures of each bot's games, cell by cell.
pub(super) struct EffectAccumulator<'s> {
    compiled: &'s CompiledExperiment,
    workers: &'s Workers,
    /// Empty if the experiment is not designed, or not of single games of two players.
    cells: Vec<Vec<MeasureSums>>,
    waiting: Vec<Waiting>,
}

/// A game to be measured: its moves, and the first player's score.
struct Waiting {
    id: GameId,
    score: f64,
    indices: Vec<u32>,
}

impl<'s> EffectAccumulator<'s> {
    pub(super) fn new(compiled: &'s CompiledExperiment, workers: &'s Workers) -> Self {
        EffectAccumulator { compiled, workers, cells: no_sums(compiled), waiting: Vec::new() }
    }

    /// Adds a game.
    pub(super) fn see(&mut self, id: GameId, rows: &[Fields<'_>]) {
        if self.cells.is_empty() {
            return;
        }
        let mut indices = Vec::new();
        let (winners, moves) = (winners_of(rows, 2).ok(), rows[0].read_moves(&mut indices));
        if let (Some(winners), Some(())) = (winners, moves) {
            let score = share(winners, Seat::FIRST) as f64 / TWELFTHS as f64;
            self.waiting.push(Waiting { id, score, indices });
        }
        if self.waiting.len() >= AT_A_TIME {
            self.measure_waiting();
        }
    }

    fn measure_waiting(&mut self) {
        let (compiled, waiting) = (self.compiled, std::mem::take(&mut self.waiting));
        let measured = |Waiting { id, score, indices }: &Waiting| {
            values(*score, &Profile::of(&compiled.game(id.cell, indices)))
        };
        let all: Vec<[f64; MEASURES]> =
            self.workers.install(|| waiting.par_iter().map(measured).collect());
        for (Waiting { id, .. }, values) in waiting.iter().zip(all) {
            let bot = compiled.crew_player(*id).map_or(0, |player| player.member);
            self.cells[id.cell][bot].add(values);
        }
    }

    /// Returns the effects for each line-up of equal bots, none if a cell lacks games; `None` if the
    /// experiment is not designed.
    pub(super) fn finish(mut self) -> Option<Vec<LineupEffects>> {
        self.measure_waiting();
        effects_of(self.compiled, &self.cells, OF_MOVES)
    }
}

/// Returns sums without games, by cell and bot; empty if the experiment is not designed, or not of single
/// games of two players.
pub fn no_sums(compiled: &CompiledExperiment) -> Vec<Vec<MeasureSums>> {
    let experiment: &Experiment = compiled.experiment();
    let is_of_two = experiment.rules.iter().all(|named| named.rules.seats() == 2);
    let is_designed = experiment.factorial.is_some() && is_of_two && experiment.rounds() == 1;
    let bots = |lineup: usize| {
        let crew = experiment.lineups[lineup].crew();
        vec![MeasureSums::default(); crew.map_or(1, |crew| crew.members.len())]
    };
    let cells = (0..compiled.cell_count()).filter(|_| is_designed);
    cells.map(|cell| bots(cell % experiment.lineups.len())).collect()
}

/// Returns a game's measures; 0 for those that it lacks.
pub fn values(score: f64, profile: &Profile) -> [f64; MEASURES] {
    let mut values = [0.0; MEASURES];
    values[0] = score;
    values[1..].iter_mut().zip(&profile.values).for_each(|(to, value)| *to = *value);
    values
}

/// Returns the effects on some measures for each line-up of equal bots, none if a cell lacks games; `None`
/// if the experiment is not designed.
pub fn effects_of(
    compiled: &CompiledExperiment,
    sums: &[Vec<MeasureSums>],
    measures: Range<usize>,
) -> Option<Vec<LineupEffects>> {
    let experiment: &Experiment = compiled.experiment();
    let factorial = experiment.factorial.as_ref().filter(|_| !sums.is_empty())?;
    let levels = experiment.rules.iter().filter_map(|named| factorial.levels(&named.rules));
    let design = Design::new(factorial, levels.collect());
    let (setups, rules, lineups) =
        (experiment.setups.len(), experiment.rules.len(), experiment.lineups.len());
    let equal = (0..lineups).filter(|&lineup| experiment.lineups[lineup].is_self_play());
    let designed = |lineup: usize| {
        let row = |setup: usize| {
            let cells = (0..rules).map(move |rule| (setup * rules + rule) * lineups + lineup);
            cells.map(|cell| sums[cell].as_slice()).collect()
        };
        DesignedCells {
            bots: &compiled.lineup_names[lineup].joined,
            game: experiment.rules[0].rules.kind(),
            setups: experiment.setups.iter().map(|setup| setup.name.as_str()).collect(),
            sums: (0..setups).map(row).collect(),
        }
    };
    let designed: Vec<DesignedCells<'_>> = equal.map(designed).collect();
    Some(LineupEffects::of(factorial, &design, &designed, measures))
}
