//! What the rules change, game by game.

use super::blocks_of;
use crate::report::chart::{Numbers, Span, spans};
use crate::report::document::{Block, Section};
use crate::report::material::Material;
use crate::results::survey::MOST_CELLS;
use crate::stats::across::across;
use crate::stats::interval::Interval;
use crate::stats::summary;

/// So many line-ups have a chart.
const MOST_CHARTS: usize = 6;

pub fn section(material: &Material<'_>) -> Option<Section> {
    let title = "What the rules change".to_owned();
    let charts = charts(material);
    let mut blocks = Vec::new();
    if !charts.is_empty() {
        blocks.push(Block::Beside(charts));
    }
    blocks.extend(blocks_of(summary::toggles::parts(material.all, MOST_CELLS), &title));
    (!blocks.is_empty()).then_some(Section { id: "toggles", title, blocks })
}

/// A chart for each line-up, with a row for each rule set.
fn charts(material: &Material<'_>) -> Vec<Block> {
    let lines = across(material.all);
    let mut bots: Vec<&str> = Vec::new();
    for line in lines.iter().filter(|line| line.change.is_some()) {
        if !bots.contains(&line.bots) {
            bots.push(line.bots);
        }
    }
    let chart = |bots: &&str| {
        let rows: Vec<Span> = lines
            .iter()
            .filter(|line| line.bots == *bots)
            .filter_map(|line| {
                let change = line.change.as_ref()?;
                let interval = change.joint.map(|Interval { low, high }| Interval {
                    low: 100.0 * low,
                    high: 100.0 * high,
                });
                Some(Span {
                    name: format!("{} against {}", line.rules, change.against),
                    at: 100.0 * change.difference?.mean,
                    stands_out: interval.is_some_and(|it| it.low > 0.0 || it.high < 0.0),
                    interval,
                })
            })
            .collect();
        // Without any interval a picture shows nothing but luck; the table has the figures.
        if rows.iter().all(|row| row.interval.is_none()) {
            return None;
        }
        let caption = "How many points of a hundred more the first player scores, over all setups. Dark: the \
                       whole interval lies on one side of 0; the intervals hold together.";
        spans(&format!("What changes between {bots}"), caption, Numbers::Differences, &rows)
    };
    bots.iter().filter_map(chart).take(MOST_CHARTS).map(Block::Figure).collect()
}
