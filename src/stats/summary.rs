//! What people read when an experiment has been played: the table, what its signs mean, and what
//! else the experiment was made to show, each section from a file of its own.

pub(crate) mod carrying;
pub(crate) mod cells;
pub(crate) mod honesty;
pub(crate) mod overall;
pub(crate) mod rivals;
mod rounds;
pub(crate) mod seats;
pub(crate) mod sentence;
pub(crate) mod sources;
pub(crate) mod strength;
pub(crate) mod toggles;

pub use sentence::KNOWN_GAMES;

/// Why figures have no intervals that others have.
const NO_INTERVALS: &str = "such means have no intervals while games may be added";

use super::carrying::Carrying;
use super::counted::{Counted, Measured, ONE_DISTINCT};
use super::decisions;
use super::elo::elo_parts;
use super::grid::{PLAIN, percent};
use super::interval::Interval;
use super::overview::Overview;
use super::part::{Part, text};

/// The summary of an experiment, as wide as where nobody says how wide the terminal is.
pub fn summary(all: &Overview<'_>) -> String {
    summary_in(all, PLAIN)
}

/// The summary of an experiment in so many columns of signs.
pub fn summary_in(all: &Overview<'_>, room: usize) -> String {
    let sections = [
        sentence::words(all),
        match all.decider {
            None => cells::section(all, room),
            Some(find) => text(&decisions::parts(all.cells, find), room),
        },
        text(&overall::parts(all), room),
        rounds::section(all, room),
        text(&seats::parts(all, MOST_LINES), room),
        text(&strength::parts(all), room),
        text(&sources_parts(all), room),
        text(&toggles::parts(all, MOST_LINES), room),
        text(&carrying_parts(all), room),
        text(&rivals::parts(all), room),
        text(&elo_parts(all), room),
        honesty::words(all).concat(),
    ];
    let sections: Vec<String> = sections.into_iter().filter(|text| !text.is_empty()).collect();
    sections.join("\n")
}

/// What carries over within the experiment.
pub(crate) fn carrying_parts(all: &Overview<'_>) -> Vec<Part> {
    Carrying::of_cells(all).map_or_else(Vec::new, |carrying| carrying::parts(&carrying))
}

/// What carries over between some rungs, in so many columns of signs.
pub fn carrying_in(carrying: &Carrying, room: usize) -> String {
    text(&carrying::parts(carrying), room)
}

fn sources_parts(all: &Overview<'_>) -> Vec<Part> {
    let mut parts = sources::parts(all, MOST_LINES);
    parts.extend(sources::matrices(all));
    parts
}

/// So many cells get a line each, with all figures; more of them under several rule sets get a
/// line a setup and a column a rule set.
const MOST_LINES: usize = 12;

/// Columns of a line that is filled with words.
const WIDTH: usize = 100;

/// So many names are told.
const MOST_NAMED: usize = 5;

/// A share in per cent, without a decimal that is 0.
fn short(share: f64) -> String {
    let text = percent(share);
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

fn figure(share: Option<f64>) -> String {
    share.map_or_else(String::new, percent)
}

fn ends(interval: Interval) -> String {
    format!("{}-{}", percent(interval.low), percent(interval.high))
}

/// The ends of a score's interval in per cent, or why it has none.
fn range(score: &Measured) -> String {
    match score.interval {
        Some(interval) => ends(interval),
        None => why_none(score).to_owned(),
    }
}

/// Why a score has no interval, in two words at most: its games are all the same one, or they are
/// rounds that depend on one another.
pub(crate) fn why_none(score: &Measured) -> &'static str {
    if score.method == ONE_DISTINCT { "one game" } else { "linked" }
}

/// A text in lines of at most [`WIDTH`] columns; a longer word has a line to itself.
fn filled(text: &str) -> String {
    let mut lines = String::new();
    let mut width = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if width > 0 {
            let fits = width + 1 + length <= WIDTH;
            lines.push(if fits { ' ' } else { '\n' });
            width = if fits { width + 1 } else { 0 };
        }
        lines += word;
        width += length;
    }
    lines.push('\n');
    lines
}

/// Some names: all of them if they are few.
fn some(names: &[&str]) -> String {
    let shown = names.iter().take(MOST_NAMED).copied().collect::<Vec<&str>>().join(", ");
    match names.len().saturating_sub(MOST_NAMED) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// How the cell is told in a sentence.
fn named(cell: &Counted<'_>) -> String {
    let labels = &cell.labels;
    format!("{}, {}, {}", labels.setup, labels.rules, labels.bots)
}
