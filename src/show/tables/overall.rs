//! `overall.csv`: one row for each rule set and line-up of equal bots, over all setups.

use crate::answer::experiment_stats::ExperimentStats;
use crate::answer::pooled::pool_cells;
use crate::show::table::Table;

pub fn overall(all: &ExperimentStats<'_>) -> Table {
    const WHAT: &str = "One row a rule set and line-up of equal bots, over all setups, each of which \
                        counts alike.";
    Table::file("overall.csv", WHAT, pool_cells(all))
        .word("rules", "the rule set", |row| row.rules)
        .word("bots", "the bots", |row| row.bots)
        .whole("setups", "how many setups have games", |row| row.setups)
        .whole("games", "how many games these have together", |row| row.games)
        .score("first_score", "the mean of the setups' first players' scores", |row| row.first)
        .word("first_score_method", "how that was made, or why there is none", |row| {
            Some(row.first?.method)
        })
        .share("draws_share", "draws", |row| row.draws)
        .share("stuck_share", "games that end with somebody stuck", |row| row.stuck)
        .mean("plies_mean", "the length of a game", |row| row.plies)
        .unit("plies")
        .done()
}
