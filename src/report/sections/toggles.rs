//! Effects of the rules, game by game, with common random numbers.

use super::{MAX_LINES, ReportContext, section as made};
use crate::report::document::{Block, Section};
use crate::report::format::{percent, signed};
use crate::stats::interval::Interval;
use crate::stats::pooled::{PooledStats, pool_cells};
use crate::stats::{ALPHA, ExperimentStats, PairedCells, Table, rounded};

pub fn section(context: &ReportContext<'_>) -> Option<Section> {
    let all = context.all;
    let played: Vec<&PairedCells> =
        all.toggled.iter().filter(|toggled| toggled.paired.games() > 0).collect();
    if played.is_empty() {
        return None;
    }
    let mut blocks = together(all, &pool_cells(all));
    blocks.extend(pairs(all, &played));
    blocks.push(Block::Text(format!(
        "moves %: {units} whose moves differ; from ply: the median ply at which they part; result %: {units} with \
         another winner; first %: the change of the first player's score in percentage points.",
        units = all.units()
    )));
    made("toggles", "Effects of the rules (common random numbers)", blocks)
}

/// Tabulates each rule set and line-up, over all setups.
fn together(all: &ExperimentStats<'_>, lines: &[PooledStats<'_>]) -> Vec<Block> {
    let changes = lines.iter().filter_map(|line| Some((line, line.change.as_ref()?)));
    let table = Table::of(changes)
        .left("rules", |(line, _)| line.rules)
        .left("against", |(_, change)| change.against)
        .left("bots", |(line, _)| line.bots)
        .right("setups", |(line, _)| line.setups)
        .right(all.units(), |(_, change)| change.games)
        .right("moves %", |(_, change)| change.moves.map(percent))
        .right("result %", |(_, change)| change.results.map(percent))
        .right("first %", |(_, change)| change.difference.map(|it| signed(it.mean)))
        .left("joint 95 % CI", |(_, change)| range(change.joint))
        .done();
    if table.is_empty() {
        return Vec::new();
    }
    let units = all.units();
    let words = format!(
        "Over all setups, {units} per setup as listed; the confidence intervals hold simultaneously at about 95 %."
    );
    vec![Block::Table(String::new(), table), Block::Note(words)]
}

/// Tabulates each pair of cells, if they are few.
fn pairs(all: &ExperimentStats<'_>, played: &[&PairedCells]) -> Vec<Block> {
    if played.len() > MAX_LINES {
        return vec![Block::Note("Setup by setup: see paired.csv.".to_owned())];
    }
    let alpha = ALPHA / all.toggled.len() as f64;
    let share = |some: u64, it: &PairedCells| percent(some as f64 / it.paired.games() as f64);
    let table = Table::of(played)
        .left("setup", |it| all.cells[it.cell].labels.setup)
        .left("bots", |it| all.cells[it.cell].labels.bots)
        .left("rules", |it| all.cells[it.cell].labels.rules)
        .left("against", |it| all.cells[it.against].labels.rules)
        .right(all.units(), |it| it.paired.games())
        .right("moves %", |it| share(it.paired.moves_changed(), it))
        .right("from ply", |it| it.paired.parting.percentile(50).map(|ply| rounded(ply, 1)))
        .right("result %", |it| share(it.paired.result_changed, it))
        .right("first %", |it| it.paired.mean().map(signed))
        .left("joint 95 % CI", |it| range(it.paired.interval(alpha)))
        .done();
    let words = "Their confidence intervals hold simultaneously at about 95 %.";
    vec![Block::Table("Setup by setup".to_owned(), table), Block::Note(words.to_owned())]
}

fn range(interval: Option<Interval>) -> String {
    interval.map_or_else(
        || "none".to_owned(),
        |interval| format!("{} to {}", signed(interval.low), signed(interval.high)),
    )
}
