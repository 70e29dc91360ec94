//! The answer of an experiment whose games a command of the user's plays.

use super::exit::conclude;
use crate::answer::ALPHA;
use crate::answer::any_tables::of_game;
use crate::answer::looks::Looks;
use crate::answer::requirement::of_table;
use crate::experiment::game::GameExperiment;
use crate::run::Looked;
use crate::run::folder::Folder;
use crate::text::failure::{CommandError, CommandResult};
use crate::text::messages::complain;
use pasang_balance::table::Gate;

/// Prints the answer, and judges the question.
pub(super) fn answer(
    folder: &Folder,
    experiment: &GameExperiment,
    (gate, looks): (Option<&Gate>, Option<Looks>),
    is_json: bool,
) -> CommandResult {
    let mut found = match of_game(folder, experiment) {
        // Its games are there all the same.
        Err(CommandError::Wrong(faults)) if gate.is_none() && !is_json => {
            complain(faults);
            return Ok(());
        }
        found => found?,
    };
    let games = experiment.games;
    let error = looks.map_or(ALPHA, |looks| looks.error(games));
    let (verdict, told) = of_table(gate, &found, error)?;
    if let Some(looks) = looks {
        // What is required is judged below.
        found.notes.extend(gate.is_none().then(|| told.clone()));
        found.notes.extend(looks.stopped(games).map(Looked::told));
    }
    conclude(&found, gate.map(|_| (verdict, told)), is_json)
}
