//! Which experiment is meant: the given one, with the seed that a folder was begun with; and which
//! round of it.

use crate::experiment::{Experiment, Settled};
use crate::playing::Workers;
use crate::playing::agenda::Agenda;
use crate::playing::prepared::Prepared;
use crate::results::folder::{EXPERIMENT, Folder, JOURNAL, TALLIES};
use crate::results::{FolderError, Opened, Part, Refusal, RoundPart, read_journal};

/// Which experiment is run in a folder: the given one, with the seed that the folder has recorded
/// or, in a new folder, with `draw` where it names none. The folder must be locked.
///
/// # Errors
/// When the folder holds another experiment: says which key differs.
pub fn settle(
    folder: &Folder,
    mut experiment: Experiment,
    draw: impl FnOnce() -> u64,
) -> Result<Settled, FolderError> {
    folder.refuse_foreign()?;
    let path = || folder.path().to_owned();
    if !folder.has(EXPERIMENT) {
        if folder.has(JOURNAL) || folder.has(TALLIES) {
            return Err(Refusal::GamesAlone(path()).into());
        }
        return Ok(experiment.settle(draw));
    }
    let recorded = folder.experiment()?;
    experiment.seed = experiment.seed.or(Some(recorded.seed()));
    let as_long = Experiment { games: recorded.games, ..experiment.clone() };
    if let Some(difference) = as_long.difference(&recorded) {
        return Err(Refusal::OtherExperimentThere(path(), difference).into());
    }
    if experiment.games < recorded.games {
        let key = if experiment.find.is_some() { "max-games" } else { "games" };
        let (there, here) = (recorded.games, experiment.games);
        return Err(Refusal::Longer { folder: path(), key, there, here }.into());
    }
    Ok(experiment.settle(|| recorded.seed()))
}

/// A round that can be played, split into shards, once all rounds before it are in `after`; the
/// first one needs nothing before it.
///
/// # Errors
/// When `after` lacks a round, has decided everything, or is of another experiment.
pub fn round_part(
    number: u64,
    experiment: &Settled,
    after: Option<&Folder>,
    workers: &Workers,
) -> Result<RoundPart, FolderError> {
    let Some(after) = after.filter(|_| number > 1) else {
        if number > 1 {
            return Err(Refusal::NothingBefore(number).into());
        }
        let prepared = Prepared::new(experiment.clone());
        let agenda = Agenda::new(&prepared, &Part::WHOLE.schedule(&prepared));
        return known_round(&agenda, number, None);
    };
    let there = Opened::read(after)?;
    let folder = after.path().to_owned();
    if let Some(difference) = experiment.difference(there.experiment()) {
        return Err(Refusal::OtherExperiment(folder, difference).into());
    }
    let prefix = read_journal(&there, workers)?;
    let played = prefix.round_ends.len() as u64;
    if played + 1 < number && prefix.agenda.is_open() {
        return Err(Refusal::TooEarly { folder, played, number }.into());
    }
    let digest = match usize::try_from(number - 2).ok().and_then(|n| prefix.round_ends.get(n)) {
        Some(&bytes) => Some(after.digest_of_first(JOURNAL, bytes)?),
        None => None,
    };
    known_round(&prefix.agenda, number, digest)
}

fn known_round(
    agenda: &Agenda,
    number: u64,
    after: Option<String>,
) -> Result<RoundPart, FolderError> {
    let last = agenda.schedule.rounds().len();
    let round = agenda.round(number).ok_or(Refusal::NoSuchRound { number, last })?;
    Ok(RoundPart { number, batch: round.batch, cells: round.cells.clone(), after })
}
