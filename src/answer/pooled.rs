//! Pools the setups of an experiment: statistics of each rule set and line-up over all setups.
//!
//! Every setup has the same weight, however many games it has. The intervals treat the setups as
//! fixed: they would be wider if the setups were a random sample of a larger population.

use super::cell_stats::{CellStats, Estimate};
use super::experiment_stats::{ExperimentStats, SHARED};
use super::interval::{Interval, mean_of};
use crate::run::Tally;
use pasang_core::games::Seat;

/// Pooled statistics of the cells with one rule set and one line-up.
#[derive(Clone, Debug)]
pub struct PooledStats<'a> {
    pub rules: &'a str,
    pub bots: &'a str,
    /// One cell for each setup.
    pub cells: Vec<&'a CellStats<'a>>,
    pub setups: usize,
    pub games: u64,
    pub first: Option<Estimate>,
    pub draws: Option<f64>,
    /// The share of games that end with a player stuck.
    pub stuck: Option<f64>,
    pub plies: Option<f64>,
}

/// Returns the pooled statistics of each rule set and line-up, in order. Empty with a single setup.
/// Line-ups of different bots are left out: there the first player's score says which bot is better.
pub fn pool_cells<'a>(all: &'a ExperimentStats<'a>) -> Vec<PooledStats<'a>> {
    let setups = all.names(|cell| cell.labels.setup);
    if setups.len() < 2 {
        return Vec::new();
    }
    let mut groups = all.groups();
    groups.retain(|cells| cells.iter().all(|cell| cell.is_self_play()));
    groups.iter().map(|cells| over(cells, all.common_random)).collect()
}

/// Pools cells that have the same rules and bots.
pub(crate) fn over<'a>(cells: &[&'a CellStats<'a>], common_random: bool) -> PooledStats<'a> {
    let (rules, bots) = cells.first().map_or(("", ""), |it| (it.labels.rules, it.labels.bots));
    let played: Vec<&CellStats<'_>> =
        cells.iter().copied().filter(|cell| cell.tally.games() > 0).collect();
    let mean_of = |figure: &dyn Fn(&Tally) -> Option<f64>| {
        mean(played.iter().filter_map(|cell| figure(cell.tally)))
    };
    let scores: Vec<Estimate> = played.iter().filter_map(|cell| cell.score(Seat::FIRST)).collect();
    PooledStats {
        rules,
        bots,
        cells: cells.to_vec(),
        setups: played.len(),
        games: played.iter().map(|cell| cell.tally.games()).sum(),
        first: mean_score(&scores, common_random),
        draws: mean_of(&Tally::draws_share),
        stuck: mean_of(&Tally::stuck_share),
        plies: mean_of(&|tally| tally.plies.mean()),
    }
}

/// Returns the mean; `None` without figures.
fn mean(figures: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = figures.fold((0.0, 0_u64), |(sum, count), it| (sum + it, count + 1));
    (count > 0).then(|| sum / count as f64)
}

/// Returns the mean of independent scores; with an interval if each score has one and the cells do
/// not share random numbers.
fn mean_score(scores: &[Estimate], common_random: bool) -> Option<Estimate> {
    let mean = mean(scores.iter().map(|score| score.mean))?;
    if let [only] = scores {
        return Some(*only);
    }
    if common_random {
        return Some(Estimate::none(mean, SHARED));
    }
    if let Some(score) = scores.iter().find(|score| score.interval.is_none()) {
        return Some(Estimate::none(mean, score.method));
    }
    let each = scores.iter().filter_map(Estimate::with_interval);
    let each: Vec<(f64, Interval)> = each.collect();
    let interval = mean_of(&each).map(|(_, interval)| interval);
    Some(Estimate { mean, interval, method: "squares-95" })
}
