//! The known patterns, by the games of the experiment that is built in.

use crate::stats::interval::Interval;
use crate::stats::{Counted, Overview};

/// The first player's score on each known pattern by the games of `experiments/quick.toml`, as
/// `rules,bots,setup,score,low,high`: made of the kept results by a test.
const KNOWN: &str = include_str!("known_patterns.csv");

/// How many games each of these scores is the mean of.
pub const KNOWN_GAMES: u64 = 120;

/// The known patterns between the same players, with their scores and ranges, those with the same stones left
/// out; nothing where games began otherwise.
pub(super) fn known<'a>(
    all: &Overview<'_>,
    cell: &Counted<'_>,
) -> (Vec<(&'a str, f64, Interval)>, bool) {
    let Some(names) = all.known_as.filter(|_| !all.has_matches()) else {
        return Default::default();
    };
    let between = format!("{},{},", cell.labels.rules, cell.labels.bots);
    let line = |line: &'a str| {
        let (setup, figures) = line.strip_prefix(&between)?.split_once(',')?;
        let mut figures = figures.split(',').filter_map(|figure| figure.parse().ok());
        let mut next = || figures.next();
        Some((setup, next()?, Interval { low: next()?, high: next()? }))
    };
    let (same, others): (Vec<_>, Vec<_>) = KNOWN
        .lines()
        .filter_map(line)
        .partition(|(setup, ..)| names.iter().any(|name| name == setup));
    (others, !same.is_empty())
}
