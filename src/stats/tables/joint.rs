//! `balance.csv` of several folders: the joint answer, as a table and as data.

use pasang_core::balance::Normal;
use pasang_core::balance::answer::{JointBalance, JointRow};

use crate::base::text::Keyword;
use crate::stats::interval::{ALPHA, Interval};
use crate::stats::table::Table;

pub fn joint_json(all: &JointBalance) -> serde_json::Value {
    let rows = joint_balance(&all.rows).json();
    serde_json::json!({ "classes": all.classes, "rules": all.rules, "strengths": all.strengths, "balance": rows })
}

pub fn joint_balance(rows: &[JointRow]) -> Table {
    const ROWS: &str = "One row a class, rule set and pattern, written by `pasang balance --out`.";
    const JOINT: &str = "the verdict that holds together with those of all patterns";
    const VALUE: &str = "the score with best openings (maximin)";
    const FIRST_MOVE: &str = "the first move that is most probably the best";
    const UNKNOWN: &str = "unknown";
    const NEAR: &str = "the probability to be within 2 percentage points of even";
    const IS_NEAR: &str =
        "`yes`, with all that say so, with probability 0.95; `no`, likewise; else `maybe`";
    let ends = |of: fn(&JointRow) -> Option<Normal>| {
        move |row: &&JointRow| {
            let Interval { low, high } = of(row)?.interval(ALPHA);
            Some(Interval { low: low.max(0.0), high: high.min(1.0) })
        }
    };
    Table::file("balance.csv", ROWS, rows)
        .word("setup", "the setup", |row| row.setup.as_str())
        .word("class", "the class of the crew", |row| row.class.as_str())
        .word("rules", "the rule set", |row| row.rules.as_str())
        .whole("games", "games of the row", |row| row.games)
        .share("score", "the first player's score with random openings, from all games", |row| {
            row.score.mean
        })
        .ends("score", "its interval at 95 %", ends(|row| Some(row.score)))
        .share("alone", "the score from the row's own games alone", |row| Some(row.alone?.mean))
        .ends("alone", "its interval at 95 %", ends(|row| row.alone))
        .ends(
            "unseen",
            "the prediction interval at 95 % for the score of an unseen bot",
            ends(|row| Some(row.unseen)),
        )
        .share("value", VALUE, |row| Some(row.openings.as_ref()?.summary.value.mean))
        .empty(UNKNOWN)
        .ends("value", "its interval at 95 %", |row| {
            Some(row.openings.as_ref()?.summary.value.interval)
        })
        .word("first_move", FIRST_MOVE, |row| Some(row.openings.as_ref()?.best.first()?.0.clone()))
        .empty(UNKNOWN)
        .share("best", "that probability", |row| Some(row.openings.as_ref()?.best.first()?.1.best))
        .empty(UNKNOWN)
        .share("within_5", "the probability that an unseen bot scores 45 to 55 %", |row| {
            row.unseen.within(0.05)
        })
        .share("within_10", "the probability that an unseen bot scores 40 to 60 %", |row| {
            row.unseen.within(0.1)
        })
        .word("verdict", "of this row alone, as in a folder", |row| row.verdict.word())
        .word("joint_verdict", JOINT, |row| row.joint_verdict.word())
        .share("nearest", "the probability to be the nearest to even", |row| row.nearest)
        .share("within_2", NEAR, |row| row.near)
        .word("near", IS_NEAR, |row| match (row.is_near, row.may_be_near) {
            (true, _) => "yes",
            (_, true) => "maybe",
            _ => "no",
        })
        .done()
}
