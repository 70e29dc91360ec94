//! From a journal to what is known of the games: read, checked row by row, tallied.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;

use rayon::prelude::*;

use crate::course::Course;
use crate::experiment::Experiment;
use crate::folder::{BRANCHING, CELLS, FIND, Folder, FolderError, JOURNAL, OPENINGS, STOP};
use crate::journal::{HEADER, JournalFault, Lines, decode_moves};
use crate::runner::Crew;
use crate::schedule::{GameId, Schedule};
use crate::stage::{Player, Stage};
use crate::stats::adaptive::Decider;
use crate::stats::{self, Counted, Distinct, Labels, Tally};

/// What a journal holds.
#[derive(Debug)]
pub struct Prefix {
    /// How many games.
    pub games: u64,
    /// How many bytes its whole lines have.
    pub bytes: u64,
    /// Whether something behind them is no whole line.
    pub torn: bool,
    /// The tallies of its games, by cell.
    pub tallies: Vec<Tally>,
    /// The games that are known, and what follows: where games are played in rounds, as many
    /// rounds as the games of the journal decide.
    pub course: Course,
    /// For each round that is played to its end, how many bytes the journal had there.
    pub round_ends: Vec<u64>,
}

impl Prefix {
    /// What a journal holds before its first line.
    pub fn empty(stage: &Stage, schedule: &Schedule) -> Prefix {
        let course = Course::new(stage, schedule);
        let tallies = stage.tallies();
        Prefix { games: 0, bytes: 0, torn: false, tallies, course, round_ends: Vec::new() }
    }
}

/// Rows that are read at a time, for each thread a block.
const BLOCK: usize = 512;

/// Digests that are held at a time when distinct games are counted: 24 bytes each.
const MOST_DIGESTS: usize = 4 << 20;

/// Reads a journal: each row must be the one that its moves make, and stand in its place.
///
/// # Errors
/// When it cannot be read, or a row is wrong: the first that is.
pub fn read_journal(
    folder: &Folder,
    stage: &Stage,
    schedule: &Schedule,
    crew: &Crew,
) -> Result<Prefix, FolderError> {
    let path = folder.file(JOURNAL);
    let file = File::open(&path).map_err(|error| FolderError::Read(path.clone(), error))?;
    let length = file.metadata().map_err(|error| FolderError::Read(path.clone(), error))?.len();
    let mut lines = Lines::new(BufReader::with_capacity(1 << 18, file));
    let mut prefix = Prefix::empty(stage, schedule);
    let read = read_rows(&mut lines, stage, &mut prefix, crew);
    read.map_err(|fault| folder.journal_error(fault))?;
    Ok(Prefix { bytes: lines.bytes, torn: length > lines.bytes, ..prefix })
}

fn read_rows(
    lines: &mut Lines<BufReader<File>>,
    stage: &Stage,
    prefix: &mut Prefix,
    crew: &Crew,
) -> Result<(), JournalFault> {
    match lines.next_line()? {
        None => return Ok(()),
        Some(header) if header == HEADER.trim_end().as_bytes() => {}
        Some(_) => return Err(JournalFault::at(1, "this is not the header of a journal")),
    }
    loop {
        // What follows the end of a round is decided by the games up to there.
        let most = match prefix.course.is_open() {
            true => prefix.course.schedule.len(),
            false => u64::MAX,
        };
        let mut blocks: Vec<(u64, Vec<Vec<u8>>)> = Vec::with_capacity(crew.threads());
        for _ in 0..crew.threads() {
            let start = prefix.games;
            let mut block = Vec::with_capacity(BLOCK);
            while block.len() < BLOCK
                && prefix.games < most
                && let Some(line) = lines.next_line()?
            {
                block.push(line.to_vec());
                prefix.games += 1;
            }
            if !block.is_empty() {
                blocks.push((start, block));
            }
        }
        if blocks.is_empty() {
            return Ok(());
        }
        let schedule = &prefix.course.schedule;
        let read: Vec<Result<BTreeMap<usize, Tally>, JournalFault>> = crew.install(|| {
            let read =
                blocks.par_iter().map(|(start, block)| tally_block(stage, schedule, *start, block));
            read.collect()
        });
        for block in read {
            block?.iter().for_each(|(&cell, block)| prefix.tallies[cell].merge(block));
        }
        if prefix.games == most {
            prefix.round_ends.push(lines.bytes);
            prefix.course.go_on(&prefix.tallies);
        }
    }
}

/// The tallies of the cells that a block of rows has, which may be few of very many.
fn tally_block(
    stage: &Stage,
    schedule: &Schedule,
    start: u64,
    block: &[Vec<u8>],
) -> Result<BTreeMap<usize, Tally>, JournalFault> {
    let mut reader = RowReader::new(stage);
    let mut tallies = BTreeMap::new();
    for (place, line) in (start..).zip(block) {
        if place == schedule.len() {
            let what = "there are more rows than the experiment has games";
            return Err(JournalFault::at(place + 2, what));
        }
        let id = schedule.game(place);
        // The header is line 1.
        reader.read(id, line).map_err(|what| JournalFault::at(place + 2, what))?;
        let tally = tallies.entry(id.cell).or_insert_with(|| stage.tally(id.cell));
        tally.add(&reader.player.facts);
    }
    Ok(tallies)
}

/// Reads rows and checks each against its own moves.
pub struct RowReader<'s> {
    /// Knows the facts of the row read last.
    pub player: Player<'s>,
    /// The moves of the row read last.
    pub ranks: Vec<u32>,
    expected: Vec<u8>,
}

impl<'s> RowReader<'s> {
    /// A reader of the rows of a stage's games.
    pub fn new(stage: &'s Stage) -> RowReader<'s> {
        RowReader { player: Player::new(stage), ranks: Vec::new(), expected: Vec::new() }
    }

    /// Reads a row, which must be that of this game.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn read(&mut self, id: GameId, line: &[u8]) -> Result<(), String> {
        let moves = line.rsplit(|&sign| sign == b',').next().unwrap_or(line);
        decode_moves(moves, &mut self.ranks).ok_or("its moves are no record of a game")?;
        let finished = match self.player.replay(id, &self.ranks) {
            Ok(finished) => finished,
            // A row of another game, or of none: say so rather than speak of its moves.
            Err(fault) => {
                let number = line.split(|&sign| sign == b',').next().unwrap_or(line);
                if number != id.number.to_string().as_bytes() {
                    let found = String::from_utf8_lossy(number).into_owned();
                    return Err(format!("expected game {}, found `{found}`", id.number));
                }
                return Err(fault.to_string());
            }
        };
        self.expected.clear();
        self.player.write_row(id, &finished, &mut self.expected);
        self.expected.pop();
        if self.expected == line { Ok(()) } else { Err(difference(line, &self.expected)) }
    }
}

/// The moves of the game at a place, if its row is there; the row must be sound.
///
/// # Errors
/// When the journal cannot be read, or the row is wrong.
pub fn find_row(
    folder: &Folder,
    stage: &Stage,
    schedule: &Schedule,
    place: u64,
) -> Result<Option<Vec<u32>>, FolderError> {
    let path = folder.file(JOURNAL);
    let file = File::open(&path).map_err(|error| FolderError::Read(path, error))?;
    let mut lines = Lines::new(BufReader::with_capacity(1 << 18, file));
    // Line 1 is the header.
    for _ in 0..=place {
        if lines.next_line().map_err(|fault| folder.journal_error(fault))?.is_none() {
            return Ok(None);
        }
    }
    let Some(line) = lines.next_line().map_err(|fault| folder.journal_error(fault))? else {
        return Ok(None);
    };
    let mut reader = RowReader::new(stage);
    match reader.read(schedule.game(place), line) {
        Ok(()) => Ok(Some(reader.ranks)),
        Err(what) => Err(folder.journal_error(JournalFault::at(place + 2, what))),
    }
}

/// The moves of the game with this number, wherever its row is, if it is there; the row must be
/// sound.
///
/// # Errors
/// When the journal cannot be read, or the row is wrong.
pub fn find_number(
    folder: &Folder,
    stage: &Stage,
    schedule: &Schedule,
    number: u64,
) -> Result<Option<Vec<u32>>, FolderError> {
    let path = folder.file(JOURNAL);
    let file = File::open(&path).map_err(|error| FolderError::Read(path, error))?;
    let mut lines = Lines::new(BufReader::with_capacity(1 << 18, file));
    lines.next_line().map_err(|fault| folder.journal_error(fault))?;
    loop {
        let at = lines.number + 1;
        let Some(line) = lines.next_line().map_err(|fault| folder.journal_error(fault))? else {
            return Ok(None);
        };
        if row_number(line) != Some(number) {
            continue;
        }
        let mut reader = RowReader::new(stage);
        return match reader.read(schedule.numbered(number), line) {
            Ok(()) => Ok(Some(reader.ranks)),
            Err(what) => Err(folder.journal_error(JournalFault::at(at, what))),
        };
    }
}

/// The number of the game that a row is of.
pub fn row_number(line: &[u8]) -> Option<u64> {
    let number = line.split(|&sign| sign == b',').next()?;
    std::str::from_utf8(number).ok()?.parse().ok()
}

/// In which column two rows differ first.
pub fn difference(found: &[u8], expected: &[u8]) -> String {
    let fields = |line: &[u8]| -> Vec<String> {
        let mut reader =
            csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(line);
        let record = reader.byte_records().next().and_then(Result::ok).unwrap_or_default();
        record.iter().map(|field| String::from_utf8_lossy(field).into_owned()).collect()
    };
    let (found, expected) = (fields(found), fields(expected));
    let columns = HEADER.trim_end().split(',');
    let mut columns = columns.zip(&expected).enumerate();
    let differing = columns.find(|&(place, (_, expected))| found.get(place) != Some(expected));
    match differing {
        Some((place, (column, expected))) => {
            let found = found.get(place).map_or("nothing", String::as_str);
            format!("column `{column}` is `{found}`, expected `{expected}`")
        }
        None => "it is written otherwise than this program writes it".to_owned(),
    }
}

/// How often games of a cell are the same, counted from the journal; it must be sound.
///
/// # Errors
/// When the journal cannot be read.
pub fn distinct_games(
    folder: &Folder,
    cells: usize,
    schedule: &Schedule,
    games: u64,
) -> Result<Vec<Distinct>, FolderError> {
    let path = folder.file(JOURNAL);
    let digests = || {
        let file = File::open(&path).map_err(|error| FolderError::Read(path.clone(), error))?;
        let mut lines = Lines::new(BufReader::with_capacity(1 << 18, file));
        lines.next_line().map_err(|fault| folder.journal_error(fault))?;
        let mut place = 0;
        Ok(std::iter::from_fn(move || {
            if place == games {
                return None;
            }
            let cell = schedule.game(place).cell;
            place += 1;
            match lines.next_line() {
                Ok(Some(line)) => {
                    let field = line.rsplit(|&sign| sign == b',').nth(1).unwrap_or_default();
                    let hex = std::str::from_utf8(field).unwrap_or_default();
                    Some(Ok((cell, u64::from_str_radix(hex, 16).unwrap_or_default())))
                }
                Ok(None) => None,
                Err(fault) => Some(Err(folder.journal_error(fault))),
            }
        }))
    };
    stats::distinct(cells, MOST_DIGESTS, digests)
}

/// Cells with their names, as the tables want them.
fn with_cells<R>(
    experiment: &Experiment,
    tallies: &[Tally],
    distinct: Option<&[Distinct]>,
    work: impl FnOnce(&[Counted<'_>]) -> R,
) -> R {
    let names: Vec<String> = experiment.cells().map(|cell| cell.lineup.to_string()).collect();
    let cells: Vec<Counted<'_>> = experiment
        .cells()
        .zip(tallies)
        .zip(&names)
        .map(|((cell, tally), bots)| Counted {
            labels: Labels {
                setup: &cell.setup.name,
                rules: &cell.rules.name,
                bots,
                phases: cell.rules.rules.phases(),
            },
            tally,
            distinct: distinct.map(|distinct| distinct[cell.number]),
        })
        .collect();
    work(&cells)
}

/// The tables, by file name, of the tallies of all cells.
pub fn tables(
    experiment: &Experiment,
    stage: &Stage,
    tallies: &[Tally],
    distinct: Option<&[Distinct]>,
) -> Vec<(&'static str, Vec<u8>)> {
    with_cells(experiment, tallies, distinct, |cells| {
        let texts = |cell: usize, ranks: &[u32]| stage.opening_texts(cell, ranks);
        vec![
            (CELLS, stats::cells_csv(cells)),
            (OPENINGS, stats::openings_csv(cells, texts)),
            (BRANCHING, stats::branching_csv(cells)),
        ]
    })
}

/// The table of what was decided, by file name, where something was to be decided.
pub fn decisions(
    experiment: &Experiment,
    tallies: &[Tally],
    decider: Option<&Decider>,
) -> Option<(&'static str, Vec<u8>)> {
    let decider = decider?;
    let name = match decider {
        Decider::Stop(_) => STOP,
        Decider::Find(_) => FIND,
    };
    let table = |cells: &[Counted<'_>]| stats::decisions::csv(cells, decider);
    Some((name, with_cells(experiment, tallies, None, table)))
}

/// The rows of the table of what was decided as JSON, where something was.
pub fn decisions_json(
    experiment: &Experiment,
    tallies: &[Tally],
    decider: Option<&Decider>,
) -> Option<serde_json::Value> {
    decisions(experiment, tallies, decider).map(|(_, table)| table_json(&table))
}

/// What was decided, for people; nothing where nothing was to be.
pub fn decisions_summary(
    experiment: &Experiment,
    tallies: &[Tally],
    decider: Option<&Decider>,
) -> String {
    let text = |cells: &[Counted<'_>]| {
        decider.map(|decider| stats::decisions::summary(cells, decider)).unwrap_or_default()
    };
    with_cells(experiment, tallies, None, text)
}

/// The rows of `cells.csv` as JSON: numbers as numbers, empty fields as null.
pub fn cells_json(
    experiment: &Experiment,
    tallies: &[Tally],
    distinct: Option<&[Distinct]>,
) -> serde_json::Value {
    table_json(&with_cells(experiment, tallies, distinct, stats::cells_csv))
}

/// The rows of a table as JSON: numbers as numbers, empty fields as null.
fn table_json(table: &[u8]) -> serde_json::Value {
    let mut reader = csv::Reader::from_reader(table);
    let columns = reader.headers().cloned().unwrap_or_default();
    // Whatever they are called, names are texts.
    let names = ["setup", "rules", "bots", "than"];
    let value = |(column, field): (&str, &str)| {
        let number = serde_json::from_str::<serde_json::Number>(field).ok();
        let value = match number.filter(|_| !names.contains(&column)) {
            Some(number) => number.into(),
            None if field.is_empty() => serde_json::Value::Null,
            None => field.into(),
        };
        (column.to_owned(), value)
    };
    let rows = reader.records().filter_map(Result::ok);
    rows.map(|row| columns.iter().zip(&row).map(value).collect::<serde_json::Value>()).collect()
}

/// The table for people.
pub fn summary(
    experiment: &Experiment,
    tallies: &[Tally],
    distinct: Option<&[Distinct]>,
) -> String {
    with_cells(experiment, tallies, distinct, stats::summary)
}
