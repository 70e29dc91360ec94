//! Cells that crews played with random openings, as the joint model takes them.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::any_tables::given_twice;
use crate::experiment::{Cell, Experiment, Openings};
use crate::run::RunFolder;
use crate::text::failure::{CommandError, CommandResult, wrong};
use crate::text::messages::note;
use pasang_balance::answer::{CrewCell, JointBalance, JointRow, OpeningsTask};
use pasang_balance::{OpeningDesign, Pair};
use pasang_core::games::{Move, Position};
use pasang_core::score::ScoreSum;
use std::path::Path;

/// Returns whether all pairs of first moves are played, and all else is chosen by the bots. The model weighs
/// pairs alike, however many games each has.
pub fn has_random_openings(experiment: &Experiment) -> bool {
    matches!(experiment.openings, Openings::All | Openings::Shuffled | Openings::Best)
}

/// Returns the games of a crew as the model takes them, with the score sum of each pair of first moves;
/// `None` without a crew or games.
pub fn crew_cell(
    cell: &Cell<'_>,
    (start, pairs): (&Position, &[[Move; 2]]),
    sum: impl Fn(&Pair) -> ScoreSum,
) -> Option<CrewCell> {
    let (crew, rules) = (cell.lineup.crew()?, &cell.rules.rules);
    let design = OpeningDesign::of(start, pairs, cell.setup);
    let found = CrewCell::of(cell.setup, (&cell.rules.name, rules), crew, design, sum)?;
    Some(CrewCell { number: cell.number, ..found })
}

/// Answers on all cells together, on their openings too.
pub fn answered(cells: &[CrewCell]) -> JointBalance {
    let mut all = JointBalance::of(cells);
    let tasks = all.openings(cells).into_par_iter();
    let found: Vec<_> = tasks.flat_map_iter(OpeningsTask::run).collect();
    all.add(found);
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
    if let Some(named) = experiment.rules.iter().find(|named| named.name == first.rules) {
        CrewCell::complete(cells, &named.rules);
    }
}

/// The answer on an experiment's cells that crews play.
#[derive(Clone, Debug, Default)]
pub struct CrewBalance {
    pub joint: JointBalance,
    /// `true` if the cells inform each other: all have random openings, and no game counts twice.
    pub is_joint: bool,
    /// The row of each cell; `None` without a crew or games.
    rows: Vec<Option<usize>>,
}

impl CrewBalance {
    /// Answers on the cells of crews from each one's games. Of the many cells of a designed experiment each
    /// has few games: it has no rows.
    pub fn of(
        experiment: &Experiment,
        mut games: impl FnMut(&Cell<'_>) -> Option<CrewCell>,
    ) -> CrewBalance {
        let is_joint = has_random_openings(experiment) && same_games([experiment]).is_none();
        let is_whole = experiment.factorial.is_none();
        let mut cells = Vec::new();
        for cell in experiment.cells().filter(|cell| is_whole && cell.lineup.crew().is_some()) {
            let Some(mut found) = games(&cell) else { continue };
            if !is_joint {
                found.isolate();
            }
            cells.push(found);
        }
        if is_joint {
            complete(&mut cells, experiment);
        }
        let joint = answered(&cells);
        let mut rows = vec![None; experiment.cell_count()];
        for (place, row) in joint.rows.iter().enumerate() {
            for cell in row.cells.iter().map(|&it| &cells[it]).filter(|it| it.games > 0) {
                rows[cell.number] = Some(place);
            }
        }
        CrewBalance { joint, is_joint, rows }
    }

    /// Returns the row of a cell.
    pub fn row(&self, cell: usize) -> Option<&JointRow> {
        Some(&self.joint.rows[(*self.rows.get(cell)?)?])
    }
}

/// Refuses folders that hold the same games.
pub fn must_differ(folders: &[RunFolder]) -> CommandResult {
    let found = same_games(folders.iter().map(RunFolder::experiment));
    let Some((numbers, cell)) = found else { return Ok(()) };
    let [twin, path] = numbers.map(|number| folders[number].folder.path().display().to_string());
    let (setup, rules) = (&cell.setup.name, &cell.rules.name);
    Err(if numbers[0] == numbers[1] {
        let what = format!("`{path}` plays {setup} under {rules} twice: its crews share a bot");
        wrong(what, "play crews that share no bot")
    } else if path == twin {
        given_twice(Path::new(&path), Path::new(&twin))
    } else {
        let what = format!("`{path}` holds games of `{twin}`: {setup} under {rules}");
        wrong(what, "name one of them")
    })
}

/// Reads the cells of a folder that crews played.
pub fn crew_cells(folder: &RunFolder) -> Result<Vec<CrewCell>, CommandError> {
    let (experiment, path) = (folder.experiment(), folder.folder.path());
    if !experiment.has_crew() {
        let what =
            format!("`{}` has games of single bots, which tell of these bots only", path.display());
        return Err(wrong(what, "play a crew: `pasang run --bots crew:quick`"));
    }
    if experiment.factorial.is_some() {
        let what = format!("`{}` varies rules by design", path.display());
        let predict = format!("`pasang rules predict {}` answers from it", path.display());
        return Err(wrong(what, predict));
    }
    if !has_random_openings(experiment) {
        let what =
            format!("`{}` has no random openings: its games begin otherwise", path.display());
        return Err(wrong(what, "leave `openings` out"));
    }
    folder.check_files()?;
    let cells = folder.crew_cells()?;
    if experiment.cells().any(|cell| cell.lineup.crew().is_none()) {
        note(format_args!("`{}`: cells of single bots are left out", path.display()));
    }
    Ok(cells)
}
