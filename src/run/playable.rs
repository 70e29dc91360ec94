//! Experiments and the folders that can take them: what a run checks before it changes a folder.

use super::error::FolderError;
use super::folder::{EXPERIMENT, Folder, JOURNAL, Lock};
use crate::experiment::Experiment;
use crate::experiment::game::GameExperiment;
use crate::experiment::schedule::Shard;
use std::hash::{BuildHasher, Hasher};

/// An experiment that is played into a results folder: of the program's own games, or of a command's.
pub trait Playable: Clone {
    /// Reads the experiment of a folder.
    fn of(folder: &Folder) -> Result<Self, FolderError>;

    /// Takes over what the experiment of a folder settles and this one leaves open, as the seed.
    fn complete(&mut self, recorded: &Self);

    fn seed(&self) -> Option<u64>;

    /// Returns the number of games of each cell.
    fn games(&mut self) -> &mut u64;

    /// Describes the first difference from another experiment.
    fn difference(&self, other: &Self) -> Option<String>;
}

impl Playable for Experiment {
    fn of(folder: &Folder) -> Result<Experiment, FolderError> {
        folder.experiment()
    }

    fn complete(&mut self, recorded: &Experiment) {
        self.seed = self.seed.or(recorded.seed);
    }

    fn seed(&self) -> Option<u64> {
        self.seed
    }

    fn games(&mut self) -> &mut u64 {
        &mut self.games
    }

    fn difference(&self, other: &Experiment) -> Option<String> {
        self.difference(other)
    }
}

impl Playable for GameExperiment {
    fn of(folder: &Folder) -> Result<GameExperiment, FolderError> {
        let what = "has no game of its own, which a command plays";
        folder.game()?.ok_or_else(|| FolderError::refused(&folder.file(EXPERIMENT), what))
    }

    fn complete(&mut self, recorded: &GameExperiment) {
        self.seed = self.seed.or(recorded.seed);
        self.seats = self.seats.or(recorded.seats);
    }

    fn seed(&self) -> Option<u64> {
        self.seed
    }

    fn games(&mut self) -> &mut u64 {
        &mut self.games
    }

    fn difference(&self, other: &GameExperiment) -> Option<String> {
        self.difference(other)
    }
}

/// Completes an experiment by the one of the folder in which a shard of it is to be played.
///
/// # Errors
/// If the folder cannot take the experiment.
pub fn settle<E: Playable>(
    folder: &Folder,
    mut experiment: E,
    shard: Shard,
) -> Result<E, FolderError> {
    folder.refuse_foreign()?;
    if !folder.has(EXPERIMENT) {
        if folder.has(JOURNAL) {
            let what = format!(
                "holds games, and no `{EXPERIMENT}` that says of which experiment: choose another --out"
            );
            return Err(FolderError::refused(folder.path(), what));
        }
        check_resumable(folder, experiment.seed(), shard)?;
        return Ok(experiment);
    }
    if let Some(manifest) = folder.manifest()? {
        // Another version's files may be unreadable here.
        manifest.check_versions()?;
    }
    let mut recorded = E::of(folder)?;
    experiment.complete(&recorded);
    let there = std::mem::replace(recorded.games(), *experiment.games());
    if let Some(difference) = experiment.difference(&recorded) {
        return Err(FolderError::OtherExperiment(format!(
            "`{}` holds another experiment: {difference}; choose another --out",
            folder.path().display()
        )));
    }
    let here = *experiment.games();
    if here < there {
        let what = format!(
            "holds this experiment with `games` = {there}, and here it is {here}: \
             results can be extended, not cut; choose another --out"
        );
        return Err(FolderError::refused(folder.path(), what));
    }
    check_resumable(folder, experiment.seed(), shard)?;
    Ok(experiment)
}

/// Makes and locks a folder for a settled experiment with its seed.
///
/// # Errors
/// If another run, which may have started there since, plays another experiment.
pub fn enter<E: Playable>(
    folder: &Folder,
    experiment: &E,
    shard: Shard,
) -> Result<Lock, FolderError> {
    folder.create()?;
    let lock = folder.lock()?;
    settle(folder, experiment.clone(), shard)?;
    Ok(lock)
}

/// Refuses a folder that a run cannot resume, as far as the manifest tells.
fn check_resumable(folder: &Folder, seed: Option<u64>, shard: Shard) -> Result<(), FolderError> {
    folder.check_journal_is_own()?;
    let Some(found) = folder.manifest()? else { return Ok(()) };
    found.check_versions()?;
    let there = folder.shard(&found)?;
    if there != shard {
        let name = |shard| match shard {
            Shard::WHOLE => "the whole experiment".to_owned(),
            shard => format!("shard {shard}"),
        };
        let (there, here) = (name(there), name(shard));
        let what = format!("holds {there}, and this run plays {here}: choose another --out");
        return Err(FolderError::refused(folder.path(), what));
    }
    // A run that ended before it had written its experiment has no games either.
    if let Some(seed) = seed.filter(|&seed| found.seed != seed && folder.has(EXPERIMENT)) {
        let what = format!("`seed` is {}, and that of {EXPERIMENT} is {seed}", found.seed);
        return Err(folder.manifest_error(what));
    }
    Ok(())
}

/// Draws a seed; the system seeds the hash maps of the standard library.
pub fn draw_seed() -> u64 {
    std::hash::RandomState::new().build_hasher().finish() >> 1
}
