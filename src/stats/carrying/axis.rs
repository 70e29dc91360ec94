//! How the first player's score goes with the bots' strength.
//!
//! A straight line through the rungs by least squares: the score over the bots' Elo, in a hundred Elo. Its
//! interval is Student's, from how far the rungs lie from the line, with as many degrees of freedom as rungs
//! less two; never narrower than the normal one that chance alone allows, which a few rungs that lie on a
//! line by luck would go below. The Elo are taken as they are: how far they may be off themselves is not
//! in it. Where the line seems to go is told for 400 Elo above the strongest rung, ten times the odds: an
//! extrapolation, which nothing but the line speaks for.

use super::{Group, Pattern, Rung};
use crate::stats::interval::{Interval, Z};
use crate::stats::quantile;
use crate::stats::terms::ALPHA;

/// How far above the strongest rung the line is told.
const BEYOND: f64 = 400.0;

/// Two rungs have no distance from their line.
const LEAST_RUNGS: usize = 3;

/// The line of one rule set: over all patterns, or of one.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The rule set.
    pub rules: String,
    /// The pattern; nothing for all together.
    pub setup: Option<String>,
    /// How many rungs.
    pub rungs: usize,
    /// The Elo of the weakest and of the strongest.
    pub elo: [f64; 2],
    /// How much more the first player scores for a hundred Elo, with its interval at 95 %.
    pub slope: (f64, Interval),
    /// The first player's score at [`Axis::beyond`], if the line went on.
    pub extrapolated: (f64, Interval),
}

impl Axis {
    /// For which strength the line is told.
    pub fn beyond(&self) -> f64 {
        self.elo[1] + BEYOND
    }
}

/// A rung on the line: its Elo, its score, and the variance of that by chance.
type Point = (f64, f64, f64);

/// The lines of a rule set: over all patterns together first, then of each. Of the rungs whose Elo is known.
pub(super) fn of_group(group: &Group) -> Vec<Axis> {
    let rungs: Vec<(f64, &Rung)> =
        group.rungs.iter().filter_map(|rung| Some((rung.elo?, rung))).collect();
    let count = group.count();
    let each = |place: usize| {
        let point = |&(elo, rung): &(f64, &Rung)| {
            let pattern: &Pattern = &rung.patterns[place];
            (elo, pattern.mean(), pattern.variance_at_most())
        };
        rungs.iter().map(point).collect::<Vec<Point>>()
    };
    let all: Vec<Vec<Point>> = (0..count).map(each).collect();
    let together: Vec<Point> = (0..rungs.len())
        .map(|rung| {
            let points = || all.iter().map(|points| points[rung]);
            let k = count as f64;
            let sum = |of: fn(Point) -> f64| points().map(of).sum::<f64>();
            (rungs[rung].0, sum(|it| it.1) / k, sum(|it| it.2) / (k * k))
        })
        .collect();
    let line = |setup: Option<&str>, points: &[Point]| {
        let (slope, extrapolated, elo) = fitted(points)?;
        let (rules, setup) = (group.rules.clone(), setup.map(str::to_owned));
        Some(Axis { rules, setup, rungs: points.len(), elo, slope, extrapolated })
    };
    let of_each = group.patterns().zip(&all).map(|(name, points)| line(Some(name), points));
    std::iter::once(line(None, &together)).chain(of_each).flatten().collect()
}

/// The slope for a hundred Elo, the score where the line is told, and the Elo of both ends.
#[allow(clippy::type_complexity)] // two figures with their intervals, and two ends
fn fitted(points: &[Point]) -> Option<((f64, Interval), (f64, Interval), [f64; 2])> {
    let count = points.len();
    let n = count as f64;
    let x = |&(elo, ..): &Point| elo / 100.0;
    let mean_x = points.iter().map(x).sum::<f64>() / n;
    let mean_y = points.iter().map(|it| it.1).sum::<f64>() / n;
    let off = |it: &Point| x(it) - mean_x;
    let spread = points.iter().map(|it| off(it) * off(it)).sum::<f64>();
    if count < LEAST_RUNGS || spread <= 0.0 {
        return None;
    }
    let slope = points.iter().map(|it| off(it) * it.1).sum::<f64>() / spread;
    let residual = |it: &Point| it.1 - mean_y - slope * off(it);
    let degrees = count as u64 - 2;
    let around = points.iter().map(|it| residual(it) * residual(it)).sum::<f64>() / degrees as f64;
    let t = quantile::student(degrees, ALPHA / 2.0)?;
    // Half an interval of a sum of the scores by these weights.
    let half = |weights: &dyn Fn(&Point) -> f64| {
        let squares = points.iter().map(|it| weights(it) * weights(it)).sum::<f64>();
        let chance = points.iter().map(|it| weights(it) * weights(it) * it.2).sum::<f64>();
        (t * (around * squares).sqrt()).max(Z * chance.sqrt())
    };
    let ends = points.iter().map(|it| it.0);
    let elo = [ends.clone().fold(f64::INFINITY, f64::min), ends.fold(f64::NEG_INFINITY, f64::max)];
    let beyond = (elo[1] + BEYOND) / 100.0 - mean_x;
    let around_slope = half(&|it| off(it) / spread);
    let around_there = half(&|it| 1.0 / n + beyond * off(it) / spread);
    let there = mean_y + slope * beyond;
    let within = |end: f64| end.clamp(0.0, 1.0);
    Some((
        (slope, Interval { low: slope - around_slope, high: slope + around_slope }),
        (
            within(there),
            Interval { low: within(there - around_there), high: within(there + around_there) },
        ),
        elo,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against NumPy's least squares with the textbook's covariances (s^2 (X'X)^-1, t with two degrees
    /// of freedom): the slope with its lower end, and the line at 16 with its upper end.
    #[test]
    fn the_line_is_that_of_other_programs() {
        let points: Vec<Point> = [(0.0, 0.48), (400.0, 0.50), (900.0, 0.55), (1200.0, 0.53)]
            .map(|(x, y)| (x, y, 0.0))
            .to_vec();
        let (slope, there, elo) = fitted(&points).unwrap();
        assert_eq!(elo, [0.0, 1200.0]);
        let near = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-6, "{found}");
        near(slope.0, 0.005_132_743);
        near(slope.1.low, -0.003_404_111);
        near(there.0, 0.565_044_248);
        near(there.1.high, 0.657_088_013);
        // Chance alone may be wider: here 20 times the residuals' variance.
        let wide: Vec<Point> = points.iter().map(|&(x, y, _)| (x, y, 0.02)).collect();
        assert!(fitted(&wide).unwrap().0.1.low < slope.1.low);
        assert_eq!(fitted(&points[..2]), None);
    }
}
