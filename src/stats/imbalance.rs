//! How uneven setups are, all together: how far their true scores lie from an even one, the root of the
//! mean square. Two setups of which one favours the first player and one the second have an even mean,
//! and are not even. docs/statistics.md has the estimate, its interval and their sources.
//!
//! Where games are drawn alike, the variance of a score is q (1 - q) / n less a quarter of the draws' share,
//! also by n; q is (S + 1) / (n + 2) for n games with the score S, so that a setup that lost all its games is not
//! taken for certain. Where pairs of first moves take turns, games differ within pairs only: it is sum n_j s_j^2 /
//! n^2 over the pairs, with s_j^2 from the games of each. One game a pair does not tell it, and then there is no
//! estimate.

use super::counted::{ALPHA, Counted, ONE_DISTINCT, OPEN, Sampling};
use super::interval::Interval;
use super::overview::SHARED;
use super::quantile::normal_below;
use super::tally::WHOLE;
use crate::games::Seat;

/// Halvings until a root is known to the last digit that is printed, and some more.
const HALVINGS: u32 = 60;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Imbalance {
    /// How far their true scores lie from an even one: the root of the mean square.
    pub root: Option<f64>,
    /// Its interval, at 95 %.
    pub interval: Option<Interval>,
    /// How the interval was made, or what there is none for.
    pub method: &'static str,
}

pub(super) fn imbalance(cells: &[&Counted<'_>], common_random: bool) -> Imbalance {
    let none = |root, method| Imbalance { root, interval: None, method };
    let spots: Result<Vec<Spot>, &'static str> = cells.iter().map(|cell| Spot::of(cell)).collect();
    let spots = match spots {
        Ok(spots) if spots.is_empty() => return none(None, "none: no games"),
        Ok(spots) => spots,
        Err(why) => return none(None, why),
    };
    let blurred = Blurred::of(&spots);
    let root = Some(blurred.root_at(0.5));
    if spots.iter().any(|spot| spot.one_game) {
        return none(root, ONE_DISTINCT);
    }
    if common_random {
        return none(root, SHARED);
    }
    let (low, high) = (blurred.root_at(1.0 - ALPHA / 2.0), blurred.root_at(ALPHA / 2.0));
    Imbalance { root, interval: Some(Interval { low, high }), method: "noncentral-95" }
}

/// A setup's score, less an even one, and the variance of it.
struct Spot {
    distance: f64,
    variance: f64,
    one_game: bool,
}

impl Spot {
    fn of(cell: &Counted<'_>) -> Result<Spot, &'static str> {
        let (tally, games) = (cell.tally, cell.tally.games());
        // Who stops when it looks good enough has no such variance.
        if cell.terms.sampling == Sampling::Open {
            return Err(OPEN);
        }
        if games < 2 {
            return Err("none: one game");
        }
        let n = games as f64;
        let sum = tally.score(Seat::FIRST) as f64 / WHOLE as f64;
        let score = sum / n;
        let variance = if cell.one_game() {
            0.0
        } else if cell.terms.given_openings {
            within_pairs(cell)? / (n * n)
        } else {
            // With three or four seats draws are of several sizes; taken for wins and losses their
            // variance is a little too large.
            let of_draws = if tally.seats == 2 { 0.25 * tally.draws() as f64 / n } else { 0.0 };
            let drawn_in = (sum + 1.0) / (n + 2.0);
            (drawn_in * (1.0 - drawn_in) - of_draws) / n
        };
        // Rounding may lead below zero.
        let variance = variance.max(0.0);
        Ok(Spot { distance: score - cell.fair(), variance, one_game: cell.one_game() })
    }
}

/// The sum over the pairs of first moves of their games' number times their variance.
fn within_pairs(cell: &Counted<'_>) -> Result<f64, &'static str> {
    if cell.tally.matches.is_some() {
        return Err("none: matches of given openings");
    }
    let mut sum = 0.0;
    for opening in cell.tally.openings.values() {
        if opening.games < 2 {
            return Err("none: an opening has one game");
        }
        let n = opening.games as f64;
        let mean = opening.first_score as f64 / (WHOLE as f64 * n);
        let squares = opening.wins_1 as f64 + 0.25 * opening.draws as f64;
        sum += n * (squares - n * mean * mean) / (n - 1.0);
    }
    Ok(sum)
}

struct Blurred {
    setups: f64,
    sum: f64,
    /// The sums of the variances and of their squares.
    variances: f64,
    squares: f64,
    /// The mean variance, by the weights of the distances.
    weighted: f64,
}

impl Blurred {
    fn of(spots: &[Spot]) -> Blurred {
        let total = |of: &dyn Fn(&Spot) -> f64| spots.iter().map(of).sum::<f64>();
        let square = |spot: &Spot| spot.distance * spot.distance;
        let sum = total(&square);
        Blurred {
            setups: spots.len() as f64,
            sum,
            variances: total(&|spot| spot.variance),
            squares: total(&|spot| spot.variance * spot.variance),
            // Where all scores are even, what stands here plays no part.
            weighted: total(&|spot| square(spot) * spot.variance) / sum.max(f64::MIN_POSITIVE),
        }
    }

    /// How likely a sum as small as this one, or smaller, is if the true squares add up to `truth`.
    fn chance(&self, truth: f64) -> f64 {
        let Blurred { sum, variances, squares, weighted, .. } = *self;
        let unit = (2.0 * squares + 4.0 * weighted * truth) / (2.0 * variances + 4.0 * truth);
        noncentral(sum / unit, variances / unit, truth / unit)
    }

    /// The root of the mean square under which a sum as small as this one has the chance `below`.
    fn root_at(&self, below: f64) -> f64 {
        let of = |truth: f64| (truth / self.setups).sqrt();
        // Chance plays no part.
        if self.variances == 0.0 {
            return of(self.sum);
        }
        if self.chance(0.0) <= below {
            return 0.0;
        }
        // The larger the truth, the less likely a sum as small as this one; no distance is beyond 1.
        let (mut low, mut high) = (0.0, self.setups);
        for _ in 0..HALVINGS {
            let middle = 0.5 * (low + high);
            if self.chance(middle) > below {
                low = middle;
            } else {
                high = middle;
            }
        }
        of(0.5 * (low + high))
    }
}

/// The part of the noncentral chi squared distribution below x: with h = 1 - 2/3 (n + d) (n + 3d) /
/// (n + 2d)^2, the power h of x / (n + d) is about normal.
fn noncentral(x: f64, freedom: f64, parameter: f64) -> f64 {
    let (n, d) = (freedom, parameter);
    let mean = n + d;
    let h = 1.0 - 2.0 * mean * (n + 3.0 * d) / (3.0 * (n + 2.0 * d) * (n + 2.0 * d));
    let p = (n + 2.0 * d) / (mean * mean);
    let m = (h - 1.0) * (1.0 - 3.0 * h);
    let centre = 1.0 + h * p * (h - 1.0 - 0.5 * (2.0 - h) * m * p);
    let spread = h * (2.0 * p).sqrt() * (1.0 + 0.5 * m * p);
    normal_below((libm::pow(x / mean, h) - centre) / spread)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SciPy 1.17.1, `ncx2.cdf(x, n, d)` and, for d = 0, `chi2.cdf(x, n)`.
    #[test]
    fn the_distribution_is_near_scipys() {
        let table = [
            (1.0, 2.0, 0.0, 0.393469),
            (7.378, 2.0, 0.0, 0.975003),
            (3.0, 2.0, 1.5, 0.551314),
            (20.0, 6.0, 10.0, 0.739887),
            (6.0, 6.0, 10.0, 0.051772),
            (45.0, 35.0, 5.0, 0.720414),
            (1100.0, 35.0, 1000.0, 0.845787),
        ];
        for (x, n, d, expected) in table {
            let found = noncentral(x, n, d);
            assert!((found - expected).abs() < 0.006, "{x} {n} {d}: {found} {expected}");
        }
    }
}
