//! Profiles of cells: means of the measures of games, with intervals for the design.
//!
//! A sample has equally many games of every pair of first moves, where these are played in turn: the
//! pairs are strata of equal weight. The target is the mean over the pairs of such games.

use std::collections::BTreeMap;

use pasang_core::profile::{MEASURES, MeasureKind, Profile, Wear};

use super::interval::{ALPHA, Interval, Z, difference, mean_of, wilson_share};
use super::quantile;
use super::table::Table;

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
    /// The first player's score in all games, as in `cells.csv`; `None` without an interval, or if
    /// different bots meet.
    pub score: Option<Mean>,
}

/// The number, after those of the measures, of the first player's score.
pub const SCORE: usize = MEASURES.len();

/// The number of the distance of that score from one half.
pub const UNEVENNESS: usize = SCORE + 1;

/// A mean with its interval; one that does not vary has an interval of no width.
pub type Mean = (f64, Interval);

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
/// number of games. No interval if all values are equal, or there is one only; `None` without values.
pub fn figure(
    values: &[(u64, f64)],
    kind: MeasureKind,
    alpha: f64,
) -> Option<(f64, Option<Interval>)> {
    let mut strata = BTreeMap::<u64, Vec<f64>>::new();
    values.iter().for_each(|&(stratum, value)| strata.entry(stratum).or_default().push(value));
    if strata.values().any(|it| it.len() < 2) {
        strata = BTreeMap::from([(0, values.iter().map(|&(_, value)| value).collect())]);
    }
    let games = values.len() as f64;
    let count = strata.len() as f64;
    let (mut mean, mut sum, mut squares) = (0.0, 0.0, 0.0);
    for stratum in strata.values() {
        let (own, variance) = moments(stratum);
        let part = variance / stratum.len() as f64;
        mean += own / count;
        sum += part;
        squares += part * part / (stratum.len() as f64 - 1.0);
    }
    let variance = sum / (count * count);
    let varies = games > 1.0 && variance > 0.0;
    let interval = match kind {
        MeasureKind::Event => {
            let size = if varies { mean * (1.0 - mean) / variance } else { games };
            Some(wilson_share(mean, size.min(2.0 * games), quantile::normal(alpha / 2.0)))
        }
        _ if !varies => None,
        _ => quantile::student(((sum * sum / squares) as u64).max(1), alpha / 2.0).map(|t| {
            let half = t * variance.sqrt();
            Interval { low: mean - half, high: mean + half }
        }),
    };
    (games > 0.0).then_some((mean, interval))
}

impl CellProfile {
    /// Adds a game.
    pub fn add(&mut self, index: u64, mut game: Profile) {
        for (sums, uses) in self.wear.iter_mut().zip(std::mem::take(&mut game.wear)) {
            sums.iter_mut().zip(uses).for_each(|(sum, times)| *sum += times);
        }
        self.games.insert(index, game);
    }

    /// Returns the values of the games that have a measure, with their strata.
    fn values(&self, measure: usize) -> Vec<(u64, f64)> {
        let games = self.games.iter();
        let value = |(index, game): (&u64, &Profile)| {
            Some((index % self.strata, *game.values.get(measure)?))
        };
        games.filter_map(value).collect()
    }

    /// Estimates a measure, or the score. The interval of the score is that at 95 %, widened as that of
    /// a normal distribution.
    fn mean(&self, measure: usize, alpha: f64) -> Option<Mean> {
        if measure == SCORE {
            let (wider, (mean, Interval { low, high })) =
                (quantile::normal(alpha / 2.0) / Z, self.score?);
            let [low, high] = [low, high].map(|end| mean + wider * (end - mean));
            return Some((mean, Interval { low, high }));
        }
        figure(&self.values(measure), MEASURES[measure].kind, alpha).map(or_point)
    }

    /// Estimates by how much a measure, or the score, differs from that of another cell: a measure game
    /// by game where both have the same indices and strata.
    fn change(&self, from: &CellProfile, measure: usize, alpha: f64) -> Option<Mean> {
        let is_paired = self.strata == from.strata && self.games.keys().eq(from.games.keys());
        if measure == SCORE || !is_paired {
            return Some(between(from.mean(measure, alpha)?, self.mean(measure, alpha)?));
        }
        let pairs = self.values(measure).into_iter().zip(from.values(measure));
        let values = pairs.map(|((stratum, own), (_, other))| (stratum, own - other));
        figure(&values.collect::<Vec<_>>(), MeasureKind::Number, alpha).map(or_point)
    }
}

fn or_point((mean, interval): (f64, Option<Interval>)) -> Mean {
    (mean, interval.unwrap_or(Interval { low: mean, high: mean }))
}

fn between(from: Mean, to: Mean) -> Mean {
    (to.0 - from.0, difference(from, to))
}

/// Estimates the mean of a measure, or of the score, over cells of several setups.
pub fn pooled(cells: &[&CellProfile], measure: usize, alpha: f64) -> Option<Mean> {
    let means = cells.iter().map(|cell| cell.mean(measure, alpha));
    mean_of(&means.collect::<Option<Vec<Mean>>>()?)
}

/// Estimates the mean change of a measure, of the score, or of its distance from one half between the
/// cells of two rule sets, which have the same setups in the same order.
pub fn change(
    from: &[&CellProfile],
    to: &[&CellProfile],
    measure: usize,
    alpha: f64,
) -> Option<Mean> {
    if measure == UNEVENNESS {
        let [from, to] = [from, to].map(|cells| pooled(cells, SCORE, alpha).map(from_even));
        return Some(between(from?, to?));
    }
    let changes = to.iter().zip(from).map(|(to, from)| to.change(from, measure, alpha));
    mean_of(&changes.collect::<Option<Vec<Mean>>>()?)
}

/// Returns the distance of a score from one half.
fn from_even((score, Interval { low, high }): Mean) -> Mean {
    let [mean, one, other] = [score, low, high].map(|it| (it - 0.5).abs());
    let low = if low < 0.5 && high > 0.5 { 0.0 } else { one.min(other) };
    (mean, Interval { low, high: one.max(other) })
}

/// Makes `profile.csv`: one row a cell and measure.
pub fn profile(cells: &[CellProfile]) -> Table {
    let rows = cells.iter().flat_map(|cell| {
        let row = move |measure: usize| {
            let values = cell.values(measure);
            Some((
                cell,
                &MEASURES[measure],
                figure(&values, MEASURES[measure].kind, ALPHA)?,
                values,
            ))
        };
        (0..MEASURES.len()).filter_map(row)
    });
    let sd = |values: &[(u64, f64)]| {
        moments(&values.iter().map(|&(_, value)| value).collect::<Vec<_>>()).1.sqrt()
    };
    Table::file("profile.csv", "One row a cell and measure, with `pasang profile`.", rows)
        .whole("cell", "the cell's number, from 0", |row| row.0.number)
        .word("setup", "its setup", |row| row.0.setup.as_str())
        .word("rules", "its rule set", |row| row.0.rules.as_str())
        .word("bots", "its bots, joined by `/` where seats differ", |row| row.0.bots.as_str())
        .word("measure", "the measure; docs/statistics.md defines it", |row| row.1.name)
        .whole("games", "games measured", |row| row.3.len())
        .share("mean", "its mean, over pairs of first moves", |row| row.2.0)
        .ends("mean", "its interval at 95 %", |row| row.2.1)
        .mean("sd", "its standard deviation over games", |row| sd(&row.3))
        .without_units()
        .done()
}
