//! Profiles of cells: means of the measures of games, with intervals for the design.
//!
//! A sample has equally many games of every pair of first moves, where these are played in turn: the
//! pairs are strata of equal weight. The target is the mean over the pairs of such games.

use std::collections::BTreeMap;

use pasang_core::profile::{MEASURES, MeasureKind, Profile, Wear};

use super::interval::{Interval, Z, difference, mean_of, stratified};
use super::quantile;

/// The measured games of a cell.
#[derive(Clone, Debug)]
pub struct CellProfile {
    pub number: usize,
    pub setup: String,
    pub rules: String,
    pub bots: String,
    /// The number of pairs of first moves played in turn, or 1.
    pub strata: u64,
    /// By index in the cell; their own use of the board is moved into `wear`.
    pub games: BTreeMap<u64, Profile>,
    /// The sums over all measured games.
    pub wear: Wear,
    /// The first player's score in all games; `None` without an interval, or if different bots meet.
    pub score: Option<Mean>,
}

/// The cells with the same rules and bots, one a setup.
pub type Group<'c> = Vec<&'c CellProfile>;

/// The number, after those of the measures, of the first player's score.
pub const SCORE: usize = MEASURES.len();

/// The number of the distance of that score from one half.
pub const UNEVENNESS: usize = SCORE + 1;

/// A mean with its interval, which has no width if nothing varies.
pub type Mean = (f64, Interval);

impl CellProfile {
    pub fn add(&mut self, index: u64, mut game: Profile) {
        let wear = std::mem::take(&mut game.wear);
        self.wear.resize(wear.len(), [0; 3]);
        for (sums, uses) in self.wear.iter_mut().zip(wear) {
            sums.iter_mut().zip(uses).for_each(|(sum, times)| *sum += times);
        }
        self.games.insert(index, game);
    }

    /// Returns the values of the games that have a measure, with their strata.
    pub fn values(&self, measure: usize) -> Vec<(u64, f64)> {
        let games = self.games.iter().filter(|(_, game)| game.values.len() > measure);
        games.map(|(index, game)| (index % self.strata, game.values[measure])).collect()
    }

    pub fn figure(&self, measure: usize, alpha: f64) -> Option<(f64, Option<Interval>)> {
        let is_event = MEASURES[measure].2 == MeasureKind::Event;
        stratified(&self.values(measure), is_event, alpha)
    }

    /// Estimates a measure, or the score, whose interval is widened as that of a normal distribution.
    fn mean(&self, measure: usize, alpha: f64) -> Option<Mean> {
        if measure != SCORE {
            return self.figure(measure, alpha).map(or_point);
        }
        let (wider, (mean, Interval { low, high })) =
            (quantile::normal(alpha / 2.0) / Z, self.score?);
        let [low, high] = [low, high].map(|end| mean + wider * (end - mean));
        Some((mean, Interval { low, high }))
    }
}

fn or_point((mean, interval): (f64, Option<Interval>)) -> Mean {
    (mean, interval.unwrap_or(Interval { low: mean, high: mean }))
}

/// Estimates the mean of a measure, or of the score, over cells of several setups.
pub fn pooled(cells: &Group<'_>, measure: usize, alpha: f64) -> Option<Mean> {
    let means = cells.iter().map(|cell| cell.mean(measure, alpha));
    mean_of(&means.collect::<Option<Vec<Mean>>>()?)
}

/// Estimates the change of a measure, of the score, or of its distance from one half between two rule
/// sets, whose cells have the same setups in the same order: a measure game by game where both cells
/// have the same indices and strata.
pub fn change(from: &Group<'_>, to: &Group<'_>, measure: usize, alpha: f64) -> Option<Mean> {
    let between = |from: Mean, to: Mean| Some((to.0 - from.0, difference(from, to)));
    if measure == UNEVENNESS {
        let distance = |cells| pooled(cells, SCORE, alpha).map(from_even);
        return between(distance(from)?, distance(to)?);
    }
    let by = |(to, from): (&&CellProfile, &&CellProfile)| {
        let are_pairs = to.strata == from.strata && to.games.keys().eq(from.games.keys());
        if measure == SCORE || !are_pairs {
            return between(from.mean(measure, alpha)?, to.mean(measure, alpha)?);
        }
        let pairs = to.values(measure).into_iter().zip(from.values(measure));
        let by: Vec<_> = pairs.map(|((stratum, to), (_, from))| (stratum, to - from)).collect();
        stratified(&by, false, alpha).map(or_point)
    };
    mean_of(&to.iter().zip(from).map(by).collect::<Option<Vec<Mean>>>()?)
}

/// Returns the distance of a score from one half.
fn from_even((score, Interval { low, high }): Mean) -> Mean {
    let [mean, one, other] = [score, low, high].map(|it| (it - 0.5).abs());
    let low = if low < 0.5 && high > 0.5 { 0.0 } else { one.min(other) };
    (mean, Interval { low, high: one.max(other) })
}
