//! Who is ahead, in words: of one cell, and of many.

use super::{Asked, Group};
use crate::base::words::listed;
use crate::stats::interval::Interval;
use crate::stats::{Measured, Verdict, points};

/// So many rule sets, contests or cells have a sentence, or a part of one; so many rule sets stand side by side.
pub(super) const MOST_TOLD: usize = 3;

/// An interval that is wider than this says nothing.
const WIDEST: f64 = 0.4;

/// Whether an interval says anything.
pub(super) fn is_known(interval: Option<Interval>) -> bool {
    interval.is_some_and(|it| it.high - it.low <= WIDEST)
}

/// Who is ahead.
pub(super) fn who(verdict: Option<Verdict>, within: f64) -> String {
    match verdict {
        Some(Verdict::First) => "the first player is ahead".to_owned(),
        Some(Verdict::Second) => "the second player is ahead".to_owned(),
        Some(Verdict::Balanced) => {
            let within = points(within);
            format!("nobody is ahead by more than {within} points of a hundred")
        }
        _ => "nobody is shown to be ahead".to_owned(),
    }
}

/// The same in a table.
pub(super) fn ahead(verdict: Option<Verdict>) -> &'static str {
    match verdict {
        Some(Verdict::First) => "the first player",
        Some(Verdict::Second) => "the second player",
        Some(Verdict::Balanced) => "nobody",
        _ => "cannot tell yet",
    }
}

/// How many setups favour somebody.
pub(super) fn favoured(under: &str, asked: &Asked<'_>, group: &Group<'_>) -> String {
    let cells: Vec<_> = group.cells.iter().map(|cell| asked.all.asked(cell)).collect();
    format!("{under}, of {} setups {}.", cells.len(), counts(&cells, asked.all.units()))
}

/// How many of some cells are shown to favour whom, or to be even.
pub(super) fn counts(cells: &[(Option<Measured>, Option<Verdict>)], units: &str) -> String {
    let kinds = [
        (Verdict::First, "to favour the first player"),
        (Verdict::Second, "to favour the second player"),
        (Verdict::Balanced, "to be even"),
    ];
    let many = |wanted| cells.iter().filter(|(_, it)| *it == Some(wanted)).count();
    let found = kinds.into_iter().map(|(wanted, what)| (many(wanted), what));
    let found: Vec<(usize, &str)> = found.filter(|&(many, _)| many > 0).collect();
    let told = found.iter().enumerate().map(|(place, (many, what))| match (place, many) {
        (0, 1) => format!("1 is shown {what}"),
        (0, many) => format!("{many} are shown {what}"),
        (_, many) => format!("{many} {what}"),
    });
    let mut intervals = cells.iter().filter_map(|(score, _)| score.as_ref()?.interval);
    match found.iter().map(|(many, _)| many).sum::<usize>() {
        0 if intervals.clone().next().is_some() && !intervals.any(|it| is_known(Some(it))) => {
            format!("none can be told yet: too few {units}")
        }
        0 => "none is shown to favour anybody".to_owned(),
        all if all == cells.len() => listed(told, "and"),
        _ => format!("{}; of the others the games do not tell", listed(told, "and")),
    }
}
