//! Reads a journal and checks it: each row must follow from its moves, and stand in its place.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, Seek};

use rayon::prelude::*;

use super::compiled_experiment::RoundSums;
use super::error::FolderError;
use super::folder::{EXPERIMENT, JOURNAL, digest_of_file};
use super::journal::{Fields, Form, Line, difference, line_number, read_line};
use super::measures::MEASURES;
use super::played_games::PlayedGames;
use super::player::ExperimentPlayer;
use super::run_folder::RunFolder;
use super::{Tally, Workers, share};
use crate::experiment::schedule::GameId;
use crate::text::diagnostic::sanitized;
use crate::text::interrupt::Interrupt;
use crate::text::messages::note;
use pasang_core::base::cancel::CancelToken;
use pasang_core::games::Seat;

/// Tallies of a block of games by cell, and the measures of each game if the experiment is designed.
type BlockSums = (BTreeMap<usize, Tally>, Vec<[f64; MEASURES]>);

/// The number of rows that a thread checks at a time.
const BLOCK: usize = 512;

/// The number of rows read at a time, for all threads.
const AT_ONCE: usize = 4096;

/// Describes how a line differs from the generated one, which has a line break; `None` if it does not.
fn differing(line: &[u8], made: &[u8], form: Form) -> Option<String> {
    let made = made.strip_suffix(b"\n").unwrap_or(made);
    (line != made).then(|| difference(line, made, form))
}

/// The games of a journal in order, as far as their rows are whole.
#[derive(Debug)]
pub struct JournalReader<'o> {
    run_folder: &'o RunFolder,
    input: BufReader<File>,
    /// The line read last.
    line: Vec<u8>,
    /// The number of games before the next one.
    place: u64,
    /// The number of bytes before it.
    bytes: u64,
    /// The number of bytes of the journal.
    length: u64,
    /// Sums that allot the rounds to come, if the experiment plays round by round.
    rounds: Option<RoundSums>,
}

/// A game's row.
#[derive(Clone, Debug)]
pub struct Entry {
    pub id: GameId,
    /// Its place in the journal, from 0.
    pub place: u64,
    /// The line, without its line break.
    pub line: Vec<u8>,
}

impl JournalReader<'_> {
    /// Reads the row of the next game; `None` at the end.
    pub fn read(&mut self) -> Result<Option<Entry>, FolderError> {
        let game = self.next_game()?;
        Ok(game.map(|(id, place)| Entry { id, place, line: self.line.clone() }))
    }

    /// Reads the line of the next game. Returns the game and its place; `None` at the end.
    fn next_game(&mut self) -> Result<Option<(GameId, u64)>, FolderError> {
        let RunFolder { folder, schedule, compiled, .. } = self.run_folder;
        let place = self.place;
        if !self.read_line(line_number(place))? {
            return Ok(None);
        }
        if place == schedule.len() {
            let what = "there are more rows than the experiment has games";
            return Err(folder.journal_error(line_number(place), what));
        }
        self.place += 1;
        self.line.pop();
        let id = schedule.game(place);
        if let Some(rounds) = &mut self.rounds {
            let fields = Fields::of(&self.line, compiled.form());
            // A row that is none is reported when it is replayed.
            if let Some((moves, winners)) = fields.moves().zip(fields.winners()) {
                rounds.add(compiled, id, &moves, share(winners, Seat::FIRST));
            }
        }
        Ok(Some((id, place)))
    }

    /// Reads the line of this number. Returns whether it is whole.
    fn read_line(&mut self, number: u64) -> Result<bool, FolderError> {
        let run_folder = self.run_folder;
        self.line.clear();
        let found = read_line(&mut self.input, &mut self.line);
        match found.map_err(|error| run_folder.unreadable(error))? {
            Line::Whole => {
                self.bytes += self.line.len() as u64;
                Ok(true)
            }
            Line::Torn => Ok(false),
            Line::TooLong => {
                let what = "this line is no row: it has no end";
                Err(run_folder.folder.journal_error(number, what))
            }
        }
    }

    /// Reads the header, which must be the first line. A header that was cut off has no rows; anything
    /// else is not a journal.
    fn read_header(&mut self) -> Result<(), FolderError> {
        self.read_line(1)?;
        let zeros = self.line.iter().rev().take_while(|&&byte| byte == 0).count();
        let found = &self.line[..self.line.len() - zeros];
        let RunFolder { folder, compiled, .. } = self.run_folder;
        match compiled.form().header().as_bytes().starts_with(found) {
            true => Ok(()),
            false => Err(folder.journal_error(1, "this is not the header of a journal")),
        }
    }

    /// Passes blocks of up to `size` wanted games to `work`, on all threads, and its results to
    /// `take`, with the games, in order.
    fn in_blocks<S, T: Send>(
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
                        games.push(Entry { id, place, line: self.line.clone() });
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
        let (input, line) = (BufReader::with_capacity(1 << 18, journal), Vec::new());
        let (place, bytes, rounds) = (0, 0, RoundSums::new(&self.compiled));
        let mut rows =
            JournalReader { run_folder: self, input, line, place, bytes, length, rounds };
        rows.read_header()?;
        Ok(rows)
    }

    /// Reads the recorded games; none without a journal. Each row must follow from its moves, and
    /// stand in its place.
    pub fn games(&self, workers: &Workers) -> Result<PlayedGames, FolderError> {
        let mut played = PlayedGames::none(&self.compiled);
        if !self.has_games() {
            return Ok(played);
        }
        let mut rows = self.rows()?;
        let tally = |player: &mut ExperimentPlayer<'_>, games: &[Entry]| self.tally(player, games);
        rows.in_blocks(
            (workers, BLOCK),
            |_, _| true,
            || ExperimentPlayer::new(&self.compiled),
            tally,
            |games, block| {
                let (tallies, measures) = block?;
                tallies.iter().for_each(|(&cell, block)| played.tallies[cell].merge(block));
                for (place, Entry { id, line, .. }) in games.iter().enumerate() {
                    played.see(&self.compiled, *id, line, measures.get(place));
                }
                Ok(())
            },
        )?;
        (played.bytes, played.torn) = (rows.bytes, rows.length > rows.bytes);
        Ok(played)
    }

    /// Tallies a block of rows, for the cells that occur in it, which may be few of very many.
    fn tally(
        &self,
        player: &mut ExperimentPlayer<'_>,
        block: &[Entry],
    ) -> Result<BlockSums, FolderError> {
        let (mut tallies, mut measures) = (BTreeMap::new(), Vec::new());
        for entry in block {
            self.replay(player, entry)?;
            let tally = || self.compiled.tally(entry.id.cell);
            player.add_to(entry.id, tallies.entry(entry.id.cell).or_insert_with(tally));
            measures.extend(player.measures(entry.id));
        }
        Ok((tallies, measures))
    }

    /// Replays the row of a game. `Err` if it is not as its moves make it.
    fn replay(
        &self,
        player: &mut ExperimentPlayer<'_>,
        Entry { id, place, line }: &Entry,
    ) -> Result<(), FolderError> {
        let form = self.compiled.form();
        let wrong = |what: &str| self.folder.journal_error(line_number(*place), what);
        let fields = Fields::of(line, form);
        if fields.number() != Some(id.number) {
            let found = String::from_utf8_lossy(fields.game);
            let found = sanitized(&found);
            return Err(wrong(&format!("expected game {}, found `{found}`", id.number)));
        }
        let moves = fields.moves().ok_or_else(|| wrong("its moves are no record of a game"))?;
        player.replay(*id, &moves).map_err(|fault| wrong(&fault.to_string()))?;
        let mut made = Vec::new();
        player.write_row(*id, &mut made);
        differing(line, &made, form).map_or(Ok(()), |why| Err(wrong(&why)))
    }

    /// Returns whether the folder's own manifest says that the run is finished and all of its games are
    /// there.
    pub fn is_complete(&self, found: &PlayedGames) -> Result<bool, FolderError> {
        let is_finished = self.folder.manifest()?.is_some_and(|own| own.finished);
        let is_whole =
            self.folder.has(JOURNAL) && found.reached == self.schedule.len() && !found.torn;
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
        let play = |player: &mut ExperimentPlayer<'_>, games: &[Entry]| {
            let Entry { id, place, line } = games.first()?;
            player.play(*id).filter(|()| !cancel.is_cancelled())?;
            let mut made = Vec::new();
            player.write_row(*id, &mut made);
            let why = differing(line, &made, form);
            Some(why.map(|why| (line_number(*place), why)))
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
        found: &PlayedGames,
        workers: &Workers,
        interrupt: &Interrupt,
    ) -> Result<(), FolderError> {
        if found.reached == 0 {
            return Ok(());
        }
        let is_wanted = |place| place == 0 || place + 1 == found.reached;
        let what = "this is not the game that the seed makes: the journal is of another run";
        match self.play_again(is_wanted, workers, interrupt.cancel())? {
            (_, Some((line, _))) => Err(self.folder.journal_error(line, what)),
            _ => Ok(()),
        }
    }

    /// Passes the games whose numbers are wanted to `see`, in the order in which they
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
            let mut rounds = RoundSums::new(&self.compiled);
            let has_rounds = rounds.is_some();
            // Games of later rounds follow from those before.
            let games = games.filter(|id| has_rounds || wanted(id.number));
            if games.clone().any(|id| !self.experiment().is_seeded(id.cell)) {
                return Err(FolderError::lost(self.folder.path()).into());
            }
            if has_rounds {
                let path = self.folder.path().display();
                note(format_args!(
                    "`{path}` has no `{JOURNAL}`: games are played again, as each follows from those before"
                ));
            }
            for id in games {
                player.play(id);
                if let Some((rounds, (outcome, _))) = rounds.as_mut().zip(player.facts().result()) {
                    let score = share(outcome.winners, Seat::FIRST);
                    rounds.add(&self.compiled, id, &player.facts().indices, score);
                }
                if wanted(id.number) {
                    see(id, &player)?;
                }
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
