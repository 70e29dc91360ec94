//! `rounds.csv`, for matches: one row a cell and round, and one for all rounds of the cell.

use crate::stats::{CellStats, Estimate, ExperimentStats, ScoreSum, Table, part};

/// A round of a cell's matches, or all of them: the score of the first to move, and the score of
/// seat 1, which starts round 1.
struct Row<'c> {
    cell: &'c CellStats<'c>,
    /// The round; `None` for all together.
    round: Option<u64>,
    games: u64,
    first_starts: u64,
    starter: Option<Estimate>,
    first: Option<Estimate>,
}

/// Builds the rows. Rounds of the same number are as independent as matches are; the interval over
/// all rounds is made from the mean scores of matches.
fn rows<'c>(cell: &'c CellStats<'c>) -> Vec<Row<'c>> {
    let Some(matches) = &cell.tally.matches else { return Vec::new() };
    let games = matches.count();
    let why = cell.no_interval_reason();
    let score = |twelfths| Estimate::score(ScoreSum { twelfths, games }, why);
    let each = (1..).zip(&matches.rounds).map(|(round, sums)| Row {
        cell,
        round: Some(round),
        games,
        first_starts: sums.first_starts,
        starter: score(sums.starter_score),
        first: score(sums.first_score),
    });
    let over = |sums| Estimate::of_matches(sums, matches.rounds.len(), why);
    let all = Row {
        cell,
        round: None,
        games: cell.tally.rounds(),
        first_starts: matches.rounds.iter().map(|sums| sums.first_starts).sum(),
        starter: over(&matches.starters),
        first: over(&matches.first),
    };
    each.chain([all]).collect()
}

pub fn rounds(all: &ExperimentStats<'_>) -> Table {
    let rows = all.cells.iter().flat_map(rows);
    Table::file("rounds.csv", "One row a cell and round, and one for all its rounds.", rows)
        .cell(|row| row.cell)
        .whole("round", "the round, from 1", |row| row.round)
        .empty("all rounds together")
        .whole("games", "rounds played", |row| row.games)
        .share("first_starts_share", "those in which seat 1 was the first to move", |row| {
            part(row.first_starts, row.games)
        })
        .score("starter_score", "the score of the first to move", |row| row.starter)
        .score("first_score", "the score of seat 1", |row| row.first)
        .word("interval_method", "how the intervals were made, or why there are none", |row| {
            row.starter.map(|score| score.method)
        })
        .done()
}
