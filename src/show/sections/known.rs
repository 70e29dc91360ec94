//! The known patterns, as the crews of the kept results found them: the program carries these
//! figures, so that it can answer at once.

use super::parts::Figures;
use crate::answer::balance::Statement;
use crate::answer::interval::Interval;
use pasang_balance::BestMove;
use pasang_core::players::crew::{PREFIX, class_of};

/// One line a pattern, rule set and crew; a test derives it from the kept results.
const KNOWN: &str = include_str!("known_patterns.csv");

/// The number of known patterns, those with the same stones counted once.
pub(super) const KNOWN_COUNT: usize = 35;

#[derive(Clone, Debug)]
pub(super) struct KnownPattern {
    pub(super) setup: &'static str,
    pub(super) figures: Figures,
}

/// Returns the known patterns under these rules, as this crew found them.
pub(super) fn known(rules: &str, bots: &str) -> impl Iterator<Item = KnownPattern> {
    let class = class_of(bots.trim_start_matches(PREFIX));
    let start = format!("{rules},{PREFIX}{class},");
    KNOWN.lines().filter_map(move |line| read(line.strip_prefix(&start)?))
}

/// Reads the rest of a line: the setup, its figures, and the first moves with the probabilities to be
/// best, each with its best reply. The words of both statements follow, for readers that make none.
fn read(line: &'static str) -> Option<KnownPattern> {
    let mut fields = line.split(',');
    let setup = fields.next()?;
    let mut number = || fields.next()?.parse::<f64>().ok();
    let mut next = || number().unwrap_or_default();
    let mut interval = || Interval { low: next(), high: next() };
    let [score, unseen, value] = [(); 3].map(|()| interval());
    let [score_mean, value_mean] = [(); 2].map(|()| next());
    let [statement, value_statement] =
        [(); 2].map(|()| Statement { within: [next(), next()], first: next() });
    let best = fields.next()?.split(' ').filter_map(|told| {
        let mut parts = told.split('=');
        let words = parts.next()?.split('/').map(str::to_owned).collect();
        let chance = parts.next()?.parse().ok()?;
        let reply = (parts.next()?.to_owned(), parts.next()?.parse().ok()?);
        Some(BestMove { words, chance, reply })
    });
    let figures = Figures {
        statement,
        score: (score_mean, score),
        unseen,
        value: (value_mean, value),
        value_statement,
        best: best.collect(),
    };
    Some(KnownPattern { setup, figures })
}
