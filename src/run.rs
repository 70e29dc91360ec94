//! Running an experiment into a results folder: begun, gone on with, extended, finished.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::experiment::{Experiment, Records};
use crate::folder::{
    BRANCHING, CELLS, EXPERIMENT, FORMAT, Folder, FolderError, JOURNAL, MANIFEST, Manifest,
    OPENINGS, ROUNDS, RUN_INFO, TALLIES,
};
use crate::journal::JournalFault;
use crate::results::{
    Prefix, cells_json, distinct_games, find_rows, read_journal, summary, tables,
};
use crate::runner::{Crew, Interrupt, Progress, Signal};
use crate::schedule::{Schedule, Shard};
use crate::stage::{Player, Stage};
use crate::stats::{Distinct, Tally};

/// The journal is brought to the disk, and tallies are written down, this often.
const SAVE_EVERY: Duration = Duration::from_secs(5);

/// How a run ended.
#[derive(Debug)]
pub enum Ended {
    /// All games are played.
    Finished(Finished),
    /// Somebody stopped it.
    Interrupted {
        /// Who.
        signal: Signal,
        /// How many games are there.
        games: u64,
        /// Of how many.
        of: u64,
    },
}

/// What a finished run knows.
#[derive(Debug)]
pub struct Finished {
    /// The experiment, with its seed.
    pub experiment: Experiment,
    /// The tallies, by cell.
    pub tallies: Vec<Tally>,
    /// The distinct games, by cell, where games are recorded.
    pub distinct: Option<Vec<Distinct>>,
    /// How many games there are once all are played.
    pub of: u64,
}

impl Finished {
    /// How many games are played.
    pub fn games(&self) -> u64 {
        self.tallies.iter().map(Tally::games).sum()
    }

    /// The rows of `cells.csv` as JSON.
    pub fn cells_json(&self) -> serde_json::Value {
        cells_json(&self.experiment, &self.tallies, self.distinct.as_deref())
    }

    /// The table for people.
    pub fn summary(&self) -> String {
        summary(&self.experiment, &self.tallies, self.distinct.as_deref())
    }
}

/// The truth of a run that records no games: written whole every few seconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    /// The number of the format.
    pub format: u32,
    /// How many games are played: the first so many of the schedule.
    pub games: u64,
    /// Their tallies, by cell.
    pub tallies: Vec<Tally>,
}

/// What a folder held when the run began, and what has been added to it.
struct State {
    place: u64,
    tallies: Vec<Tally>,
    journal: Option<File>,
}

/// Which experiment is run in a folder: the given one, with the seed that the folder has recorded
/// or, in a new folder, with `draw` where it names none. The folder must be locked.
///
/// # Errors
/// When the folder holds another experiment: says which key differs.
pub fn settle(
    folder: &Folder,
    mut experiment: Experiment,
    draw: impl FnOnce() -> u64,
) -> Result<Experiment, FolderError> {
    folder.refuse_foreign()?;
    if !folder.has(EXPERIMENT) {
        if folder.has(JOURNAL) || folder.has(TALLIES) {
            return Err(FolderError::Foreign(format!(
                "`{}` holds games, and no `{EXPERIMENT}` that says of which experiment: choose another --out",
                folder.path().display()
            )));
        }
        experiment.seed = Some(experiment.seed.unwrap_or_else(draw));
        return Ok(experiment);
    }
    let recorded = folder.experiment()?;
    if recorded.seed.is_none() {
        let what = "it names no seed, so no run has written it".to_owned();
        return Err(FolderError::Damaged(folder.file(EXPERIMENT), what));
    }
    experiment.seed = experiment.seed.or(recorded.seed);
    let there = folder.path().display();
    let as_long = Experiment { games: recorded.games, ..experiment.clone() };
    if let Some(difference) = as_long.difference(&recorded) {
        return Err(FolderError::Foreign(format!(
            "`{there}` holds another experiment: {difference}; choose another --out"
        )));
    }
    if experiment.games < recorded.games {
        return Err(FolderError::Foreign(format!(
            "`{there}` holds this experiment with `games` = {}, and here it is {}: \
             results can be extended, not cut; choose another --out",
            recorded.games, experiment.games
        )));
    }
    Ok(experiment)
}

/// Plays what is not played yet. The folder must be locked and the experiment settled.
///
/// # Errors
/// When the folder is damaged or of another kind, or cannot be written.
pub fn run(
    folder: &Folder,
    experiment: Experiment,
    shard: Shard,
    crew: &Crew,
    interrupt: &Interrupt,
) -> Result<Ended, FolderError> {
    let seed = experiment.seed.unwrap_or_default();
    let stage = Stage::new(&experiment, seed);
    let schedule = stage.schedule(shard);
    // Everything that is there is looked at before any of it is changed: a folder that is refused
    // stays as it was, with whatever proves it or speaks against it.
    admit(folder, seed, shard)?;
    let found = match experiment.records {
        Records::All => read_prefix(folder, &stage, &schedule, crew)?,
        Records::None => read_checkpoint(folder, &stage, &schedule)?,
    };
    begin(folder, &experiment, seed, &schedule, shard)?;
    let mut state = match experiment.records {
        Records::All => open_journal(folder, &stage, found)?,
        Records::None => State { place: found.games, tallies: found.tallies, journal: None },
    };
    let before = state.place;
    let mut progress = Progress::new(before, schedule.len());
    let done = play(folder, &stage, &schedule, crew, interrupt, &mut state, &mut progress);
    progress.finish();
    done?;
    if let Some(signal) = interrupt.signal()
        && state.place < schedule.len()
    {
        return Ok(Ended::Interrupted { signal, games: state.place, of: schedule.len() });
    }
    let distinct = match experiment.records {
        Records::All => Some(distinct_games(folder, &stage, &schedule, state.place)?),
        Records::None => None,
    };
    let of = schedule.len();
    let finished = Finished { experiment, tallies: state.tallies, distinct, of };
    finish(folder, &finished, &stage, &schedule, shard)?;
    if state.place > before {
        let (per_second, seconds) = progress.speed();
        let info = run_info(crew.threads(), state.place - before, seconds, per_second);
        folder.write(RUN_INFO, info.as_bytes())?;
    }
    Ok(Ended::Finished(finished))
}

/// Refuses a folder that this run cannot go on with.
fn admit(folder: &Folder, seed: u64, shard: Shard) -> Result<(), FolderError> {
    let Some(found) = folder.manifest()? else { return Ok(()) };
    found.check_versions()?;
    if found.shard()? != shard {
        let is = |shard| match shard {
            Shard::WHOLE => "the whole experiment".to_owned(),
            shard => format!("shard {shard}"),
        };
        return Err(FolderError::Foreign(format!(
            "`{}` holds {}, and this run plays {}: choose another --out",
            folder.path().display(),
            is(found.shard()?),
            is(shard)
        )));
    }
    // A run that ended before it had written its experiment has no games either.
    if found.seed != seed && folder.has(EXPERIMENT) {
        let what = format!("`seed` is {}, and that of {EXPERIMENT} is {seed}", found.seed);
        return Err(FolderError::Damaged(folder.file(MANIFEST), what));
    }
    check_truth(folder, &found)
}

/// Refuses a finished folder if what all else is made from is not what the run finished with.
///
/// # Errors
/// When a file has changed, or cannot be read.
pub fn check_truth(folder: &Folder, manifest: &Manifest) -> Result<(), FolderError> {
    for truth in [EXPERIMENT, JOURNAL, TALLIES] {
        if let (Some(then), Some(now)) = (manifest.files.get(truth), folder.digest(truth)?)
            && *then != now
        {
            let what = "this is not the file that the run finished with; \
                        `pasang verify` says what differs";
            return Err(FolderError::Damaged(folder.file(truth), what.to_owned()));
        }
    }
    Ok(())
}

/// Writes down what will be played, before it is.
fn begin(
    folder: &Folder,
    experiment: &Experiment,
    seed: u64,
    schedule: &Schedule,
    shard: Shard,
) -> Result<(), FolderError> {
    let manifest = Manifest::begin(experiment, seed, schedule.len(), shard);
    // From here on the folder is unfinished, until all of it is written anew.
    folder.write(MANIFEST, manifest.to_json().as_bytes())?;
    for table in [CELLS, OPENINGS, BRANCHING, ROUNDS] {
        folder.remove(table)?;
    }
    folder.write(EXPERIMENT, experiment.to_toml().as_bytes())
}

/// What the journal holds, if there is one.
fn read_prefix(
    folder: &Folder,
    stage: &Stage,
    schedule: &Schedule,
    crew: &Crew,
) -> Result<Prefix, FolderError> {
    if !folder.has(JOURNAL) {
        return Ok(Prefix { games: 0, bytes: 0, torn: false, tallies: stage.tallies() });
    }
    let prefix = read_journal(folder, stage, schedule, crew)?;
    // Each row is sound, and all of them may still be those of another seed: two are played again.
    let mut player = Player::new(stage);
    for place in BTreeSet::from([0, prefix.games.saturating_sub(1)]) {
        let Some(records) = find_rows(folder, stage, schedule, place)? else { continue };
        player.play(schedule.game(place));
        let played = player.rounds().iter().map(|round| &round.facts.ranks);
        if let Some(row) = (0..).zip(played.zip(&records)).find(|(_, (made, found))| made != found)
        {
            let what = "this is not the game that the seed makes: the journal is of another run";
            let line = stage.form().line(place) + row.0;
            return Err(folder.journal_error(JournalFault::at(line, what)));
        }
    }
    Ok(prefix)
}

/// What the tallies hold, if there are any.
fn read_checkpoint(
    folder: &Folder,
    stage: &Stage,
    schedule: &Schedule,
) -> Result<Prefix, FolderError> {
    let (games, tallies) = if folder.has(TALLIES) {
        let checkpoint = read_tallies(folder, stage, schedule)?;
        (checkpoint.games, checkpoint.tallies)
    } else {
        (0, stage.tallies())
    };
    Ok(Prefix { games, bytes: 0, torn: false, tallies })
}

fn open_journal(folder: &Folder, stage: &Stage, found: Prefix) -> Result<State, FolderError> {
    let path = folder.file(JOURNAL);
    let write = |error| FolderError::Write(path.clone(), error);
    let mut journal = OpenOptions::new().create(true).append(true).open(&path).map_err(write)?;
    // Drops a torn last line.
    journal.set_len(found.bytes).map_err(write)?;
    if found.bytes == 0 {
        journal.write_all(stage.form().header().as_bytes()).map_err(write)?;
    }
    Ok(State { place: found.games, tallies: found.tallies, journal: Some(journal) })
}

/// Reads the tallies of a folder that records no games.
///
/// # Errors
/// When they cannot be read, or are none of this experiment.
pub fn read_tallies(
    folder: &Folder,
    stage: &Stage,
    schedule: &Schedule,
) -> Result<Checkpoint, FolderError> {
    let damaged = |what: String| FolderError::Damaged(folder.file(TALLIES), what);
    let bytes = folder.read(TALLIES)?;
    let checkpoint: Checkpoint = serde_json::from_slice(&bytes)
        .map_err(|error| damaged(format!("these are no tallies: {error}")))?;
    let Checkpoint { format, games, tallies } = &checkpoint;
    let empty = stage.tallies();
    let fits = *format == FORMAT
        && *games <= schedule.len()
        && tallies.len() == empty.len()
        && tallies
            .iter()
            .zip(&empty)
            .all(|(tally, own)| tally.fits(own.seats(), own.phases(), stage.rounds()))
        && tallies.iter().map(|tally| u128::from(tally.games())).sum::<u128>() == (*games).into();
    if !fits {
        return Err(damaged("these are no tallies of this experiment's games".to_owned()));
    }
    Ok(checkpoint)
}

fn play(
    folder: &Folder,
    stage: &Stage,
    schedule: &Schedule,
    crew: &Crew,
    interrupt: &Interrupt,
    state: &mut State,
    progress: &mut Progress,
) -> Result<(), FolderError> {
    let path = folder.file(JOURNAL);
    let write = |error| FolderError::Write(path.clone(), error);
    let of = schedule.len();
    while state.place < of && !interrupt.is_set() {
        // Tallies without rows can only be written down when they are those of the first so many
        // games: all threads stop for it.
        let until = state.journal.is_none().then(|| Instant::now() + SAVE_EVERY);
        let mut saved = Instant::now();
        let mut journal = state.journal.as_mut();
        let rows = journal.is_some();
        let hand_on = |batch: crate::runner::Batch| {
            if let Some(journal) = &mut journal {
                journal.write_all(&batch.rows).map_err(write)?;
                if saved.elapsed() > SAVE_EVERY {
                    saved = Instant::now();
                    journal.sync_data().map_err(write)?;
                }
            }
            progress.add(batch.games, batch.first_score);
            Ok::<(), FolderError>(())
        };
        let played =
            crew.play(stage, schedule, (state.place, of), (interrupt, until), rows, hand_on)?;
        state.place = played.reached;
        state.tallies.iter_mut().zip(&played.tallies).for_each(|(all, new)| all.merge(new));
        match &state.journal {
            Some(journal) => journal.sync_data().map_err(write)?,
            None => write_tallies(folder, state.place, &state.tallies)?,
        }
    }
    Ok(())
}

/// Writes the tallies of a folder that records no games.
///
/// # Errors
/// When they cannot be written.
pub fn write_tallies(folder: &Folder, games: u64, tallies: &[Tally]) -> Result<(), FolderError> {
    let checkpoint = Checkpoint { format: FORMAT, games, tallies: tallies.to_vec() };
    folder.write_with(TALLIES, |file| {
        serde_json::to_writer(&mut *file, &checkpoint)?;
        file.write_all(b"\n")
    })
}

/// Writes the tables and the manifest that proves them.
///
/// # Errors
/// When they cannot be written.
pub fn finish(
    folder: &Folder,
    finished: &Finished,
    stage: &Stage,
    schedule: &Schedule,
    shard: Shard,
) -> Result<(), FolderError> {
    let Finished { experiment, tallies, distinct, .. } = finished;
    for (name, bytes) in tables(experiment, stage, tallies, distinct.as_deref()) {
        folder.write(name, &bytes)?;
    }
    let seed = experiment.seed.unwrap_or_default();
    let mut manifest = Manifest::begin(experiment, seed, schedule.len(), shard);
    manifest.finished = true;
    for name in [EXPERIMENT, JOURNAL, TALLIES, CELLS, OPENINGS, BRANCHING, ROUNDS] {
        if let Some(digest) = folder.digest(name)? {
            manifest.files.insert(name.to_owned(), digest);
        }
    }
    folder.write(MANIFEST, manifest.to_json().as_bytes())
}

/// A results folder, opened to be read.
#[derive(Debug)]
pub struct Opened {
    /// Its experiment, with the seed.
    pub experiment: Experiment,
    /// Its manifest.
    pub manifest: Manifest,
    /// Its games, ready to be played.
    pub stage: Stage,
    /// Which games they are.
    pub schedule: Schedule,
}

/// Reads what a folder says of itself.
///
/// # Errors
/// When it cannot be read, or was written by another version.
pub fn open(folder: &Folder) -> Result<Opened, FolderError> {
    let manifest = folder.manifest()?.ok_or_else(|| {
        let shown = folder.path().display();
        FolderError::Foreign(format!("`{shown}` is no results folder: it has no `{MANIFEST}`"))
    })?;
    manifest.check_versions()?;
    let experiment = folder.experiment()?;
    let seed = experiment.seed.unwrap_or_default();
    let stage = Stage::new(&experiment, seed);
    let schedule = stage.schedule(manifest.shard()?);
    Ok(Opened { experiment, manifest, stage, schedule })
}

/// Makes the tables again, from the journal alone.
///
/// # Errors
/// When the folder cannot be read or written, or its journal is not the one it was finished with.
pub fn rebuild(folder: &Folder, crew: &Crew) -> Result<Finished, FolderError> {
    let Opened { experiment, manifest, stage, schedule } = open(folder)?;
    check_truth(folder, &manifest)?;
    let (tallies, distinct) = match experiment.records {
        Records::All => {
            let prefix = read_journal(folder, &stage, &schedule, crew)?;
            (prefix.tallies, Some(distinct_games(folder, &stage, &schedule, prefix.games)?))
        }
        Records::None => (read_tallies(folder, &stage, &schedule)?.tallies, None),
    };
    for (name, bytes) in tables(&experiment, &stage, &tallies, distinct.as_deref()) {
        folder.write(name, &bytes)?;
    }
    Ok(Finished { experiment, tallies, distinct, of: schedule.len() })
}

fn run_info(threads: usize, games: u64, seconds: f64, per_second: f64) -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let info = serde_json::json!({
        "program": env!("CARGO_PKG_NAME"),
        "version": env!("CARGO_PKG_VERSION"),
        "commit": option_env!("PASANG_COMMIT"),
        "host": host.trim(),
        "system": format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        "threads": threads,
        "games": games,
        "seconds": seconds,
        "games_per_second": per_second,
    });
    format!("{info:#}\n")
}
