//! Reads a journal and checks it: each row must follow from its moves, and stand in its place.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};

use rayon::prelude::*;

use super::error::FolderError;
use super::folder::{EXPERIMENT, Folder, JOURNAL};
use super::run_folder::RunFolder;
use crate::experiment::schedule::{GameId, Schedule};
use crate::playing::compiled_experiment::CompiledExperiment;
use crate::playing::journal::{
    Fields, Form, JournalFault, Lines, WRITTEN_OTHERWISE, difference, moves_digest, rows,
};
use crate::playing::player::ExperimentPlayer;
use crate::playing::{Interrupt, RunState, Workers};
use crate::stats::{Tally, match_winners};
use pasang_core::games::Winners;

#[derive(Debug)]
pub struct JournalPrefix {
    pub played: RunState,
    /// The number of bytes in its whole lines.
    pub bytes: u64,
    /// `true` if an incomplete line follows them.
    pub torn: bool,
}

impl JournalPrefix {
    /// Returns the prefix of a journal without rows.
    pub fn empty(compiled: &CompiledExperiment, schedule: Schedule) -> JournalPrefix {
        JournalPrefix { played: RunState::nothing(compiled, schedule), bytes: 0, torn: false }
    }
}

/// The number of rows in a block; each thread reads one at a time.
const BLOCK: usize = 512;

fn read_rows(
    lines: &mut Lines<BufReader<File>>,
    compiled: &CompiledExperiment,
    played: &mut RunState,
    workers: &Workers,
) -> Result<(), JournalFault> {
    if !skip_header(lines, compiled.form())? {
        return Ok(());
    }
    loop {
        let mut blocks: Vec<(u64, Vec<Vec<u8>>)> = Vec::with_capacity(workers.threads());
        for _ in 0..workers.threads() {
            let start = played.reached;
            let mut block = Vec::with_capacity(BLOCK);
            while block.len() < BLOCK
                && let Some(line) = lines.next_rows()?
            {
                block.push(line.to_vec());
                played.reached += 1;
            }
            if !block.is_empty() {
                blocks.push((start, block));
            }
        }
        if blocks.is_empty() {
            return Ok(());
        }
        let schedule = &played.schedule;
        let read: Vec<Result<BTreeMap<usize, Tally>, JournalFault>> = workers.install(|| {
            let read = blocks
                .par_iter()
                .map(|(start, block)| tally_block(compiled, schedule, *start, block));
            read.collect()
        });
        for block in read {
            block?.iter().for_each(|(&cell, block)| played.tallies[cell].merge(block));
        }
    }
}

/// Tallies a block of rows, for the cells that occur in it, which may be few of very many.
fn tally_block(
    compiled: &CompiledExperiment,
    schedule: &Schedule,
    start: u64,
    block: &[Vec<u8>],
) -> Result<BTreeMap<usize, Tally>, JournalFault> {
    let mut reader = RowReader::new(compiled);
    let mut tallies = BTreeMap::new();
    for (place, line) in (start..).zip(block) {
        if place == schedule.len() {
            let what = "there are more rows than the experiment has games";
            return Err(JournalFault::at(compiled.form().line(place), what));
        }
        let id = schedule.game(place);
        reader.read(id, place, line)?;
        let tally = tallies.entry(id.cell).or_insert_with(|| compiled.tally(id.cell));
        tally.add_match(reader.player.rounds());
    }
    Ok(tallies)
}

/// Reads rows and checks each against its own moves.
struct RowReader<'s> {
    /// Holds the facts about the rows read last.
    player: ExperimentPlayer<'s>,
    /// The moves of the row read last, or of each round of the match.
    records: Vec<Vec<u32>>,
    form: Form,
    expected: Vec<u8>,
}

impl<'s> RowReader<'s> {
    fn new(compiled: &'s CompiledExperiment) -> RowReader<'s> {
        let form = compiled.form();
        let records = vec![Vec::new(); form.rounds as usize];
        RowReader { player: ExperimentPlayer::new(compiled), records, form, expected: Vec::new() }
    }

    /// Reads the row of this game, or the rows of this match, at their place in the journal. `Err`
    /// if they differ.
    fn read(&mut self, id: GameId, place: u64, lines: &[u8]) -> Result<(), JournalFault> {
        let first = self.form.line(place);
        for ((row, fields), indices) in (0..).zip(rows(lines, self.form)).zip(&mut self.records) {
            let number = id.number * self.form.rounds + row;
            if fields.number() != Some(number) {
                let found = String::from_utf8_lossy(fields.game);
                let what = format!("expected game {number}, found `{found}`");
                return Err(JournalFault::at(first + row, what));
            }
            let what = "its moves are no record of a game";
            fields.read_moves(indices).ok_or_else(|| JournalFault::at(first + row, what))?;
        }
        let replayed = self.player.replay(id, &self.records);
        replayed.map_err(|(row, fault)| JournalFault::at(first + row as u64, fault.to_string()))?;
        self.expected.clear();
        self.player.write_rows(id, &mut self.expected);
        self.expected.pop();
        if self.expected == lines {
            return Ok(());
        }
        Err(match differing(lines, &self.expected) {
            Some((row, line, made)) => {
                JournalFault::at(first + row, difference(line, made, self.form))
            }
            None => JournalFault::at(first, WRITTEN_OTHERWISE),
        })
    }
}

/// Returns the first line that differs from the generated one: its index, and both lines.
pub fn differing<'l>(lines: &'l [u8], made: &'l [u8]) -> Option<(u64, &'l [u8], &'l [u8])> {
    let split = |lines: &'l [u8]| lines.split(|&sign| sign == b'\n');
    let mut both = (0..).zip(split(lines).zip(split(made)));
    both.find_map(|(row, (line, made))| (line != made).then_some((row, line, made)))
}

/// The games of a journal in order, as far as their rows are whole.
#[derive(Debug)]
pub struct JournalReader<'o> {
    folder: &'o Folder,
    form: Form,
    schedule: &'o Schedule,
    lines: Lines<BufReader<File>>,
    /// The number of games before the next one.
    place: u64,
}

/// A game's row, or the rows of a match.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'r> {
    pub id: GameId,
    /// Its place in the journal, from 0.
    pub place: u64,
    /// The lines, without the last line break.
    pub lines: &'r [u8],
}

impl<'o> JournalReader<'o> {
    /// Reads a journal, the folder's own or one in its place, whose games follow a schedule.
    pub fn of(
        journal: File,
        folder: &'o Folder,
        compiled: &CompiledExperiment,
        schedule: &'o Schedule,
    ) -> Result<JournalReader<'o>, FolderError> {
        let form = compiled.form();
        let mut lines = Lines::by_match(BufReader::with_capacity(1 << 16, journal), form);
        skip_header(&mut lines, form).map_err(|fault| folder.journal_error(fault))?;
        Ok(JournalReader { folder, form, schedule, lines, place: 0 })
    }

    /// Returns the next game's row, or the rows of the next match; `None` at the end.
    pub fn next(&mut self) -> Result<Option<Entry<'_>>, FolderError> {
        let (place, schedule) = (self.place, self.schedule);
        let read = self.lines.next_rows();
        let Some(lines) = read.map_err(|fault| self.folder.journal_error(fault))? else {
            return Ok(None);
        };
        self.place += 1;
        if place < schedule.len() {
            return Ok(Some(Entry { id: schedule.game(place), place, lines }));
        }
        let what = "this is no game of this experiment";
        Err(self.folder.journal_error(JournalFault::at(self.form.line(place), what)))
    }
}

/// Skips the header, which must be the first line, and returns whether it is there. A header that
/// was cut off has no rows; anything else is not a journal.
fn skip_header(lines: &mut Lines<impl BufRead>, form: Form) -> Result<bool, JournalFault> {
    let header = form.header();
    let header = header.trim_end().as_bytes();
    let is_header = lines.next_line()?.map(|found| found == header);
    match is_header {
        Some(true) => Ok(true),
        None if header.starts_with(lines.torn()) => Ok(false),
        _ => Err(JournalFault::at(1, "this is not the header of a journal")),
    }
}

impl RunFolder {
    /// Reads the recorded games; none without a journal. Each row must follow from its moves, and
    /// stand in its place.
    pub fn games(&self, workers: &Workers) -> Result<JournalPrefix, FolderError> {
        let RunFolder { folder, compiled, .. } = self;
        let mut prefix = JournalPrefix::empty(compiled, self.schedule);
        if !folder.has(JOURNAL) {
            return Ok(prefix);
        }
        let file = folder.open_file(JOURNAL)?;
        let path = || folder.file(JOURNAL);
        let length = file.metadata().map_err(|error| FolderError::Read(path(), error))?.len();
        let mut lines = Lines::by_match(BufReader::with_capacity(1 << 18, file), compiled.form());
        let read = read_rows(&mut lines, compiled, &mut prefix.played, workers);
        read.map_err(|fault| folder.journal_error(fault))?;
        Ok(JournalPrefix { bytes: lines.bytes, torn: length > lines.bytes, ..prefix })
    }

    /// Returns whether the folder's own manifest says that the run is finished and all of its games are
    /// there.
    pub fn is_complete(&self, found: &JournalPrefix) -> Result<bool, FolderError> {
        let is_finished = self.folder.manifest()?.is_some_and(|own| own.finished);
        let is_whole = self.folder.has(JOURNAL) && found.played.is_all() && !found.torn;
        Ok(is_finished
            && is_whole
            && self.folder.read(EXPERIMENT)? == self.experiment().to_toml().as_bytes())
    }

    pub fn rows(&self) -> Result<JournalReader<'_>, FolderError> {
        let journal = self.folder.open_file(JOURNAL)?;
        JournalReader::of(journal, &self.folder, &self.compiled, &self.schedule)
    }

    /// Plays the first and the last of the recorded games again: each row may be valid, and yet all
    /// of them come from another seed. An interrupted check passes; it is repeated before any game
    /// is added.
    pub fn check_seed(
        &self,
        found: &JournalPrefix,
        interrupt: &Interrupt,
    ) -> Result<(), FolderError> {
        let Some(last) = found.played.reached.checked_sub(1) else { return Ok(()) };
        let mut player = ExperimentPlayer::new(&self.compiled).with(interrupt.cancel(), &[]);
        let mut made = Vec::new();
        let mut rows = self.rows()?;
        while let Some(Entry { id, place, lines }) = rows.next()? {
            if (place != 0 && place != last) || !self.experiment().is_seeded(id.cell) {
                continue;
            }
            if player.play(id).is_none() {
                break;
            }
            made.clear();
            player.write_rows(id, &mut made);
            if let Some((row, ..)) = differing(lines, &made) {
                let what =
                    "this is not the game that the seed makes: the journal is of another run";
                let line = self.compiled.form().line(place) + row;
                return Err(self.folder.journal_error(JournalFault::at(line, what)));
            }
        }
        Ok(())
    }

    /// Passes the games, or matches, whose numbers are wanted to `see`, in the order in which they
    /// were played: from the journal, or, without one, as the bots play them again. The player
    /// holds the facts about each.
    ///
    /// # Errors
    /// If the journal cannot be read, a wanted row is wrong, or `see` fails.
    pub fn each<E: From<FolderError>>(
        &self,
        wanted: impl Fn(u64) -> bool,
        mut see: impl FnMut(GameId, &ExperimentPlayer<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        if !self.folder.has(JOURNAL) {
            let games = (0..self.schedule.len()).map(|place| self.schedule.game(place));
            let games = games.filter(|id| wanted(id.number));
            if games.clone().any(|id| !self.experiment().is_seeded(id.cell)) {
                return Err(FolderError::lost(self.folder.path()).into());
            }
            let mut player = ExperimentPlayer::new(&self.compiled);
            for id in games {
                player.play(id);
                see(id, &player)?;
            }
            return Ok(());
        }
        let mut reader = RowReader::new(&self.compiled);
        let mut rows = self.rows()?;
        while let Some(Entry { id, place, lines }) = rows.next()? {
            if wanted(id.number) {
                let read = reader.read(id, place, lines);
                read.map_err(|fault| self.folder.journal_error(fault))?;
                see(id, &reader.player)?;
            }
        }
        Ok(())
    }
}

/// Returns the digest of a game's moves, or a combined digest of all rounds of a match.
pub fn digest_of(rows: &[Fields<'_>]) -> u64 {
    match rows {
        [only] => {
            let hex = std::str::from_utf8(only.moves_digest).unwrap_or_default();
            u64::from_str_radix(hex, 16).unwrap_or_default()
        }
        rounds => {
            let digests = rounds.iter().map(|round| round.moves_digest);
            moves_digest(&digests.collect::<Vec<_>>().concat())
        }
    }
}

pub fn winners_of(rows: &[Fields<'_>], seats: u8) -> Result<Winners, u64> {
    let winners = (0_u64..).zip(rows).map(|(row, fields)| fields.winners().ok_or(row));
    let winners: Vec<Winners> = winners.collect::<Result<_, _>>()?;
    Ok(match_winners(&winners, seats))
}
