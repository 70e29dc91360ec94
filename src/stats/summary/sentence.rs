//! One pattern in plain words: who is ahead between which players, how sure that is, and how it compares
//! with the known patterns.

use super::{filled, percent};
use crate::games::Seat;
use crate::stats::counted::Counted;
use crate::stats::interval::Interval;
use crate::stats::overview::Overview;
use crate::stats::terms::{Begun, Lineup};
use crate::stats::verdict::Verdict;

/// The first player's score on each known pattern by the games of `experiments/first-player.toml`, as
/// `rules,bots,setup,score`: made of the kept results by a test.
const KNOWN: &str = include_str!("known_patterns.csv");

/// How many games each of these scores is the mean of.
pub const KNOWN_GAMES: u64 = 240;

/// With more cells a table says it better.
const MOST_SENTENCES: usize = 6;

/// A line or two a cell, the last bots first, which mostly are the strongest; nothing where there are several
/// setups.
pub(crate) fn words(all: &Overview<'_>) -> String {
    sentences(all).iter().map(|text| filled(text)).collect()
}

/// The same, a sentence or two a cell.
pub(crate) fn sentences(all: &Overview<'_>) -> Vec<String> {
    let setups = all.names(|cell| cell.labels.setup);
    let told = |cell: &&Counted<'_>| {
        cell.tally.seats() == 2 && cell.terms.lineup == Lineup::Mirror && cell.tally.games() > 0
    };
    let cells: Vec<&Counted<'_>> = all.cells.iter().rev().filter(told).collect();
    if setups.len() != 1 || all.decider.is_some() || cells.len() > MOST_SENTENCES {
        return Vec::new();
    }
    cells.iter().filter_map(|cell| sentence(all, cell)).collect()
}

fn sentence(all: &Overview<'_>, cell: &Counted<'_>) -> Option<String> {
    let score = cell.joint(Seat::FIRST)?;
    let labels = &cell.labels;
    let who = match cell.verdict() {
        Some(Verdict::First) => "the first player is ahead".to_owned(),
        Some(Verdict::Second) => "the second player is ahead".to_owned(),
        Some(Verdict::Balanced) => {
            let within = percent(cell.terms.within);
            format!("nobody is ahead by more than {within} points of a hundred")
        }
        _ => "nobody is shown to be ahead".to_owned(),
    };
    let sure = match score.interval {
        Some(it) => format!(
            "endlessly many would give from {} to {} %, {}",
            percent(it.low),
            percent(it.high),
            match cell.terms.statements {
                1 => "which is 95 % sure",
                _ => "and all such ranges here are right together with a chance of 95 %",
            }
        ),
        None => "they do not say what more games would give".to_owned(),
    };
    let mut text = format!(
        "On {} {who} between {} players under {}: the first player scored {} % in {} {}; {sure}.",
        labels.setup,
        labels.bots,
        labels.rules,
        percent(score.mean),
        cell.tally.games(),
        all.units(),
    );
    if let Some(compared) = score.interval.and_then(|it| compared(all, cell, it)) {
        text += &compared;
    }
    Some(text)
}

/// How many known patterns scored nearer to even between the same players, those with the same stones left
/// out. Wherever in its interval the score truly lies, the number is one of these; nothing where that may
/// be most of them.
fn compared(all: &Overview<'_>, cell: &Counted<'_>, interval: Interval) -> Option<String> {
    if cell.terms.begun != Begun::All || all.has_matches() {
        return None;
    }
    let between = format!("{},{},", cell.labels.rules, cell.labels.bots);
    let known = KNOWN.lines().filter_map(|line| line.strip_prefix(&between)?.split_once(','));
    let (same, others): (Vec<_>, Vec<_>) =
        known.partition(|(setup, _)| all.known_as.iter().any(|name| name == setup));
    let scores: Vec<f64> = others.iter().filter_map(|(_, score)| score.parse().ok()).collect();
    let from_even = |score: f64| (score - 0.5).abs();
    let nearer = |distance: f64| scores.iter().filter(|&&it| from_even(it) < distance).count();
    let [low, high] = [interval.low, interval.high];
    let least = if low <= 0.5 && 0.5 <= high { 0.0 } else { from_even(low).min(from_even(high)) };
    let (least, most) = (nearer(least), nearer(from_even(low).max(from_even(high))));
    if scores.is_empty() || 2 * (most - least) > scores.len() {
        return None;
    }
    let many = if least == most { least.to_string() } else { format!("{least} to {most}") };
    let other = if same.is_empty() { "" } else { "other " };
    Some(format!(
        " Of the {} {other}known patterns, in {KNOWN_GAMES} games each between the same players, {many} came \
         out nearer to even.",
        scores.len(),
    ))
}
