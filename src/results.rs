//! From a journal to what is known of the games: read, checked row by row, tallied.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::BufReader;

use rayon::prelude::*;

use crate::board::Stones;
use crate::course::Course;
use crate::experiment::{Experiment, Lineup, Margin, Openings, Records};
use crate::folder::{
    BRANCHING, CELLS, ELO, FIND, Folder, FolderError, JOURNAL, OPENINGS, PAIRED, STOP,
};
use crate::journal::{HEADER, JournalFault, Lines, decode_moves};
use crate::rules::Rules;
use crate::runner::Crew;
use crate::schedule::{GameId, Schedule};
use crate::setup::Setup;
use crate::stage::{Player, Stage};
use crate::stats::adaptive::Decider;
use crate::stats::{
    self, Begun, Chance, Change, Counted, Distinct, Draws, Labels, MarginFrom, Overview, Paired,
    Rivals, Sampling, Tally, Terms, Toggled, WHOLE, WITHIN, statements,
};

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

/// Games that are held at a time when those of two rule sets are compared, or those of one index
/// where these are more.
const MOST_WAITING: usize = 64 * 1024;

/// So many indices of these are one piece of work for a thread.
const AT_A_TIME: usize = 64;

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
fn distinct_games(
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

/// What is known of an experiment's games: all that tables and summaries are made from.
#[derive(Clone, Debug)]
pub struct Known {
    /// The tallies, by cell.
    pub tallies: Vec<Tally>,
    /// The distinct games, by cell, where games are recorded.
    pub distinct: Option<Vec<Distinct>>,
    /// Cells with the same random numbers under two rule sets, where games are recorded.
    pub toggled: Option<Vec<Toggled>>,
    /// Whether the number of games was fixed before the first of them.
    pub sampling: Sampling,
    /// What decided which games were played, where something did.
    pub decider: Option<Decider>,
}

impl Known {
    /// What a sound journal of so many games says beside its tallies.
    ///
    /// # Errors
    /// When the journal cannot be read.
    pub fn read(
        folder: &Folder,
        (experiment, stage): (&Experiment, &Stage),
        (course, games): (&Course, u64),
        tallies: Vec<Tally>,
        sampling: Sampling,
        crew: &Crew,
    ) -> Result<Known, FolderError> {
        let schedule = &course.schedule;
        let distinct = distinct_games(folder, experiment.cell_count(), schedule, games)?;
        let toggled = read_toggled(folder, experiment, stage, (schedule, games), crew)?;
        let decider = course.decider().cloned();
        // Who decides by results when to stop has looked.
        let sampling = if decider.is_some() { Sampling::Open } else { sampling };
        Ok(Known { tallies, distinct: Some(distinct), toggled, sampling, decider })
    }

    /// What is known where no games are recorded.
    pub fn without_records(tallies: Vec<Tally>, sampling: Sampling) -> Known {
        Known { tallies, distinct: None, toggled: None, sampling, decider: None }
    }
}

/// Cells with their names, and how they hang together.
pub fn with_cells<R>(
    experiment: &Experiment,
    known: &Known,
    texts: &dyn Fn(usize, &[u32]) -> Vec<String>,
    work: impl FnOnce(&Overview<'_>) -> R,
) -> R {
    let all_statements = known.tallies.iter().map(|tally| statements(tally.seats())).sum();
    let terms = |lineup: &Lineup| Terms {
        statements: all_statements,
        within: experiment.within.map_or(WITHIN, Margin::share),
        sampling: known.sampling,
        chance: match lineup.bots().iter().any(|bot| bot.draws()) {
            true => Chance::Drawn,
            false => Chance::None,
        },
        begun: match experiment.openings {
            Openings::AsChosen => Begun::Chosen,
            Openings::All => Begun::All,
            Openings::Pairs(_) => Begun::Given,
        },
    };
    // The same for all cells of a line-up, and there may be very many cells.
    let lineups: Vec<(String, Terms)> =
        experiment.lineups.iter().map(|lineup| (lineup.to_string(), terms(lineup))).collect();
    let cells: Vec<Counted<'_>> = experiment
        .cells()
        .zip(&known.tallies)
        .zip(lineups.iter().cycle())
        .map(|((cell, tally), (bots, terms))| Counted {
            labels: Labels {
                setup: &cell.setup.name,
                rules: &cell.rules.name,
                bots,
                phases: cell.rules.rules.phases(),
            },
            tally,
            distinct: known.distinct.as_ref().map(|distinct| distinct[cell.number]),
            terms: *terms,
        })
        .collect();
    work(&Overview {
        cells: &cells,
        toggled: known.toggled.as_deref().unwrap_or_default(),
        ladder: &ladder(experiment),
        rivals: &rivals(experiment),
        mirrors: &mirrors(experiment),
        draws: if experiment.common_random { Draws::Common } else { Draws::Own },
        margin_from: match experiment.within {
            Some(_) => MarginFrom::Experiment,
            None => MarginFrom::Default,
        },
        decider: known.decider.as_ref(),
        texts,
    })
}

/// The line-ups that have one bot in every seat.
fn ladder(experiment: &Experiment) -> Vec<String> {
    let same = |lineup: &&Lineup| lineup.bots().windows(2).all(|pair| pair[0] == pair[1]);
    experiment.lineups.iter().filter(same).map(Lineup::to_string).collect()
}

/// The line-ups of two different bots.
fn rivals(experiment: &Experiment) -> Vec<Rivals> {
    let mut rivals: Vec<Rivals> = Vec::new();
    for lineup in &experiment.lineups {
        let [first, second] = lineup.bots() else { continue };
        if first == second {
            continue;
        }
        let bots = [first.to_string(), second.to_string()];
        let reversed = [bots[1].clone(), bots[0].clone()];
        match rivals.iter_mut().find(|known| known.bots == reversed) {
            Some(known) => known.swapped = Some(lineup.to_string()),
            None => rivals.push(Rivals { lineup: lineup.to_string(), swapped: None, bots }),
        }
    }
    rivals
}

/// Pairs of setups that are each other's mirror image, and not the same.
fn mirrors(experiment: &Experiment) -> Vec<[String; 2]> {
    let setups = &experiment.setups;
    let key = |stones: Stones| (stones.black.bits(), stones.white.bits());
    let places: HashMap<(u128, u128), usize> =
        setups.iter().enumerate().rev().map(|(place, setup)| (key(setup.stones), place)).collect();
    let twin = |(place, setup): (usize, &Setup)| {
        let mirrored = setup.mirrored();
        let twin = *places.get(&key(mirrored.stones))?;
        (twin > place && mirrored.stones != setup.stones)
            .then(|| [setup.name.clone(), setups[twin].name.clone()])
    };
    setups.iter().enumerate().filter_map(twin).collect()
}

/// The tables, by file name.
pub fn tables(
    experiment: &Experiment,
    stage: &Stage,
    known: &Known,
) -> Vec<(&'static str, Vec<u8>)> {
    let texts = |cell: usize, ranks: &[u32]| stage.opening_texts(cell, ranks);
    with_cells(experiment, known, &texts, |all| {
        let mut tables = vec![
            (CELLS, stats::cells_csv(all.cells)),
            (OPENINGS, stats::openings_csv(all.cells, texts)),
            (BRANCHING, stats::branching_csv(all.cells)),
        ];
        tables.extend(stats::elo::elo_csv(all.cells).map(|table| (ELO, table)));
        if let Some(toggled) = &known.toggled {
            tables.push((PAIRED, stats::paired_csv(all.cells, toggled)));
        }
        tables.extend(decisions(all));
        tables
    })
}

/// Which cells are compared game by game, each as the cell that is compared with and the one that
/// is: with `common-random`, and where games are recorded, each rule set with the first one of
/// the same game and number of seats.
fn pairings(experiment: &Experiment) -> Vec<[usize; 2]> {
    if !experiment.common_random || experiment.records == Records::None {
        return Vec::new();
    }
    let rules = &experiment.rules;
    let alike =
        |one: &Rules, other: &Rules| (one.kind(), one.seats()) == (other.kind(), other.seats());
    let first: Vec<usize> = rules
        .iter()
        .map(|own| rules.iter().position(|other| alike(&other.rules, &own.rules)).unwrap_or(0))
        .collect();
    let lineups = experiment.lineups.len();
    let cell = |number: usize| {
        let own = number / lineups % rules.len();
        let against = number - (own - first[own]) * lineups;
        (against != number).then_some([against, number])
    };
    (0..experiment.cell_count()).filter_map(cell).collect()
}

/// Compares cells with the same random numbers game by game, from a sound journal; nothing where
/// an experiment has none.
fn read_toggled(
    folder: &Folder,
    experiment: &Experiment,
    stage: &Stage,
    (schedule, games): (&Schedule, u64),
    crew: &Crew,
) -> Result<Option<Vec<Toggled>>, FolderError> {
    let pairings = pairings(experiment);
    if pairings.is_empty() {
        return Ok(None);
    }
    let path = folder.file(JOURNAL);
    let file = File::open(&path).map_err(|error| FolderError::Read(path, error))?;
    let mut lines = Lines::new(BufReader::with_capacity(1 << 18, file));
    lines.next_line().map_err(|fault| folder.journal_error(fault))?;
    let mut all = vec![Paired::default(); pairings.len()];
    // Games of one index stand together, and wait here for the last of them.
    let mut waiting: Vec<(u64, Vec<Option<Record>>)> = Vec::new();
    for place in 0..=games {
        let next = (place < games).then(|| schedule.game(place));
        let whole = next.is_none_or(|next| waiting.last().is_some_and(|last| last.0 != next.index));
        let enough = waiting.len() * experiment.cell_count() >= MOST_WAITING;
        if whole && (enough || next.is_none()) {
            for paired in crew.install(|| compare(stage, &pairings, &waiting)) {
                all.iter_mut().zip(&paired).for_each(|(sum, part)| sum.merge(part));
            }
            waiting.clear();
        }
        let Some(id) = next else { break };
        let line = lines.next_line().map_err(|fault| folder.journal_error(fault))?;
        let Some(line) = line else { break };
        if waiting.last().is_none_or(|last| last.0 != id.index) {
            waiting.push((id.index, vec![None; experiment.cell_count()]));
        }
        if let Some((_, records)) = waiting.last_mut() {
            records[id.cell] = Record::read(line);
        }
    }
    let toggled = pairings.into_iter().zip(all);
    let toggled = toggled.map(|([against, cell], paired)| Toggled { against, cell, paired });
    Ok(Some(toggled.collect()))
}

/// What is compared of a game.
#[derive(Clone, Debug)]
struct Record {
    winners: Vec<u8>,
    ranks: Vec<u32>,
}

impl Record {
    fn read(line: &[u8]) -> Option<Record> {
        // Counted from the end, where no name with a comma in it is in the way.
        let mut fields = line.rsplit(|&sign| sign == b',');
        let mut ranks = Vec::new();
        decode_moves(fields.next()?, &mut ranks)?;
        Some(Record { winners: fields.nth(7)?.to_vec(), ranks })
    }

    /// What the first player scored, in twelfths.
    fn first_score(&self) -> u64 {
        match self.winners.as_slice() {
            b"draw" => WHOLE / 2,
            winners if winners.starts_with(b"1") => {
                WHOLE / winners.split(|&sign| sign == b'/').count() as u64
            }
            _ => 0,
        }
    }
}

/// Compares the games of some indices; the sums by pair of cells, in parts that add up.
fn compare(
    stage: &Stage,
    pairings: &[[usize; 2]],
    indices: &[(u64, Vec<Option<Record>>)],
) -> Vec<Vec<Paired>> {
    let part = |indices: &[(u64, Vec<Option<Record>>)]| {
        let mut sums = vec![Paired::default(); pairings.len()];
        for (_, records) in indices {
            for (sum, &[against, cell]) in sums.iter_mut().zip(pairings) {
                let (Some(one), Some(other)) = (&records[against], &records[cell]) else {
                    continue;
                };
                let parting = stage.parting((against, &one.ranks), (cell, &other.ranks));
                let same = one.winners == other.winners;
                let result = if same { Change::Same } else { Change::Changed };
                sum.add(parting, [one.first_score(), other.first_score()], result);
            }
        }
        sums
    };
    indices.par_chunks(AT_A_TIME).map(part).collect()
}

/// The rows of `cells.csv` as JSON: numbers as numbers, empty fields as null.
pub fn cells_json(experiment: &Experiment, known: &Known) -> serde_json::Value {
    let no_texts = |_: usize, _: &[u32]| Vec::new();
    rows_json(&with_cells(experiment, known, &no_texts, |all| stats::cells_csv(all.cells)))
}

/// The rows of `elo.csv` as JSON; none where no two different bots played one another.
pub fn elo_json(experiment: &Experiment, known: &Known) -> serde_json::Value {
    let no_texts = |_: usize, _: &[u32]| Vec::new();
    let table = with_cells(experiment, known, &no_texts, |all| stats::elo::elo_csv(all.cells));
    rows_json(&table.unwrap_or_default())
}

/// The table of what was decided, by file name, where something was to be decided.
fn decisions(all: &Overview<'_>) -> Option<(&'static str, Vec<u8>)> {
    let name = match all.decider? {
        Decider::Stop(_) => STOP,
        Decider::Find(_) => FIND,
    };
    all.decider.map(|decider| (name, stats::decisions::csv(all.cells, decider)))
}

/// The rows of the table of what was decided as JSON, where something was.
pub fn decisions_json(experiment: &Experiment, known: &Known) -> Option<serde_json::Value> {
    let no_texts = |_: usize, _: &[u32]| Vec::new();
    with_cells(experiment, known, &no_texts, decisions).map(|(_, table)| rows_json(&table))
}

/// The rows of a table as JSON: numbers as numbers, empty fields as null.
pub fn rows_json(table: &[u8]) -> serde_json::Value {
    let mut reader = csv::Reader::from_reader(table);
    let columns = reader.headers().cloned().unwrap_or_default();
    // Whatever they are called, names are texts.
    let names = ["setup", "rules", "bots", "bot", "next", "than"];
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

/// The summary for people.
pub fn summary(experiment: &Experiment, stage: &Stage, known: &Known) -> String {
    let texts = |cell: usize, ranks: &[u32]| stage.opening_texts(cell, ranks);
    with_cells(experiment, known, &texts, stats::summary)
}
