//! What points given in advance do to the score, where an experiment tries several numbers of them.
//!
//! The first player scores p = 1 / (1 + exp(-(a - b h))) at a handicap of h points: a logistic regression,
//! fitted by Newton's method. The game is even at a / b; that has Fieller's interval, all h with
//! (a - b h)^2 up to z^2 times its variance (Fieller 1954, "Some problems in interval estimation", J. R.
//! Statist. Soc. B 16, pp. 175-185), which there is where b is shown to be more than 0.

use std::collections::BTreeSet;

use crate::games::Seat;
use crate::stats::counted::{Counted, Measured};
use crate::stats::interval::{Interval, Z};
use crate::stats::score::WHOLE;

/// What the games of one line-up show under rules that differ by the handicap alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Evened<'a> {
    /// The rule set of the least handicap.
    pub rules: &'a str,
    /// The bots.
    pub bots: &'a str,
    /// The setup; nothing where there are several.
    pub setup: Option<&'a str>,
    /// How many games.
    pub games: u64,
    /// How many handicaps were tried.
    pub handicaps: usize,
    /// What a point is worth near an even score, as a share of it.
    pub worth: Measured,
    /// At what handicap the game is even.
    pub even: Option<Measured>,
}

/// The games at one handicap: how many, and what the first player scored in them.
#[derive(Clone, Copy, Debug)]
struct Tried {
    handicap: f64,
    games: f64,
    score: f64,
}

/// The two numbers of the curve with their covariances.
#[derive(Clone, Copy, Debug)]
struct Curve {
    a: f64,
    b: f64,
    /// Of `a`, of both, of `b`.
    variances: [f64; 3],
}

/// The curve through these scores; nothing where none fits best, as with a seat that always wins.
fn fitted(tried: &[Tried]) -> Option<Curve> {
    let (mut a, mut b) = (0.0, 0.0);
    for _ in 0..100 {
        let (mut slope, mut curve) = ([0.0; 2], [0.0; 3]);
        for &Tried { handicap, games, score } in tried {
            let p = 1.0 / (1.0 + libm::exp(b * handicap - a));
            let (off, weight) = (score - games * p, games * p * (1.0 - p));
            // By b the chance falls.
            slope = [slope[0] + off, slope[1] - off * handicap];
            let add = [weight, -weight * handicap, weight * handicap * handicap];
            curve = std::array::from_fn(|at| curve[at] + add[at]);
        }
        let [aa, ab, bb] = curve;
        let whole = aa * bb - ab * ab;
        if !whole.is_finite() || whole <= 1e-9 * aa * bb {
            return None;
        }
        let variances = [bb / whole, -ab / whole, aa / whole];
        let step = [
            variances[0] * slope[0] + variances[1] * slope[1],
            variances[1] * slope[0] + variances[2] * slope[1],
        ];
        (a, b) = (a + step[0], b + step[1]);
        if step[0].abs() + step[1].abs() < 1e-12 * (1.0 + a.abs() + b.abs()) {
            return Some(Curve { a, b, variances });
        }
    }
    None
}

impl Curve {
    /// Where the game is even, with all handicaps at which it may be; nothing where the handicap is
    /// not shown to help.
    fn even(&self) -> Option<(f64, Interval)> {
        let Curve { a, b, variances: [aa, ab, bb] } = *self;
        let square = b * b - Z * Z * bb;
        if b <= 0.0 || square <= 0.0 {
            return None;
        }
        let middle = a * b - Z * Z * ab;
        let root = (middle * middle - square * (a * a - Z * Z * aa)).max(0.0).sqrt();
        let interval = Interval { low: (middle - root) / square, high: (middle + root) / square };
        Some((a / b, interval))
    }
}

impl<'a> Evened<'a> {
    /// What these cells show, each with its handicap; nothing with fewer than three handicaps, or
    /// where no curve fits best. `why_none`: why there are no intervals, if so.
    pub fn of(
        cells: &[(i8, &'a Counted<'a>)],
        why_none: Option<&'static str>,
    ) -> Option<Evened<'a>> {
        let (_, first) = cells.iter().min_by_key(|(handicap, _)| handicap.unsigned_abs())?;
        let tallies = || cells.iter().map(|(handicap, cell)| (*handicap, cell.tally));
        let played = || tallies().filter(|(_, tally)| tally.games() > 0 && tally.seats() == 2);
        let handicaps: BTreeSet<i8> = played().map(|(handicap, _)| handicap).collect();
        let tried: Vec<Tried> = played()
            .map(|(handicap, tally)| Tried {
                handicap: handicap.into(),
                games: tally.games() as f64,
                score: tally.score(Seat::FIRST) as f64 / WHOLE as f64,
            })
            .collect();
        if handicaps.len() < 3 {
            return None;
        }
        let curve = fitted(&tried)?;
        let half = Z * curve.variances[2].sqrt();
        let figure = |mean: f64, interval: Interval, method| match why_none {
            Some(why) => Measured { mean, interval: None, method: why },
            None => Measured { mean, interval: Some(interval), method },
        };
        // The logistic curve is steepest, a quarter, where it is even.
        let ends = Interval { low: (curve.b - half) / 4.0, high: (curve.b + half) / 4.0 };
        let setups: BTreeSet<&str> = cells.iter().map(|(_, cell)| cell.labels.setup).collect();
        Some(Evened {
            rules: first.labels.rules,
            bots: first.labels.bots,
            setup: (setups.len() == 1).then_some(first.labels.setup),
            games: played().map(|(_, tally)| tally.games()).sum(),
            handicaps: handicaps.len(),
            worth: figure(curve.b / 4.0, ends, "wald-95"),
            even: curve.even().map(|(even, interval)| figure(even, interval, "fieller-95")),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tried(scores: &[(f64, f64)]) -> Vec<Tried> {
        let tried = |&(handicap, score)| Tried { handicap, games: 100.0, score };
        scores.iter().map(tried).collect()
    }

    /// Against NumPy, by the normal equations and the roots of Fieller's polynomial: see the figures.
    #[test]
    fn the_curve_is_that_of_another_program() {
        let near = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-7, "{found}");
        let scores = tried(&[(0.0, 62.0), (3.0, 55.0), (6.0, 43.5), (9.0, 30.0)]);
        let curve = fitted(&scores).unwrap();
        near(curve.a, 0.567_255_65);
        near(curve.b, 0.148_484_88);
        near(curve.variances[2].sqrt(), 0.031_371_678_457_490_275);
        let (even, interval) = curve.even().unwrap();
        near(even, 3.820_292_473_285_900_5);
        near(interval.low, 2.170_175_56);
        near(interval.high, 5.221_486_37);
    }

    #[test]
    fn what_shows_nothing_says_nothing() {
        // A handicap that does not help is even nowhere that could be told.
        let flat = fitted(&tried(&[(0.0, 50.0), (3.0, 51.0), (6.0, 50.0)])).unwrap();
        assert!(flat.even().is_none());
        // Nobody can fit a curve where the first player never loses.
        assert!(fitted(&tried(&[(0.0, 100.0), (3.0, 100.0), (6.0, 100.0)])).is_none());
        assert!(fitted(&[]).is_none());
    }
}
