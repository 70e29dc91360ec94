//! What rules change, game by game, where games draw the same random numbers.

use super::{Asked, MOST_LINES, section as made};
use crate::report::document::{Block, Section};
use crate::report::words::{figure, percent, signed};
use crate::stats::ALPHA;
use crate::stats::Toggled;
use crate::stats::across::{Across, across};
use crate::stats::interval::Interval;
use crate::stats::overview::Overview;
use crate::stats::table::{Kind, Table, rounded};

pub fn section(asked: &Asked<'_>) -> Option<Section> {
    let all = asked.all;
    let played: Vec<&Toggled> =
        all.toggled.iter().filter(|toggled| toggled.paired.games() > 0).collect();
    if played.is_empty() || all.decider.is_some() {
        return None;
    }
    let lines = across(all);
    let mut blocks = together(all, &lines);
    blocks.extend(pairs(all, &played));
    blocks.push(Block::Text(format!(
        "moves %: {units} whose moves are not all the same, from ply: where half of these have parted, result \
         %: {units} that somebody else wins, first %: how many points of 100 more the first player scores.",
        units = all.units()
    )));
    made("toggles", "What the rules change, on the same random numbers", blocks)
}

/// A line for each rule set and line-up, over all setups.
fn together(all: &Overview<'_>, lines: &[Across<'_>]) -> Vec<Block> {
    let mut table = Table::shown(&[
        ("rules", Kind::Word),
        ("against", Kind::Word),
        ("bots", Kind::Word),
        ("setups", Kind::Figure),
        (all.units(), Kind::Figure),
        ("moves %", Kind::Figure),
        ("result %", Kind::Figure),
        ("first %", Kind::Figure),
        ("interval", Kind::Word),
    ]);
    for line in lines {
        let Some(change) = &line.change else { continue };
        let difference = change.difference;
        table.row([
            line.rules.to_owned(),
            change.against.to_owned(),
            line.bots.to_owned(),
            line.setups.to_string(),
            change.games.to_string(),
            figure(change.moves),
            figure(change.results),
            difference.map_or_else(String::new, |it| signed(it.mean)),
            range(change.joint),
        ]);
    }
    if table.is_empty() {
        return Vec::new();
    }
    let units = all.units();
    let words = format!(
        "Over all setups, each with so many {units}; the intervals hold together with a chance of about 95 %."
    );
    vec![Block::Table(String::new(), table), Block::Note(words)]
}

/// A line a pair of cells, where they are few.
fn pairs(all: &Overview<'_>, played: &[&Toggled]) -> Vec<Block> {
    if played.len() > MOST_LINES {
        return vec![Block::Note("Setup by setup: see paired.csv.".to_owned())];
    }
    let alpha = ALPHA / all.toggled.len() as f64;
    let mut table = Table::shown(&[
        ("setup", Kind::Word),
        ("bots", Kind::Word),
        ("rules", Kind::Word),
        ("against", Kind::Word),
        (all.units(), Kind::Figure),
        ("moves %", Kind::Figure),
        ("from ply", Kind::Figure),
        ("result %", Kind::Figure),
        ("first %", Kind::Figure),
        ("interval", Kind::Word),
    ]);
    for toggled in played {
        let Toggled { against, cell, paired } = toggled;
        let (cell, against) = (&all.cells[*cell], &all.cells[*against]);
        let games = paired.games() as f64;
        table.row([
            cell.labels.setup.to_owned(),
            cell.labels.bots.to_owned(),
            cell.labels.rules.to_owned(),
            against.labels.rules.to_owned(),
            paired.games().to_string(),
            percent(paired.moves_changed() as f64 / games),
            paired.parting.percentile(50).map_or_else(String::new, |ply| rounded(ply, 1)),
            percent(paired.result_changed as f64 / games),
            paired.mean().map_or_else(String::new, signed),
            range(paired.interval(alpha)),
        ]);
    }
    let words = "Their intervals hold together with a chance of about 95 %.";
    vec![Block::Table("Setup by setup".to_owned(), table), Block::Note(words.to_owned())]
}

fn range(interval: Option<Interval>) -> String {
    interval.map_or_else(
        || "none".to_owned(),
        |interval| format!("{} to {}", signed(interval.low), signed(interval.high)),
    )
}
