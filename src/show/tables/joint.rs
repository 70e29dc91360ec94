//! `balance.csv` of several folders: the joint answer, as a table and as data.

use pasang_balance::answer::{JointBalance, JointRow};
use pasang_balance::{BestMove, Estimate};

use crate::show::table::Table;

pub fn joint_json(all: &JointBalance) -> serde_json::Value {
    let rows = joint_balance(&all.rows).json();
    let of_row = |row: &JointRow| -> Vec<serde_json::Value> {
        let moves = row.openings.iter().flat_map(|it| &it.best);
        let told = |(it, value): &(BestMove, Estimate)| {
            serde_json::json!({
                "setup": row.setup, "class": row.class, "rules": row.rules, "move": it.words.join("/"),
                "value": value.mean, "best": it.chance, "reply": it.reply.0, "reply_best": it.reply.1
            })
        };
        moves.map(told).collect()
    };
    let openings: Vec<serde_json::Value> = all.rows.iter().flat_map(of_row).collect();
    serde_json::json!({
        "classes": all.classes, "rules": all.rules, "strengths": all.strengths, "balance": rows, "openings": openings
    })
}

pub fn joint_balance(rows: &[JointRow]) -> Table {
    const ROWS: &str = "One row a class, rule set and pattern, written by `pasang balance --out`.";
    const NEAR: &str = "the probability to be within 2 percentage points of even";
    const IS_NEAR: &str =
        "`yes`, with all that say so, with probability 0.95; `no`, likewise; else `maybe`";
    Table::file("balance.csv", ROWS, rows)
        .word("setup", "the setup", |row| row.setup.as_str())
        .word("class", "the class of the crew", |row| row.class.as_str())
        .word("rules", "the rule set", |row| row.rules.as_str())
        .answer(|row| *row)
        .share("nearest", "the probability to be the nearest to even", |row| row.nearest)
        .share("within_2", NEAR, |row| row.near)
        .word("near", IS_NEAR, |row| match (row.is_near, row.may_be_near) {
            (true, _) => "yes",
            (_, true) => "maybe",
            _ => "no",
        })
        .done()
}
