//! Verdicts in words: of one cell, and of many.

use crate::base::text::listed;
use crate::games::Seat;
use crate::stats::interval::Interval;
use crate::stats::{CellStats, Verdict, points};

/// The largest number of rule sets, contests or cells with a sentence each, and of rule sets side
/// by side.
pub(super) const MAX_TOLD: usize = 3;

/// The width from which an interval is not reported.
const WIDEST: f64 = 0.4;

/// Returns whether an interval is narrow enough to be reported.
pub(super) fn is_known(interval: Option<Interval>) -> bool {
    interval.is_some_and(|it| it.high - it.low <= WIDEST)
}

/// Formats the verdict as a clause.
pub(super) fn who(verdict: Option<Verdict>, within: f64) -> String {
    match verdict {
        Some(Verdict::First) => "the first player is favoured".to_owned(),
        Some(Verdict::Second) => "the second player is favoured".to_owned(),
        Some(Verdict::Balanced) => {
            let within = points(within);
            format!("balanced within \u{b1}{within} percentage points")
        }
        _ => "inconclusive".to_owned(),
    }
}

/// Formats the verdict for a table.
pub(super) fn ahead(verdict: Option<Verdict>) -> &'static str {
    match verdict {
        Some(Verdict::First) => "favours the first",
        Some(Verdict::Second) => "favours the second",
        Some(Verdict::Balanced) => "balanced",
        _ => "inconclusive",
    }
}

/// Counts cells by verdict, as a clause.
pub(super) fn counts(cells: &[&CellStats<'_>], units: &str) -> String {
    let kinds = [
        (Verdict::First, ["significantly favours", "significantly favour"], " the first player"),
        (Verdict::Second, ["significantly favours", "significantly favour"], " the second player"),
        (Verdict::Balanced, ["is balanced", "are balanced"], ""),
    ];
    let many = |wanted| cells.iter().filter(|cell| cell.verdict() == Some(wanted)).count();
    let found = kinds.into_iter().map(|(wanted, does, whom)| (many(wanted), does, whom));
    let found: Vec<(usize, [&str; 2], &str)> = found.filter(|it| it.0 > 0).collect();
    let told = found
        .iter()
        .map(|(many, does, whom)| format!("{many} {}{whom}", does[usize::from(*many > 1)]));
    let mut intervals = cells.iter().filter_map(|cell| cell.simultaneous(Seat::FIRST)?.interval);
    match found.iter().map(|it| it.0).sum::<usize>() {
        0 if intervals.clone().next().is_some() && !intervals.any(|it| is_known(Some(it))) => {
            format!("all are inconclusive: too few {units}")
        }
        0 => "none significantly favours either player".to_owned(),
        all if all == cells.len() => listed(told, "and"),
        all if all + 1 == cells.len() => format!("{}; 1 is inconclusive", listed(told, "and")),
        all => format!("{}; {} are inconclusive", listed(told, "and"), cells.len() - all),
    }
}
