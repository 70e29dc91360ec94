//! Profiles of cells: means of the measures of games, with intervals for the design.
//!
//! A sample has equally many games of every pair of first moves, where these are played in turn: the
//! pairs are strata of equal weight. The target is the mean over the pairs of such games.

use std::collections::BTreeMap;

use pasang_core::profile::{MEASURES, MeasureKind, Profile, Wear};

use super::interval::{Interval, difference, mean_of, wilson_share};
use super::quantile;
use super::table::{MEAN, Table};

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
}

/// A mean with its interval.
#[derive(Clone, Copy, Debug)]
pub struct Figure {
    pub mean: f64,
    /// `None` if all games have the same value, or there is one only.
    pub interval: Option<Interval>,
    /// The standard deviation over games.
    pub sd: f64,
    pub games: usize,
}

/// Returns the mean and the sample variance of numbers, 0 for a single one.
fn moments(numbers: &[f64]) -> (f64, f64) {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    let squares = numbers.iter().map(|it| (it - mean) * (it - mean)).sum::<f64>();
    (mean, if count > 1.0 { squares / (count - 1.0) } else { 0.0 })
}

/// Estimates a mean from values with their strata, with an interval at error level `alpha`: Student's
/// with the degrees of freedom of Satterthwaite (1946, "An approximate distribution of estimates of
/// variance components", Biometrics Bull. 2, pp. 110-114); of events, Wilson's with the effective
/// number of games. `None` without values.
pub fn figure(values: &[(u64, f64)], kind: MeasureKind, alpha: f64) -> Option<Figure> {
    let all: Vec<f64> = values.iter().map(|&(_, value)| value).collect();
    let mut strata = BTreeMap::<u64, Vec<f64>>::new();
    values.iter().for_each(|&(stratum, value)| strata.entry(stratum).or_default().push(value));
    let (games, sd) = (all.len(), moments(&all).1.sqrt());
    if strata.values().any(|it| it.len() < 2) {
        strata = BTreeMap::from([(0, all)]);
    }
    let count = strata.len() as f64;
    let (mut mean, mut sum, mut squares) = (0.0, 0.0, 0.0);
    for stratum in strata.values() {
        let (own, variance) = moments(stratum);
        let part = variance / stratum.len() as f64;
        mean += own / count;
        sum += part;
        squares += part * part / (stratum.len() as f64 - 1.0);
    }
    let degrees = sum * sum / squares;
    let variance = sum / (count * count);
    let varies = games > 1 && variance > 0.0;
    let interval = match kind {
        MeasureKind::Event => {
            let most = 2.0 * games as f64;
            let size = if varies { mean * (1.0 - mean) / variance } else { games as f64 };
            Some(wilson_share(mean, size.min(most), quantile::normal(alpha / 2.0)))
        }
        _ if !varies => None,
        _ => quantile::student((degrees as u64).max(1), alpha / 2.0).map(|t| {
            let half = t * variance.sqrt();
            Interval { low: mean - half, high: mean + half }
        }),
    };
    (games > 0).then_some(Figure { mean, interval, sd, games })
}

/// An interval of no width, for a figure that does not vary.
fn or_point(figure: &Figure) -> (f64, Interval) {
    let Figure { mean, interval, .. } = *figure;
    (mean, interval.unwrap_or(Interval { low: mean, high: mean }))
}

impl CellProfile {
    /// Adds a game.
    pub fn add(&mut self, index: u64, mut game: Profile) {
        for (sums, uses) in self.wear.iter_mut().zip(std::mem::take(&mut game.wear)) {
            sums.iter_mut().zip(uses).for_each(|(sum, times)| *sum += times);
        }
        self.games.insert(index, game);
    }

    /// Returns the games that have a measure, by stratum.
    fn values(&self, measure: usize) -> Vec<(u64, f64)> {
        let games = self.games.iter();
        let values =
            games.map(|(index, game)| Some((index % self.strata, *game.values.get(measure)?)));
        values.flatten().collect()
    }

    /// Estimates a measure.
    pub fn figure(&self, measure: usize, alpha: f64) -> Option<Figure> {
        figure(&self.values(measure), MEASURES[measure].kind, alpha)
    }

    /// Estimates by how much a measure differs from that of another cell: game by game where both have
    /// the same indices and strata.
    fn change(&self, from: &CellProfile, measure: usize, alpha: f64) -> Option<(f64, Interval)> {
        if self.strata == from.strata && self.games.keys().eq(from.games.keys()) {
            let pairs = self.values(measure).into_iter().zip(from.values(measure));
            let values: Vec<(u64, f64)> =
                pairs.map(|((stratum, own), (_, other))| (stratum, own - other)).collect();
            return Some(or_point(&figure(&values, MeasureKind::Number, alpha)?));
        }
        let [own, other] = [self, from].map(|it| it.figure(measure, alpha));
        let (own, other) = (or_point(&own?), or_point(&other?));
        Some((own.0 - other.0, difference(other, own)))
    }
}

/// Estimates the mean of a measure over cells of several setups.
pub fn pooled(cells: &[&CellProfile], measure: usize, alpha: f64) -> Option<(f64, Interval)> {
    let figures = cells.iter().map(|cell| Some(or_point(&cell.figure(measure, alpha)?)));
    mean_of(&figures.collect::<Option<Vec<_>>>()?)
}

/// Estimates the mean change of each measure from the cells of one rule set to those of another, which
/// have the same setups in the same order, with intervals at error level `alpha`.
pub fn changes(
    from: &[&CellProfile],
    to: &[&CellProfile],
    alpha: f64,
) -> Vec<Option<(f64, Interval)>> {
    let change = |measure| {
        let changes = to.iter().zip(from).map(|(to, from)| to.change(from, measure, alpha));
        mean_of(&changes.collect::<Option<Vec<_>>>()?)
    };
    (0..MEASURES.len()).map(change).collect()
}

/// Makes `profile.csv`: one row a cell and measure.
pub fn profile(cells: &[CellProfile]) -> Table {
    let rows = cells.iter().flat_map(|cell| {
        let row = move |measure| Some((cell, measure, cell.figure(measure, super::ALPHA)?));
        (0..MEASURES.len()).filter_map(row)
    });
    Table::file("profile.csv", "One row a cell and measure, with `pasang profile`.", rows)
        .whole("cell", "the cell's number, from 0", |row| row.0.number)
        .word("setup", "its setup", |row| row.0.setup.as_str())
        .word("rules", "its rule set", |row| row.0.rules.as_str())
        .word("bots", "its bots, joined by `/` where seats differ", |row| row.0.bots.as_str())
        .word("measure", "the measure; docs/statistics.md defines it", |row| MEASURES[row.1].name)
        .whole("games", "games measured", |row| row.2.games as u64)
        .column("mean", super::SHARE, "its mean, over pairs of first moves", |row| row.2.mean)
        .unit("")
        .column("mean_low", super::SHARE, "its interval at 95 %: the lower end", |row| {
            Some(row.2.interval?.low)
        })
        .unit("")
        .empty("no interval")
        .column("mean_high", super::SHARE, "the upper end", |row| Some(row.2.interval?.high))
        .unit("")
        .empty("no interval")
        .column("sd", MEAN, "its standard deviation over games", |row| row.2.sd)
        .done()
}
