//! The answer of an experiment whose games a command of the user's plays.

use super::exit::{conclude, status};
use crate::answer::ALPHA;
use crate::answer::any_tables::of_game;
use crate::answer::looks::{Looks, stops};
use crate::answer::requirement::of_table;
use crate::experiment::game::GameExperiment;
use crate::run::folder::Folder;
use crate::text::failure::{CommandError, CommandResult};
use crate::text::messages::complain;
use pasang_balance::table::{Gate, Verdict};

/// Prints the answer, and judges the question.
pub(super) fn answer(
    folder: &Folder,
    experiment: &GameExperiment,
    (gate, looks): (Option<&Gate>, Option<Looks>),
    is_json: bool,
) -> CommandResult {
    let found = of_game(folder, experiment);
    // Games that give no answer show nothing.
    let is_open = gate.is_some() && matches!(found, Ok(Err(_)));
    let mut found = match found.and_then(|it| Ok(it?)) {
        // Its games are there all the same.
        Err(CommandError::Wrong(faults)) if is_open || gate.is_none() && !is_json => {
            complain(faults);
            return status(gate.map(|_| Verdict::Open));
        }
        found => found?,
    };
    let games = experiment.games;
    // What looks left open before is not decided without them.
    let (stops, before) = stops(&[folder.path().to_path_buf()])?;
    let error = looks.map_or(ALPHA, |looks| looks.error(games)).min(before);
    let (verdict, told) = of_table(gate, &found, error)?;
    // What is required is judged below.
    found.notes.extend((looks.is_some() && gate.is_none()).then(|| told.clone()));
    found.notes.extend(stops);
    conclude(&found, gate.map(|_| (verdict, told)), is_json)
}
