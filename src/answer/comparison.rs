//! Folders compared with the first, cell by cell, by their `counts.jsonl`. Cells match by stones, toggles and
//! bots, not by name; toggles are ignored if no folder has more than one rule set.

use std::collections::HashMap;
use std::path::Path;

use serde::Serialize;

use super::Estimate;
use super::counts::CellCounts;
use super::interval::{Z, difference, newcombe};
use crate::experiment::{Cell, Experiment};
use crate::run::folder::{Folder, JOURNAL};
use crate::run::{FolderError, RunFolder, ScoreSum};
use pasang_core::board::Stones;
use pasang_core::games::rules::Game;
use pasang_core::players::bots::BotSpec;

pub struct Read {
    /// Label in the output: `A`, `B` and so on.
    name: String,
    run_folder: RunFolder,
    /// The games of each cell, and the estimate of the first player's score.
    scores: Vec<(CellCounts, Option<Estimate>)>,
}

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
        let scores = run_folder.scores()?;
        Ok(Read { name, run_folder, scores })
    }

    pub fn experiment(&self) -> &Experiment {
        self.run_folder.experiment()
    }
}

#[derive(Serialize)]
pub struct Comparison {
    /// Label of the second folder.
    pub with: String,
    /// The shared cells, in the first folder's order.
    pub rows: Vec<Row>,
    pub only_first: usize,
    pub only_second: usize,
    /// Set if games may be in both folders, so that intervals are too wide.
    #[serde(skip)]
    pub shares_games: bool,
}

/// A shared cell, by the names of the first folder.
#[derive(Serialize)]
pub struct Row {
    pub setup: String,
    pub rules: String,
    pub bots: String,
    /// Games of each folder.
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

impl Comparison {
    pub fn of(one: &Read, other: &Read, by_rules: bool) -> Result<Comparison, FolderError> {
        let twins: HashMap<_, usize> =
            other.experiment().cells().map(|cell| (key(cell, by_rules), cell.number)).collect();
        let twin_of =
            |cell| Some((cell, other.experiment().cell(*twins.get(&key(cell, by_rules))?)));
        let both: Vec<(Cell<'_>, Cell<'_>)> =
            one.experiment().cells().filter_map(twin_of).collect();
        let is_one_seed = one.experiment().seed == other.experiment().seed;
        // Equal digests identify the same games even without the journals.
        let journals = [one, other].map(|it| it.run_folder.manifest.files.get(JOURNAL));
        let is_again = journals[0].is_some() && journals[0] == journals[1];
        let mut shares_games = false;
        let row = |&(cell, twin): &(Cell<'_>, Cell<'_>)| {
            let scores = [&one.scores[cell.number], &other.scores[twin.number]];
            let same_rules = cell.rules.rules == twin.rules.rules;
            let same = match is_one_seed && same_rules {
                true if is_again && cell.number == twin.number => Some(SAME_GAMES),
                true if scores[0].0.is_alike(&scores[1].0) => Some(SAME_COUNTS),
                _ => None,
            };
            shares_games |= is_one_seed && same_rules && same.is_none();
            Row::of((cell, twin), scores, same)
        };
        let rows: Vec<Row> = both.iter().map(row).collect();
        Ok(Comparison {
            with: other.name.clone(),
            rows,
            shares_games,
            only_first: one.scores.len() - both.len(),
            only_second: other.scores.len() - both.len(),
        })
    }
}

/// The methods that find scores equal.
const SAME_GAMES: &str = "equal games";
const SAME_COUNTS: &str = "equal counts";

pub const NOT_SIGNIFICANT: &str = "not significant";

impl Row {
    /// Compares the first player's scores of a cell of two folders; `same` says how they are known to be equal.
    fn of(
        (cell, twin): (Cell<'_>, Cell<'_>),
        scores: [&(CellCounts, Option<Estimate>); 2],
        same: Option<&'static str>,
    ) -> Row {
        let is_crew = cell.lineup.crew().is_some();
        let sums = scores.map(|it| it.0.score());
        // Of a crew the mean over bots, which the interval is of.
        let first_score = match is_crew {
            true => scores.map(|it| Some(it.1?.mean)),
            false => sums.map(ScoreSum::mean),
        };
        let by = first_score[1].zip(first_score[0]).map(|(other, one)| other - one);
        // Several equal games have no interval.
        let [one, other] = scores.map(|it| it.1?.with_interval());
        let (by, interval, method) = match (same, one.zip(other)) {
            (Some(same), _) => (by.map(|_| 0.0), None, same),
            // Newcombe's construction; with the same bots in both it is too wide rather than too narrow.
            (_, ends) if is_crew => {
                (by, ends.map(|(one, other)| difference(one, other)), "crew-95")
            }
            (_, ends) => (by, ends.and_then(|_| newcombe(sums[0], sums[1], Z)), "newcombe-95"),
        };
        let verdict = match (same, interval) {
            (Some(SAME_GAMES), _) => "the same games",
            (Some(_), _) => "the same results",
            (_, Some(it)) if it.low > 0.0 => "the second is higher",
            (_, Some(it)) if it.high < 0.0 => "the first is higher",
            (_, Some(_)) => NOT_SIGNIFICANT,
            _ => "too few games",
        };
        let [low, high] = [interval.map(|it| it.low), interval.map(|it| it.high)];
        let games = sums.map(|sum| sum.games);
        let rules = match cell.rules.rules == twin.rules.rules {
            true => cell.rules.name.clone(),
            false => format!("{}, {}", cell.rules.name, twin.rules.name),
        };
        let (setup, bots) = (cell.setup.name.clone(), cell.lineup.to_string());
        Row { setup, rules, bots, games, first_score, difference: by, low, high, method, verdict }
    }
}
