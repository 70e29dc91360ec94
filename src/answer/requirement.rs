//! Requirements, and the verdicts of answers on them. With one, or else by the sizes of the scores, a run
//! knows when its question is answered.

use super::any_game::of_joint;
use super::crew_cells::{has_random_openings, same_games};
use super::effects::{Effect, LineupEffects};
use super::{ALPHA, CellStats, ExperimentStats};
use crate::experiment::Experiment;
use crate::text::failure::{CommandError, CommandResult, wrong};
use pasang_balance::table::gate::sizes;
use pasang_balance::table::{Answer, Gate, OptionEffect, Verdict};
use pasang_core::games::Seat;

/// Reads a requirement.
pub fn gate(word: Option<&str>) -> Result<Option<Gate>, CommandError> {
    Ok(word.map(str::parse::<Gate>).transpose()?)
}

/// Refuses a requirement that an experiment's games cannot meet, before any is played.
pub fn may_require(gate: &Gate, experiment: &Experiment) -> CommandResult {
    if matches!(gate, Gate::Options(_)) && experiment.factorial.is_some() {
        return Ok(());
    }
    gate.check(2, false)?;
    if experiment.factorial.is_some() {
        let what = "`--require` with rules varied by design: few games tell of each rule set";
        return Err(wrong(what, "require it of one rule set: `--rules NAME`, or `--set`"));
    }
    let has_mean = experiment.has_crew()
        && has_random_openings(experiment)
        && same_games([experiment]).is_none();
    let what = "`--require` asks of the mean over bots, with random openings";
    let help = "play a crew, or several that share no bot: `--bots crew:quick`";
    if has_mean { Ok(()) } else { Err(wrong(what, help)) }
}

/// Judges what is required, or else whether the size of each cell's scores is shown.
pub fn of_experiment(
    all: &ExperimentStats<'_>,
    gate: Option<&Gate>,
    error: f64,
) -> Result<(Verdict, String), CommandError> {
    let Some(gate) = gate else {
        let told = |cell: &CellStats<'_>| if cell.tally.seats == 2 { 1 } else { cell.tally.seats };
        let of_cell = |cell| Seat::first(told(cell)).map(|seat| cell.statement(seat));
        return Ok(sizes(&all.cells.iter().flat_map(of_cell).collect::<Vec<_>>(), error));
    };
    if let (Gate::Options(_), Some(effects)) = (gate, all.effects) {
        return Ok(gate.verdict_at(&of_effects(effects), error)?);
    }
    let Some(joint) = all.joint else {
        return Err(wrong("these games tell of no mean over bots", "leave out `--require`"));
    };
    Ok(gate.verdict_at(&of_joint(joint), error)?)
}

/// Judges what is required, or else whether the size of each score is shown.
pub fn of_table(
    gate: Option<&Gate>,
    answer: &Answer,
    error: f64,
) -> Result<(Verdict, String), CommandError> {
    let rows = || answer.rows.iter().map(|row| Some(row.score.statement)).collect::<Vec<_>>();
    gate.map_or_else(|| Ok(sizes(&rows(), error)), |gate| Ok(gate.verdict_at(answer, error)?))
}

/// Returns the effects of a design's toggles on the first player's score as those of options.
fn of_effects(all: &[LineupEffects]) -> Answer {
    let of_lineup = |lineup: &LineupEffects| {
        let option = |(effect, [toggle, value, than]): (&Effect, &[String; 3])| {
            let told = effect.told();
            let ends = |alpha| told.interval(alpha).map_or([-1.0, 1.0], |it| [it.low, it.high]);
            // A design is balanced: each value has its part of the games.
            let values = 1 + lineup.terms.iter().filter(|it| it[0] == *toggle).count() as u64;
            OptionEffect {
                class: lineup.bots.clone(),
                option: toggle.clone(),
                value: value.clone(),
                than: than.clone(),
                games: lineup.games / values,
                effect: told.mean,
                interval: ends(ALPHA),
                joint: ends(lineup.alpha()),
                is_of_patterns: 2.0 * effect.played.variance < told.variance,
            }
        };
        lineup.measures[0].effects.iter().zip(&lineup.terms).map(option).collect::<Vec<_>>()
    };
    Answer { seats: 2, options: all.iter().flat_map(of_lineup).collect(), ..Answer::default() }
}
