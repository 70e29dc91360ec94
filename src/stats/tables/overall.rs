//! `overall.csv`: one row for each rule set and line-up of equal bots, over all setups.

use crate::stats::across::Across;
use crate::stats::columns::{SHARE, Table};
use crate::stats::counted::Measured;

impl<'r> Table<'r, Across<'r>> {
    /// Adds a score, its interval, and how that was made.
    fn measured(
        self,
        name: &str,
        what: &str,
        empty: &'static str,
        of: impl Fn(&Across<'r>) -> Option<Measured> + Copy + 'r,
    ) -> Table<'r, Across<'r>> {
        self.share(name, what, move |row| of(row).map(|it| it.mean))
            .empty(empty)
            .ends(name, SHARE, "its interval at 95 % for this row alone", move |row| {
                of(row)?.interval
            })
            .word(format!("{name}_method"), "how that was made, or why there is none", move |row| {
                of(row).map(|it| it.method)
            })
            .empty(empty)
    }
}

/// The columns of `overall.csv`.
pub fn overall<'r>() -> Table<'r, Across<'r>> {
    const COMPARED: &str = "rule sets were not compared game by game";
    let none = "no games";
    Table::new(
        "overall.csv",
        "One row for each rule set and line-up of equal bots, over all setups, \
                               each of which counts alike.",
    )
    .word("rules", "the rule set", |row: &Across<'r>| row.rules)
    .word("bots", "the bots", |row| row.bots)
    .whole("setups", "how many setups have games", |row| row.setups)
    .whole("games", "how many games these have together", |row| row.games)
    .measured("first_score", "the mean of the setups' scores of the first player", none, |row| {
        row.first
    })
    .share(
        "imbalance",
        "how far a setup's true score lies from an even one: the root of the mean square",
        |row| row.imbalance.root,
    )
    .empty("it cannot be told, see `imbalance_method`")
    .ends("imbalance", SHARE, "its interval at 95 % for this row alone", |row| {
        row.imbalance.interval
    })
    .word("imbalance_method", "how that was made, or why there is none", |row| row.imbalance.method)
    .share("draws_share", "the mean share of draws", |row| row.draws)
    .empty(none)
    .share("stuck_share", "the mean share of games that end with somebody stuck", |row| row.stuck)
    .empty(none)
    .mean("plies_mean", "the mean length of a game", |row| row.plies)
    .unit("plies")
    .empty(none)
    .measured(
        "starter_score",
        "the mean score of whoever is the first to move in a round",
        "no matches are played",
        |row| row.starters,
    )
    .word("against", "the rule set that this one is compared with", move |row| {
        row.change.as_ref().map(|change| change.against)
    })
    .empty(COMPARED)
    .whole("compared", "with how many indices that all setups have played", move |row| {
        row.change.as_ref().map(|change| change.games)
    })
    .empty(COMPARED)
    .share("moves_changed_share", "the mean share of games whose moves differ", move |row| {
        row.change.as_ref()?.moves
    })
    .empty(COMPARED)
    .share("result_changed_share", "the mean share of games with other winners", move |row| {
        row.change.as_ref()?.results
    })
    .empty(COMPARED)
    .measured("difference", "how much more the first player scores", COMPARED, move |row| {
        row.change.as_ref()?.difference
    })
    .ends("difference_joint", SHARE, "the interval when all rows are to hold", move |row| {
        row.change.as_ref()?.joint
    })
}
