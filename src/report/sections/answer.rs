//! The parts of an answer: the verdicts in words, and the figures of a cell.

use crate::base::text::listed;
use crate::report::document::Block;
use crate::report::format::short;
use crate::stats::balance::{BalanceVerdict, CellBalance, Credible};
use crate::stats::interval::Interval;
use crate::stats::{CellStats, Labels, Verdict, points};
use pasang_core::balance::answer::{JointBalance, JointRow};
use pasang_core::games::Seat;
use pasang_core::players::crew::{PREFIX, class_of};

#[derive(Default)]
pub struct Answer {
    /// The answer, one entry a paragraph; the first is the title of a report.
    pub words: Vec<String>,
    /// The figures behind it, which a report has in its sections.
    pub blocks: Vec<Block>,
    /// Remarks beside the answer.
    pub additional: Vec<String>,
}

/// A column head and the function that labels a cell under it.
pub(super) type Name = (&'static str, fn(&CellStats<'_>) -> String);

/// Returns the labels that differ between some cells.
pub(super) fn names_apart(cells: &[&CellStats<'_>]) -> Vec<Name> {
    let all: [Name; 3] = [
        ("setup", |cell| cell.labels.setup.to_owned()),
        ("rules", |cell| cell.labels.rules.to_owned()),
        ("bots", |cell| cell.labels.bots.to_owned()),
    ];
    let is_apart = |(_, name): &Name| cells.iter().any(|cell| name(cell) != name(cells[0]));
    all.into_iter().filter(is_apart).collect()
}

pub(super) fn capital(text: &str) -> String {
    let mut signs = text.chars();
    signs.next().map_or_else(String::new, |first| first.to_uppercase().chain(signs).collect())
}

/// The figures of a cell that the answer shows.
#[derive(Clone, Debug)]
pub(super) struct Figures {
    pub(super) verdict: BalanceVerdict,
    pub(super) score: (f64, Interval),
    pub(super) unseen: Interval,
    pub(super) within: [f64; 2],
    pub(super) value: (f64, Interval),
    pub(super) value_within: [f64; 2],
    /// The first moves with the probability to be best, the most probable first.
    pub(super) best: Vec<(String, f64)>,
}

impl Figures {
    pub(super) fn of(balance: &CellBalance) -> Figures {
        let summary = &balance.summary;
        // Of one cell alone it is its own interval.
        let of = |it: &Credible| (it.mean, it.joint);
        Figures {
            verdict: balance.verdict,
            score: of(&summary.score),
            unseen: summary.unseen,
            within: summary.score_balanced,
            value: of(&summary.value),
            value_within: summary.value_balanced,
            best: balance.best().into_iter().map(|(word, it)| (word, it.best)).collect(),
        }
    }

    /// States whether the pattern is fair.
    pub(super) fn told(&self) -> String {
        let points = |of: &str| format!("balanced within {of} percentage points");
        let (mean, Interval { low, high }) = self.score;
        let ahead = if mean > 0.5 { "first" } else { "second" };
        match self.verdict {
            BalanceVerdict::First | BalanceVerdict::Second if self.within[1] > 0.5 => {
                format!(
                    "not quite: the {ahead} player is favoured, probably by less than 10 percentage points"
                )
            }
            BalanceVerdict::First | BalanceVerdict::Second => {
                format!("no: the {ahead} player is favoured")
            }
            BalanceVerdict::Within5 => format!("yes: {}", points("5")),
            BalanceVerdict::Within10 if low > 0.5 || high < 0.5 => {
                format!("nearly: {}, the {ahead} player ahead", points("10"))
            }
            BalanceVerdict::Within10 => format!("yes: {}", points("10")),
            BalanceVerdict::Inconclusive => "inconclusive".to_owned(),
        }
    }
}

/// Returns the row of the joint answer on a cell's pattern, rules and players.
pub(super) fn row_of<'j>(joint: &'j JointBalance, cell: &CellStats<'_>) -> Option<&'j JointRow> {
    let Labels { setup, rules, bots, .. } = cell.labels;
    let of = [setup, rules, class_of(bots.trim_start_matches(PREFIX))];
    joint.rows.iter().find(|row| of == [&row.setup, &row.rules, &row.class])
}

/// Returns the verdict on a cell as reports state it: by all games together where there is a joint answer.
pub(super) fn verdict_of(joint: Option<&JointBalance>, cell: &CellStats<'_>) -> Option<Verdict> {
    match joint.and_then(|it| row_of(it, cell)) {
        Some(row) => Some(row.joint_verdict.into()),
        None => cell.verdict(),
    }
}

/// Counts what has a property: the verb for one and for more, and the rest of the clause.
pub(super) fn counted(many: usize, [one, more]: [&str; 2], what: &str) -> String {
    format!("{many} {} {what}", if many == 1 { one } else { more })
}

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
pub(super) fn counts(cells: &[&CellStats<'_>]) -> String {
    let kinds = [
        (Verdict::First, ["significantly favours", "significantly favour"], "the first player"),
        (Verdict::Second, ["significantly favours", "significantly favour"], "the second player"),
        (Verdict::Balanced, ["is", "are"], "balanced"),
    ];
    let many = |wanted| cells.iter().filter(|cell| cell.verdict() == Some(wanted)).count();
    let found = kinds.into_iter().map(|(wanted, does, what)| (many(wanted), does, what));
    let found: Vec<(usize, [&str; 2], &str)> = found.filter(|it| it.0 > 0).collect();
    let told = found.iter().map(|(many, does, what)| counted(*many, *does, what));
    let mut intervals = cells.iter().filter_map(|cell| cell.simultaneous(Seat::FIRST)?.interval);
    match found.iter().map(|it| it.0).sum::<usize>() {
        0 if intervals.clone().next().is_some() && !intervals.any(|it| is_known(Some(it))) => {
            "all are inconclusive: too few games".to_owned()
        }
        0 => "none significantly favours either player".to_owned(),
        all if all == cells.len() => listed(told, "and"),
        all if all + 1 == cells.len() => format!("{}; 1 is inconclusive", listed(told, "and")),
        all => format!("{}; {} are inconclusive", listed(told, "and"), cells.len() - all),
    }
}

/// The signs of a bar, from `BAR_FROM` per cent on, and the per cent that each stands for.
const BAR_SIGNS: usize = 31;
const BAR_FROM: f64 = 20.0;
const BAR_STEP: f64 = 2.0;

pub(super) const BAR_HEAD: &str = "20 %           50           80";

/// Draws a score with its interval as a bar.
pub(super) fn bar((mean, interval): (f64, Interval)) -> String {
    let place = |share: f64| (100.0 * share - BAR_FROM) / BAR_STEP;
    drawn(BAR_SIGNS, place, mean, Some(interval))
}

/// Draws an estimate with its interval as a bar with this number of signs, each at its place from the left.
pub(super) fn drawn(
    signs: usize,
    place: impl Fn(f64) -> f64,
    mean: f64,
    interval: Option<Interval>,
) -> String {
    let place = |value: f64| (place(value).round() as usize).min(signs - 1);
    let mut bar = vec!['.'; signs];
    bar[signs / 2] = ':';
    if let Some(Interval { low, high }) = interval {
        bar[place(low)..=place(high)].fill('=');
    }
    bar[place(mean)] = 'o';
    bar.into_iter().collect()
}

pub(super) fn whole_percent(chance: f64) -> String {
    format!("{} %", short((100.0 * chance).round() / 100.0))
}
