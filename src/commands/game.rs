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
    let mut found = match of_game(folder, experiment) {
        // Its games are there all the same; without results they show nothing.
        Err(CommandError::Wrong(faults)) if gate.is_some() || !is_json => {
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
