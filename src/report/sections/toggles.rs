//! What rules change, game by game, where games draw the same random numbers.

use super::{Asked, MOST_LINES, NO_INTERVALS, section as made};
use crate::base::words::counted;
use crate::report::chart::{Numbers, Span, spans};
use crate::report::document::{Block, Chart, Section, Shown};
use crate::report::words::{figure, percent, signed};
use crate::stats::across::{Across, across};
use crate::stats::interval::Interval;
use crate::stats::overview::Overview;
use crate::stats::paired::Toggled;
use crate::stats::table::{Kind, Table, decimal};
use crate::stats::{ALPHA, Sampling};

/// So many line-ups have a chart.
const MOST_CHARTS: usize = 6;

pub fn section(asked: &Asked<'_>) -> Option<Section> {
    let all = asked.all;
    let played: Vec<&Toggled> =
        all.toggled.iter().filter(|toggled| toggled.paired.games() > 0).collect();
    if played.is_empty() {
        return None;
    }
    let lines = across(all);
    let mut blocks = vec![Block::Drawn(charts(&lines), Vec::new())];
    blocks.extend(together(all, &lines));
    blocks.extend(pairs(all, &played));
    blocks.push(Block::Text(format!(
        "moves %: {units} whose moves are not all the same, from ply: where half of these have parted, result \
         %: {units} that somebody else wins, first %: how many points of 100 more the first player scores.",
        units = all.units()
    )));
    made("toggles", "What the rules change, on the same random numbers", Shown::More, blocks)
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
    let words = match all.may_grow() {
        true => format!("Over all setups, each with so many {units}; {NO_INTERVALS}."),
        false => format!(
            "Over all setups, each with so many {units}; the intervals hold together with a chance of about 95 %."
        ),
    };
    vec![Block::Table(String::new(), table), Block::Note(words)]
}

/// A line a pair of cells: of many pairs those that are shown to differ.
fn pairs(all: &Overview<'_>, played: &[&Toggled]) -> Vec<Block> {
    let alpha = ALPHA / all.toggled.len() as f64;
    let interval = |toggled: &Toggled| {
        let sampling = all.cells[toggled.cell].terms.sampling;
        toggled.paired.interval(alpha).filter(|_| sampling == Sampling::Fixed)
    };
    let mut shown = played.to_vec();
    let mut words = String::new();
    if played.len() > MOST_LINES {
        let is_shown = |it: Interval| it.low > 0.0 || it.high < 0.0;
        shown.retain(|toggled| interval(toggled).is_some_and(is_shown));
        let size = |toggled: &Toggled| toggled.paired.mean().map_or(0.0, f64::abs);
        shown.sort_by(|one, other| size(other).total_cmp(&size(one)));
        words = format!(
            "Of {} {} {} in the first player's score{}. All stand in paired.csv.",
            counted(played.len() as u64, "pair"),
            shown.len(),
            if shown.len() == 1 { "differs" } else { "differ" },
            match shown.len() > MOST_LINES {
                true => format!("; here the {MOST_LINES} that differ most"),
                false => String::new(),
            }
        );
        shown.truncate(MOST_LINES);
    }
    if !all.may_grow() {
        words += " Their intervals hold together with a chance of about 95 %.";
    }
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
    for toggled in &shown {
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
            paired.parting.percentile(50).map_or_else(String::new, |ply| decimal(ply, 0)),
            percent(paired.result_changed as f64 / games),
            paired.mean().map_or_else(String::new, signed),
            range(interval(toggled)),
        ]);
    }
    let mut blocks = Vec::new();
    if !shown.is_empty() {
        blocks.push(Block::Table("Setup by setup".to_owned(), table));
    }
    if !words.is_empty() {
        blocks.push(Block::Note(words));
    }
    blocks
}

fn range(interval: Option<Interval>) -> String {
    interval.map_or_else(
        || "none".to_owned(),
        |interval| format!("{} to {}", signed(interval.low), signed(interval.high)),
    )
}

/// A chart for each line-up, with a row for each rule set.
fn charts(lines: &[Across<'_>]) -> Vec<Chart> {
    let mut bots: Vec<&str> = Vec::new();
    for line in lines.iter().filter(|line| line.change.is_some()) {
        if !bots.contains(&line.bots) {
            bots.push(line.bots);
        }
    }
    let chart = |bots: &&str| {
        let row = |line: &Across<'_>| {
            let change = line.change.as_ref()?;
            let interval = change
                .joint
                .map(|Interval { low, high }| Interval { low: 100.0 * low, high: 100.0 * high });
            Some(Span {
                name: format!("{} against {}", line.rules, change.against),
                at: 100.0 * change.difference?.mean,
                stands_out: interval.is_some_and(|it| it.low > 0.0 || it.high < 0.0),
                interval,
            })
        };
        let rows: Vec<Span> =
            lines.iter().filter(|line| line.bots == *bots).filter_map(row).collect();
        // Without any interval a picture shows nothing but luck; the table has the figures.
        if rows.iter().all(|row| row.interval.is_none()) {
            return None;
        }
        let caption = "How many points of a hundred more the first player scores, over all setups. Dark: the \
                       interval lies all on one side of 0; the intervals hold together.";
        spans(&format!("What changes between {bots}"), caption, Numbers::Differences, &rows)
    };
    bots.iter().filter_map(chart).take(MOST_CHARTS).map(Chart::Figure).collect()
}
