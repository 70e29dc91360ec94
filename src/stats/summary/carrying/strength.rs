//! How the first player's score goes with strength, and what it is where both choose their first moves.

use crate::stats::carrying::Carrying;
use crate::stats::columns::decimal;
use crate::stats::grid::{Grid, Side};
use crate::stats::interval::Interval;
use crate::stats::part::Part;
use crate::stats::summary::{ends, filled, percent};

/// How the first player's score goes with strength.
pub(super) fn with_strength(carrying: &Carrying) -> Vec<Part> {
    let all: Vec<_> = carrying.axes.iter().filter(|axis| axis.setup.is_none()).collect();
    if all.is_empty() {
        return Vec::new();
    }
    let mut grid = Grid::new(&[
        ("rules", Side::Left),
        ("bots", Side::Right),
        ("from Elo", Side::Right),
        ("to Elo", Side::Right),
        ("first % for 100 Elo", Side::Right),
        ("interval", Side::Left),
        ("beyond, at Elo", Side::Right),
        ("first %", Side::Right),
        ("interval", Side::Left),
    ]);
    let signed = |share: f64| {
        let text = decimal(100.0 * share, 2);
        if text.starts_with('-') { text } else { format!("+{text}") }
    };
    for axis in all {
        let (slope, Interval { low, high }) = axis.slope;
        let (there, interval) = axis.extrapolated;
        grid.row([
            axis.rules.clone(),
            axis.rungs.to_string(),
            decimal(axis.elo[0], 0),
            decimal(axis.elo[1], 0),
            signed(slope),
            format!("{} to {}", signed(low), signed(high)),
            decimal(axis.beyond(), 0),
            percent(there),
            ends(interval),
        ]);
    }
    let words = "A straight line through the bots, over all setups; each setup's own is in axis.csv. Beyond: an \
                 extrapolation, which nothing but the line speaks for.";
    vec![
        Part::Title("The first player's score and the bots' strength".to_owned()),
        Part::Table(grid),
        Part::Note(filled(words)),
    ]
}

/// What the first moves are worth where both choose.
pub(super) fn chosen(carrying: &Carrying) -> Vec<Part> {
    if carrying.choosing.is_empty() {
        return Vec::new();
    }
    let mut grid = Grid::new(&[
        ("rules", Side::Left),
        ("bots", Side::Left),
        ("setups", Side::Right),
        ("drawn %", Side::Right),
        ("chosen %", Side::Right),
        ("interval", Side::Left),
    ]);
    for it in &carrying.choosing {
        grid.row([
            it.rules.clone(),
            it.bots.clone(),
            it.patterns.to_string(),
            percent(it.drawn),
            percent(it.chosen.0),
            ends(it.chosen.1),
        ]);
    }
    let words = "The first player's score where the first two moves are drawn, and where both players \
                 choose the best by the games of the other bots.";
    vec![
        Part::Title("If both choose their first moves".to_owned()),
        Part::Table(grid),
        Part::Note(filled(words)),
    ]
}
