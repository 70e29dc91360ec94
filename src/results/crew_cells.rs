//! Cells that crews played with random openings, as the joint model takes them.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use crate::experiment::{Cell, Experiment, Openings};
use crate::stats::CellStats;
use crate::stats::balance::{CellBalance, Normal};
use pasang_core::balance::answer::{CrewCell, JointBalance, OpeningsTask};
use pasang_core::games::setup::Setup;

/// Returns whether all pairs of first moves are played alike, and all else chosen by the bots.
pub fn has_random_openings(experiment: &Experiment) -> bool {
    matches!(experiment.openings, Openings::All | Openings::Shuffled)
}

/// Returns a cell with its games and the posterior of its score; `None` if no crew plays it.
pub fn crew_cell(cell: &Cell<'_>, games: u64, score: Normal) -> Option<CrewCell> {
    let crew = cell.lineup.crew()?;
    let found = CrewCell::of(cell.setup, &cell.rules.rules, crew, games, score);
    Some(CrewCell { rules: cell.rules.name.clone(), ..found })
}

/// Answers on all cells together, on their openings too.
pub fn answered(cells: &[CrewCell]) -> JointBalance {
    let mut all = JointBalance::of(cells);
    let tasks = all.openings(cells).into_par_iter();
    let found: Vec<_> = tasks.flat_map_iter(OpeningsTask::run).collect();
    for (row, openings) in found {
        all.rows[row].openings = Some(openings);
    }
    all
}

/// Returns the first cell that holds games of an earlier one, with the numbers of both experiments: a
/// bot's games in a cell follow from the seed, the stones, the toggles and the bot, whatever crew it
/// is of.
pub fn same_games<'e>(
    experiments: impl IntoIterator<Item = &'e Experiment>,
) -> Option<([usize; 2], Cell<'e>)> {
    let mut seen = BTreeMap::new();
    for (number, experiment) in experiments.into_iter().enumerate() {
        for cell in experiment.cells() {
            let Some(crew) = cell.lineup.crew() else { continue };
            let (board, rules) = (cell.setup.board(), cell.rules.rules.to_string());
            for bot in &crew.members {
                let games = (experiment.seed, board.clone(), rules.clone(), *bot);
                if let Some(earlier) = seen.insert(games, number) {
                    return Some(([earlier, number], cell));
                }
            }
        }
    }
    None
}

/// Orders cells by strength, and completes those of a single pattern under one rule set.
pub fn complete(cells: &mut Vec<CrewCell>, experiment: &Experiment) {
    let Some(first) = cells.first() else { return };
    let rules = experiment.rules.iter().find(|named| named.name == first.rules);
    let side = experiment.setups.iter().map(Setup::side).min();
    if let (Some(named), Some(side)) = (rules, side) {
        CrewCell::complete(cells, &named.rules, side);
    }
}

/// Answers on all cells that crews played together. `None` without such cells.
pub fn joint_balance(experiment: &Experiment, cells: &[CellStats<'_>]) -> Option<JointBalance> {
    let sides: BTreeSet<_> = experiment.setups.iter().map(Setup::side).collect();
    // Boards of different sizes tell nothing of each other.
    if !has_random_openings(experiment) || sides.len() > 1 {
        return None;
    }
    let cells =
        experiment.cells().zip(cells).filter_map(|(cell, CellStats { tally, balance, .. })| {
            let CellBalance { design, summary, .. } = balance.as_ref()?;
            let found = crew_cell(&cell, tally.games(), summary.random_openings)?;
            let crew = (cell.lineup.crew()?, cell.rules.rules.kind());
            Some(found.with_openings(design.clone(), |pair| tally.opening(pair), crew))
        });
    let mut cells: Vec<CrewCell> = cells.collect();
    complete(&mut cells, experiment);
    (!cells.is_empty()).then(|| answered(&cells))
}
