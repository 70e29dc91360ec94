//! How far figures may be off that are made from some patterns: the jackknife, which leaves out each
//! pattern in turn (Quenouille 1949; Tukey 1958; Efron and Stein 1981, "The jackknife estimate of
//! variance", Ann. Stat. 9). It needs no random numbers.

use crate::stats::quantile;
use crate::stats::terms::ALPHA;

/// Variances and covariances of some figures of `count` patterns, by rows: `of` makes the figures of
/// all patterns but one.
pub fn covariances<const N: usize>(count: usize, of: impl Fn(usize) -> [f64; N]) -> [[f64; N]; N] {
    let without: Vec<[f64; N]> = (0..count).map(of).collect();
    let n = count as f64;
    let mut mean = [0.0; N];
    for figures in &without {
        mean.iter_mut().zip(figures).for_each(|(mean, figure)| *mean += figure / n);
    }
    let mut sums = [[0.0; N]; N];
    for figures in &without {
        for (row, sums) in sums.iter_mut().enumerate() {
            for (column, sum) in sums.iter_mut().enumerate() {
                *sum += (figures[row] - mean[row]) * (figures[column] - mean[column]);
            }
        }
    }
    sums.map(|row| row.map(|sum| sum * (n - 1.0) / n))
}

/// How many standard deviations an interval at 95 % has to either side, with so many patterns.
pub fn width(count: usize) -> f64 {
    quantile::student(count as u64 - 1, ALPHA / 2.0).unwrap_or(f64::INFINITY)
}
