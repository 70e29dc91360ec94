//! The parts of an answer: the statements in words, and the figures of a cell.

use crate::answer::balance::{Credible, Statement, shown};
use crate::answer::interval::Interval;
use crate::answer::{ALPHA, CellStats};
use crate::show::document::Block;
use crate::show::format::{percent, short, signed};
use pasang_balance::BestMove;
use pasang_balance::answer::JointRow;
use pasang_core::games::Seat;

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
    pub(super) statement: Statement,
    pub(super) score: (f64, Interval),
    pub(super) unseen: Interval,
    pub(super) value: (f64, Interval),
    pub(super) value_statement: Statement,
    /// The first moves, the one that is most probably the best first.
    pub(super) best: Vec<BestMove>,
}

impl Figures {
    /// Returns the figures of a row; `None` without those of its openings.
    pub(super) fn of(row: &JointRow) -> Option<Figures> {
        let openings = row.openings.as_ref()?;
        let Credible { mean, interval } = openings.summary.value;
        Some(Figures {
            statement: row.statement,
            score: (row.score.mean, row.interval()),
            unseen: row.unseen.score_interval(ALPHA),
            value: (mean, interval),
            value_statement: openings.summary.value_statement,
            best: openings.moves(),
        })
    }
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

/// Explains the statements.
pub(super) const SHOWN: &str = "Shown: within 5, within 10 or beyond 10 percentage points of even with probability 95 %, \
                                and the player who is favoured with probability 97.5 %; each statement alone.";

/// Formats a statement for a table.
pub(super) fn brief(statement: Option<Statement>) -> String {
    statement.map_or_else(|| "one game".to_owned(), Statement::brief)
}

/// Counts the statements that are made about cells, as a clause.
pub(super) fn counts(cells: &[&CellStats<'_>]) -> String {
    let mut scores = cells.iter().filter_map(|cell| cell.score(Seat::FIRST)?.interval).peekable();
    if scores.peek().is_some() && !scores.any(|it| is_known(Some(it))) {
        return "nothing is shown: too few games".to_owned();
    }
    shown(cells.iter().filter_map(|cell| cell.statement(Seat::FIRST)))
}

/// States what the second of two rule sets changes, from the difference of its score.
pub(super) fn change([against, of]: [&str; 2], by: f64, change: Interval) -> String {
    let Interval { low, high } = change;
    if low <= 0.0 && high >= 0.0 {
        let [by, low, high] = [by, low, high].map(signed);
        return format!(
            "Under {of} the first player's score differs by {by} percentage points from that under {against} (95 % CI {low} \
             to {high}): not significant."
        );
    }
    let (how, figures) = match high < 0.0 {
        true => ("less", [-by, -high, -low]),
        false => ("more", [by, low, high]),
    };
    let [by, low, high] = figures.map(percent);
    format!(
        "Under {of} the first player scores {by} percentage points {how} than under {against} (95 % CI {low} to {high})."
    )
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
