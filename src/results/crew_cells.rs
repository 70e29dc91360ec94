//! Cells that crews played with random openings, as the joint model takes them.

use std::collections::BTreeSet;

use crate::base::text::Keyword;
use crate::experiment::{Cell, Experiment, Openings};
use crate::stats::balance::{CellBalance, Normal};
use crate::stats::joint::{CrewCell, JointBalance};
use pasang_core::balance::joint::Condition;
use pasang_core::board::BoardSize;
use pasang_core::games::setup::Setup;
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

/// Orders cells by strength. Those of a single pattern of the full board under one rule set are
/// completed by the other classes, and by what is known of all classes' means.
pub fn complete(cells: &mut Vec<CrewCell>, experiment: &Experiment) {
    cells.sort_by_key(CrewCell::strength);
    let Some(first) = cells.first() else { return };
    let is_alike = |it: &CrewCell| it.stones == first.stones && it.rules == first.rules;
    // The known means are those of patterns on the full board.
    let is_full = experiment.setups.iter().all(|setup| setup.side() == BoardSize::FULL);
    let rules = experiment.rules.iter().find(|named| named.name == first.rules);
    if let Some(named) = rules.filter(|_| is_full && cells.iter().all(is_alike)) {
        CrewCell::add_classes(cells, &named.rules);
    }
}

/// Answers on all cells that crews played, each with its games and balance, together. `None` without
/// such cells.
pub fn joint_balance<'b>(
    experiment: &Experiment,
    balances: impl Iterator<Item = (u64, Option<&'b CellBalance>)>,
) -> Option<JointBalance> {
    let sides: BTreeSet<_> = experiment.setups.iter().map(Setup::side).collect();
    // Boards of different sizes tell nothing of each other.
    if !has_random_openings(experiment) || sides.len() > 1 {
        return None;
    }
    let cells = experiment.cells().zip(balances).filter_map(|(cell, (games, balance))| {
        crew_cell(&cell, games, balance?.summary.random_openings)
    });
    let mut cells: Vec<CrewCell> = cells.collect();
    complete(&mut cells, experiment);
    (!cells.is_empty()).then(|| JointBalance::of(&cells))
}
