//! `openings.csv`: one row a cell, first move and second move, in the order of their indices; and
//! `branching.csv`: one row a cell, phase and number of moves, in order.

use super::NOT_TWO;
use crate::answer::{CellStats, Estimate, ExperimentStats};
use crate::run::Opening;
use crate::show::Table;

/// An opening of a cell. The field of a move that was never made is empty.
struct Row<'c> {
    cell: &'c CellStats<'c>,
    opening: &'c Opening,
    texts: Vec<String>,
    score: Option<Estimate>,
}

pub fn openings(all: &ExperimentStats<'_>) -> Table {
    let rows = all.cells.iter().flat_map(|cell| {
        cell.tally.openings.iter().map(move |(&pair, opening)| {
            let indices: Vec<u32> = pair.into_iter().flatten().collect();
            let (texts, score) = (all.texts(cell.number, &indices), cell.opening_score(opening));
            Row { cell, opening, texts, score }
        })
    });
    Table::file("openings.csv", "One row a cell, first move and second move.", rows)
        .cell(|row| row.cell)
        .word("first", "the first move", |row| row.texts.first().cloned())
        .empty("the game ended before it")
        .word("second", "the second move", |row| row.texts.get(1).cloned())
        .empty("the game ended before it")
        .whole("games", "games that began so", |row| row.opening.games)
        .whole("wins_1", "those that the first player won alone", |row| row.opening.wins_1)
        .whole("draws", "those that several players won together", |row| row.opening.draws)
        .score("first_score", "the first player's mean score", |row| row.score)
        .points("margin_mean", "the first player's points less the second's", NOT_TWO, |row| {
            let Opening { games, margin, .. } = *row.opening;
            (row.cell.tally.seats == 2 && games > 0).then(|| margin as f64 / games as f64)
        })
        .ends("joint", "the score's interval when all openings of the cell are to hold", |row| {
            row.cell.opening_joint(row.opening)
        })
        .done()
}

pub fn branching(all: &ExperimentStats<'_>) -> Table {
    let rows = all.cells.iter().flat_map(|cell| {
        cell.labels.phases.iter().enumerate().flat_map(move |(place, &phase)| {
            let numbers = &cell.tally.moves[place];
            let of = numbers.count();
            numbers.iter().map(move |(moves, times)| (cell, phase, moves, times, of))
        })
    });
    Table::file("branching.csv", "One row a cell, phase and number of moves.", rows)
        .cell(|row| row.0)
        .word("phase", "Brunei: `opening`, `entry`, `main`; Bell: `corner`, `hop`", |row| row.1)
        .whole("moves", "a number of moves", |row| row.2)
        .whole("positions", "positions in which a move was made that had so many", |row| row.3)
        .share("share", "their share of the phase's positions", |row| row.3 as f64 / row.4 as f64)
        .done()
}
