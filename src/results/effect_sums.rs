//! Measures of the games of a designed experiment, and the effects of its rules on them.

use std::ops::Range;

use crate::experiment::Experiment;
use crate::playing::compiled_experiment::CompiledExperiment;
use crate::stats::effects::{Design, DesignedCells, LineupEffects, MeasureSums};

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
    let lineups = experiment.lineups.len();
    let equal = (0..lineups).filter(|&lineup| experiment.lineups[lineup].is_self_play());
    let designed = |lineup: usize| {
        let own = sums.iter().skip(lineup).step_by(lineups).map(Vec::as_slice);
        let own: Vec<&[MeasureSums]> = own.collect();
        DesignedCells {
            bots: &compiled.lineup_names[lineup].joined,
            game: experiment.rules[0].rules.kind(),
            setups: experiment.setups.iter().map(|setup| setup.name.as_str()).collect(),
            sums: own.chunks(experiment.rules.len()).map(<[_]>::to_vec).collect(),
        }
    };
    let designed: Vec<DesignedCells<'_>> = equal.map(designed).collect();
    Some(LineupEffects::of(factorial, &design, &designed, measures))
}
