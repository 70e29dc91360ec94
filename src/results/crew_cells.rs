//! Cells that crews played with random openings, as the joint model takes them.

use crate::base::text::Keyword;
use crate::experiment::{Cell, Experiment, Openings};
use crate::stats::balance::{CellBalance, Normal};
use crate::stats::joint::{CrewCell, JointBalance};
use pasang_core::balance::joint::Condition;
use pasang_core::board::BoardSize;
use pasang_core::players::bots::BotSpec;

/// Returns whether every pair of first moves is played, and all else chosen by the bots.
pub fn has_random_openings(experiment: &Experiment) -> bool {
    experiment.openings == Openings::All && experiment.opening_plies == 0
}

/// Returns a cell with its games and the posterior of its score; `None` if no crew plays it.
pub fn crew_cell(cell: &Cell<'_>, games: u64, score: Normal) -> Option<CrewCell> {
    let crew = cell.lineup.crew()?;
    Some(CrewCell {
        setup: cell.setup.name.clone(),
        stones: cell.setup.board(),
        class: crew.name.clone(),
        rules: cell.rules.name.clone(),
        condition: Condition::of(&crew.name, &cell.rules.rules),
        bots: crew.members.iter().map(kind_of).collect(),
        games,
        score: Some(score),
    })
}

/// Names what a bot has in common with those of other strengths: the evaluation of one that searches.
fn kind_of(bot: &BotSpec) -> String {
    match bot {
        BotSpec::Search(options) => options.eval.word().to_owned(),
        BotSpec::Slip(options) => options.eval.word().to_owned(),
        other => other.to_string(),
    }
}

/// Answers on all cells that crews played, each with its games and balance, together; on a single
/// pattern under one rule set for all classes. `None` without such cells.
pub fn joint_balance<'b>(
    experiment: &Experiment,
    balances: impl Iterator<Item = (u64, Option<&'b CellBalance>)>,
) -> Option<JointBalance> {
    if !has_random_openings(experiment) {
        return None;
    }
    let cells = experiment.cells().zip(balances).filter_map(|(cell, (games, balance))| {
        crew_cell(&cell, games, balance?.summary.random_openings)
    });
    let mut cells: Vec<CrewCell> = cells.collect();
    cells.sort_by_key(CrewCell::strength);
    if let ([setup], [rules]) = (experiment.setups.as_slice(), experiment.rules.as_slice())
        && setup.side() == BoardSize::FULL
    {
        // The known means are those of patterns on the full board.
        CrewCell::add_classes(&mut cells, &rules.rules);
    }
    (!cells.is_empty()).then(|| JointBalance::of(&cells))
}
