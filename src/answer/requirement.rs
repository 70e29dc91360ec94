//! Requirements, and the verdicts of answers on them: with one, or else by the sizes of the scores, a run
//! stops that stops when its question is answered.

use super::any_game::of_joint;
use super::crew_cells::{has_random_openings, same_games};
use super::{CellStats, ExperimentStats};
use crate::experiment::Experiment;
use crate::text::failure::{CommandError, CommandResult, wrong};
use pasang_balance::table::gate::sizes;
use pasang_balance::table::{Answer, Gate, Verdict};
use pasang_core::games::Seat;

/// Reads a requirement.
pub fn gate(word: Option<&str>) -> Result<Option<Gate>, CommandError> {
    Ok(word.map(str::parse::<Gate>).transpose()?)
}

/// Refuses a requirement that an experiment's games cannot meet, before any is played.
pub fn may_require(gate: &Gate, experiment: &Experiment) -> CommandResult {
    if matches!(gate, Gate::Options(_)) {
        let what = "`no option beyond` asks of tables, and of games that a command plays";
        return Err(wrong(what, "the answer of `--vary` has the effects of rules"));
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
