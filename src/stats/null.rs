//! Null tests: cells of which it is known that the truth about them is the same.
//!
//! A setup and its mirror image are the same game to whoever does not care for left and right. So
//! their true scores are equal, and a difference convicts the bots: they break ties by the order
//! of moves, or see the board from one side.

use std::collections::HashMap;

use super::counted::Counted;
use super::interval::{Interval, newcombe};
use super::overview::Overview;
use super::quantile;
use super::score::WHOLE;
use super::terms::{ALPHA, Sampling};
use super::verdict::score_interval;
use crate::games::Seat;

/// A cell and its mirror image.
#[derive(Clone, Copy, Debug)]
pub struct Null<'a> {
    /// The cell.
    pub cell: &'a Counted<'a>,
    /// Its mirror image.
    pub mirror: &'a Counted<'a>,
    /// How much more the first player scores in the mirror image.
    pub difference: f64,
    /// The interval of the difference; the intervals of all null tests hold together.
    pub interval: Interval,
}

impl Null<'_> {
    /// Whether the bots are convicted.
    pub fn differs(&self) -> bool {
        self.interval.low > 0.0 || self.interval.high < 0.0
    }
}

/// All null tests that an experiment carries.
pub fn nulls<'a>(all: &Overview<'a>) -> Vec<Null<'a>> {
    if all.mirrors.is_empty() {
        return Vec::new();
    }
    let mirrors: HashMap<&str, &str> =
        all.mirrors.iter().map(|[setup, mirror]| (setup.as_str(), mirror.as_str())).collect();
    let key = |setup, cell: &Counted<'a>| (setup, cell.labels.rules, cell.labels.bots);
    let cells: HashMap<_, &Counted<'a>> =
        all.cells.iter().map(|cell| (key(cell.labels.setup, cell), cell)).collect();
    let twin = |cell: &'a Counted<'a>| {
        let mirror = mirrors.get(cell.labels.setup)?;
        Some((cell, *cells.get(&key(mirror, cell))?))
    };
    let pairs: Vec<(&Counted<'a>, &Counted<'a>)> = all.cells.iter().filter_map(twin).collect();
    let alpha = ALPHA / pairs.len().max(1) as f64;
    let null = |(cell, mirror): &(&'a Counted<'a>, &'a Counted<'a>)| {
        let (cell, mirror) = (*cell, *mirror);
        let sums = [cell, mirror].map(|it| (it.tally.score(Seat::FIRST), it.tally.games()));
        let [one, other] = sums;
        // Without intervals of their own they have none of the difference.
        cell.score(Seat::FIRST)?.interval?;
        mirror.score(Seat::FIRST)?.interval?;
        let mean = |(twelfths, games)| twelfths as f64 / (WHOLE as f64 * games as f64);
        let interval = match cell.terms.sampling {
            Sampling::Fixed => newcombe(one, other, quantile::normal(alpha / 2.0))?,
            // Both scores are where they are said to be with a chance of 1 - alpha.
            Sampling::Open => {
                let of = |(twelfths, games)| {
                    score_interval(twelfths, games, alpha / 2.0, Sampling::Open)
                };
                let (one, other) = (of(one)?, of(other)?);
                Interval { low: other.low - one.high, high: other.high - one.low }
            }
        };
        Some(Null { cell, mirror, difference: mean(other) - mean(one), interval })
    };
    pairs.iter().filter_map(null).collect()
}
