//! Two results folders, cell by cell. Cells are the same when their stones, toggles and bots are,
//! whatever they are called.

use std::collections::HashMap;

use serde::Serialize;

use crate::experiment::Experiment;
use crate::games::Seat;
use crate::playing::Workers;
use crate::playing::journal::{Fields, JournalFault, rows};
use crate::results::folder::Folder;
use crate::results::{Entry, FolderError, Opened, digest_of, read_journal, winners_of};
use crate::stats::Histogram;
use crate::stats::interval::{Interval, Z, newcombe, student};

/// What two folders have in common, and how it differs.
#[derive(Debug, Serialize)]
pub struct Comparison {
    /// A row for each cell that both have, in the first folder's order.
    pub rows: Vec<Row>,
    /// How many cells only the first folder has.
    pub only_first: usize,
    /// How many cells only the second folder has.
    pub only_second: usize,
    /// How many games each folder has, and how many it is to have, where it is unfinished.
    pub unfinished: [Option<[u64; 2]>; 2],
}

/// One cell in both folders.
#[derive(Debug, Serialize)]
pub struct Row {
    /// The setup, as the first folder calls it.
    pub setup: String,
    /// The rules, as the first folder calls them.
    pub rules: String,
    /// The bots.
    pub bots: String,
    /// How many games of each folder are compared: with equal seeds those of the same index.
    pub games: [u64; 2],
    /// The first player's score in these.
    pub first_score: [Option<f64>; 2],
    /// How much higher it is in the second.
    pub difference: Option<f64>,
    /// The interval of the difference.
    pub low: Option<f64>,
    /// The interval of the difference.
    pub high: Option<f64>,
    /// How the interval was made.
    pub method: &'static str,
    /// What it says.
    pub verdict: &'static str,
}

/// What is known of a cell's games, by index.
type Games = Vec<Known>;

/// What is known of a game: the first player's score in twelfths, and part of the digest of its
/// moves. There may be very many games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Known(u32);

impl Known {
    /// There is no such game.
    const MISSING: Known = Known(u32::MAX);

    fn new(score: u8, digest: u64) -> Known {
        Known((digest as u32) << 8 | u32::from(score))
    }

    fn score(self) -> Option<u8> {
        (self != Known::MISSING).then_some(self.0 as u8)
    }
}

/// One folder's side.
struct Side {
    opened: Opened,
    /// The sum of the first player's scores by cell, in twelfths, and the number of games.
    sums: Vec<(u64, u64)>,
    /// Those scores game by game, where games are recorded.
    games: Option<Vec<Games>>,
}

/// Compares two folders.
pub fn compare(
    first: &Folder,
    second: &Folder,
    workers: &Workers,
) -> Result<Comparison, FolderError> {
    let (one, other) = (Side::read(first, workers)?, Side::read(second, workers)?);
    let seeds_agree = one.opened.experiment().seed() == other.opened.experiment().seed();
    let (one_keys, other_keys) = (keys(one.opened.experiment()), keys(other.opened.experiment()));
    let twins: HashMap<&str, usize> =
        (0..).zip(&other_keys).map(|(cell, key)| (key.as_str(), cell)).collect();
    let mut rows = Vec::new();
    for (cell, key) in one.opened.experiment().cells().zip(&one_keys) {
        let Some(&twin) = twins.get(key.as_str()) else { continue };
        let pair = match (&one.games, &other.games) {
            (Some(one), Some(other)) if seeds_agree => Some((&one[cell.number], &other[twin])),
            _ => None,
        };
        let estimate = match pair {
            Some((one, other)) => paired(one, other),
            None => unpaired([one.sums[cell.number], other.sums[twin]]),
        };
        let sums = estimate.sums;
        let score = |(sum, games): (u64, u64)| (games > 0).then(|| share(sum, games));
        rows.push(Row {
            setup: cell.setup.name.clone(),
            rules: cell.rules.name.clone(),
            bots: cell.lineup.to_string(),
            games: sums.map(|(_, games)| games),
            first_score: sums.map(score),
            difference: estimate.difference,
            low: estimate.interval.map(|(low, _)| low),
            high: estimate.interval.map(|(_, high)| high),
            method: estimate.method,
            verdict: estimate.verdict(),
        });
    }
    let both = rows.len();
    Ok(Comparison {
        rows,
        only_first: one_keys.len() - both,
        only_second: other_keys.len() - both,
        unfinished: [one.unfinished(), other.unfinished()],
    })
}

/// What makes a cell the same cell: its stones, its toggles, its bots by seat.
fn keys(experiment: &Experiment) -> Vec<String> {
    let key = |cell: crate::experiment::Cell<'_>| {
        let rules = cell.rules.rules;
        let bots = cell.lineup.in_seats(rules.seats()).into_iter();
        let bots: Vec<String> = bots.map(|bot| bot.to_string()).collect();
        format!("{:?}\n{}{}", cell.setup.stones, rules.to_toml(), bots.join("/"))
    };
    experiment.cells().map(key).collect()
}

fn share(sum: u64, games: u64) -> f64 {
    sum as f64 / (12 * games) as f64
}

struct Estimate {
    /// The sums of the scores that are compared, in twelfths, and how many these are.
    sums: [(u64, u64); 2],
    difference: Option<f64>,
    interval: Option<(f64, f64)>,
    method: &'static str,
}

impl Estimate {
    fn verdict(&self) -> &'static str {
        match (self.method, self.difference, self.interval) {
            ("equal games", ..) => "the same games",
            ("equal results", ..) => "the same results",
            (_, _, Some((low, _))) if low > 0.0 => "the second is higher",
            (_, _, Some((_, high))) if high < 0.0 => "the first is higher",
            (_, _, Some(_)) => "no difference shown",
            _ => "too few games",
        }
    }
}

/// Two separate samples.
fn unpaired(sums: [(u64, u64); 2]) -> Estimate {
    let none = Estimate { sums, difference: None, interval: None, method: "newcombe-95" };
    let [one, other] = sums;
    let Some(Interval { low, high }) = newcombe(one, other, Z) else { return none };
    let difference = share(other.0, other.1) - share(one.0, one.1);
    Estimate { difference: Some(difference), interval: Some((low, high)), ..none }
}

/// One sample under both: the mean of the differences, game by game, with Student's interval.
fn paired(one: &Games, other: &Games) -> Estimate {
    let mut differences = Histogram::default();
    let (mut sums, mut equal) = ([(0, 0); 2], true);
    for (one, other) in one.iter().zip(other) {
        if let (Some(score), Some(other_score)) = (one.score(), other.score()) {
            differences.add(i64::from(other_score) - i64::from(score));
            for (sum, score) in sums.iter_mut().zip([score, other_score]) {
                *sum = (sum.0 + u64::from(score), sum.1 + 1);
            }
            equal &= one == other;
        }
    }
    let alike = differences.count() > 0 && differences.squares() == 0;
    Estimate {
        sums,
        difference: differences.mean().map(|mean| mean / 12.0),
        interval: student(&differences).map(|Interval { low, high }| (low / 12.0, high / 12.0)),
        method: match (alike, equal) {
            (true, true) => "equal games",
            (true, false) => "equal results",
            (false, _) => "paired-t-95",
        },
    }
}

impl Side {
    fn read(folder: &Folder, workers: &Workers) -> Result<Side, FolderError> {
        let opened = Opened::read(folder)?;
        opened.folder.check_has_journal()?;
        opened.check_files()?;
        let cells = opened.experiment().cell_count();
        if !opened.manifest.finished {
            // No digest proves these rows: each must agree with its own moves.
            read_journal(&opened, workers)?;
        }
        let mut games = vec![Games::new(); cells];
        read_games(&opened, &mut games)?;
        let sums = games.iter().map(|games| {
            let there = games.iter().filter_map(|game| game.score());
            (there.clone().map(u64::from).sum(), there.count() as u64)
        });
        Ok(Side { sums: sums.collect(), games: Some(games), opened })
    }

    /// How many games there are, and how many there are to be, where these are not all.
    fn unfinished(&self) -> Option<[u64; 2]> {
        let games = self.sums.iter().map(|(_, games)| games).sum();
        let Opened { manifest, schedule, .. } = &self.opened;
        (!manifest.finished).then_some([games, schedule.most()])
    }
}

/// Reads what is to be known of every game from the journal.
fn read_games(opened: &Opened, games: &mut [Games]) -> Result<(), FolderError> {
    let form = opened.prepared.form();
    let fault = |line, what: &str| opened.folder.journal_error(JournalFault::at(line, what));
    let mut journal = opened.rows()?;
    while let Some(Entry { id, place, lines }) = journal.next()? {
        let line = form.line(place);
        let fields: Vec<Fields<'_>> = rows(lines, form).collect();
        let winners = winners_of(&fields, opened.prepared.seats(id.cell));
        let winners = winners.map_err(|row| fault(line + row, "there is no winner in this row"))?;
        let score = crate::stats::share(winners, Seat::FIRST) as u8;
        let cell = &mut games[id.cell];
        let index = usize::try_from(id.index).map_err(|_| fault(line, "too many games"))?;
        if index < cell.len() {
            return Err(fault(line, "this game stands in the wrong place"));
        }
        cell.resize(index, Known::MISSING);
        cell.push(Known::new(score, digest_of(&fields)));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: Option<f64>, expected: f64) {
        let found = found.unwrap();
        assert!((found - expected).abs() < 1e-12, "{found} instead of {expected}");
    }

    /// The file was computed in another way, with fifty digits: see its head.
    #[test]
    fn separate_samples_have_newcombes_interval() {
        let file = include_str!("../../tests/data/runner/newcombe.tsv");
        let lines = file.lines().filter(|line| !line.starts_with(['#', 's']));
        let mut seen = 0;
        for line in lines {
            let fields: Vec<&str> = line.split('\t').collect();
            let whole = |place: usize| fields[place].parse::<u64>().unwrap();
            let estimate = unpaired([(whole(0), whole(1)), (whole(2), whole(3))]);
            near(estimate.difference, fields[4].parse().unwrap());
            near(estimate.interval.map(|(low, _)| low), fields[5].parse().unwrap());
            near(estimate.interval.map(|(_, high)| high), fields[6].parse().unwrap());
            assert_eq!(estimate.method, "newcombe-95");
            seen += 1;
        }
        assert_eq!(seen, 32);
    }

    #[test]
    fn without_games_there_is_no_estimate() {
        for sums in [[(0, 0), (12, 1)], [(12, 1), (0, 0)], [(0, 0); 2]] {
            let estimate = unpaired(sums);
            assert_eq!((estimate.difference, estimate.interval), (None, None));
            assert_eq!(estimate.verdict(), "too few games");
        }
        let estimate = paired(&Games::new(), &Games::new());
        assert_eq!((estimate.difference, estimate.interval), (None, None));
        assert_eq!(estimate.verdict(), "too few games");
    }

    /// The differences are -1, 0, 1/2, 0 and -1/12; Student's quantile with 4 degrees of freedom
    /// is 2.776 445 105 197 794. The figures were computed in Python.
    #[test]
    fn the_same_games_twice_are_compared_game_by_game() {
        let games = |scores: &[u8], digest| -> Games {
            scores.iter().map(|&score| Known::new(score, digest)).collect()
        };
        let one = games(&[12, 0, 6, 12, 4, 12], 7);
        let mut other = games(&[0, 0, 12, 12, 3], 8);
        other.push(Known::MISSING);
        let estimate = paired(&one, &other);
        near(estimate.difference, -0.11666666666666667);
        near(estimate.interval.map(|(low, _)| low), -0.7935981723815344);
        near(estimate.interval.map(|(_, high)| high), 0.560264839048201);
        assert_eq!((estimate.method, estimate.verdict()), ("paired-t-95", "no difference shown"));
        let estimate = paired(&one, &one);
        assert_eq!((estimate.difference, estimate.interval), (Some(0.0), None));
        assert_eq!((estimate.method, estimate.verdict()), ("equal games", "the same games"));
        // Other games that end alike are not the same games.
        let estimate = paired(&one, &games(&[12, 0, 6, 12, 4, 12], 9));
        assert_eq!((estimate.method, estimate.verdict()), ("equal results", "the same results"));
        // What is compared is what both have.
        let estimate = paired(&one, &games(&[12, 0], 7));
        assert_eq!((estimate.sums, estimate.method), ([(12, 2); 2], "equal games"));
    }

    #[test]
    fn verdicts_say_which_folder_is_higher() {
        let verdict =
            |one: u64, other: u64| unpaired([(12 * one, 1000), (12 * other, 1000)]).verdict();
        assert_eq!(verdict(400, 600), "the second is higher");
        assert_eq!(verdict(600, 400), "the first is higher");
        assert_eq!(verdict(500, 501), "no difference shown");
    }
}
