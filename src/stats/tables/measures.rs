//! What `pasang measures` writes: one row a rule set and line-up, or one a setup of these; and one a
//! rule set and setup for what different bots show.

use crate::stats::columns::{MEAN, SHARE, Table};
use crate::stats::interval::Interval;
use crate::stats::measures::{Evened, Figure, Measures, PLIES, Skill};

const NO_JUDGED: &str = "no game was judged and won";

/// The columns of the measures.
pub fn measures<'m>() -> Table<'m, Measures<'m>> {
    let mut table =
        Table::new("measures.csv", "One row a rule set, line-up and, where asked for, setup.")
            .word("rules", "the rule set", |row: &Measures<'m>| row.rules)
            .word("bots", "the bots, joined by `/` where seats have different ones", |row| row.bots)
            .word("setup", "the setup", |row| row.setup)
            .empty("several setups")
            .whole("setups", "how many setups", |row| row.setups)
            .whole("games", "how many games were looked at", |row| row.games)
            .whole("decided", "how many of them were judged, and are no draws", |row| row.decided);
    table =
        share(table, "behind", "the share of positions in which the winner was behind", |row| {
            row.behind
        });
    let points: [(&str, &str, &str, Of<'m>); 5] = [
        ("drama", "by how much the winner was behind there, mean of a game", "points", |row| {
            row.drama
        }),
        ("drama_most", "by how much at most in a game", "points", |row| row.drama_most),
        ("drama_chance", "as `drama`, as a chance below one half", "share", |row| row.drama_chance),
        ("settled", "the ply with which the judgement came to name the winner", "plies", |row| {
            row.settled
        }),
        ("branching", "the number of moves in a position", "moves", |row| row.branching),
    ];
    for (name, what, unit, of) in points {
        table = mean(table, name.to_owned(), what, unit, of);
    }
    table =
        share(table, "settled_share", "these plies, as a share of all", |row| row.settled_share);
    for (place, ply) in PLIES.into_iter().enumerate() {
        let what = format!("after {ply} plies, the share of winners that the judgement names");
        table = share(table, &format!("right_{ply}"), &what, move |row| row.right[place]);
        let what = format!("after {ply} plies, the mean square of the chance less the result");
        table = mean(table, format!("brier_{ply}"), &what, "", move |row| row.brier[place]);
    }
    table = mean(
        table,
        "opening_pairs".to_owned(),
        "as many pairs of first moves, equally likely, would be as uncertain",
        "pairs",
        |row| row.variety,
    );
    table = mean(
        table,
        "tree_tuah".to_owned(),
        "the size of the tree by the mean logarithm of its branches",
        "powers of 10",
        |row| row.tuah,
    );
    table
        .mean("tree_knuth", "the size of the tree by Knuth's estimate", |row| {
            row.knuth.map(|(size, _)| size)
        })
        .unit("powers of 10")
        .empty("the games are not those of `random` from the first move on")
        .share("tree_knuth_greatest", "what one game alone has of that estimate", |row| {
            row.knuth.map(|(_, greatest)| greatest)
        })
        .empty("there is no such estimate")
}

type Of<'m> = fn(&Measures<'m>) -> Figure;

fn ends<'m>(
    table: Table<'m, Measures<'m>>,
    name: &str,
    of: impl Fn(&Measures<'m>) -> Option<Interval> + Clone + 'm,
) -> Table<'m, Measures<'m>> {
    table.ends(name, MEAN, "its interval at 95 %", of)
}

fn mean<'m>(
    table: Table<'m, Measures<'m>>,
    name: String,
    what: &str,
    unit: &'static str,
    of: impl Fn(&Measures<'m>) -> Figure + Clone + 'm,
) -> Table<'m, Measures<'m>> {
    let value = of.clone();
    let table = table
        .mean(name.clone(), what, move |row| value(row).map(|it| it.mean))
        .unit(unit)
        .empty(NO_JUDGED);
    ends(table, &name, move |row| of(row).and_then(|it| it.interval)).units(unit)
}

fn share<'m>(
    table: Table<'m, Measures<'m>>,
    name: &str,
    what: &str,
    of: impl Fn(&Measures<'m>) -> Figure + Clone + 'm,
) -> Table<'m, Measures<'m>> {
    let value = of.clone();
    let table = table.share(name, what, move |row| value(row).map(|it| it.mean)).empty(NO_JUDGED);
    table.ends(name, SHARE, "its interval at 95 %", move |row| of(row).and_then(|it| it.interval))
}

/// The columns of what different bots show of setups.
pub fn skills<'s>() -> Table<'s, Skill<'s>> {
    Table::new("skill.csv", "One row a rule set and setup on which different bots met.")
        .word("rules", "the rule set", |row: &Skill<'s>| row.rules)
        .word("setup", "the setup", |row| row.setup)
        .whole("bots", "how many bots played others there", |row| row.bots)
        .whole("games", "how many games they played", |row| row.games)
        .whole("steps", "how many steps their ladder has", |row| row.steps)
        .whole("shown", "how many of them are shown to lead upwards", |row| row.shown)
}

/// The columns of what several handicaps show.
pub fn evened<'e>() -> Table<'e, Evened<'e>> {
    Table::new("handicap.csv", "One row for rules that differ by the handicap alone, and line-up.")
        .word("rules", "the rule set with the least handicap", |row: &Evened<'e>| row.rules)
        .word("bots", "the bots", |row| row.bots)
        .word("setup", "the setup", |row| row.setup)
        .empty("several setups")
        .whole("games", "how many games they played", |row| row.games)
        .whole("handicaps", "how many handicaps were tried", |row| row.handicaps)
        .share("worth", "what a point is worth near an even score", |row| row.worth.mean)
        .ends("worth", SHARE, "its interval at 95 %", |row| row.worth.interval)
        .mean("even", "at what handicap the game is even", |row| row.even.map(|it| it.mean))
        .unit("points")
        .empty("the handicap is not shown to help")
        .ends("even", MEAN, "its interval at 95 %", |row| row.even?.interval)
        .units("points")
}
