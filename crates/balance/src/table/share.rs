//! Knowledge of a share of games: a mixture of beta distributions, which stays between 0 and 1, and
//! exact ends of its interval.

use super::super::{ALPHA, Normal, Statement};
use pasang_core::score::Interval;

/// Numbers of games won and lost that are worth what is known, under one of the values that the variance
/// between players may have, with the probability of that.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Counts {
    pub won: f64,
    pub lost: f64,
    pub weight: f64,
    /// Variance between players, as a part of that of a game.
    pub between: f64,
}

impl Counts {
    pub fn of(share: f64, games: f64) -> Counts {
        Counts { won: share * games, lost: (1.0 - share) * games, weight: 1.0, between: 0.0 }
    }

    pub fn games(&self) -> f64 {
        self.won + self.lost
    }

    /// Mean and its complement, with half a game won and half a game lost added (Jeffreys).
    fn middle(&self) -> [f64; 2] {
        let all = self.games() + 1.0;
        [(self.won + 0.5) / all, (self.lost + 0.5) / all]
    }

    /// Counts of the distribution of one player more.
    fn one_more(&self) -> Counts {
        let [mean, rest] = self.middle();
        let own = 1.0 / (self.games() + 2.0);
        let all = (1.0 / (own + self.between * (1.0 - own)) - 1.0).max(0.1);
        Counts { won: mean * all, lost: rest * all, ..*self }
    }
}

/// Share with its interval and its statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Share {
    /// Estimate.
    pub mean: f64,
    /// Ends of its 95 % interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// Ends for one player more; `None` if the table does not tell how players differ.
    pub one_more: Option<[f64; 2]>,
    /// Statement on it.
    pub statement: Statement,
    /// Games that are worth what is known, if each were won or lost by a player of its own.
    pub worth: f64,
    /// Mean variance between players, as a part of that of a game.
    pub between: f64,
    pub(super) counts: Vec<Counts>,
    /// Probabilities of which the numbers of patterns are estimated: those of the statement are as sure as
    /// the interval, and so less near to 0 and 1.
    pub(super) likely: Statement,
}

impl Share {
    /// Returns the probability of a share from `low` to `high`, as sure as its interval.
    pub fn chance(&self, low: f64, high: f64) -> f64 {
        Ends::of(&Points::of(&self.counts), &self.counts).chance(low, high)
    }

    /// Returns what is known by a normal distribution.
    pub fn of(score: Normal) -> Share {
        let mean = score.mean.clamp(1e-6, 1.0 - 1e-6);
        let worth = (mean * (1.0 - mean) / (score.sd * score.sd)).max(2.0) - 1.0;
        known(&[Counts::of(mean, worth)], 0.5, false).0
    }

    /// Returns its interval.
    pub fn interval(&self) -> Interval {
        Interval { low: self.low, high: self.high }
    }
}

/// Returns the share of these log odds.
pub(super) fn logistic(odds: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-odds))
}

/// Distributions of a share: in the middle, and where each end of the exact interval (Clopper and Pearson
/// 1934), which has the other's half game, takes it.
struct Ends<'p> {
    points: &'p Points,
    low: Vec<f64>,
    middle: Vec<f64>,
    high: Vec<f64>,
}

impl Ends<'_> {
    fn of<'p>(points: &'p Points, all: &[Counts]) -> Ends<'p> {
        let [low, middle, high] =
            [[0.0, 1.0], [0.5, 0.5], [1.0, 0.0]].map(|add| points.weights(all, add));
        Ends { points, low, middle, high }
    }

    /// Returns the probability of a share from `low` to `high`: of what is probable the least by either end,
    /// of what is not the most.
    fn chance(&self, low: f64, high: f64) -> f64 {
        let between =
            |from: &[f64], to: &[f64]| self.points.below(to, high) - self.points.below(from, low);
        match between(&self.middle, &self.middle) > 0.5 {
            true => between(&self.low, &self.high).max(0.5),
            false => between(&self.high, &self.low).min(0.5),
        }
    }
}

/// Half the number of points of a distribution.
const POINTS: i32 = 100;
/// Standard deviations up to which a distribution goes.
const FAR: f64 = 12.0;
/// Least weight, as a part of the largest, with which counts matter.
const LEAST_WEIGHT: f64 = 2e-3;

/// Distribution of a share: points with their logarithms, between which densities are integrated.
pub(super) struct Points {
    /// Share, its logarithm and that of its complement.
    shares: Vec<[f64; 3]>,
    /// Widths on the scale of log odds.
    widths: Vec<f64>,
}

impl Points {
    /// Lays points densely where the narrowest of the counts is, and as far as the widest reaches.
    fn of(all: &[Counts]) -> Points {
        let sd = |it: &Counts| {
            let [mean, rest] = it.middle();
            1.0 / ((it.games() + 1.0) * mean * rest).sqrt()
        };
        let narrow = all.iter().min_by(|a, b| sd(a).total_cmp(&sd(b)));
        let Some(narrow) = narrow else { return Points { shares: vec![], widths: vec![] } };
        let [mean, rest] = narrow.middle();
        let (least, most) = (sd(narrow), all.iter().map(sd).fold(0.0, f64::max));
        let reach = FAR * most / least;
        let top = libm::asinh(reach);
        let centre = libm::log(mean / rest);
        let place = |at: i32| centre + least * libm::sinh(top * f64::from(at) / f64::from(POINTS));
        let at: Vec<f64> = (-POINTS..=POINTS).map(place).collect();
        let share = |&x: &f64| {
            let small = libm::exp(-x.abs());
            let [low, high] = [-libm::log1p(small) - x.abs(), -libm::log1p(small)];
            let [own, other] = if x > 0.0 { [high, low] } else { [low, high] };
            [libm::exp(own), own, other]
        };
        let last = at.len() - 1;
        let width = |it: usize| 0.5 * (at[(it + 1).min(last)] - at[it.saturating_sub(1)]);
        Points { shares: at.iter().map(share).collect(), widths: (0..=last).map(width).collect() }
    }

    /// Returns the probabilities of the points, where this many games won and lost are added.
    fn weights(&self, all: &[Counts], [won, lost]: [f64; 2]) -> Vec<f64> {
        let mut sums = vec![0.0; self.shares.len()];
        for it in all {
            let log = |[_, own, other]: &[f64; 3]| (it.won + won) * own + (it.lost + lost) * other;
            let most = self.shares.iter().map(log).fold(f64::NEG_INFINITY, f64::max);
            let part = |at: usize| self.widths[at] * libm::exp(log(&self.shares[at]) - most);
            let parts: Vec<f64> = (0..sums.len()).map(part).collect();
            let by = it.weight / parts.iter().sum::<f64>();
            sums.iter_mut().zip(parts).for_each(|(sum, part)| *sum += by * part);
        }
        let all: f64 = sums.iter().sum();
        sums.iter_mut().for_each(|it| *it /= all);
        sums
    }

    /// Returns the probability of at most a share: half of a point lies on each side of it.
    fn below(&self, weights: &[f64], share: f64) -> f64 {
        if weights.is_empty() || share <= 0.0 {
            // Without counts every share is as probable.
            return share.clamp(0.0, 1.0);
        }
        let mut below = 0.0;
        for at in 0..weights.len() {
            let [here, ..] = self.shares[at];
            if here > share {
                let Some(before) = at.checked_sub(1) else { return 0.0 };
                let odds = |[_, own, other]: [f64; 3]| own - other;
                let (from, to) = (odds(self.shares[before]), odds(self.shares[at]));
                let part = (libm::log(share / (1.0 - share)) - from) / (to - from);
                let [one, two] = [weights[before], weights[at]];
                return below - 0.5 * one + part * (one + 0.5 * (two - one) * part);
            }
            below += weights[at];
        }
        1.0
    }

    /// Returns the share below which is this probability.
    fn quantile(&self, weights: &[f64], level: f64) -> f64 {
        let Some(first) = weights.first() else { return level };
        let mut below = 0.5 * first;
        for at in 1..weights.len() {
            let between = 0.5 * (weights[at - 1] + weights[at]);
            if below + between >= level {
                let [from, to] = [self.shares[at - 1], self.shares[at]].map(|it| it[1] - it[2]);
                // The density is linear between points.
                let [one, two] = [weights[at - 1], weights[at]];
                let rest = 2.0 * (level - below).max(0.0);
                let root = (one * one + (two - one) * rest).max(0.0).sqrt();
                let part = (rest / (one + root).max(f64::MIN_POSITIVE)).min(1.0);
                return logistic(from + (to - from) * part);
            }
            below += between;
        }
        1.0
    }
}

/// Distances from even at which a share's distribution is kept, to find which is the nearest.
pub(super) const DISTANCES: usize = 64;

/// Returns a distance, dense near 0.
fn distance(at: usize) -> f64 {
    let part = (at + 1) as f64 / DISTANCES as f64;
    part * part
}

/// Returns what counts tell of a share that is even at `even`, and the probabilities of distances
/// from that up to each of [`distance`].
pub(super) fn known(all: &[Counts], even: f64, has_players: bool) -> (Share, Vec<f64>) {
    let most = all.iter().map(|it| it.weight).fold(0.0, f64::max);
    let all: Vec<Counts> =
        all.iter().filter(|it| it.weight >= LEAST_WEIGHT * most).copied().collect();
    let sum: f64 = all.iter().map(|it| it.weight).sum();
    let mean_of =
        |of: &dyn Fn(&Counts) -> f64| all.iter().map(|it| it.weight * of(it)).sum::<f64>() / sum;
    let points = Points::of(&all);
    let ends = Ends::of(&points, &all);
    let low = points.quantile(&ends.low, 0.5 * ALPHA);
    let high = points.quantile(&ends.high, 1.0 - 0.5 * ALPHA);
    let below = |share: f64| points.below(&ends.middle, share);
    let within = |distance: f64| below(even + distance) - below(even - distance);
    let statement = Statement {
        within: [0.05, 0.1].map(|it| ends.chance(even - it, even + it)),
        first: ends.chance(even, 1.0),
    };
    let one_more = has_players.then(|| {
        let more: Vec<Counts> = all.iter().map(Counts::one_more).collect();
        let points = Points::of(&more);
        let weights = points.weights(&more, [0.0; 2]);
        [points.quantile(&weights, 0.5 * ALPHA), points.quantile(&weights, 1.0 - 0.5 * ALPHA)]
    });
    let share = Share {
        mean: mean_of(&|it| it.won / it.games().max(f64::MIN_POSITIVE)),
        low: if all.iter().all(|it| it.won <= 0.0) { 0.0 } else { low },
        high: if all.iter().all(|it| it.lost <= 0.0) { 1.0 } else { high },
        one_more,
        statement,
        worth: 1.0 / mean_of(&|it| 1.0 / it.games().max(1e-6)),
        between: mean_of(&|it| it.between),
        counts: all.clone(),
        likely: Statement { within: [0.05, 0.1].map(within), first: 1.0 - below(even) },
    };
    (share, (0..DISTANCES).map(|at| within(distance(at))).collect())
}
