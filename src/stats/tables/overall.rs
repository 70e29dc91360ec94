//! `overall.csv`: one row for each rule set and line-up of equal bots, over all setups; and
//! `paired.csv`: one row for each pair of rule sets with common random numbers on one setup.

use crate::stats::PairedCells;
use crate::stats::cell_stats::Estimate;
use crate::stats::experiment_stats::ExperimentStats;
use crate::stats::interval::{ALPHA, Interval};
use crate::stats::part;
use crate::stats::pooled::{PooledStats, pool_cells};
use crate::stats::table::{NO_GAMES, Table, TableBuilder};

impl TableBuilder<PooledStats<'_>> {
    /// Adds a score, its interval and the method of the interval.
    fn measured(
        self,
        name: &str,
        what: &str,
        empty: &'static str,
        of: impl Fn(&PooledStats<'_>) -> Option<Estimate>,
    ) -> Self {
        self.share(name, what, |row| of(row).map(|it| it.mean))
            .empty(empty)
            .ends(name, "its interval at 95 %", |row| of(row)?.interval)
            .word(&format!("{name}_method"), "how that was made, or why there is none", |row| {
                of(row).map(|it| it.method)
            })
            .empty(empty)
    }
}

pub fn overall(all: &ExperimentStats<'_>) -> Table {
    const COMPARED: &str = "not compared game by game";
    const WHAT: &str = "One row a rule set and line-up of equal bots, over all setups, each of which \
                        counts alike.";
    Table::file("overall.csv", WHAT, pool_cells(all))
        .word("rules", "the rule set", |row| row.rules)
        .word("bots", "the bots", |row| row.bots)
        .whole("setups", "how many setups have games", |row| row.setups)
        .whole("games", "how many games these have together", |row| row.games)
        .measured("first_score", "the mean of the setups' first players' scores", NO_GAMES, |row| {
            row.first
        })
        .share("draws_share", "draws", |row| row.draws)
        .share("stuck_share", "games that end with somebody stuck", |row| row.stuck)
        .mean("plies_mean", "the length of a game", |row| row.plies)
        .unit("plies")
        .measured(
            "starter_score",
            "the score of the first to move in a round",
            "no matches",
            |row| row.starters,
        )
        .word("against", "the rule set that this one is compared with", |row| {
            row.change.as_ref().map(|change| change.against)
        })
        .empty(COMPARED)
        .whole("compared", "with how many indices that all setups have played", |row| {
            row.change.as_ref().map(|change| change.games)
        })
        .empty(COMPARED)
        .share("moves_changed_share", "games whose moves differ", |row| row.change.as_ref()?.moves)
        .empty(COMPARED)
        .share("result_changed_share", "games with other winners", |row| {
            row.change.as_ref()?.results
        })
        .empty(COMPARED)
        .measured("difference", "how much more the first player scores", COMPARED, |row| {
            row.change.as_ref()?.difference
        })
        .ends("difference_joint", "the interval when all rows are to hold", |row| {
            row.change.as_ref()?.joint
        })
        .done()
}

pub fn paired(all: &ExperimentStats<'_>) -> Table {
    let (cells, many) = (&all.cells, all.toggled.len() as f64);
    let interval =
        |row: &&PairedCells, alpha: f64| -> Option<Interval> { row.paired.interval(alpha) };
    Table::file(
        "paired.csv",
        "One row a setup, bots, and rule set but the first of its game.",
        all.toggled,
    )
    .cell(|row| &cells[row.cell])
    .word("against", "the rule set that it is compared with", |row| cells[row.against].labels.rules)
    .whole("games", "pairs of games with the same index", |row| row.paired.games())
    .whole("moves_changed", "pairs whose moves are not all the same", |row| {
        row.paired.moves_changed()
    })
    .share("moves_changed_share", "their share", |row| {
        part(row.paired.moves_changed(), row.paired.games())
    })
    .mean("parting_ply_mean", "the first ply, from 1, at which these differ", |row| {
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
    .share("difference", "how much more the first player scores than under `against`", |row| {
        row.paired.mean()
    })
    .ends("difference", "its interval at 95 %", |row| interval(row, ALPHA))
    .ends("difference_joint", "the interval when all rows are to hold", |row| {
        interval(row, ALPHA / many)
    })
    .word("method", "how the intervals were made, or why there are none", |row| {
        match interval(row, ALPHA / many) {
            Some(_) => "paired-t",
            None => "none: no spread",
        }
    })
    .done()
}
