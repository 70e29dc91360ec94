//! `branching.csv`: one row a cell, phase and number of moves, in order.

use crate::stats::columns::Table;
use crate::stats::counted::Counted;
use crate::stats::score::part;

/// A number of moves in a phase of a cell's games.
pub struct BranchingRow<'c> {
    number: usize,
    cell: &'c Counted<'c>,
    phase: &'c str,
    moves: i64,
    positions: u64,
    of: u64,
}

impl<'c> BranchingRow<'c> {
    /// The rows of an experiment's cells.
    pub fn all(cells: &'c [Counted<'c>]) -> impl Iterator<Item = BranchingRow<'c>> {
        cells.iter().enumerate().flat_map(|(number, cell)| {
            cell.labels.phases.iter().enumerate().flat_map(move |(place, &phase)| {
                let moves = cell.tally.moves(place);
                let of = moves.count();
                moves.iter().map(move |(moves, positions)| BranchingRow {
                    number,
                    cell,
                    phase,
                    moves,
                    positions,
                    of,
                })
            })
        })
    }
}

/// The columns of `branching.csv`.
pub fn branching<'c>() -> Table<'c, BranchingRow<'c>> {
    Table::new("branching.csv", "One row a cell, phase and number of moves.")
        .cell(|row: &BranchingRow<'c>| (row.number, row.cell.labels))
        .word("phase", "Brunei: `opening`, `entry`, `main`; Bell: `corner`, `hop`", |row| row.phase)
        .whole("moves", "a number of moves", |row| row.moves)
        .whole(
            "positions",
            "in how many positions, where one was made, there were so many",
            |row| row.positions,
        )
        .share("share", "their share of the phase's positions", |row| part(row.positions, row.of))
}
