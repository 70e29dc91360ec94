//! `paired.csv`: one row for each two rule sets of which one setup's games drew the same random
//! numbers.

use crate::stats::columns::{SHARE, Table};
use crate::stats::counted::Counted;
use crate::stats::interval::Interval;
use crate::stats::paired::{Paired, Toggled};
use crate::stats::score::part;
use crate::stats::terms::{ALPHA, Sampling};

/// Two cells.
pub struct PairedRow<'c> {
    number: usize,
    cell: &'c Counted<'c>,
    against: &'c Counted<'c>,
    paired: &'c Paired,
    /// How many rows there are.
    all: usize,
}

impl<'c> PairedRow<'c> {
    /// The rows of an experiment's cells.
    pub fn all(
        cells: &'c [Counted<'c>],
        toggled: &'c [Toggled],
    ) -> impl Iterator<Item = PairedRow<'c>> {
        toggled.iter().map(|Toggled { against, cell, paired }| PairedRow {
            number: *cell,
            cell: &cells[*cell],
            against: &cells[*against],
            paired,
            all: toggled.len(),
        })
    }

    fn interval(&self, alpha: f64) -> Option<Interval> {
        match self.cell.terms.sampling {
            Sampling::Open => None,
            Sampling::Fixed => self.paired.interval(alpha),
        }
    }

    fn joint(&self) -> Option<Interval> {
        self.interval(ALPHA / self.all as f64)
    }

    fn method(&self) -> &'static str {
        match (self.cell.terms.sampling, self.joint()) {
            (Sampling::Open, _) => "none: games may be added",
            (Sampling::Fixed, Some(_)) => "paired-t",
            (Sampling::Fixed, None) => "none: no spread",
        }
    }
}

/// The columns of `paired.csv`.
pub fn paired<'c>() -> Table<'c, PairedRow<'c>> {
    Table::new(
        "paired.csv",
        "One row for each setup, bots, and rule set but the first of its game.",
    )
    .cell(|row: &PairedRow<'c>| (row.number, row.cell.labels))
    .word("against", "the rule set that it is compared with", |row| row.against.labels.rules)
    .whole("games", "pairs of games with the same index", |row| row.paired.games())
    .whole("moves_changed", "pairs whose moves are not all the same", |row| {
        row.paired.moves_changed()
    })
    .share("moves_changed_share", "their share", |row| {
        part(row.paired.moves_changed(), row.paired.games())
    })
    .empty("no games")
    .mean("parting_ply_mean", "the mean of the first ply, from 1, at which these differ", |row| {
        row.paired.parting.mean()
    })
    .unit("plies")
    .empty("none differ")
    .mean("parting_ply_median", "its median", |row| row.paired.parting.percentile(50))
    .unit("plies")
    .empty("none differ")
    .whole("result_changed", "pairs with other winners", |row| row.paired.result_changed)
    .share("result_changed_share", "their share", |row| {
        part(row.paired.result_changed, row.paired.games())
    })
    .empty("no games")
    .share("difference", "how much more the first player scores than under `against`", |row| {
        row.paired.mean()
    })
    .empty("no games")
    .ends("difference", SHARE, "its interval at 95 % for this row alone", |row| row.interval(ALPHA))
    .ends("difference_joint", SHARE, "the interval when all rows are to hold", PairedRow::joint)
    .word("method", "how the intervals were made, or why there are none", PairedRow::method)
}
