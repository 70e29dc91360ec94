//! One round more, for a folder that has those before it.

use std::io::{BufWriter, Write};

use super::rows::write_rows;
use super::{Merged, Shards};
use crate::playing::prepared::Prepared;
use crate::playing::{Interrupt, Workers};
use crate::results::folder::{EXPERIMENT, Folder, JOURNAL, MANIFEST};
use crate::results::{FolderError, Opened, Part, Prefix, Refusal, RoundPart, read_journal};
use crate::tasks::finish::finish;

impl Shards {
    /// Adds a round to the folder that has the rounds before it; nothing where somebody interrupts.
    pub(super) fn merge_round(
        &self,
        out: &Folder,
        round: &RoundPart,
        workers: &Workers,
        interrupt: &Interrupt,
    ) -> Result<Option<Merged>, FolderError> {
        let number = round.number;
        // Everything is looked at before anything is changed.
        let before = rounds_before(out, self.first()?, workers)?;
        let kept = kept(out, &before, round)?;
        let mut turns = out.turns()?;
        // Those of an earlier merge of the same round are replaced, as its rows are.
        turns.runs.retain(|turn| turn.round != Some(number));
        self.add_turns(&mut turns)?;
        let prepared = Prepared::new(self.first()?.experiment().clone());
        let whole = Opened::begun(out, prepared, &Part::WHOLE);
        out.write(MANIFEST, whole.manifest.to_json().as_bytes())?;
        out.write(EXPERIMENT, whole.experiment().to_toml().as_bytes())?;
        append_round(&self.0, &whole, kept, round.round().games(), interrupt)?;
        if interrupt.is_set() {
            return Ok(None);
        }
        out.write_turns(&turns)?;
        let games = read_journal(&whole, workers)?;
        if games.agenda.is_open() {
            return Ok(Some(Merged::Round { number, games: games.played.reached }));
        }
        if interrupt.is_set() {
            return Ok(None);
        }
        Ok(Some(Merged::Finished(Box::new(finish(whole, games, workers)?))))
    }
}

/// How many bytes of the journal are those of the rounds before this one; nothing before the first.
///
/// # Errors
/// When they are not the rounds after which its shards were played.
fn kept(out: &Folder, before: &Prefix, round: &RoundPart) -> Result<Option<u64>, FolderError> {
    let (number, there) = (round.number, before.round_ends.len());
    let folder = || out.path().to_owned();
    let kept = match usize::try_from(number).ok().and_then(|number| number.checked_sub(2)) {
        None => None,
        Some(last) => match before.round_ends.get(last) {
            Some(&bytes) => Some(bytes),
            None => return Err(Refusal::TooFewRounds { folder: folder(), there, number }.into()),
        },
    };
    if there as u64 > number {
        return Err(Refusal::TooManyRounds(folder(), number).into());
    }
    let digest = kept.map(|bytes| out.digest_of_first(JOURNAL, bytes)).transpose()?;
    let is_known = before.agenda.round(number).is_some_and(|known| known.is_same(&round.round()));
    if digest != round.after || !is_known {
        return Err(Refusal::OtherRounds(folder(), number - 1).into());
    }
    Ok(kept)
}

/// What the folder holds that a round is to be added to.
fn rounds_before(out: &Folder, shard: &Opened, workers: &Workers) -> Result<Prefix, FolderError> {
    // The manifest is written first: a merge may have ended behind it.
    if !out.has(EXPERIMENT) && !out.has(JOURNAL) {
        return Ok(Prefix::empty(&shard.prepared, &Part::WHOLE.schedule(&shard.prepared)));
    }
    let there = Opened::read(out)?;
    let folder = || out.path().to_owned();
    if let Some(difference) = shard.experiment().difference(there.experiment()) {
        return Err(Refusal::OtherExperiment(folder(), difference).into());
    }
    if there.manifest.finished || there.manifest.round.is_some() {
        return Err(Refusal::IsWhole(folder()).into());
    }
    there.games(workers)
}

/// Puts the rows of a round behind the first so many bytes of the journal; without any, behind
/// its header. What an earlier attempt had put there is replaced.
fn append_round(
    shards: &[Opened],
    whole: &Opened,
    kept: Option<u64>,
    games: u64,
    interrupt: &Interrupt,
) -> Result<(), FolderError> {
    let path = whole.folder.file(JOURNAL);
    let write = |error| FolderError::Write(path.clone(), error);
    let journal = whole.folder.append_to_journal()?;
    journal.set_len(kept.unwrap_or_default()).map_err(write)?;
    let mut journal = BufWriter::with_capacity(1 << 16, journal);
    if kept.is_none() {
        journal.write_all(whole.prepared.form().header().as_bytes()).map_err(write)?;
    }
    let mut fault = None;
    let rows = write_rows(shards, games, &mut journal, (&mut fault, interrupt));
    if let Some(fault) = fault {
        return Err(fault);
    }
    if interrupt.is_set() {
        // Another merge replaces what is written so far.
        return Ok(());
    }
    rows.map_err(write)?;
    let journal = journal.into_inner().map_err(|error| write(error.into_error()))?;
    journal.sync_all().map_err(write)
}
