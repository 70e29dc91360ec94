//! Confidence intervals for a sample size fixed before the first game.

use std::collections::BTreeMap;

use super::quantile;
use crate::run::Histogram;

pub use pasang_balance::ALPHA;
pub use pasang_core::score::Interval;
use pasang_core::score::ScoreSum;

/// The 0.975 quantile of the normal distribution.
pub const Z: f64 = 1.959_963_984_540_054;

/// Returns Wilson's score interval for a mean score between 0 and 1, at the two-sided level of the normal
/// quantile `z`, from the sum of the games' scores in twelfths (Wilson 1927, "Probable inference, the law
/// of succession, and statistical inference", J. Am. Stat. Assoc. 22, pp. 209-212). `None` without games.
///
/// It treats the score as a share of wins and losses, whose variance is p (1 - p). No score between
/// 0 and 1 with the mean p varies more, and draws vary less: with draws the interval is
/// conservative.
pub fn wilson(sum: ScoreSum, z: f64) -> Option<Interval> {
    Some(wilson_share(sum.mean()?, sum.games as f64, z))
}

/// Returns Wilson's interval for a mean score `p` of `n` games.
pub fn wilson_share(p: f64, n: f64, z: f64) -> Interval {
    let shrink = 1.0 + z * z / n;
    let centre = (p + z * z / (2.0 * n)) / shrink;
    let half = z / shrink * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    // Only rounding could lead beyond 0 and 1.
    Interval { low: (centre - half).max(0.0), high: (centre + half).min(1.0) }
}

/// Returns the mean of independent figures with its interval, from the intervals of the figures:
/// the squared distances from each figure to the end of its interval add up (Zou and Donner 2008,
/// "Construction of confidence limits about effect measures: a general approach", Stat. Med. 27,
/// pp. 1693-1702). `None` without figures.
pub fn mean_of(figures: &[(f64, Interval)]) -> Option<(f64, Interval)> {
    let count = figures.len() as f64;
    let (mut sum, mut squares) = (0.0, [0.0; 2]);
    for &(figure, Interval { low, high }) in figures {
        sum += figure;
        squares[0] += (figure - low) * (figure - low);
        squares[1] += (high - figure) * (high - figure);
    }
    let (mean, [low, high]) = (sum / count, squares.map(|sum: f64| sum.sqrt() / count));
    (!figures.is_empty()).then_some((mean, Interval { low: mean - low, high: mean + high }))
}

/// Returns Student's interval for a mean at error level `alpha`, mean -+ t s / sqrt(n) (Student 1908, "The
/// probable error of a mean", Biometrika 6). `None` for fewer than two numbers, or if all are equal: such
/// a sample says nothing about variation.
pub fn student(numbers: &Histogram, alpha: f64) -> Option<Interval> {
    let (mean, variance) = (numbers.mean()?, numbers.variance().filter(|&it| it > 0.0)?);
    let count = numbers.count();
    let half = quantile::student(count - 1, alpha / 2.0)? * (variance / count as f64).sqrt();
    Some(Interval { low: mean - half, high: mean + half })
}

/// Returns the interval of the difference of two mean scores of independent samples, the second
/// less the first (Newcombe 1998, "Interval estimation for the difference between independent
/// proportions: comparison of eleven methods", Stat. Med. 17, pp. 873-890, method 10). `None` if a
/// sample is empty.
pub fn newcombe(first: ScoreSum, second: ScoreSum, z: f64) -> Option<Interval> {
    let bounds = |sum: ScoreSum| Some((sum.mean()?, wilson(sum, z)?));
    Some(difference(bounds(first)?, bounds(second)?))
}

/// Returns the interval of the difference of two independent figures, the second less the first,
/// from their intervals: Newcombe's construction for any intervals (Zou and Donner 2008,
/// "Construction of confidence limits about effect measures: a general approach", Stat. Med. 27,
/// pp. 1693-1702).
pub fn difference(first: (f64, Interval), second: (f64, Interval)) -> Interval {
    let ((one, of_one), (two, of_two)) = (first, second);
    let root = |a: f64, b: f64| (a * a + b * b).sqrt();
    Interval {
        low: two - one - root(two - of_two.low, of_one.high - one),
        high: two - one + root(of_two.high - two, one - of_one.low),
    }
}

/// Returns the mean and the sample variance of numbers, 0 for a single one.
pub fn moments(numbers: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let count = numbers.clone().count() as f64;
    let mean = numbers.clone().sum::<f64>() / count;
    let squares = numbers.map(|it| (it - mean) * (it - mean)).sum::<f64>();
    (mean, if count > 1.0 { squares / (count - 1.0) } else { 0.0 })
}

/// Estimates a mean from values with their strata, of equal weight, with an interval at error level
/// `alpha`: Student's with the degrees of freedom of Satterthwaite (1946, "An approximate distribution
/// of estimates of variance components", Biometrics Bull. 2, pp. 110-114), none if all values are
/// equal; of events, which are 0 or 1, Wilson's with the effective number of values. `None` without
/// values.
pub fn stratified(
    values: &[(u64, f64)],
    are_events: bool,
    alpha: f64,
) -> Option<(f64, Option<Interval>)> {
    let mut strata = BTreeMap::<u64, Vec<f64>>::new();
    values.iter().for_each(|&(stratum, value)| strata.entry(stratum).or_default().push(value));
    if strata.values().any(|it| it.len() < 2) {
        strata = BTreeMap::from([(0, values.iter().map(|&(_, value)| value).collect())]);
    }
    let (games, count) = (values.len() as f64, strata.len() as f64);
    let (mut mean, mut sum, mut squares) = (0.0, 0.0, 0.0);
    for stratum in strata.values() {
        let (own, variance) = moments(stratum.iter().copied());
        let part = variance / stratum.len() as f64;
        mean += own / count;
        sum += part;
        squares += part * part / (stratum.len() as f64 - 1.0);
    }
    let variance = sum / (count * count);
    let varies = games > 1.0 && variance > 0.0;
    let interval = match () {
        () if are_events => {
            let size = if varies { mean * (1.0 - mean) / variance } else { games };
            Some(wilson_share(mean, size.min(2.0 * games), quantile::normal(alpha / 2.0)))
        }
        () if !varies => None,
        () => quantile::student(((sum * sum / squares) as u64).max(1), alpha / 2.0).map(|t| {
            let half = t * variance.sqrt();
            Interval { low: mean - half, high: mean + half }
        }),
    };
    (games > 0.0).then_some((mean, interval))
}
