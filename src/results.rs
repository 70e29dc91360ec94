//! From a journal to what is known of the games: read, checked row by row, tallied.

pub mod folder;
pub mod survey;
mod toggled;

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::BufReader;

use rayon::prelude::*;

use crate::board::Stones;
use crate::experiment::schedule::{GameId, Schedule};
use crate::experiment::{Experiment, Lineup, Margin, Openings, Records};
use crate::games::rules::{Rules, Work};
use crate::games::setup::Setup;
use crate::games::{Game, Winners};
use crate::playing::Crew;
use crate::playing::agenda::Course;
use crate::playing::journal::{
    Fields, Form, JournalFault, Lines, WRITTEN_OTHERWISE, difference, moves_digest, rows,
};
use crate::playing::prepared::{Player, Stage};
use crate::report::Cells;
use crate::results::folder::{Folder, FolderError, JOURNAL, PACKAGE};
use crate::results::survey::{Survey, Surveyor};
use crate::stats::adaptive::Decider;
use crate::stats::columns::{Description, Table};
use crate::stats::tables::{
    self, BranchingRow, CellRow, EloRow, FindRow, OpeningRow, PairedRow, RoundRow, StopRow,
};
use crate::stats::{
    self, Begun, Census, Counted, Distinct, Draws, Labels, MarginFrom, Overview, PointsDecide,
    Rivals, Sampling, Tally, Terms, WITHIN, across, elo, match_winners, statements,
};

use toggled::{Compared, Toggles};

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

/// What is said of a journal that is none of ours.
const NO_HEADER: &str = "this is not the header of a journal";

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
    let file = folder.open_file(JOURNAL)?;
    let length = file.metadata().map_err(|error| FolderError::Read(path, error))?.len();
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
    let header = stage.form().header().trim_end().as_bytes();
    let is_header = lines.next_line()?.map(|found| found == header);
    match is_header {
        Some(true) => {}
        // What was torn in the middle of the header has no row; whatever else it may be is
        // somebody's.
        None if header.starts_with(lines.torn()) => return Ok(()),
        _ => return Err(JournalFault::at(1, NO_HEADER)),
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

/// The digest of a game's moves, or one of the digests of all rounds of a match.
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

/// Who won a game, or the match of which these are the rows.
///
/// # Errors
/// When a row names no winner: which one, counted from 0.
pub fn winners_of(rows: &[Fields<'_>], seats: u8) -> Result<Winners, u64> {
    let winners = (0_u64..).zip(rows).map(|(row, fields)| fields.winners().ok_or(row));
    let winners: Vec<Winners> = winners.collect::<Result<_, _>>()?;
    Ok(match winners.as_slice() {
        [only] => *only,
        rounds => match_winners(rounds.iter().copied(), seats),
    })
}

/// Shows the rows of each of the first so many games of a sound journal, or those of each match,
/// to whatever learns from them; that may say which row is none, counted from 0.
fn show_games(
    folder: &Folder,
    form: Form,
    (schedule, games): (&Schedule, u64),
    mut see: impl FnMut(GameId, &[Fields<'_>]) -> Result<(), u64>,
) -> Result<(), FolderError> {
    let mut journal = folder.rows(form)?;
    for place in 0..games {
        let Some(lines) = journal.next_rows()? else { break };
        let fields: Vec<Fields<'_>> = rows(lines, form).collect();
        see(schedule.game(place), &fields).map_err(|row| {
            let fault = JournalFault::at(form.line(place) + row, "this is no row");
            folder.journal_error(fault)
        })?;
    }
    Ok(())
}

/// What is known of an experiment's games: all that tables and summaries are made from.
#[derive(Clone, Debug)]
pub struct Known {
    /// The tallies, by cell.
    pub tallies: Vec<Tally>,
    /// The distinct games, by cell, where games are recorded.
    pub distinct: Option<Vec<Distinct>>,
    /// Cells with the same random numbers under two rule sets, where games are recorded.
    pub toggled: Option<Compared>,
    /// What only the games themselves show, where they are recorded.
    pub survey: Option<Survey>,
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
        let (form, first) = (stage.form(), (&course.schedule, games));
        let mut census = Census::new(stage.cell_count(), MOST_DIGESTS);
        let mut toggles = Toggles::new(experiment, stage, crew);
        let mut surveyor = Surveyor::new(experiment, stage, &tallies);
        show_games(folder, form, first, |id, rows| {
            census.see(id.cell, digest_of(rows));
            if let Some(toggles) = &mut toggles {
                toggles.see(id, rows);
            }
            surveyor.see(id, rows)
        })?;
        // Once is enough, unless there are more different games than memory for them.
        while census.end_pass() {
            show_games(folder, form, first, |id, rows| {
                census.see(id.cell, digest_of(rows));
                Ok(())
            })?;
        }
        let decider = course.decider().cloned();
        Ok(Known {
            tallies,
            distinct: Some(census.into_counts()),
            toggled: toggles.map(Toggles::finish),
            survey: Some(surveyor.finish()),
            // Who decides by results when to stop has looked.
            sampling: if decider.is_some() { Sampling::Open } else { sampling },
            decider,
        })
    }

    /// What is known where no games are recorded.
    pub fn without_records(tallies: Vec<Tally>, sampling: Sampling) -> Known {
        Known { tallies, distinct: None, toggled: None, survey: None, sampling, decider: None }
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
        within: experiment.margin().map_or(WITHIN, Margin::share),
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
        points_decide: PointsDecide::UnlessStuck,
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
            terms: Terms { points_decide: points_decide(&cell.rules.rules), ..*terms },
        })
        .collect();
    work(&Overview {
        cells: &cells,
        toggled: known.toggled.as_ref().map_or(&[], |compared| &compared.pairs),
        together: known.toggled.as_ref().map_or(&[], |compared| &compared.together),
        ladder: &ladder(experiment),
        rivals: &rivals(experiment),
        mirrors: &mirrors(experiment),
        same: [&experiment.same.setups, &experiment.same.rules],
        draws: if experiment.common_random { Draws::Common } else { Draws::Own },
        margin_from: match experiment.margin() {
            Some(_) => MarginFrom::Experiment,
            None => MarginFrom::Default,
        },
        decider: known.decider.as_ref(),
        texts,
    })
}

/// Which games points decide under a rule set.
fn points_decide(rules: &Rules) -> PointsDecide {
    struct StuckLoses;
    impl Work for StuckLoses {
        type Output = bool;

        fn with<G: Game>(self, game: &G) -> bool {
            game.stuck_loses()
        }
    }
    match rules.play(StuckLoses) {
        true => PointsDecide::UnlessStuck,
        false => PointsDecide::Always,
    }
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
        let mut files = vec![
            filled(tables::cells(), CellRow::all(all.cells)),
            filled(tables::openings(), OpeningRow::all(all.cells, all.texts)),
            filled(tables::branching(), BranchingRow::all(all.cells)),
        ];
        let lines = across(all);
        if !lines.is_empty() {
            files.push(filled(tables::overall(), lines.into_iter()));
        }
        if experiment.rounds.is_some() {
            files.push(filled(tables::rounds(), RoundRow::all(all.cells)));
        }
        let ladders = elo::ladders_of(all);
        if !ladders.is_empty() {
            files.push(filled(tables::elo(), EloRow::all(&ladders)));
        }
        if known.toggled.is_some() {
            files.push(filled(tables::paired(), PairedRow::all(all.cells, all.toggled)));
        }
        files.extend(all.decider.map(|decider| match decider {
            Decider::Stop(stop) => filled(tables::stop(), StopRow::all(all.cells, stop)),
            Decider::Find(find) => filled(tables::find(), FindRow::all(all.cells, find)),
        }));
        let package = package(experiment, files.iter().map(|(described, _)| described));
        let files = files.into_iter().map(|(described, bytes)| (described.file, bytes));
        files.chain([(PACKAGE, package)]).collect()
    })
}

/// A file that is a table, with what its columns are.
fn filled<R>(table: Table<'_, R>, rows: impl Iterator<Item = R>) -> (Description, Vec<u8>) {
    (table.described(), table.csv(rows))
}

/// What all files of a folder that are tables hold, for other programs: a tabular data package
/// (Frictionless). The journal is one of them, where there is one.
fn package<'t>(
    experiment: &Experiment,
    described: impl Iterator<Item = &'t Description>,
) -> Vec<u8> {
    let journal = match (experiment.records, experiment.rounds) {
        (Records::None, _) => None,
        (Records::All, None) => Some(tables::games()),
        (Records::All, Some(_)) => Some(tables::match_games()),
    };
    let described = described.map(Description::resource);
    let resources: Vec<serde_json::Value> =
        journal.iter().map(Description::resource).chain(described).collect();
    let package = serde_json::json!({
        "profile": "tabular-data-package",
        "name": "pasang-results",
        "title": experiment.title,
        "resources": resources,
    });
    format!("{package:#}\n").into_bytes()
}

/// The table of cells, as a report may hold it.
pub fn cells(experiment: &Experiment, known: &Known) -> Cells {
    let no_texts = |_: usize, _: &[u32]| Vec::new();
    with_cells(experiment, known, &no_texts, |all| {
        let (table, rows) = (tables::cells(), || CellRow::all(all.cells));
        Cells { csv: table.csv(rows()), json: table.json(rows()) }
    })
}

/// The cells, what they come to over all setups, who is better where different bots played one
/// another, and what was decided where something was.
pub fn json(experiment: &Experiment, known: &Known) -> serde_json::Value {
    let no_texts = |_: usize, _: &[u32]| Vec::new();
    with_cells(experiment, known, &no_texts, |all| {
        let decisions = all.decider.map(|decider| match decider {
            Decider::Stop(stop) => tables::stop().json(StopRow::all(all.cells, stop)),
            Decider::Find(find) => tables::find().json(FindRow::all(all.cells, find)),
        });
        let ladders = elo::ladders_of(all);
        serde_json::json!({
            "cells": tables::cells().json(CellRow::all(all.cells)),
            "overall": tables::overall().json(across(all).into_iter()),
            "elo": tables::elo().json(EloRow::all(&ladders)),
            "decisions": decisions,
        })
    })
}

/// The summary for people, in so many columns of signs.
pub fn summary(experiment: &Experiment, stage: &Stage, known: &Known, room: usize) -> String {
    let texts = |cell: usize, ranks: &[u32]| stage.opening_texts(cell, ranks);
    with_cells(experiment, known, &texts, |all| stats::summary_in(all, room))
}
