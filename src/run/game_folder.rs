//! A results folder of an experiment whose games a command plays.

use std::collections::BTreeMap;

use super::error::FolderError;
use super::folder::{EXPERIMENT, Folder, JOURNAL, MANIFEST};
use super::game_command::{GameCommands, failure};
use super::game_journal::{GameColumns, GameJournal, written};
use super::manifest::Manifest;
use super::recorder::Recorder;
use super::shards::{Part, check_all, in_order, join_journals, join_logs};
use super::{Looked, OpenQuestion, Progress, Workers};
use crate::experiment::game::GameExperiment;
use crate::experiment::schedule::{Schedule, Shard};
use crate::text::interrupt::{Interrupt, Signal};
use pasang_balance::table::{Table as Games, TableOptions};
use pasang_core::base::text::{listed, rounded};

/// The number of games that are given to the threads at once.
const BATCH: u64 = 1 << 14;

/// Results so far, of which only progress tells.
#[derive(Default)]
struct SoFar(Option<Games>);

impl SoFar {
    fn add(&mut self, columns: &GameColumns, row: &[String]) {
        if self.0.is_none() {
            let names = columns.results();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            self.0 = Games::new(&names, &TableOptions::default()).ok();
        }
        if let Some(games) = &mut self.0 {
            // What a table refuses, the answer tells.
            let _ = games.add(0, columns.result(row));
        }
    }

    fn words(&self) -> String {
        let Some(games) = &self.0 else { return String::new() };
        let (without, shares) = games.so_far();
        let share = |(seat, it): (usize, f64)| format!("seat {seat} {} %", rounded(100.0 * it, 1));
        let without = match without {
            0 => String::new(),
            count => format!("{count} without result, which are not counted; "),
        };
        without + &listed((1..).zip(shares).map(share), "and")
    }
}

/// A folder with the part of an experiment that it has, or is to have.
#[derive(Clone, Copy, Debug)]
pub struct GameFolder<'e> {
    pub folder: &'e Folder,
    pub experiment: &'e GameExperiment,
    pub shard: Shard,
    /// The look at which its games end, if a run may stop there.
    pub looked: Option<Looked>,
}

impl<'e> GameFolder<'e> {
    pub fn schedule(&self) -> Schedule {
        self.experiment.schedule(self.shard)
    }

    /// Returns the manifest of a folder that begins.
    pub fn begun(&self) -> Manifest {
        let seed = self.experiment.seed.unwrap_or_default();
        let begun = Manifest::begin(seed, self.schedule().len(), self.shard, BTreeMap::new());
        Manifest { looked: self.looked, ..begun }
    }

    /// Reads the journal up to its last whole row, and passes the rows to `take`.
    pub fn journal(
        &self,
        take: impl FnMut(&GameColumns, u64, &[String]),
    ) -> Result<GameJournal<'e>, FolderError> {
        GameJournal::read(self.folder, self.experiment, self.schedule(), take)
    }

    /// Writes what is known of a folder before its games.
    fn begin(&self) -> Result<(), FolderError> {
        self.folder.write(MANIFEST, self.begun().to_json().as_bytes())?;
        self.folder.write(EXPERIMENT, self.experiment.to_toml().as_bytes())
    }

    /// Writes the manifest of a folder whose games are all there.
    fn finish(&self) -> Result<(), FolderError> {
        self.folder.write(MANIFEST, self.folder.finished(self.begun())?.to_json().as_bytes())
    }

    /// Plays the remaining games, until all are played or a signal arrives, which it returns with the number
    /// of games that are there.
    pub fn play(
        &self,
        (workers, interrupt): (&Workers, &Interrupt),
        look: Option<OpenQuestion>,
    ) -> Result<Option<(Signal, u64)>, FolderError> {
        let (folder, schedule, cancel) = (self.folder, self.schedule(), interrupt.cancel());
        let mut so_far = SoFar::default();
        let mut journal = self.journal(|columns, _, row| so_far.add(columns, row))?;
        let there = journal.reached;
        let mut log = folder.run_log()?;
        log.begin(self.shard.word(), workers.threads(), there);
        self.begin()?;
        let progress = Progress::new(there, schedule.len(), look);
        let mut recorder = Recorder::open(folder, journal.bytes, log, progress)?;
        let commands = GameCommands::new(self.experiment, cancel);
        let mut next = there;
        while next < schedule.len() && !interrupt.is_set() {
            let places: Vec<u64> = (next..schedule.len().min(next + BATCH)).collect();
            let order = |place| self.experiment.order(schedule.game(place));
            let work = |&place: &u64| commands.play(&order(place), place + 1);
            let done = workers.in_order(&places, cancel, work, |&place, answer| {
                let is_new = journal.columns.is_none();
                let rows = journal.add(answer).map_err(|why| {
                    cancel.fail(failure(self.experiment, &order(place), place + 1, &why));
                    FolderError::Other(why)
                })?;
                if let Some(columns) = &journal.columns {
                    // The first row is the header.
                    let games = rows.iter().skip(usize::from(is_new));
                    games.for_each(|row| so_far.add(columns, row));
                }
                next = place + 1;
                recorder.progress.say(so_far.words());
                recorder.add(1, &written(&rows), cancel.met())
            });
            if cancel.why().is_none() {
                done?;
            }
        }
        let signal = recorder.end((journal.reached, schedule.len()), interrupt, "game")?;
        if signal.is_none() {
            self.finish()?;
        }
        Ok(signal.map(|signal| (signal, journal.reached)))
    }
}

/// Writes the folder that one run would have written, from all of its shards.
pub fn merge(
    shards: &[Folder],
    out: &Folder,
    interrupt: &Interrupt,
) -> Result<GameExperiment, FolderError> {
    let shards: Vec<Part<GameExperiment>> = in_order(shards, interrupt)?;
    let experiment = &shards[0].experiment;
    let whole = GameFolder { folder: out, experiment, shard: Shard::WHOLE, looked: None };
    whole.begin()?;
    let mut journals = Vec::new();
    for Part { folder, .. } in &shards {
        let reader =
            csv::ReaderBuilder::new().has_headers(false).from_reader(folder.open_file(JOURNAL)?);
        let mut rows = reader.into_records();
        journals.push((folder, move || {
            let row = rows.next().transpose();
            let row =
                row.map_err(|error| FolderError::damaged(folder.file(JOURNAL), error.to_string()))?;
            Ok(row.map(|row| written(&[row.iter().map(str::to_owned).collect()])))
        }));
    }
    let mut header = None;
    for (folder, next) in &mut journals {
        let own = next()?.unwrap_or_default();
        if *header.get_or_insert_with(|| own.clone()) != own {
            let what = "has other columns than the first shard";
            return Err(FolderError::refused(folder.path(), what));
        }
    }
    let header = header.unwrap_or_default();
    join_journals((out, whole.schedule()), &header, &mut journals, interrupt)?;
    let there = whole.journal(|_, _, _| {})?.reached;
    check_all(&shards, there == whole.schedule().len())?;
    join_logs(&shards, out)?;
    whole.finish()?;
    Ok(experiment.clone())
}
