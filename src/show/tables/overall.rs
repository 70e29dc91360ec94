//! `overall.csv`: one row for each rule set and line-up of equal bots, over all setups.

use crate::answer::cell_stats::Estimate;
use crate::answer::experiment_stats::ExperimentStats;
use crate::answer::pooled::{PooledStats, pool_cells};
use crate::show::table::{NO_GAMES, Table, TableBuilder};

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
        .done()
}
