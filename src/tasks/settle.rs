//! Which experiment is meant: the given one, with the seed that a folder was begun with.

use crate::experiment::{Experiment, Settled};
use crate::results::folder::{EXPERIMENT, Folder, JOURNAL};
use crate::results::{FolderError, Refusal};

/// Which experiment is run in a folder: the given one, with the seed that the folder has recorded
/// or, in a new folder, with `draw` where it names none. The folder must be locked.
pub fn settle(
    folder: &Folder,
    mut experiment: Experiment,
    draw: impl FnOnce() -> u64,
) -> Result<Settled, FolderError> {
    folder.refuse_foreign()?;
    let path = || folder.path().to_owned();
    if !folder.has(EXPERIMENT) {
        if folder.has(JOURNAL) {
            return Err(Refusal::GamesAlone(path()).into());
        }
        return Ok(experiment.settle(draw));
    }
    if let Some(manifest) = folder.manifest()? {
        // Another version may have written what this one cannot read.
        manifest.check_versions()?;
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
