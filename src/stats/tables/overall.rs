//! `overall.csv`: one row for each rule set and line-up of equal bots, over all setups; and
//! `paired.csv`: one row for each pair of rule sets with common random numbers on one setup.

use crate::stats::cell_stats::Estimate;
use crate::stats::experiment_stats::ExperimentStats;
use crate::stats::interval::ALPHA;
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
        self.share(name, what, |row| Some(of(row)?.mean))
            .empty(empty)
            .ends(name, "its interval at 95 %", |row| of(row)?.interval)
            .word(&format!("{name}_method"), "how that was made, or why there is none", |row| {
                Some(of(row)?.method)
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
            Some(row.change.as_ref()?.against)
        })
        .empty(COMPARED)
        .whole("compared", "with how many indices that all setups have played", |row| {
            Some(row.change.as_ref()?.games)
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
    let rows = all.toggled.iter().map(|row| (row, &row.paired));
    const WHAT: &str = "One row a setup, bots, and rule set but the first of its game.";
    const MORE: &str = "how much more the first player scores than under `against`";
    Table::file("paired.csv", WHAT, rows)
        .cell(|(row, _)| &cells[row.cell])
        .word("against", "the rule set that it is compared with", |(row, _)| {
            cells[row.against].labels.rules
        })
        .whole("games", "pairs of games with the same index", |(_, it)| it.games())
        .whole("moves_changed", "pairs whose moves are not all the same", |(_, it)| {
            it.moves_changed()
        })
        .share("moves_changed_share", "their share", |(_, it)| part(it.moves_changed(), it.games()))
        .mean("parting_ply_mean", "the first ply, from 1, at which these differ", |(_, it)| {
            it.parting.mean()
        })
        .unit("plies")
        .empty("none differ")
        .mean("parting_ply_median", "its median", |(_, it)| it.parting.percentile(50))
        .unit("plies")
        .empty("none differ")
        .whole("result_changed", "pairs with other winners", |(_, it)| it.result_changed)
        .share("result_changed_share", "their share", |(_, it)| part(it.result_changed, it.games()))
        .share("difference", MORE, |(_, it)| it.mean())
        .ends("difference", "its interval at 95 %", |(_, it)| it.interval(ALPHA))
        .ends("difference_joint", "the interval when all rows are to hold", |(_, it)| {
            it.interval(ALPHA / many)
        })
        .word("method", "how the intervals were made, or why there are none", |(_, it)| {
            match it.interval(ALPHA / many) {
                Some(_) => "paired-t",
                None => "none: no spread",
            }
        })
        .done()
}
