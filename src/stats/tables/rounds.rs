//! `rounds.csv`, of matches: one row a cell and round, and one for all rounds of the cell.

use crate::stats::columns::{SHARE, Table};
use crate::stats::counted::{Counted, Measured, why_none};
use crate::stats::score::part;

/// A round of a cell's matches, or all of them. What being the first to move was worth, whoever it
/// was, and what seat 1 scored, which started round 1.
pub struct RoundRow<'c> {
    number: usize,
    cell: &'c Counted<'c>,
    /// Which round; nothing for all together.
    round: Option<u64>,
    games: u64,
    first_starts: u64,
    starter: Option<Measured>,
    first: Option<Measured>,
}

impl<'c> RoundRow<'c> {
    /// The rows of an experiment's cells.
    pub fn all(cells: &'c [Counted<'c>]) -> impl Iterator<Item = RoundRow<'c>> {
        cells.iter().enumerate().flat_map(|(number, cell)| RoundRow::of(number, cell))
    }

    /// Rounds of the same number are as independent as matches are; for all rounds it is the matches
    /// whose mean scores have the interval.
    fn of(number: usize, cell: &'c Counted<'c>) -> Vec<RoundRow<'c>> {
        let Some(matches) = cell.tally.matches() else { return Vec::new() };
        let (count, sampling) = (matches.count(), cell.terms.sampling);
        let why = why_none(cell.one_game());
        let score = |sum| Measured::score((sum, count), sampling, why);
        let row = |round, games, first_starts, starter, first| RoundRow {
            number,
            cell,
            round,
            games,
            first_starts,
            starter,
            first,
        };
        let each = (1..).zip(matches.rounds()).map(|(round, sums)| {
            let [starter, first] = [sums.starter_score, sums.first_score].map(score);
            row(Some(round), count, sums.first_starts, starter, first)
        });
        let mut rows: Vec<RoundRow<'c>> = each.collect();
        let first_starts = matches.rounds().iter().map(|sums| sums.first_starts).sum();
        let number_of_rounds = matches.rounds().len();
        let [starter, first] = [matches.starters(), matches.first()]
            .map(|sums| Measured::of_matches(sums, number_of_rounds, sampling, why));
        rows.push(row(None, cell.tally.rounds(), first_starts, starter, first));
        rows
    }
}

/// A score of a row's.
type Of = fn(&RoundRow<'_>) -> Option<Measured>;

/// The columns of `rounds.csv`.
pub fn rounds<'c>() -> Table<'c, RoundRow<'c>> {
    let mut table =
        Table::new("rounds.csv", "One row a cell and round, and one for all its rounds.")
            .cell(|row: &RoundRow<'c>| (row.number, row.cell.labels))
            .whole("round", "the round, from 1", |row| row.round)
            .empty("all rounds together")
            .whole("games", "rounds played", |row| row.games)
            .share(
                "first_starts_share",
                "in which share of them seat 1 was the first to move",
                |row| part(row.first_starts, row.games),
            )
            .empty("no games");
    let scores: [(&str, &str, Of); 2] = [
        ("starter_score", "the mean score of whoever was the first to move", |row| row.starter),
        ("first_score", "the mean score of seat 1", |row| row.first),
    ];
    for (name, what, of) in scores {
        table = table
            .share(name, what, move |row| of(row).map(|score| score.mean))
            .empty("no games")
            .ends(name, SHARE, "its interval at 95 %", move |row| of(row)?.interval);
    }
    table
        .word("interval_method", "how the intervals were made, or why there are none", |row| {
            row.starter.map(|score| score.method)
        })
        .empty("no games")
}
