//! Reads a journal and checks it: each row must follow from its moves, and stand in its place.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, Seek};

use rayon::prelude::*;

use super::error::FolderError;
use super::folder::{EXPERIMENT, JOURNAL, digest_of_file};
use super::run_folder::RunFolder;
use crate::base::cancel::CancelToken;
use crate::base::diagnostic::sanitized;
use crate::experiment::schedule::GameId;
use crate::playing::journal::{Fields, difference, moves_digest, read_lines, rows};
use crate::playing::player::ExperimentPlayer;
use crate::playing::{Interrupt, RunState, Workers};
use crate::stats::{Tally, match_winners};
use pasang_core::games::Winners;

#[derive(Clone, Debug)]
pub struct JournalPrefix {
    pub played: RunState,
    /// The number of bytes in its whole lines.
    pub bytes: u64,
    /// `true` if an incomplete line follows them.
    pub torn: bool,
}

/// The number of rows that a thread checks at a time.
pub(super) const BLOCK: usize = 512;

/// The number of rows read at a time, for all threads.
const AT_ONCE: usize = 4096;

/// Returns the first line that differs from the generated one, which has a line break: its index,
/// and both.
fn differing<'l>(lines: &'l [u8], made: &'l [u8]) -> Option<(u64, &'l [u8], &'l [u8])> {
    if made.strip_suffix(b"\n") == Some(lines) {
        return None;
    }
    let split = |lines: &'l [u8]| lines.split(|&sign| sign == b'\n');
    let mut both = (0..).zip(split(lines).zip(split(made)));
    both.find_map(|(row, (line, made))| (line != made).then_some((row, line, made)))
}

/// The games of a journal in order, as far as their rows are whole.
#[derive(Debug)]
pub struct JournalReader<'o> {
    run_folder: &'o RunFolder,
    input: BufReader<File>,
    /// The lines read last.
    lines: Vec<u8>,
    /// The number of games before the next one.
    place: u64,
    /// The number of bytes before it.
    bytes: u64,
    /// The number of bytes of the journal.
    length: u64,
}

/// A game's row, or the rows of a match.
#[derive(Clone, Debug)]
pub struct Entry {
    pub id: GameId,
    /// Its place in the journal, from 0.
    pub place: u64,
    /// The lines, without the last line break.
    pub lines: Vec<u8>,
}

impl JournalReader<'_> {
    /// Reads the row of the next game, or the rows of the next match; `None` at the end.
    pub fn read(&mut self) -> Result<Option<Entry>, FolderError> {
        let game = self.next_game()?;
        Ok(game.map(|(id, place)| Entry { id, place, lines: self.lines.clone() }))
    }

    /// Reads the lines of the next game. Returns the game and its place; `None` at the end.
    fn next_game(&mut self) -> Result<Option<(GameId, u64)>, FolderError> {
        let RunFolder { folder, schedule, compiled, .. } = self.run_folder;
        let (form, place) = (compiled.form(), self.place);
        if !self.read_lines(form.line(place), form.rounds)? {
            return Ok(None);
        }
        if place == schedule.len() {
            let what = "there are more rows than the experiment has games";
            return Err(folder.journal_error(form.line(place), what));
        }
        self.place += 1;
        self.lines.pop();
        Ok(Some((schedule.game(place), place)))
    }

    /// Reads `count` lines, from line `first` on. Returns whether they are whole.
    fn read_lines(&mut self, first: u64, count: u64) -> Result<bool, FolderError> {
        let run_folder = self.run_folder;
        self.lines.clear();
        let (whole, has_end) = read_lines(&mut self.input, count, &mut self.lines)
            .map_err(|error| run_folder.unreadable(error))?;
        if !has_end {
            let what = "this line is no row: it has no end";
            return Err(run_folder.folder.journal_error(first + whole, what));
        }
        if whole == count {
            self.bytes += self.lines.len() as u64;
        }
        Ok(whole == count)
    }

    /// Reads the header, which must be the first line. A header that was cut off has no rows; anything
    /// else is not a journal.
    fn read_header(&mut self) -> Result<(), FolderError> {
        self.read_lines(1, 1)?;
        let zeros = self.lines.iter().rev().take_while(|&&byte| byte == 0).count();
        let found = &self.lines[..self.lines.len() - zeros];
        let RunFolder { folder, compiled, .. } = self.run_folder;
        match compiled.form().header().as_bytes().starts_with(found) {
            true => Ok(()),
            false => Err(folder.journal_error(1, "this is not the header of a journal")),
        }
    }

    /// Passes blocks of up to `size` wanted games to `work`, on all threads, and its results to
    /// `take`, with the games, in order.
    pub(super) fn in_blocks<S, T: Send>(
        &mut self,
        (workers, size): (&Workers, usize),
        wanted: impl Fn(GameId, u64) -> bool,
        state: impl Fn() -> S + Sync + Send,
        work: impl Fn(&mut S, &[Entry]) -> T + Sync + Send,
        mut take: impl FnMut(&[Entry], T) -> Result<(), FolderError>,
    ) -> Result<(), FolderError> {
        let most = AT_ONCE.max(size * workers.threads());
        loop {
            let mut games: Vec<Entry> = Vec::new();
            let end = loop {
                match self.next_game() {
                    Ok(Some((id, place))) if wanted(id, place) => {
                        games.push(Entry { id, place, lines: self.lines.clone() });
                    }
                    Ok(Some(_)) => {}
                    Ok(None) => break Some(Ok(())),
                    Err(error) => break Some(Err(error)),
                }
                if games.len() == most {
                    break None;
                }
            };
            let done: Vec<T> = workers.install(|| {
                games.par_chunks(size).map_init(&state, |it, games| work(it, games)).collect()
            });
            games.chunks(size).zip(done).try_for_each(|(games, done)| take(games, done))?;
            if let Some(end) = end {
                return end;
            }
        }
    }
}

impl RunFolder {
    /// Returns whether there is a journal, or one in its place.
    pub fn has_games(&self) -> bool {
        self.replayed.is_some() || self.folder.has(JOURNAL)
    }

    fn journal(&self) -> Result<File, FolderError> {
        let Some(file) = &self.replayed else { return self.folder.open_file(JOURNAL) };
        let again = file.try_clone().and_then(|mut file| file.rewind().map(|()| file));
        again.map_err(|error| self.unreadable(error))
    }

    fn unreadable(&self, error: io::Error) -> FolderError {
        FolderError::Read(self.folder.file(JOURNAL), error)
    }

    /// Returns the SHA-256 of the journal, or of the one in its place, in hex.
    pub fn journal_digest(&self) -> Result<String, FolderError> {
        digest_of_file(self.journal()?).map_err(|error| self.unreadable(error))
    }

    /// Reads the journal, or the one in its place, game by game.
    pub fn rows(&self) -> Result<JournalReader<'_>, FolderError> {
        let journal = self.journal()?;
        let length = journal.metadata().map_err(|error| self.unreadable(error))?.len();
        let (input, lines) = (BufReader::with_capacity(1 << 18, journal), Vec::new());
        let mut rows = JournalReader { run_folder: self, input, lines, place: 0, bytes: 0, length };
        rows.read_header()?;
        Ok(rows)
    }

    /// Reads the recorded games; none without a journal. Each row must follow from its moves, and
    /// stand in its place.
    pub fn games(&self, workers: &Workers) -> Result<JournalPrefix, FolderError> {
        let mut played = RunState::nothing(&self.compiled, self.schedule);
        if !self.has_games() {
            return Ok(JournalPrefix { played, bytes: 0, torn: false });
        }
        let mut rows = self.rows()?;
        let tally = |player: &mut ExperimentPlayer<'_>, games: &[Entry]| self.tally(player, games);
        rows.in_blocks(
            (workers, BLOCK),
            |_, _| true,
            || ExperimentPlayer::new(&self.compiled),
            tally,
            |_, block| {
                block?.iter().for_each(|(&cell, block)| played.tallies[cell].merge(block));
                Ok(())
            },
        )?;
        played.reached = rows.place;
        Ok(JournalPrefix { played, bytes: rows.bytes, torn: rows.length > rows.bytes })
    }

    /// Tallies a block of rows, for the cells that occur in it, which may be few of very many.
    fn tally(
        &self,
        player: &mut ExperimentPlayer<'_>,
        block: &[Entry],
    ) -> Result<BTreeMap<usize, Tally>, FolderError> {
        let mut tallies = BTreeMap::new();
        for entry in block {
            self.replay(player, entry)?;
            let tally = || self.compiled.tally(entry.id.cell);
            tallies.entry(entry.id.cell).or_insert_with(tally).add_match(player.rounds());
        }
        Ok(tallies)
    }

    /// Replays the row of a game, or the rows of a match. `Err` if they are not as its moves make them.
    fn replay(
        &self,
        player: &mut ExperimentPlayer<'_>,
        Entry { id, place, lines }: &Entry,
    ) -> Result<(), FolderError> {
        let form = self.compiled.form();
        let wrong = |row: u64, what: &str| self.folder.journal_error(form.line(*place) + row, what);
        let mut records = Vec::new();
        for (row, fields) in (0..).zip(rows(lines, form)) {
            let number = id.number * form.rounds + row;
            if fields.number() != Some(number) {
                let found = String::from_utf8_lossy(fields.game);
                let found = sanitized(&found);
                return Err(wrong(row, &format!("expected game {number}, found `{found}`")));
            }
            let moves = fields.moves();
            records.push(moves.ok_or_else(|| wrong(row, "its moves are no record of a game"))?);
        }
        let replayed = player.replay(*id, &records);
        replayed.map_err(|(row, fault)| wrong(row as u64, &fault.to_string()))?;
        let mut made = Vec::new();
        player.write_rows(*id, &mut made);
        match differing(lines, &made) {
            Some((row, line, made)) => Err(wrong(row, &difference(line, made, form))),
            None => Ok(()),
        }
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

    /// Plays the wanted games of the journal again, as far as the seed determines them. Returns the
    /// number of equal games before the first difference, and the line of that and what it is.
    pub fn play_again(
        &self,
        is_wanted: impl Fn(u64) -> bool,
        workers: &Workers,
        cancel: &CancelToken,
    ) -> Result<(u64, Option<(u64, String)>), FolderError> {
        let (compiled, form) = (&self.compiled, self.compiled.form());
        let (mut equal, other) = (0, OnceCell::new());
        let wanted = |id: GameId, place| {
            let is_seeded = compiled.experiment().is_seeded(id.cell);
            other.get().is_none() && is_seeded && is_wanted(place)
        };
        let player = || ExperimentPlayer::new(compiled).with(cancel, &[]);
        let play =
            |player: &mut ExperimentPlayer<'_>, games: &[Entry]| {
                let Entry { id, place, lines } = games.first()?;
                player.play(*id).filter(|()| !cancel.is_cancelled())?;
                let mut made = Vec::new();
                player.write_rows(*id, &mut made);
                Some(differing(lines, &made).map(|(row, found, made)| {
                    (form.line(*place) + row, difference(found, made, form))
                }))
            };
        self.rows()?.in_blocks((workers, 1), wanted, player, play, |_, compared| {
            match compared {
                Some(None) if other.get().is_none() => equal += 1,
                Some(Some(difference)) => drop(other.set(difference)),
                _ => {}
            }
            Ok(())
        })?;
        Ok((equal, other.into_inner()))
    }

    /// Plays the first and the last of the recorded games again: each row may be valid, and yet all
    /// of them come from another seed. An interrupted check passes; it is repeated before any game
    /// is added.
    pub fn check_seed(
        &self,
        found: &JournalPrefix,
        workers: &Workers,
        interrupt: &Interrupt,
    ) -> Result<(), FolderError> {
        if found.played.reached == 0 {
            return Ok(());
        }
        let is_wanted = |place| place == 0 || place + 1 == found.played.reached;
        let what = "this is not the game that the seed makes: the journal is of another run";
        match self.play_again(is_wanted, workers, interrupt.cancel())? {
            (_, Some((line, _))) => Err(self.folder.journal_error(line, what)),
            _ => Ok(()),
        }
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
        let mut player = ExperimentPlayer::new(&self.compiled);
        if !self.has_games() {
            let games = (0..self.schedule.len()).map(|place| self.schedule.game(place));
            let games = games.filter(|id| wanted(id.number));
            if games.clone().any(|id| !self.experiment().is_seeded(id.cell)) {
                return Err(FolderError::lost(self.folder.path()).into());
            }
            for id in games {
                player.play(id);
                see(id, &player)?;
            }
            return Ok(());
        }
        let mut rows = self.rows()?;
        while let Some(entry) = rows.read()? {
            if wanted(entry.id.number) {
                self.replay(&mut player, &entry)?;
                see(entry.id, &player)?;
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
