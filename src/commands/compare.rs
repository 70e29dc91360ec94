//! `pasang compare`: compares results folders.
//!
//! Each later folder is compared with the first, cell by cell. Cells match by stones, toggles and bots, not
//! by name; toggles are ignored if no folder has more than one rule set. Figures come from `counts.jsonl`. With
//! equal seeds and rules, and the journals in both folders, games are compared in pairs.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use serde_json::json;

use super::exit::{CommandResult, print, print_json};
use super::options::width;
use crate::answer::Estimate;
use crate::answer::interval::{Interval, Z, difference, newcombe, student};
use crate::experiment::{Cell, SeededExperiment};
use crate::run::folder::{Folder, JOURNAL};
use crate::run::journal::{Fields, line_number};
use crate::run::{Entry, FolderError, RunFolder};
use crate::run::{Histogram, ScoreSum, TWELFTHS};
use crate::show::Table;
use crate::text::numbers::{half_away, rounded};
use pasang_core::base::text::{plural, wrapped};
use pasang_core::board::Stones;
use pasang_core::games::Seat;
use pasang_core::games::rules::Game;
use pasang_core::players::bots::BotSpec;

/// Maximum number of cells described in a sentence each.
const MAX_SAID: usize = 3;

#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  pasang compare results/before results/after")]
pub struct Compare {
    /// Results folders; each is compared with the first
    #[arg(value_name = "RESULTS", num_args = 2.., required = true)]
    results: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Compare {
    pub fn run(self) -> CommandResult {
        let names =
            ('A'..='Z').map(String::from).chain((27..).map(|number| format!("folder {number}")));
        let folders = self.results.iter().zip(names).map(|(path, name)| Read::of(path, name));
        let folders = folders.collect::<Result<Vec<Read>, FolderError>>()?;
        let (first, others) = folders.split_first().expect("two folders or more");
        let has_rules = |it: &Read| it.experiment().rules.len() > 1;
        let compared = |other| Comparison::of(first, other, has_rules(first) || has_rules(other));
        let comparisons = others.iter().map(compared);
        let comparisons = comparisons.collect::<Result<Vec<Comparison>, FolderError>>()?;
        if self.json {
            return print_json(&json!({ "comparisons": comparisons }));
        }
        let parts: Vec<String> = comparisons.iter().map(|it| it.text(width())).collect();
        print(parts.join("\n"))
    }
}

struct Read {
    /// Label in the output: `A`, `B` and so on.
    name: String,
    run_folder: RunFolder,
    figures: Vec<Figures>,
}

/// The first player's score of a cell: the sum of its games, and the estimate.
type Figures = (ScoreSum, Option<Estimate>);

/// Returns what cells of two folders must have in common to be compared. A crew's name does not tell
/// its members, so every bot counts with all its options.
fn key(cell: Cell<'_>, by_rules: bool) -> (Stones, Option<Game>, bool, &[BotSpec]) {
    let rules = by_rules.then_some(cell.rules.rules);
    (cell.setup.stones, rules, cell.lineup.crew().is_some(), cell.lineup.bots())
}

impl Read {
    fn of(path: &Path, name: String) -> Result<Read, FolderError> {
        let run_folder = RunFolder::read(&Folder::open(path)?)?;
        run_folder.check_files()?;
        let figures = run_folder.scores()?;
        Ok(Read { name, run_folder, figures })
    }

    fn experiment(&self) -> &SeededExperiment {
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
struct Comparison {
    /// Label of the second folder.
    with: String,
    /// The shared cells, in the first folder's order.
    rows: Vec<Row>,
    only_first: usize,
    only_second: usize,
    /// Set if a folder has games that are not compared.
    #[serde(skip)]
    leaves_out: bool,
}

/// A shared cell, by the names of the first folder.
#[derive(Serialize)]
struct Row {
    setup: String,
    rules: String,
    bots: String,
    #[serde(flatten)]
    estimate: CellComparison,
}

impl Comparison {
    fn of(one: &Read, other: &Read, by_rules: bool) -> Result<Comparison, FolderError> {
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

    /// Formats the comparison, `width` characters wide.
    fn text(&self, width: usize) -> String {
        let with = &self.with;
        if self.rows.is_empty() {
            return format!(
                "A and {with} have no cell in common: none with the same stones, toggles and bots. `pasang balance` \
                 answers on crews of all classes together.\n"
            );
        }
        let or_dash = |text: Option<String>| text.unwrap_or("-".to_owned());
        let percent = |share: Option<f64>| or_dash(share.map(|it| rounded(100.0 * it, 2)));
        let signed = |by: f64| format!("{:+.2}", half_away(100.0 * by, 2));
        let range = |(low, high)| format!("{} to {}", signed(low), signed(high));
        let table = Table::of(self.rows.iter().map(|row| (row, &row.estimate)))
            .left("setup", |(row, _)| row.setup.as_str())
            .left("rules", |(row, _)| row.rules.as_str())
            .left("bots", |(row, _)| row.bots.as_str())
            .right("games", |(_, it)| match it.games {
                [one, other] if one == other => one.to_string(),
                [one, other] => format!("{one}, {other}"),
            })
            .right("A %", |(_, it)| percent(it.first_score[0]))
            .right(&format!("{with} %"), |(_, it)| percent(it.first_score[1]))
            .right(&format!("{with} - A"), |(_, it)| or_dash(it.difference.map(signed)))
            .left("95 % CI", |(_, it)| or_dash(it.low.zip(it.high).map(range)))
            .left("method", |(_, it)| it.method)
            .left("verdict", |(_, it)| it.verdict)
            .done();
        let few = self.rows.iter().filter(|_| self.rows.len() <= MAX_SAID);
        let told = few.filter_map(|row| row.sentence(with));
        let mut told: String = told.map(|sentence| wrapped(&sentence, width)).collect();
        if !told.is_empty() {
            told.push('\n');
        }
        let Comparison { only_first, only_second, .. } = self;
        let note = format!(
            "{} in both, {only_first} only in A, {only_second} only in {with}; first player's score, 95 % CI for each cell alone\n",
            plural(self.rows.len() as u64, "cell")
        );
        told + &table.text(width) + &note + if self.leaves_out { BOTH } else { "" }
    }
}

const NOT_SIGNIFICANT: &str = "not significant";

/// Remark if a folder has more games than are compared.
const BOTH: &str = "One seed: only games in both folders are compared, in pairs.\n";

impl Row {
    /// Returns the difference as a sentence; `None` without an interval.
    fn sentence(&self, with: &str) -> Option<String> {
        let Row { setup, rules, estimate: it, .. } = self;
        let [one, other] = it.first_score;
        let percent = |share: f64| rounded(100.0 * share, 1);
        let (low, high) = (percent(it.low?), percent(it.high?));
        let significant = if it.verdict == NOT_SIGNIFICANT { ", not significant" } else { "" };
        Some(format!(
            "On {setup} ({rules}) the first player scores {} % in A and {} % in {with}: {:+.1} percentage points \
             (95 % CI {low} to {high}){significant}.",
            percent(one?),
            percent(other?),
            half_away(100.0 * it.difference?, 1),
        ))
    }
}

#[derive(Serialize)]
struct CellComparison {
    /// Games compared of each folder; with equal seeds, paired by index.
    games: [u64; 2],
    /// First player's score in these games.
    first_score: [Option<f64>; 2],
    /// Second minus first, with its interval.
    difference: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    method: &'static str,
    verdict: &'static str,
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
