//! From a journal to what is known of the games: read, checked row by row, tallied.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::BufReader;

use rayon::prelude::*;

use crate::board::Stones;
use crate::course::Course;
use crate::experiment::{Experiment, Lineup, Margin, Openings, Records};
use crate::folder::{
    BRANCHING, CELLS, ELO, FIND, Folder, FolderError, JOURNAL, OPENINGS, PAIRED, ROUNDS, STOP,
};
use crate::game::{Seat, Winners};
use crate::journal::{
    Fields, Form, JournalFault, Lines, WRITTEN_OTHERWISE, difference, moves_digest, rows,
};
use crate::rules::Rules;
use crate::runner::Crew;
use crate::schedule::{GameId, Schedule};
use crate::setup::Setup;
use crate::stage::{Player, Stage};
use crate::stats::adaptive::Decider;
use crate::stats::{
    self, Begun, Change, Counted, Distinct, Draws, Labels, MarginFrom, Overview, Paired, Rivals,
    Sampling, Tally, Terms, Toggled, WITHIN, match_winners, statements,
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
    let mut lines = Lines::by_match(BufReader::with_capacity(1 << 18, file), stage.form());
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
        Some(header) if header == stage.form().header().trim_end().as_bytes() => {}
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
                && let Some(line) = lines.next_rows()?
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
        for ((row, fields), ranks) in (0..).zip(rows(lines, self.form)).zip(&mut self.records) {
            let what = "its moves are no record of a game";
            fields.read_moves(ranks).ok_or_else(|| Wrong { row, what: what.to_owned() })?;
        }
        if let Err((row, fault)) = self.player.replay(id, &self.records) {
            // A row of another game, or of none: say so rather than speak of its moves.
            for (row, fields) in (0..=row as u64).zip(rows(lines, self.form)) {
                let number = id.number * self.form.rounds + row;
                if fields.game != number.to_string().as_bytes() {
                    let found = String::from_utf8_lossy(fields.game);
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
        let split = |lines| <[u8]>::split(lines, |&sign| sign == b'\n');
        let both = split(lines).zip(split(&self.expected));
        let mut differing = (0..).zip(both).filter(|(_, (line, made))| line != made);
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
    let mut journal = folder.rows(stage.form())?;
    for _ in 0..place {
        if journal.next_rows()?.is_none() {
            return Ok(None);
        }
    }
    let Some(lines) = journal.next_rows()? else { return Ok(None) };
    let mut reader = RowReader::new(stage);
    match reader.read(schedule.game(place), lines) {
        Ok(()) => Ok(Some(reader.records)),
        Err(wrong) => Err(folder.journal_error(wrong.at(stage.form(), place))),
    }
}

/// The moves of the game with this number, or of each round of the match, wherever its rows are,
/// if they are there; they must be sound.
///
/// # Errors
/// When the journal cannot be read, or a row is wrong.
pub fn find_number(
    folder: &Folder,
    stage: &Stage,
    schedule: &Schedule,
    number: u64,
) -> Result<Option<Vec<Vec<u32>>>, FolderError> {
    let form = stage.form();
    let mut journal = folder.rows(form)?;
    let mut place = 0;
    loop {
        let Some(lines) = journal.next_rows()? else { return Ok(None) };
        let first = rows(lines, form).next().and_then(|fields| fields.number());
        if first != Some(number * form.rounds) {
            place += 1;
            continue;
        }
        let mut reader = RowReader::new(stage);
        return match reader.read(schedule.numbered(number), lines) {
            Ok(()) => Ok(Some(reader.records)),
            Err(wrong) => Err(folder.journal_error(wrong.at(form, place))),
        };
    }
}

/// How often games of a cell, or matches, are the same, counted from the journal; it must be sound.
///
/// # Errors
/// When the journal cannot be read.
fn distinct_games(
    folder: &Folder,
    stage: &Stage,
    schedule: &Schedule,
    games: u64,
) -> Result<Vec<Distinct>, FolderError> {
    let (cells, form) = (stage.cell_count(), stage.form());
    let digests = || {
        let mut journal = folder.rows(form)?;
        let mut place = 0;
        Ok(std::iter::from_fn(move || {
            if place == games {
                return None;
            }
            let cell = schedule.game(place).cell;
            place += 1;
            match journal.next_rows() {
                Ok(Some(lines)) => Some(Ok((cell, digest_of(lines, form)))),
                Ok(None) => None,
                Err(fault) => Some(Err(fault)),
            }
        }))
    };
    stats::distinct(cells, MOST_DIGESTS, digests)
}

/// The digest of a game's moves, or one of the digests of all rounds of a match.
fn digest_of(lines: &[u8], form: Form) -> u64 {
    if form.rounds > 1 {
        let digests = rows(lines, form).map(|fields| fields.moves_digest);
        return moves_digest(&digests.collect::<Vec<_>>().concat());
    }
    let hex = std::str::from_utf8(Fields::of(lines, form).moves_digest).unwrap_or_default();
    u64::from_str_radix(hex, 16).unwrap_or_default()
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
        let distinct = distinct_games(folder, stage, schedule, games)?;
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
        begun: match experiment.openings {
            Openings::AsChosen => Begun::Chosen,
            Openings::All => Begun::All,
            Openings::Pairs(_) => Begun::Given,
        },
        lineup: match is_mirror(lineup) {
            true => stats::Lineup::Mirror,
            false => stats::Lineup::Mixed,
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

/// Whether a line-up has one bot in every seat.
fn is_mirror(lineup: &Lineup) -> bool {
    lineup.bots().windows(2).all(|pair| pair[0] == pair[1])
}

/// The line-ups that have one bot in every seat.
fn ladder(experiment: &Experiment) -> Vec<String> {
    let mirrors = experiment.lineups.iter().filter(|lineup| is_mirror(lineup));
    mirrors.map(Lineup::to_string).collect()
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
        if experiment.rounds.is_some() {
            tables.push((ROUNDS, stats::rounds_csv(all.cells)));
        }
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
    let form = stage.form();
    let mut journal = folder.rows(form)?;
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
        let Some(lines) = journal.next_rows()? else { break };
        if waiting.last().is_none_or(|last| last.0 != id.index) {
            waiting.push((id.index, vec![None; experiment.cell_count()]));
        }
        if let Some((_, records)) = waiting.last_mut() {
            records[id.cell] = Record::read(lines, form, stage.seats(id.cell));
        }
    }
    let toggled = pairings.into_iter().zip(all);
    let toggled = toggled.map(|([against, cell], paired)| Toggled { against, cell, paired });
    Ok(Some(toggled.collect()))
}

/// What is compared of a game, or of a match.
#[derive(Clone, Debug)]
struct Record {
    winners: Winners,
    /// The ranks of the moves, of each round.
    rounds: Vec<Vec<u32>>,
}

impl Record {
    fn read(lines: &[u8], form: Form, seats: u8) -> Option<Record> {
        let (mut rounds, mut winners) = (Vec::new(), Vec::new());
        for fields in rows(lines, form) {
            let mut ranks = Vec::new();
            fields.read_moves(&mut ranks)?;
            rounds.push(ranks);
            winners.push(fields.winners()?);
        }
        let winners = match winners.as_slice() {
            [only] => *only,
            _ => match_winners(winners.into_iter(), seats),
        };
        Some(Record { winners, rounds })
    }

    /// The first ply, counted from 1 through all rounds, at which two records part.
    fn parting(&self, other: &Record, stage: &Stage, [own, others]: [usize; 2]) -> Option<u32> {
        let mut before = 0;
        for (one, two) in self.rounds.iter().zip(&other.rounds) {
            if let Some(ply) = stage.parting((own, one), (others, two)) {
                return Some(before + ply);
            }
            before += one.len() as u32;
        }
        None
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
                let parting = one.parting(other, stage, [against, cell]);
                let same = one.winners == other.winners;
                let result = if same { Change::Same } else { Change::Changed };
                let scores = [one, other].map(|record| stats::share(record.winners, Seat::FIRST));
                sum.add(parting, scores, result);
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
