//! A results folder, opened: the folder, what it says of itself, and its games.

use std::path::Path;

use serde::de::DeserializeOwned;

use super::error::FolderError;
use super::folder::{EXPERIMENT, Folder, JOURNAL, MANIFEST, REPORT, TABLES};
use super::manifest::Manifest;
use crate::experiment::Settled;
use crate::experiment::schedule::{GameId, Schedule, Shard};
use crate::playing::player::Player;
use crate::playing::prepared::Prepared;

/// A results folder with its experiment made ready to be played: all that a command which works on
/// one hands on.
#[derive(Debug)]
pub struct Opened {
    pub folder: Folder,
    /// What it says of itself; of one that is begun, what it will say.
    pub manifest: Manifest,
    pub prepared: Prepared,
    pub shard: Shard,
    /// Which games are its own, as far as they are known before any is played.
    pub schedule: Schedule,
}

impl Opened {
    pub fn read(folder: &Folder) -> Result<Opened, FolderError> {
        let manifest = folder.must_have_manifest()?;
        manifest.check_versions()?;
        Opened::of(folder, manifest, folder.experiment()?)
    }

    pub fn of(
        folder: &Folder,
        manifest: Manifest,
        experiment: Settled,
    ) -> Result<Opened, FolderError> {
        let damaged = |what: String| folder.manifest_error(what);
        let shard = manifest.shard().map_err(|_| {
            let shard = manifest.shard.as_deref().unwrap_or_default();
            damaged(format!("`shard` is `{shard}`, which is none"))
        })?;
        let prepared = Prepared::new(experiment);
        let schedule = prepared.schedule(shard);
        Ok(Opened { folder: folder.clone(), manifest, prepared, shard, schedule })
    }

    /// A folder in which a part of an experiment is to be played, or gone on with. Nothing is
    /// changed yet: a folder that is refused stays as it was, with whatever proves it or speaks
    /// against it.
    pub fn to_play(
        folder: &Folder,
        experiment: Settled,
        shard: Shard,
    ) -> Result<Opened, FolderError> {
        admit(folder, experiment.seed(), shard)?;
        if let Some(manifest) = folder.manifest()? {
            folder.check_files(&manifest)?;
            if manifest.finished && !folder.has(JOURNAL) && !experiment.is_all_seeded() {
                return Err(FolderError::lost(folder.path()));
            }
        }
        Ok(Opened::begun(folder, Prepared::new(experiment), shard))
    }

    /// A folder in which a part of an experiment is begun, with the manifest of that.
    pub fn begun(folder: &Folder, prepared: Prepared, shard: Shard) -> Opened {
        let schedule = prepared.schedule(shard);
        let manifest = Manifest::begin(prepared.experiment(), most(&schedule), shard);
        Opened { folder: folder.clone(), manifest, prepared, shard, schedule }
    }

    pub fn experiment(&self) -> &Settled {
        self.prepared.experiment()
    }

    pub fn most(&self) -> u64 {
        most(&self.schedule)
    }

    /// Refuses a folder whose run has not come to its end.
    pub fn must_be_finished(&self) -> Result<(), FolderError> {
        if self.manifest.finished {
            return Ok(());
        }
        let (path, run) = (self.folder.path().display(), self.folder.run_again());
        Err(FolderError::Other(format!("`{path}` is not finished; to go on: {run}")))
    }

    /// Refuses a finished folder if what all else is made from is not what the run finished with.
    pub fn check_files(&self) -> Result<(), FolderError> {
        self.folder.check_files(&self.manifest)
    }

    /// The rows of a table of a finished folder, however large it is.
    ///
    /// # Errors
    /// When the folder is not finished, or the table is not there or not the one that the run
    /// wrote.
    pub fn rows_of<R: DeserializeOwned>(&self, name: &'static str) -> Result<Vec<R>, FolderError> {
        let folder = &self.folder;
        if self.manifest.is_part() {
            let what = "is a shard, and has no tables of its own: merge all shards first";
            return Err(FolderError::refused(folder.path(), what));
        }
        self.must_be_finished()?;
        let digest = folder.digest(name)?;
        if digest.is_none() {
            let what = format!("has no `{name}`: `pasang report` makes it again");
            return Err(FolderError::refused(folder.path(), what));
        }
        if digest.as_ref() != self.manifest.files.get(name) {
            let what = "this is not the file that the run finished with; \
                        `pasang report` makes it again";
            return Err(FolderError::damaged(folder.file(name), what));
        }
        let bytes = folder.read_up_to(name, u64::MAX)?;
        let rows = csv::Reader::from_reader(bytes.as_slice()).into_deserialize();
        rows.collect::<Result<_, _>>().map_err(|_| {
            let what = "this is no table of this experiment; `pasang report` makes it again";
            FolderError::damaged(folder.file(name), what)
        })
    }

    /// Whether every file that a finished folder's manifest names is there with its digest.
    pub fn files_agree(&self) -> Result<bool, FolderError> {
        let Some(own) = self.folder.manifest()? else { return Ok(false) };
        for (name, digest) in &own.files {
            if self.folder.digest(name)?.as_ref() != Some(digest) {
                return Ok(false);
            }
        }
        Ok(own.bots == self.manifest.bots && own.files.contains_key(JOURNAL))
    }

    /// Writes down what will be played, before it is. From here on the folder is unfinished, until
    /// all of it is written anew.
    pub fn write_beginning(&self) -> Result<(), FolderError> {
        self.folder.write(MANIFEST, self.manifest.to_json().as_bytes())?;
        for table in TABLES.into_iter().chain([REPORT]) {
            self.folder.remove(table)?;
        }
        self.folder.write(EXPERIMENT, self.experiment().to_toml().as_bytes())
    }

    pub fn may_have(&self, number: u64) -> bool {
        // Where games are played in rounds, the journal alone knows which there are.
        match self.schedule.is_open() {
            true => number < self.schedule.numbers(),
            false => self.schedule.place(number).is_some(),
        }
    }
}

fn most(schedule: &Schedule) -> u64 {
    if schedule.is_open() { schedule.most() } else { schedule.len() }
}

/// Refuses a folder that a run cannot go on with, as far as the manifest tells.
pub fn admit(folder: &Folder, seed: u64, shard: Shard) -> Result<(), FolderError> {
    folder.check_journal_is_own()?;
    let Some(found) = folder.manifest()? else { return Ok(()) };
    found.check_versions()?;
    let there = found.shard()?;
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
    if found.seed != seed && folder.has(EXPERIMENT) {
        let what = format!("`seed` is {}, and that of {EXPERIMENT} is {seed}", found.seed);
        return Err(folder.manifest_error(what));
    }
    Ok(())
}

/// A finished results folder whose games were recorded: the door for programs that look at its games and at
/// nothing else of it.
#[derive(Debug)]
pub struct Recorded {
    opened: Opened,
}

impl Recorded {
    /// Opens a folder.
    ///
    /// # Errors
    /// When it is not there, not finished, or was written by another version.
    pub fn open(path: &Path) -> Result<Recorded, FolderError> {
        let folder = Folder::open(path)?;
        let opened = Opened::read(&folder)?;
        opened.must_be_finished()?;
        Ok(Recorded { opened })
    }

    pub fn experiment(&self) -> &Settled {
        self.opened.experiment()
    }

    /// Shows each game's number, its cell and the ranks of its moves, in the order of the journal; each
    /// row must be the one that its moves make. Where the journal was left out, games are played again.
    ///
    /// # Errors
    /// When the journal cannot be read, or a row is wrong.
    pub fn each_game(&self, mut see: impl FnMut(u64, usize, &[u32])) -> Result<(), FolderError> {
        self.opened.check_files()?;
        let see = |id: GameId, player: &Player<'_>| {
            let rounds = player.rounds().iter();
            rounds.for_each(|round| see(id.number, id.cell, &round.facts.ranks));
            Ok(())
        };
        self.opened.each(|_| true, see)
    }
}
