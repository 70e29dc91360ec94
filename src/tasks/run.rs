//! Running an experiment into a results folder: begun, gone on with, extended, finished.

use std::fs::File;
use std::io::Write;
use std::time::{Duration, Instant};

use super::finish::{Finished, finish};
use crate::base::words::counted;
use crate::experiment::Settled;
use crate::experiment::schedule::Shard;
use crate::playing::{Batch, Interrupt, Mix, Progress, Signal, Workers};
use crate::results::folder::{Folder, JOURNAL, MERGING};
use crate::results::{End, FolderError, Ledger, Opened, Prefix};

/// The journal is brought to the disk this often.
const SAVE_EVERY: Duration = Duration::from_secs(5);

/// How a run ended.
#[derive(Debug)]
pub enum Ended {
    /// All games are played.
    Finished(Box<Finished>),
    /// Somebody stopped it.
    Interrupted {
        /// Who.
        signal: Signal,
        /// How many games are there.
        games: u64,
        /// Of how many.
        of: u64,
        /// In which round, where games are played in rounds and nobody knows how many there are.
        round: Option<u64>,
    },
}

/// Plays what is not played yet of a part of an experiment. The folder must be locked.
pub fn run(
    folder: &Folder,
    experiment: Settled,
    shard: Shard,
    workers: &Workers,
    interrupt: &Interrupt,
) -> Result<Ended, FolderError> {
    // Everything that is there is looked at before any of it is changed.
    let opened = Opened::to_play(folder, experiment, shard)?;
    let found = opened.games(workers)?;
    opened.check_seed(&found, interrupt)?;
    let mut ledger = Ledger::open(folder, shard.word(), workers.threads(), found.played.reached)?;
    // What was left half merged becomes the results of a run, which no merge may replace.
    folder.remove(MERGING)?;
    opened.write_beginning()?;
    let journal = open_journal(&opened, &found)?;
    let most = opened.most();
    let mix = if opened.schedule.is_open() { Mix::Chosen } else { Mix::Even };
    let mut progress = Progress::new(found.played.reached, most, mix);
    let told = (&mut progress, &mut ledger);
    let done = play(&opened, (workers, interrupt), (found, journal), told);
    progress.finish();
    let met = interrupt.halt().met();
    if !met.is_empty() {
        let met = met.into_iter().map(|(who, says)| (who, says.into()));
        ledger.tell("engines", met.collect());
    }
    let borne = interrupt.halt().borne();
    if !borne.is_empty() {
        let borne = borne.into_iter().map(|(who, times, _)| (who, times.into()));
        ledger.tell("drawn_for", borne.collect());
    }
    let games = done?;
    let played = &games.played;
    let reached = played.reached;
    if let Some(why) = interrupt.halt().why() {
        ledger.end(End::BrokenOff)?;
        let games = counted(reached, "game");
        return Err(FolderError::Outside { why: why.to_owned(), games });
    }
    if let Some(signal) = interrupt.signal()
        && !played.is_all()
    {
        let round = played.decider().map(|_| played.schedule.rounds().len() as u64);
        ledger.end(End::Stopped)?;
        return Ok(Ended::Interrupted { signal, games: reached, of: most, round });
    }
    ledger.end(End::Done)?;
    Ok(Ended::Finished(Box::new(finish(opened, games, workers)?)))
}

/// Opens the journal to write behind its whole lines.
fn open_journal(opened: &Opened, found: &Prefix) -> Result<File, FolderError> {
    let path = opened.folder.file(JOURNAL);
    let write = |error| FolderError::Write(path.clone(), error);
    let mut journal = opened.folder.append_to_journal()?;
    // Drops a torn last line.
    journal.set_len(found.bytes).map_err(write)?;
    if found.bytes == 0 {
        journal.write_all(opened.prepared.form().header().as_bytes()).map_err(write)?;
    }
    Ok(journal)
}

/// Plays the games behind those that were found, until all are there or somebody interrupts.
fn play(
    opened: &Opened,
    (workers, interrupt): (&Workers, &Interrupt),
    (mut games, mut journal): (Prefix, File),
    (progress, ledger): (&mut Progress, &mut Ledger<'_>),
) -> Result<Prefix, FolderError> {
    let path = opened.folder.file(JOURNAL);
    let write = |error| FolderError::Write(path.clone(), error);
    let mut saved = Instant::now();
    let hand_on = |batch: Batch| {
        ledger.add(batch.games, SAVE_EVERY)?;
        journal.write_all(&batch.rows).map_err(write)?;
        if saved.elapsed() > SAVE_EVERY {
            saved = Instant::now();
            journal.sync_data().map_err(write)?;
        }
        progress.add(batch.games, batch.first_score);
        Ok::<(), FolderError>(())
    };
    workers.play(&opened.prepared, &mut games.played, u64::MAX, interrupt, hand_on)?;
    journal.sync_data().map_err(write)?;
    Ok(games)
}
