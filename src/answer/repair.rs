//! Patterns with exchanged stones, and how even their games were.

use std::collections::BTreeSet;

use super::RunSummary;
use pasang_balance::answer::JointRow;
use pasang_core::base::random::SeedKey;
use pasang_core::games::Seat;
use pasang_core::games::setup::{Exchanges, Origin, Setup};

/// Maximum number of patterns of each size.
const MAX_PATTERNS: u64 = 240;

/// Least probability of an answer.
pub const SURE: f64 = 0.95;

/// A pattern with the result of its games.
pub struct TrialResult {
    pub setup: Setup,
    pub score: f64,
    /// `None` where one bot played.
    pub row: Option<JointRow>,
}

impl TrialResult {
    pub fn distance(&self) -> f64 {
        (self.score - 0.5).abs()
    }

    /// Returns the probability that the score, for the mean over bots, is within a distance of even.
    pub fn probability(&self) -> f64 {
        self.row.as_ref().map_or(0.0, |row| row.statement.within[1])
    }

    /// Returns the results of an experiment's patterns, played by one line-up.
    pub fn all(setups: &[Setup], summary: &RunSummary) -> Vec<TrialResult> {
        let of = |(cell, setup): (usize, &Setup)| TrialResult {
            setup: setup.clone(),
            score: summary.tallies[cell].sum(Seat::FIRST).mean().unwrap_or(0.5),
            row: summary.balance.row(cell).cloned(),
        };
        setups.iter().enumerate().map(of).collect()
    }
}

/// Returns the patterns in which `size` stones of each colour are exchanged; if there are too many,
/// a random sample.
pub fn patterns(setup: &Setup, (size, exchanges): (u32, &Exchanges), seed: u64) -> Vec<Setup> {
    let (count, mut numbers) = (exchanges.count(), BTreeSet::new());
    let mut rng = SeedKey::new(seed, &[b"repair", &size.to_le_bytes()]).rng(0);
    // If there are no more patterns than that, all are drawn.
    while (numbers.len() as u64) < count.min(MAX_PATTERNS) {
        numbers.insert(rng.below_u64(count));
    }
    let artifacts = |number| Setup {
        name: format!("{}-{size}-{}", setup.name, number + 1),
        source: None,
        origin: Origin::Generated,
        stones: exchanges.nth(number),
        any_counts: setup.any_counts,
    };
    numbers.into_iter().map(artifacts).collect()
}

/// Returns the `most` patterns nearest to even, nearest first.
pub fn nearest(mut results: Vec<TrialResult>, most: usize) -> Vec<Setup> {
    results.sort_by(|one, other| one.distance().total_cmp(&other.distance()));
    results.into_iter().take(most).map(|result| result.setup).collect()
}
