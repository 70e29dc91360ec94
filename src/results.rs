//! From a journal to what is known of the games: read, checked row by row, tallied.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;

use rayon::prelude::*;

use crate::experiment::Experiment;
use crate::folder::{BRANCHING, CELLS, Folder, FolderError, JOURNAL, OPENINGS, ROUNDS};
use crate::journal::{Form, JournalFault, Lines, decode_moves, moves_digest};
use crate::runner::Crew;
use crate::schedule::{GameId, Schedule};
use crate::stage::{Player, Stage};
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
    let mut lines = Lines::by_match(BufReader::with_capacity(1 << 18, file), stage.form());
    let read = read_rows(&mut lines, stage, schedule, crew);
    let (games, tallies) = read.map_err(|fault| folder.journal_error(fault))?;
    Ok(Prefix { games, bytes: lines.bytes, torn: length > lines.bytes, tallies })
}

fn read_rows(
    lines: &mut Lines<BufReader<File>>,
    stage: &Stage,
    schedule: &Schedule,
    crew: &Crew,
) -> Result<(u64, Vec<Tally>), JournalFault> {
    let mut tallies = stage.tallies();
    match lines.next_line()? {
        None => return Ok((0, tallies)),
        Some(header) if header == stage.form().header().trim_end().as_bytes() => {}
        Some(_) => return Err(JournalFault::at(1, "this is not the header of a journal")),
    }
    let mut games = 0;
    loop {
        let mut blocks: Vec<(u64, Vec<Vec<u8>>)> = Vec::with_capacity(crew.threads());
        for _ in 0..crew.threads() {
            let start = games;
            let mut block = Vec::with_capacity(BLOCK);
            while block.len() < BLOCK
                && let Some(line) = lines.next_rows()?
            {
                block.push(line.to_vec());
                games += 1;
            }
            if !block.is_empty() {
                blocks.push((start, block));
            }
        }
        if blocks.is_empty() {
            return Ok((games, tallies));
        }
        let read: Vec<Result<BTreeMap<usize, Tally>, JournalFault>> = crew.install(|| {
            let read =
                blocks.par_iter().map(|(start, block)| tally_block(stage, schedule, *start, block));
            read.collect()
        });
        for block in read {
            block?.iter().for_each(|(&cell, block)| tallies[cell].merge(block));
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
            return Err(JournalFault::at(stage.form().line(place), what));
        }
        let id = schedule.game(place);
        reader.read(id, line).map_err(|wrong| wrong.at(stage.form(), place))?;
        let tally = tallies.entry(id.cell).or_insert_with(|| stage.tally(id.cell));
        reader.player.add_to(tally);
    }
    Ok(tallies)
}

/// Reads rows and checks each against its own moves.
pub struct RowReader<'s> {
    /// Knows what is known of the rows read last.
    pub player: Player<'s>,
    /// The moves of the row read last, or of each round of the match.
    pub records: Vec<Vec<u32>>,
    form: Form,
    expected: Vec<u8>,
}

/// What is wrong with a row.
#[derive(Debug)]
pub struct Wrong {
    /// Which row of those that belong together, counted from 0.
    row: u64,
    /// What is wrong, in words.
    what: String,
}

impl Wrong {
    /// The fault of a journal whose rows at this place are the ones.
    pub fn at(self, form: Form, place: u64) -> JournalFault {
        JournalFault::at(form.line(place) + self.row, self.what)
    }
}

impl<'s> RowReader<'s> {
    /// A reader of the rows of a stage's games.
    pub fn new(stage: &'s Stage) -> RowReader<'s> {
        let form = stage.form();
        let records = vec![Vec::new(); form.rounds as usize];
        RowReader { player: Player::new(stage), records, form, expected: Vec::new() }
    }

    /// Reads a row, which must be that of this game, or the rows of this match.
    ///
    /// # Errors
    /// What is wrong with it, or with the first of them that is wrong.
    pub fn read(&mut self, id: GameId, lines: &[u8]) -> Result<(), Wrong> {
        let rows = || lines.split(|&sign| sign == b'\n');
        for ((row, line), ranks) in (0..).zip(rows()).zip(&mut self.records) {
            let moves = self.form.before_moves(line, 0);
            let what = "its moves are no record of a game";
            decode_moves(moves, ranks).ok_or_else(|| Wrong { row, what: what.to_owned() })?;
        }
        if let Err((row, fault)) = self.player.replay(id, &self.records) {
            // A row of another game, or of none: say so rather than speak of its moves.
            for (row, line) in (0..=row as u64).zip(rows()) {
                let found = line.split(|&sign| sign == b',').next().unwrap_or(line);
                let number = id.number * self.form.rounds + row;
                if found != number.to_string().as_bytes() {
                    let found = String::from_utf8_lossy(found);
                    let what = format!("expected game {number}, found `{found}`");
                    return Err(Wrong { row, what });
                }
            }
            return Err(Wrong { row: row as u64, what: fault.to_string() });
        }
        self.expected.clear();
        self.player.write_rows(id, &mut self.expected);
        self.expected.pop();
        if self.expected == lines {
            return Ok(());
        }
        let expected = self.expected.split(|&sign| sign == b'\n');
        let mut differing =
            (0..).zip(rows().zip(expected)).filter(|(_, (line, made))| line != made);
        let what = |(line, made)| difference(line, made, self.form);
        let (row, what) = differing
            .next()
            .map_or((0, WRITTEN_OTHERWISE.to_owned()), |(row, pair)| (row, what(pair)));
        Err(Wrong { row, what })
    }
}

/// The moves of the game at a place, or of each round of the match, if its rows are there; they
/// must be sound.
///
/// # Errors
/// When the journal cannot be read, or a row is wrong.
pub fn find_rows(
    folder: &Folder,
    stage: &Stage,
    schedule: &Schedule,
    place: u64,
) -> Result<Option<Vec<Vec<u32>>>, FolderError> {
    let path = folder.file(JOURNAL);
    let file = File::open(&path).map_err(|error| FolderError::Read(path, error))?;
    let mut lines = Lines::by_match(BufReader::with_capacity(1 << 18, file), stage.form());
    lines.next_line().map_err(|fault| folder.journal_error(fault))?;
    for _ in 0..place {
        if lines.next_rows().map_err(|fault| folder.journal_error(fault))?.is_none() {
            return Ok(None);
        }
    }
    let Some(rows) = lines.next_rows().map_err(|fault| folder.journal_error(fault))? else {
        return Ok(None);
    };
    let mut reader = RowReader::new(stage);
    match reader.read(schedule.game(place), rows) {
        Ok(()) => Ok(Some(reader.records)),
        Err(wrong) => Err(folder.journal_error(wrong.at(stage.form(), place))),
    }
}

/// What is said of a row whose columns are all as expected, and which is not.
const WRITTEN_OTHERWISE: &str = "it is written otherwise than this program writes it";

/// In which column two rows differ first.
pub fn difference(found: &[u8], expected: &[u8], form: Form) -> String {
    let fields = |line: &[u8]| -> Vec<String> {
        let mut reader =
            csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(line);
        let record = reader.byte_records().next().and_then(Result::ok).unwrap_or_default();
        record.iter().map(|field| String::from_utf8_lossy(field).into_owned()).collect()
    };
    let (found, expected) = (fields(found), fields(expected));
    let columns = form.header().trim_end().split(',');
    let mut columns = columns.zip(&expected).enumerate();
    let differing = columns.find(|&(place, (_, expected))| found.get(place) != Some(expected));
    match differing {
        Some((place, (column, expected))) => {
            let found = found.get(place).map_or("nothing", String::as_str);
            format!("column `{column}` is `{found}`, expected `{expected}`")
        }
        None => WRITTEN_OTHERWISE.to_owned(),
    }
}

/// How often games of a cell, or matches, are the same, counted from the journal; it must be sound.
///
/// # Errors
/// When the journal cannot be read.
pub fn distinct_games(
    folder: &Folder,
    stage: &Stage,
    schedule: &Schedule,
    games: u64,
) -> Result<Vec<Distinct>, FolderError> {
    let (cells, form) = (stage.cell_count(), stage.form());
    let path = folder.file(JOURNAL);
    let digests = || {
        let file = File::open(&path).map_err(|error| FolderError::Read(path.clone(), error))?;
        let mut lines = Lines::by_match(BufReader::with_capacity(1 << 18, file), form);
        lines.next_line().map_err(|fault| folder.journal_error(fault))?;
        let mut place = 0;
        Ok(std::iter::from_fn(move || {
            if place == games {
                return None;
            }
            let cell = schedule.game(place).cell;
            place += 1;
            match lines.next_rows() {
                Ok(Some(rows)) => Some(Ok((cell, digest_of(rows, form)))),
                Ok(None) => None,
                Err(fault) => Some(Err(folder.journal_error(fault))),
            }
        }))
    };
    stats::distinct(cells, MOST_DIGESTS, digests)
}

/// The digest of a game's moves, or one of the digests of all rounds of a match.
fn digest_of(rows: &[u8], form: Form) -> u64 {
    if form.rounds > 1 {
        let digests = rows.split(|&sign| sign == b'\n').map(|row| form.before_moves(row, 1));
        return moves_digest(&digests.collect::<Vec<_>>().concat());
    }
    let hex = std::str::from_utf8(form.before_moves(rows, 1)).unwrap_or_default();
    u64::from_str_radix(hex, 16).unwrap_or_default()
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
        let mut tables = vec![
            (CELLS, stats::cells_csv(cells)),
            (OPENINGS, stats::openings_csv(cells, texts)),
            (BRANCHING, stats::branching_csv(cells)),
        ];
        if experiment.rounds.is_some() {
            tables.push((ROUNDS, stats::rounds_csv(cells)));
        }
        tables
    })
}

/// The rows of `cells.csv` as JSON: numbers as numbers, empty fields as null.
pub fn cells_json(
    experiment: &Experiment,
    tallies: &[Tally],
    distinct: Option<&[Distinct]>,
) -> serde_json::Value {
    let table = with_cells(experiment, tallies, distinct, stats::cells_csv);
    let mut reader = csv::Reader::from_reader(table.as_slice());
    let columns = reader.headers().cloned().unwrap_or_default();
    // Whatever they are called, names are texts.
    let names = ["setup", "rules", "bots"];
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
