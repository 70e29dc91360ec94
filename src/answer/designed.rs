//! Measures of the games of a designed experiment, and the effects of its rules on them.

use std::ops::Range;

use super::effects::{Design, DesignedCells, LineupEffects};
use crate::experiment::Experiment;
use crate::run::compiled_experiment::CompiledExperiment;
use crate::run::measures::MeasureSums;

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
