//! Folders compared with the first, cell by cell. Cells match by stones, toggles and bots, not by name;
//! toggles are ignored if no folder has more than one rule set. Figures come from `counts.jsonl`. With equal
//! seeds and rules, and the journals in both folders, games are compared in pairs.

use std::collections::HashMap;
use std::path::Path;

use serde::Serialize;

use super::Estimate;
use super::interval::{Interval, Z, difference, newcombe, student};
use crate::experiment::{Cell, SeededExperiment};
use crate::run::folder::{Folder, JOURNAL};
use crate::run::journal::{Fields, line_number};
use crate::run::{Entry, FolderError, Histogram, RunFolder, ScoreSum, TWELFTHS};
use pasang_core::board::Stones;
use pasang_core::games::Seat;
use pasang_core::games::rules::Game;
use pasang_core::players::bots::BotSpec;

pub struct Read {
    /// Label in the output: `A`, `B` and so on.
    name: String,
    run_folder: RunFolder,
    figures: Vec<Figures>,
}

/// The first player's score of a cell: the sum of its games, and the estimate.
pub type Figures = (ScoreSum, Option<Estimate>);

/// Returns what cells of two folders must have in common to be compared. A crew's name does not tell
/// its members, so every bot counts with all its options.
fn key(cell: Cell<'_>, by_rules: bool) -> (Stones, Option<Game>, bool, &[BotSpec]) {
    let rules = by_rules.then_some(cell.rules.rules);
    (cell.setup.stones, rules, cell.lineup.crew().is_some(), cell.lineup.bots())
}

impl Read {
    pub fn of(path: &Path, name: String) -> Result<Read, FolderError> {
        let run_folder = RunFolder::read(&Folder::open(path)?)?;
        run_folder.check_files()?;
        let figures = run_folder.scores()?;
        Ok(Read { name, run_folder, figures })
    }

    pub fn experiment(&self) -> &SeededExperiment {
        self.run_folder.experiment()
    }

    /// Returns the games by cell and index, or `None` without a journal.
    fn games(&self) -> Result<Option<Vec<Games>>, FolderError> {
        let RunFolder { folder, compiled, .. } = &self.run_folder;
        if !folder.file(JOURNAL).exists() {
            return Ok(None);
        }
        let mut games = vec![Games::new(); self.figures.len()];
        let mut journal = self.run_folder.rows()?;
        while let Some(Entry { id, place, line }) = journal.read()? {
            let fields = Fields::of(&line, compiled.form());
            let winners = fields.winners().ok_or_else(|| {
                folder.journal_error(line_number(place), "there is no winner in this row")
            })?;
            let score = u32::from(crate::run::share(winners, Seat::FIRST) as u8);
            games[id.cell].push((fields.digest() as u32) << 8 | score);
        }
        Ok(Some(games))
    }
}

/// Games packed to save memory: 24 bits of the moves' digest above 8 bits of the first player's
/// score, in twelfths.
type Games = Vec<u32>;

#[derive(Serialize)]
pub struct Comparison {
    /// Label of the second folder.
    pub with: String,
    /// The shared cells, in the first folder's order.
    pub rows: Vec<Row>,
    pub only_first: usize,
    pub only_second: usize,
    /// Set if a folder has games that are not compared.
    #[serde(skip)]
    pub leaves_out: bool,
}

/// A shared cell, by the names of the first folder.
#[derive(Serialize)]
pub struct Row {
    pub setup: String,
    pub rules: String,
    pub bots: String,
    #[serde(flatten)]
    pub estimate: CellComparison,
}

impl Comparison {
    pub fn of(one: &Read, other: &Read, by_rules: bool) -> Result<Comparison, FolderError> {
        let twins: HashMap<_, usize> =
            other.experiment().cells().map(|cell| (key(cell, by_rules), cell.number)).collect();
        let twin_of =
            |cell| Some((cell, other.experiment().cell(*twins.get(&key(cell, by_rules))?)));
        let both: Vec<(Cell<'_>, Cell<'_>)> =
            one.experiment().cells().filter_map(twin_of).collect();
        let seeds = [one, other].map(|it| it.experiment().seed());
        // Equal digests identify the same games even without the journals.
        let journals = [one, other].map(|it| it.run_folder.manifest.files.get(JOURNAL));
        let is_again = journals[0].is_some() && journals[0] == journals[1];
        let games = match seeds[0] == seeds[1] && !both.is_empty() && !is_again {
            true => [one.games()?, other.games()?],
            false => [None, None],
        };
        let mut leaves_out = false;
        let row = |&(cell, twin_cell): &(Cell<'_>, Cell<'_>)| {
            let (number, twin) = (cell.number, twin_cell.number);
            let figures = [one.figures[number], other.figures[twin]];
            let same_rules = cell.rules.rules == twin_cell.rules.rules;
            let is_crew = cell.lineup.crew().is_some();
            let journals = match &games {
                [Some(games), Some(others)] if same_rules => Some((&games[number], &others[twin])),
                _ => None,
            };
            let is_equal = is_again && same_rules && number == twin
                || is_crew && journals.is_some_and(|(games, others)| games == others);
            let estimate = estimate(figures, journals, [is_equal, is_crew]);
            leaves_out |= estimate.games != figures.map(|it| it.0.games);
            let rules = match same_rules {
                true => cell.rules.name.clone(),
                false => format!("{}, {}", cell.rules.name, twin_cell.rules.name),
            };
            let (setup, bots) = (cell.setup.name.clone(), cell.lineup.to_string());
            Row { setup, rules, bots, estimate }
        };
        let rows: Vec<Row> = both.iter().map(row).collect();
        Ok(Comparison {
            with: other.name.clone(),
            rows,
            leaves_out,
            only_first: one.figures.len() - both.len(),
            only_second: other.figures.len() - both.len(),
        })
    }
}

pub const NOT_SIGNIFICANT: &str = "not significant";

#[derive(Serialize)]
pub struct CellComparison {
    /// Games compared of each folder; with equal seeds, paired by index.
    pub games: [u64; 2],
    /// First player's score in these games.
    pub first_score: [Option<f64>; 2],
    /// Second minus first, with its interval.
    pub difference: Option<f64>,
    pub low: Option<f64>,
    pub high: Option<f64>,
    pub method: &'static str,
    pub verdict: &'static str,
}

impl CellComparison {
    /// Creates an estimate from the sums of scores.
    fn new(
        sums: [ScoreSum; 2],
        difference: Option<f64>,
        interval: Option<Interval>,
        method: &'static str,
    ) -> CellComparison {
        let verdict = match (method, interval) {
            ("equal games", _) => "the same games",
            ("equal results", _) => "the same results",
            (_, Some(it)) if it.low > 0.0 => "the second is higher",
            (_, Some(it)) if it.high < 0.0 => "the first is higher",
            (_, Some(_)) => NOT_SIGNIFICANT,
            _ => "too few games",
        };
        let [low, high] = [interval.map(|it| it.low), interval.map(|it| it.high)];
        let (games, first_score) = (sums.map(|sum| sum.games), sums.map(ScoreSum::mean));
        CellComparison { games, first_score, difference, low, high, method, verdict }
    }
}

/// Compares a cell of two folders, by their journals if both are there.
fn estimate(
    figures: [Figures; 2],
    journals: Option<(&Games, &Games)>,
    [is_equal, is_crew]: [bool; 2],
) -> CellComparison {
    let sums = figures.map(|it| it.0);
    let [one, other] = figures.map(|(_, it)| it.and_then(|it| it.with_interval()));
    let scores = one.zip(other);
    // Of a crew the mean over bots, which the interval is of.
    let by_model = |it| CellComparison { first_score: figures.map(|it| Some(it.1?.mean)), ..it };
    match journals {
        _ if is_equal => {
            let by = (sums[0].games > 0).then_some(0.0);
            by_model(CellComparison::new([sums[0]; 2], by, None, "equal games"))
        }
        // Newcombe's construction; with the same bots in both it is too wide rather than too narrow.
        _ if is_crew => {
            let by = scores.map(|(one, other)| other.0 - one.0);
            let interval = scores.map(|(one, other)| difference(one, other));
            by_model(CellComparison::new(sums, by, interval, "crew-95"))
        }
        Some((games, others)) => paired(games, others),
        None => {
            let by = sums[1].mean().zip(sums[0].mean()).map(|(other, one)| other - one);
            CellComparison::new(sums, by, newcombe(sums[0], sums[1], Z), "newcombe-95")
        }
    }
}

/// Compares paired games: mean difference with Student's t interval.
fn paired(one: &Games, other: &Games) -> CellComparison {
    let mut differences = Histogram::default();
    let (mut sums, mut equal) = ([ScoreSum::default(); 2], true);
    for (one, other) in one.iter().zip(other) {
        let scores = [one, other].map(|game| game & 0xff);
        differences.add(i64::from(scores[1]) - i64::from(scores[0]));
        for (sum, score) in sums.iter_mut().zip(scores) {
            sum.twelfths += u64::from(score);
            sum.games += 1;
        }
        equal &= one == other;
    }
    let alike = differences.count() > 0 && differences.squares() == 0;
    let whole = TWELFTHS as f64;
    let interval = student(&differences).map(|it| it.part(whole));
    let method = match (alike, equal) {
        (true, true) => "equal games",
        (true, false) => "equal results",
        (false, _) => "paired-t-95",
    };
    CellComparison::new(sums, differences.mean().map(|mean| mean / whole), interval, method)
}
