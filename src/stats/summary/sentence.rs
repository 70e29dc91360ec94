//! One pattern in plain words: who is ahead between which players, how sure that is, and how it compares
//! with the known patterns.

use super::{filled, percent};
use crate::games::Seat;
use crate::stats::counted::Counted;
use crate::stats::overview::Overview;
use crate::stats::terms::{Begun, Lineup};
use crate::stats::verdict::Verdict;

/// The first player's score on each known pattern by the games of `experiments/first-player.toml`, as
/// `rules,bots,setup,score`: made of the kept results by a test.
const KNOWN: &str = include_str!("known_patterns.csv");

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
    if let Some((nearer, known)) = compared(cell, score.mean) {
        text += &format!(
            " Of the {known} known patterns {nearer} came out nearer to even between the same players."
        );
    }
    Some(text)
}

/// How many known patterns scored nearer to even between the same players, the setup itself left out, and
/// how many there are.
fn compared(cell: &Counted<'_>, score: f64) -> Option<(usize, usize)> {
    if cell.terms.begun != Begun::All {
        return None;
    }
    let of = |line: &'static str| {
        let mut fields = line.split(',');
        // A bot's options are joined by commas; the last two fields are the setup and the score.
        let (score, setup) = (fields.next_back()?, fields.next_back()?);
        let names = line.strip_suffix(score)?.strip_suffix(',')?.strip_suffix(setup)?;
        let wanted = format!("{},{},", cell.labels.rules, cell.labels.bots);
        (names == wanted && setup != cell.labels.setup).then_some(score.parse::<f64>().ok()?)
    };
    let scores: Vec<f64> = KNOWN.lines().filter_map(of).collect();
    let nearer = scores.iter().filter(|known| (*known - 0.5).abs() < (score - 0.5).abs()).count();
    (!scores.is_empty()).then_some((nearer, scores.len()))
}
