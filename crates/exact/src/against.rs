//! `universe --against`: what bots' games say of patterns, held against what is proved of them.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use pasang::Recorded;
use pasang::base::fault::Source;
use pasang::commands::{Done, Stop};
use pasang::experiment::Settled;
use pasang::read::rules;
use pasang::stats::decimal;
use pasang::stats::interval::{Interval, Z, pearson, wilson_share};
use pasang_core::board::Stones;
use pasang_core::games::rules::Rules;
use pasang_core::games::setup::Setup;
use serde::{Deserialize, Serialize};

use crate::files::{failed, wrong};
use crate::table::aligned;

/// A row of `openings.csv`.
#[derive(Debug, Deserialize)]
struct OpeningScore {
    cell: usize,
    first: String,
    second: String,
    games: u64,
    first_score: Option<f64>,
}

/// Prints how near the bots of a finished folder come to the solved patterns of some files, of which all
/// pairs are proved: a line for each rule set and line-up.
///
/// # Errors
/// When a file or the folder cannot be read, or they have nothing in common.
pub fn print_against(results: &Path, files: &[PathBuf], json: bool) -> Done {
    let mut truths = Truths::new();
    for file in files {
        read(file, &mut truths)?;
    }
    let recorded = Recorded::open(results)?;
    let mut cells: BTreeMap<usize, Vec<OpeningScore>> = BTreeMap::new();
    let rows: Vec<OpeningScore> = recorded.openings()?;
    for row in rows.into_iter().filter(|row| row.games > 0) {
        cells.entry(row.cell).or_default().push(row);
    }
    let judged = judge(recorded.experiment(), &cells, &truths);
    if judged.is_empty() {
        let path = results.display();
        let what = format!("no pattern of these files was played in `{path}` by the same rules");
        return Err(wrong(what, ""));
    }
    let mut stdout = std::io::stdout().lock();
    if json {
        writeln!(stdout, "{:#}", serde_json::to_value(judged)?)?;
        return Ok(stdout.flush()?);
    }
    let share = |found: &Found| match found.share() {
        Some((share, Interval { low, high })) => {
            let [share, low, high] = [share, low, high].map(|it| decimal((100.0 * it).round(), 0));
            format!("{share} ({low}-{high})")
        }
        None => "none".to_owned(),
    };
    let number = |value: Option<f64>| value.map_or_else(|| "none".to_owned(), |it| decimal(it, 2));
    let columns = ["rules", "bots", "patterns", "pairs %", "winner %", "choice %", "r", "excess"];
    let mut rows = vec![columns.map(str::to_owned).to_vec()];
    rows.extend(judged.into_iter().map(|it| {
        let shares = [&it.by_pair, &it.by_share, &it.by_choice].map(share);
        let [patterns, r, excess] =
            [it.patterns.to_string(), number(it.correlation), number(it.excess)];
        let [pair, winner, choice] = shares;
        vec![it.rules, it.bots, patterns, pair, winner, choice, r, excess]
    }));
    write!(stdout, "{}", aligned(&rows, columns.len()))?;
    Ok(stdout.flush()?)
}

/// How near a line-up's games come to the truth, over all solved patterns that it played.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
struct Judged {
    /// The rules.
    rules: String,
    /// The bots.
    bots: String,
    /// How many patterns.
    patterns: u64,
    /// Of how many patterns one player wins.
    decided: u64,
    /// For how many of these the share of all games names the winner.
    by_share: Found,
    /// For how many patterns, draws among them, the best pairs by the games have the right result.
    by_choice: Found,
    /// After how many decided pairs the winner has most of the games' score.
    by_pair: Found,
    /// How the first player's share in the games goes with the share of pairs that are won, over
    /// patterns.
    correlation: Option<f64>,
    /// By how much the one exceeds the other on average.
    excess: Option<f64>,
}

/// So many of so many, over patterns.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
struct Found {
    /// How many.
    found: u64,
    /// Of how many.
    of: u64,
    /// The same of each pattern.
    #[serde(skip)]
    each: Vec<(u64, u64)>,
}

impl Found {
    fn add(&mut self, found: u64, of: u64) {
        self.of += of;
        self.found += found;
        self.each.push((found, of));
    }

    /// The share and its interval at 95 %: Wilson's, for as many independent trials as vary as much
    /// as the patterns do, where pairs of one pattern are alike.
    fn share(&self) -> Option<(f64, Interval)> {
        let (share, all) = (self.found as f64 / self.of as f64, self.of as f64);
        let count = self.each.len() as f64;
        let off = |&(found, of): &(u64, u64)| (found as f64 - share * of as f64).powi(2);
        let varies = self.each.iter().map(off).sum::<f64>() * count / (count - 1.0) / all;
        let chance = share * (1.0 - share);
        let has_pairs = self.of > self.each.len() as u64;
        let alike =
            if has_pairs && count > 1.0 && chance > 0.0 { (varies / chance).max(1.0) } else { 1.0 };
        (self.of > 0).then(|| (share, wilson_share(share, all / alike, Z)))
    }
}

/// A row of a file of solved patterns.
#[derive(Deserialize)]
struct Row {
    setup: String,
    rows: String,
    rules: String,
    winner: String,
    results: String,
}

/// What is proved of one pattern: the result of the game in the first player's view, 1, a half or 0,
/// and those of the pairs in order, where they are known.
struct Truth {
    result: f64,
    pairs: Vec<f64>,
}

/// The truth by stones, and by what the rules are.
type Truths = BTreeMap<(Stones, String), Truth>;

/// Reads a file of solved patterns.
fn read(file: &Path, truths: &mut Truths) -> Result<(), Stop> {
    let text = std::fs::read_to_string(file).map_err(|error| failed(&error, "read", file))?;
    let no_such = || wrong(format!("`{}` is no file of solved patterns", file.display()), "");
    let rows = csv::Reader::from_reader(text.as_bytes()).into_deserialize();
    for row in rows {
        let row: Row = row.map_err(|_| no_such())?;
        let board = format!("name: {}\n{}", row.setup, row.rows.replace('/', "\n"));
        let setup = Setup::parse(&Source::new("", board))?;
        let named = rules::find(&row.rules)?;
        let value = |letter| match letter {
            'f' => Some(1.0),
            'd' => Some(0.5),
            's' => Some(0.0),
            _ => None,
        };
        let result = match row.winner.as_str() {
            "first" => 1.0,
            "draw" => 0.5,
            "second" => 0.0,
            _ => continue,
        };
        let pairs: Option<Vec<f64>> = row.results.chars().map(value).collect();
        if let Some(pairs) = pairs {
            truths.insert((setup.stones, named.rules.identity()), Truth { result, pairs });
        }
    }
    Ok(())
}

/// What is summed up for one line-up under one rule set.
#[derive(Default)]
struct Sums {
    judged: Judged,
    /// By pattern: the share in the games, and the exact one.
    shares: Vec<(f64, f64)>,
}

fn judge(
    experiment: &Settled,
    cells: &BTreeMap<usize, Vec<OpeningScore>>,
    truths: &Truths,
) -> Vec<Judged> {
    let mut all: Vec<Sums> = Vec::new();
    for (number, cell) in experiment.cells().enumerate() {
        let Rules::Brunei(_) = &cell.rules.rules else { continue };
        let key = (cell.setup.stones, cell.rules.rules.identity());
        let (Some(truth), Some(openings)) = (truths.get(&key), cells.get(&number)) else {
            continue;
        };
        // Where a pair was not played, nothing is known of the game.
        if openings.len() != truth.pairs.len() {
            continue;
        }
        let (rules, bots) = (cell.rules.name.clone(), cell.lineup.to_string());
        let place =
            all.iter().position(|sums| (&sums.judged.rules, &sums.judged.bots) == (&rules, &bots));
        let place = place.unwrap_or_else(|| {
            let judged = Judged { rules, bots, ..Judged::default() };
            all.push(Sums { judged, shares: Vec::new() });
            all.len() - 1
        });
        all[place].add(openings, truth);
    }
    all.into_iter().map(Sums::finish).collect()
}

impl Sums {
    fn add(&mut self, openings: &[OpeningScore], truth: &Truth) {
        let scores: Vec<f64> = openings.iter().map(|it| it.first_score.unwrap_or(0.5)).collect();
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        let (share, exact) = (mean(&scores), mean(&truth.pairs));
        let Judged { patterns, decided, by_share, by_choice, by_pair, .. } = &mut self.judged;
        *patterns += 1;
        if truth.result != 0.5 {
            *decided += 1;
            by_share.add((side(share) == side(truth.result)).into(), 1);
        }
        let pairs = scores.iter().zip(&truth.pairs).filter(|(_, exact)| **exact != 0.5);
        let right = pairs.clone().filter(|(score, exact)| side(**score) == side(**exact));
        by_pair.add(right.count() as u64, pairs.count() as u64);
        let mut columns: Vec<(&str, f64)> = Vec::new();
        for (opening, score) in openings.iter().zip(&scores) {
            debug_assert!(!opening.second.is_empty());
            match columns.last_mut().filter(|(first, _)| *first == opening.first) {
                Some((_, least)) => *least = least.min(*score),
                None => columns.push((&opening.first, *score)),
            }
        }
        let chosen = columns.iter().map(|&(_, least)| least).fold(0.0, f64::max);
        by_choice.add((side(chosen) == side(truth.result)).into(), 1);
        self.shares.push((share, exact));
    }

    fn finish(self) -> Judged {
        let count = self.shares.len() as f64;
        let excess = self.shares.iter().map(|(share, exact)| share - exact).sum::<f64>() / count;
        Judged { correlation: pearson(&self.shares), excess: Some(excess), ..self.judged }
    }
}

/// Who is ahead by a share: 1, 0 or -1. Shares have six decimals.
fn side(share: f64) -> i32 {
    i32::from(share > 0.500_000_5) - i32::from(share < 0.499_999_5)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opening(first: &str, second: &str, score: f64) -> OpeningScore {
        let (first, second) = (first.to_owned(), second.to_owned());
        OpeningScore { cell: 0, first, second, games: 2, first_score: Some(score) }
    }

    /// Two columns of two replies each. By the truth the second player wins: each column has a reply
    /// that wins for him. By the games column `a` wins for the first.
    #[test]
    fn shares_pairs_and_choices_are_told_apart() {
        let truth = Truth { result: 0.0, pairs: vec![1.0, 0.0, 0.0, 0.5] };
        let games = [
            opening("a", "d", 0.9),
            opening("a", "e", 0.6),
            opening("b", "d", 0.2),
            opening("b", "e", 0.5),
        ];
        let mut sums = Sums::default();
        sums.add(&games, &truth);
        let Judged { by_share, by_choice, by_pair, decided, .. } = sums.judged;
        // 0.55 of all games, 0.6 after the best pairs; two of three decided pairs.
        assert_eq!((decided, by_share.found, by_share.of), (1, 0, 1));
        assert_eq!((by_choice.found, by_choice.of), (0, 1));
        assert_eq!((by_pair.found, by_pair.of), (2, 3));
        assert_eq!(sums.shares, [(0.55, 0.375)]);
    }

    /// Two patterns of ten pairs each, all right in one and none in the other, say no more than two
    /// trials; ten halves say as much as the pairs do.
    #[test]
    fn pairs_that_are_alike_within_a_pattern_widen_the_interval() {
        let (mut alike, mut mixed) = (Found::default(), Found::default());
        for found in [10, 0] {
            alike.add(found, 10);
            mixed.add(5, 10);
        }
        let width = |found: &Found| found.share().map(|(_, it)| it.high - it.low).unwrap();
        let wilson = |trials| wilson_share(0.5, trials, Z);
        let of = |trials| wilson(trials).high - wilson(trials).low;
        // The variance of two clusters: 2 (25 + 25) / 20 = 5 a pair, against 0.25.
        assert!((width(&alike) - of(1.0)).abs() < 1e-12);
        assert!((width(&mixed) - of(20.0)).abs() < 1e-12);
    }
}
