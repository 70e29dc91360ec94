//! Folders compared: a table for the terminal, and sentences on a few cells.

use super::Table;
use crate::answer::comparison::{Comparison, NOT_SIGNIFICANT, Row};
use pasang_core::base::text::{half_away, plural, rounded, wrapped};

/// Maximum number of cells described in a sentence each.
const MAX_SAID: usize = 3;

/// Remark if games may be in both folders.
const BOTH: &str = "One seed: where both folders have the same games, intervals are too wide.";

/// Formats the comparison, `width` characters wide.
pub fn text(of: &Comparison, width: usize) -> String {
    let with = &of.with;
    if of.rows.is_empty() {
        return format!(
            "A and {with} have no cell in common: none with the same stones, toggles and bots. `pasang balance` \
             answers on crews of all classes together.\n"
        );
    }
    let or_dash = |text: Option<String>| text.unwrap_or("-".to_owned());
    let percent = |share: Option<f64>| or_dash(share.map(|it| rounded(100.0 * it, 2)));
    let signed = |by: f64| format!("{:+.2}", half_away(100.0 * by, 2));
    let range = |(low, high)| format!("{} to {}", signed(low), signed(high));
    let table = Table::of(&of.rows)
        .left("setup", |it| it.setup.as_str())
        .left("rules", |it| it.rules.as_str())
        .left("bots", |it| it.bots.as_str())
        .right("games", |it| match it.games {
            [one, other] if one == other => one.to_string(),
            [one, other] => format!("{one}, {other}"),
        })
        .right("A %", |it| percent(it.first_score[0]))
        .right(&format!("{with} %"), |it| percent(it.first_score[1]))
        .right(&format!("{with} - A"), |it| or_dash(it.difference.map(signed)))
        .left("95 % CI", |it| or_dash(it.low.zip(it.high).map(range)))
        .left("method", |it| it.method)
        .left("verdict", |it| it.verdict)
        .done();
    let few = of.rows.iter().filter(|_| of.rows.len() <= MAX_SAID);
    let told = few.filter_map(|row| sentence(row, with));
    let mut told: String = told.map(|sentence| wrapped(&sentence, width)).collect();
    if !told.is_empty() {
        told.push('\n');
    }
    let Comparison { only_first, only_second, .. } = of;
    let note = format!(
        "{} in both, {only_first} only in A, {only_second} only in {with}; first player's score, 95 % CI for each cell alone",
        plural(of.rows.len() as u64, "cell")
    );
    let both = if of.shares_games { wrapped(BOTH, width) } else { String::new() };
    told + &table.text(width) + &wrapped(&note, width) + &both
}

/// Returns the difference as a sentence; `None` without an interval.
fn sentence(of: &Row, with: &str) -> Option<String> {
    let Row { setup, rules, .. } = of;
    let [one, other] = of.first_score;
    let percent = |share: f64| rounded(100.0 * share, 1);
    let (low, high) = (percent(of.low?), percent(of.high?));
    let significant = if of.verdict == NOT_SIGNIFICANT { ", not significant" } else { "" };
    Some(format!(
        "On {setup} ({rules}) the first player scores {} % in A and {} % in {with}: {:+.1} percentage points \
         (95 % CI {low} to {high}){significant}.",
        percent(one?),
        percent(other?),
        half_away(100.0 * of.difference?, 1),
    ))
}
