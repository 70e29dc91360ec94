//! How alike two lists of figures of the same things are: by their order, and by the figures.

use super::interval::{Interval, Z};

/// Kendall's tau-b of two lists of figures of the same things: of all pairs of things, the share
/// that both lists put in the same order less the share that they put in opposite orders, with the
/// correction for ties (Kendall 1945, "The treatment of ties in ranking problems", Biometrika 33,
/// pp. 239-251). 1 for the same order, 0 on average for unrelated ones. Nothing for fewer than two
/// things, or where one list is all ties.
pub fn kendall(one: &[f64], other: &[f64]) -> Option<f64> {
    let (mut sum, mut in_one, mut in_other) = (0i64, 0i64, 0i64);
    for (at, (a, b)) in one.iter().zip(other).enumerate() {
        for (c, d) in one.iter().zip(other).skip(at + 1) {
            let (x, y) = (order(*a, *c), order(*b, *d));
            sum += x * y;
            in_one += x * x;
            in_other += y * y;
        }
    }
    let root = (in_one as f64 * in_other as f64).sqrt();
    (root > 0.0).then(|| sum as f64 / root)
}

/// Pearson's correlation; nothing with fewer than three pairs, or where one of the two is constant.
pub fn pearson(pairs: &[(f64, f64)]) -> Option<f64> {
    let count = pairs.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / count;
    let (one, other) = (mean(|pair| pair.0), mean(|pair| pair.1));
    let sum = |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>();
    let both = sum(&|pair| (pair.0 - one) * (pair.1 - other));
    let squares = sum(&|pair| (pair.0 - one).powi(2)) * sum(&|pair| (pair.1 - other).powi(2));
    (pairs.len() > 2 && squares > 0.0).then(|| both / squares.sqrt())
}

/// Pearson's correlation with its interval at 95 %: that of its inverse hyperbolic tangent is normal, with the
/// variance 1 / (n - 3) (Fisher 1921, "On the probable error of a coefficient of correlation deduced from a
/// small sample", Metron 1, pp. 3-32). Nothing with fewer than four pairs, or where one of the two is constant.
pub fn correlation(pairs: &[(f64, f64)]) -> Option<(f64, Interval)> {
    let r = pearson(pairs).filter(|_| pairs.len() > 3)?;
    let (middle, half) = (libm::atanh(r), Z / (pairs.len() as f64 - 3.0).sqrt());
    let [low, high] = [middle - half, middle + half].map(libm::tanh);
    Some((r, Interval { low, high }))
}

fn order(a: f64, b: f64) -> i64 {
    match a.total_cmp(&b) {
        std::cmp::Ordering::Less => -1,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against R: cor(c(1,2,3,4), c(2,1,4,3)) is 0.6.
    #[test]
    fn the_correlation_is_that_of_other_programs() {
        let pairs = [(1.0, 2.0), (2.0, 1.0), (3.0, 4.0), (4.0, 3.0)];
        assert!((pearson(&pairs).unwrap() - 0.6).abs() < 1e-12);
        assert_eq!(pearson(&pairs[..2]), None);
        assert_eq!(pearson(&[(1.0, 2.0), (1.0, 3.0), (1.0, 4.0)]), None);
    }

    /// Computed in Python.
    #[test]
    fn its_interval_is_that_of_other_programs() {
        let pairs = [(1.0, 2.0), (2.0, 1.0), (3.0, 4.0), (4.0, 3.0), (5.0, 6.0), (6.0, 5.0)];
        let (r, Interval { low, high }) = correlation(&pairs).unwrap();
        for (found, expected) in [(r, 0.828_571_4), (low, 0.051_929_3), (high, 0.980_684_6)] {
            assert!((found - expected).abs() < 1e-7, "{found} instead of {expected}");
        }
        assert_eq!(correlation(&pairs[..3]), None);
    }
}
