//! The journal of games that a command played, in the columns of any table of games: pattern, options,
//! class, players, result, first moves, plies, end, seed, record, and facts.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;

use super::error::FolderError;
use super::folder::{EXPERIMENT, Folder, JOURNAL};
use super::game_command::{GameAnswer, ResultKind};
use crate::experiment::game::{GameExperiment, GameOrder};
use crate::experiment::schedule::Schedule;
use crate::text::diagnostic::read_text;

/// The longest text of a row that may be torn: an answer has at most a mebibyte.
const MAX_TORN: u64 = 1 << 22;

/// The most games without result at the start of a journal, whose columns a result tells.
const MAX_WAITING: usize = 1000;

/// The columns that follow the result.
const BEHIND: [&str; 6] = ["first", "reply", "plies", "end", "seed", "record"];

/// The columns of a journal, as its first game with a result tells them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameColumns {
    /// Those before the result.
    before: Vec<String>,
    seats: usize,
    pub kind: ResultKind,
    facts: Vec<String>,
}

impl Folder {
    /// Reads the experiment of another game; `None` if the games are the program's own.
    pub fn game(&self) -> Result<Option<GameExperiment>, FolderError> {
        if !self.has(EXPERIMENT) {
            return Ok(None);
        }
        self.open_file(EXPERIMENT)?;
        let source = read_text(&self.file(EXPERIMENT))?;
        Ok(GameExperiment::parse(&source, Path::new(""), None)?.map(|(experiment, _)| experiment))
    }

    /// Reads the names of the facts that the games of a command tell; none without games.
    pub fn facts(&self) -> Result<Vec<String>, FolderError> {
        let file = self.open_file(JOURNAL)?;
        let mut head = String::new();
        let read = BufReader::new(file).read_line(&mut head);
        read.map_err(|error| FolderError::Read(self.file(JOURNAL), error))?;
        let mut reader = csv::ReaderBuilder::new().from_reader(head.as_bytes());
        let names = reader.headers().cloned().unwrap_or_default();
        let names = names.iter().map(str::to_owned);
        // Facts stand behind all else.
        Ok(names.skip_while(|it| it != BEHIND[BEHIND.len() - 1]).skip(1).collect())
    }
}

impl GameColumns {
    fn new(experiment: &GameExperiment, kind: ResultKind, facts: Vec<String>) -> GameColumns {
        let mut before = vec!["pattern".to_owned()];
        before.extend(experiment.options.factors.iter().map(|it| it.toggle.clone()));
        before.push("class".to_owned());
        match experiment.is_by_seat() {
            true => before.extend((1..=experiment.seat_count()).map(|seat| format!("bot_{seat}"))),
            false => before.push("bot".to_owned()),
        }
        GameColumns { before, seats: experiment.seat_count(), kind, facts }
    }

    /// Returns the columns of the result.
    pub fn results(&self) -> Vec<String> {
        let each = |what: &str| (1..=self.seats).map(|seat| format!("{what}_{seat}")).collect();
        match self.kind {
            ResultKind::Winner => vec!["winner".to_owned()],
            ResultKind::Scores => each("score"),
            ResultKind::Places => each("place"),
        }
    }

    fn names(&self) -> Vec<String> {
        let behind = BEHIND.iter().map(|name| (*name).to_owned());
        self.before
            .iter()
            .cloned()
            .chain(self.results())
            .chain(behind)
            .chain(self.facts.clone())
            .collect()
    }

    /// Returns a row's fields of the result.
    pub fn result<'r>(&self, row: &'r [String]) -> &'r [String] {
        let count = if self.kind == ResultKind::Winner { 1 } else { self.seats };
        &row[self.before.len()..][..count]
    }

    /// Returns the fields of a row.
    ///
    /// # Errors
    /// If the answer tells its result in another way, or a fact that the first game did not tell.
    pub fn row(&self, order: &GameOrder<'_>, answer: &GameAnswer) -> Result<Vec<String>, String> {
        let mut row = self.known(order);
        match answer.result() {
            Some((kind, result)) if kind == self.kind => row.extend(result),
            None => row.extend(self.results().iter().map(|_| String::new())),
            Some(_) => {
                let column = &self.results()[0];
                return Err(format!("games before it told their results as `{column}`"));
            }
        }
        let plies = answer.plies.map_or_else(String::new, |plies| plies.to_string());
        let (seed, GameAnswer { first, reply, record, .. }) = (order.seed.to_string(), answer);
        row.extend([first, reply, &plies, answer.end(), &seed, record].map(str::to_owned));
        let facts: BTreeMap<&String, String> =
            answer.facts().map(|(name, number)| (name, number.to_string())).collect();
        if let Some(name) = facts.keys().find(|name| !self.facts.contains(name)) {
            return Err(format!(
                "games before it did not tell the fact `{name}`: each tells the same"
            ));
        }
        row.extend(self.facts.iter().map(|name| facts.get(name).cloned().unwrap_or_default()));
        Ok(row)
    }

    /// Returns the fields that follow from the experiment.
    fn known(&self, order: &GameOrder<'_>) -> Vec<String> {
        let mut row = vec![order.setup];
        row.extend(order.rules.iter().map(|(_, value)| *value));
        row.push(order.class);
        let is_by_seat = self.before.last().is_some_and(|name| name != "bot");
        row.extend(&order.players[..if is_by_seat { self.seats } else { 1 }]);
        row.into_iter().map(str::to_owned).collect()
    }

    /// Describes the first difference of a row from another one.
    pub fn difference(&self, found: &[String], expected: &[String]) -> Option<String> {
        let names = self.names();
        let mut columns = names.iter().zip(found.iter().zip(expected));
        let (name, (found, expected)) = columns.find(|(_, (one, other))| one != other)?;
        Some(format!("column `{name}` is `{found}`, expected `{expected}`"))
    }

    /// Describes a field of a read row that does not follow from the experiment.
    fn wrong(&self, order: &GameOrder<'_>, row: &[String]) -> Option<String> {
        let mut expected = row.to_vec();
        let known = self.known(order);
        let seed = known.len() + self.results().len() + 4;
        expected.splice(..known.len(), known);
        expected[seed] = order.seed.to_string();
        self.difference(row, &expected)
    }
}

/// A journal that grows, game by game.
#[derive(Debug)]
pub struct GameJournal<'e> {
    experiment: &'e GameExperiment,
    pub schedule: Schedule,
    folder: Folder,
    /// `None` until a game has a result.
    pub columns: Option<GameColumns>,
    /// Games at the start that have no result, until the columns are known.
    waiting: Vec<(u64, GameAnswer)>,
    /// The number of games that are there.
    pub reached: u64,
    /// The length of the rows that are there.
    pub(super) bytes: u64,
    pub is_torn: bool,
}

/// Returns rows as they are written.
pub(super) fn written(rows: &[Vec<String>]) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    // Writing to memory does not fail.
    rows.iter().for_each(|row| _ = writer.write_record(row));
    writer.into_inner().unwrap_or_default()
}

impl<'e> GameJournal<'e> {
    /// Reads a journal up to its last whole row, and passes the rows to `take`.
    ///
    /// # Errors
    /// If a row before the last is none of this experiment.
    pub fn read(
        folder: &Folder,
        experiment: &'e GameExperiment,
        schedule: Schedule,
        mut take: impl FnMut(&GameColumns, u64, &[String]),
    ) -> Result<GameJournal<'e>, FolderError> {
        let folder = folder.clone();
        let (columns, waiting, is_torn) = (None, Vec::new(), false);
        let mut all = GameJournal {
            experiment,
            schedule,
            folder,
            columns,
            waiting,
            reached: 0,
            bytes: 0,
            is_torn,
        };
        if !all.folder.has(JOURNAL) {
            return Ok(all);
        }
        let file = all.folder.open_file(JOURNAL)?;
        let size = file.metadata().map_or(0, |it| it.len());
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .from_reader(BufReader::new(file));
        let mut record = csv::ByteRecord::new();
        let mut line = 1;
        loop {
            let read = reader.read_byte_record(&mut record);
            if !read.map_err(|error| FolderError::Other(error.to_string()))? {
                return Ok(all);
            }
            let end = reader.position().byte();
            let row: Vec<String> =
                record.iter().map(|it| String::from_utf8_lossy(it).into_owned()).collect();
            let is_whole = written(std::slice::from_ref(&row)).len() as u64 == end - all.bytes;
            if !is_whole && end == size && size - all.bytes < MAX_TORN {
                all.is_torn = true;
                return Ok(all);
            }
            let wrong = if is_whole { all.take_row(&row) } else { Some("it is no row".to_owned()) };
            if let Some(what) = wrong {
                return Err(all.folder.journal_error(line, &what));
            }
            if let Some(columns) = all.columns.as_ref().filter(|_| all.reached > 0) {
                take(columns, all.reached - 1, &row);
            }
            all.bytes = end;
            line = reader.position().line();
        }
    }

    /// Takes a row that was read, or the header; returns what is wrong with it.
    fn take_row(&mut self, row: &[String]) -> Option<String> {
        let Some(columns) = &self.columns else {
            let kinds = [ResultKind::Winner, ResultKind::Scores, ResultKind::Places];
            self.columns = kinds.into_iter().find_map(|kind| {
                let bare = GameColumns::new(self.experiment, kind, Vec::new());
                let facts = row.get(bare.names().len()..)?.to_vec();
                Some(GameColumns { facts, ..bare }).filter(|columns| columns.names() == row)
            });
            return self.columns.is_none().then(|| "it is no header of this experiment".to_owned());
        };
        if self.reached == self.schedule.len() {
            return Some("the experiment has no further game".to_owned());
        }
        if row.len() != columns.names().len() {
            return Some(format!("it has {} fields", row.len()));
        }
        let order = self.experiment.order(self.schedule.game(self.reached));
        self.reached += 1;
        columns.wrong(&order, row)
    }

    /// Adds the next game, and returns the rows to write: of games at the start without a result, none
    /// until one has a result, or the last is played.
    ///
    /// # Errors
    /// If the row does not fit those before it.
    pub fn add(&mut self, answer: GameAnswer) -> Result<Vec<Vec<String>>, String> {
        let place = self.reached + self.waiting.len() as u64;
        let is_last = place + 1 == self.schedule.len();
        if self.waiting.len() == MAX_WAITING {
            return Err(format!(
                "none of the first {MAX_WAITING} games has a result: {}",
                answer.end()
            ));
        }
        let mut rows = Vec::new();
        if self.columns.is_none() && (answer.result().is_some() || is_last) {
            let kind = answer.result().map_or(ResultKind::Winner, |(kind, _)| kind);
            let facts = answer.facts().map(|(name, _)| name.clone()).collect();
            let columns = GameColumns::new(self.experiment, kind, facts);
            let all = columns.names();
            if let Some(name) = columns
                .facts
                .iter()
                .find(|name| all.iter().filter(|it| it.eq_ignore_ascii_case(name)).count() > 1)
            {
                return Err(format!("has a fact `{name}`, and another column has this name"));
            }
            rows.push(columns.names());
            self.columns = Some(columns);
        }
        self.waiting.push((place, answer));
        let Some(columns) = &self.columns else { return Ok(rows) };
        for (place, answer) in std::mem::take(&mut self.waiting) {
            rows.push(columns.row(&self.experiment.order(self.schedule.game(place)), &answer)?);
            self.reached += 1;
        }
        Ok(rows)
    }
}
