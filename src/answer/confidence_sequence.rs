//! Confidence sequences: intervals that may be looked at after every game. The probability that the
//! true mean is *ever* outside is at most alpha, so games may be added, and a run may be stopped,
//! for any reason.
//!
//! With S the sum of the scores, n games and F = n - S, a stake of 1 that is bet against the mean
//! p, mixed uniformly over all alternative means (Robbins 1970), has become
//!
//! ```text
//! M(p) = B(S + 1, F + 1) / (p^S (1 - p)^F)
//! ```
//!
//! with B the beta function, and the interval is all p with M(p) < 1 / alpha, by Ville's inequality
//! (betting martingale; Waudby-Smith and Ramdas 2024). docs/statistics.md has the proof, its
//! sources and its cost.

use super::quantile::ln_beta;
use crate::run::PairCounts;
use pasang_core::score::{Interval, TWELFTHS};

/// Number of bisections of an interval's end: as many as a number below 1 has binary digits.
const BISECTION_STEPS: u32 = 53;

/// Returns the confidence sequence for a mean score between 0 and 1, from the sum of the scores in
/// twelfths: it holds at all numbers of games at once, but for a probability of at most `alpha`.
/// Without games it goes from 0 to 1.
pub fn confidence_sequence(twelfths: u64, games: u64, alpha: f64) -> Interval {
    let Some(wealth) = BettingMartingale::of(twelfths, games) else {
        return Interval { low: 0.0, high: 1.0 };
    };
    let most = libm::log(1.0 / alpha);
    let mean = wealth.successes / (wealth.successes + wealth.failures);
    // At the mean itself the wealth is never above 1.
    let end = |outer: f64| end_of_interval(mean, outer, |middle| wealth.ln(middle) < most);
    Interval {
        low: if twelfths == 0 { 0.0 } else { end(0.0) },
        high: if wealth.failures == 0.0 { 1.0 } else { end(1.0) },
    }
}

/// Returns an end of an interval, from a point in it and one beyond. Of the two points that close in on
/// the end the outer one is taken.
fn end_of_interval(mut inner: f64, mut outer: f64, is_inside: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..BISECTION_STEPS {
        let middle = 0.5 * (inner + outer);
        if is_inside(middle) { inner = middle } else { outer = middle }
    }
    outer
}

/// Returns the evidence against the mean score `p`: the logarithm of the wealth M(p). If the mean
/// is `p`, the probability that it is ever ln(1 / alpha) or more is at most alpha.
pub fn ln_evidence(twelfths: u64, games: u64, p: f64) -> f64 {
    BettingMartingale::of(twelfths, games).map_or(0.0, |wealth| wealth.ln(p))
}

/// Shares of the wealth that are bet on each pair, with equal parts of a stake of 1: large ones find
/// large differences soon, small ones end with narrow intervals.
const STAKES: [f64; 6] = [0.7, 0.35, 0.175, 0.0875, 0.04375, 0.021875];

/// Returns the confidence sequence for a player's mean score from pairs of games, which vary less than
/// two single games where openings are uneven. A part t of the stake that is bet against the mean p
/// has become the product of 1 + t (x / p - 1) over all pairs with score x, which falls with p; an end
/// is where the mean of all parts is 2 / alpha. Without pairs it goes from 0 to 1.
pub fn paired_confidence_sequence(counts: &PairCounts, alpha: f64) -> Interval {
    let mirrored = [4, 3, 2, 1, 0].map(|at| counts[at]);
    let low = |counts: &PairCounts| lower_end(counts, libm::log(2.0 / alpha));
    Interval { low: low(counts), high: 1.0 - low(&mirrored) }
}

/// Returns the greatest mean below which the wealth is `most` or more, a logarithm.
fn lower_end(counts: &PairCounts, most: f64) -> f64 {
    let pairs = counts.iter().sum::<u64>() as f64;
    let mean = pair_mean(counts);
    if pairs == 0.0 || mean == 0.0 {
        return 0.0;
    }
    end_of_interval(mean, 0.0, |middle| ln_pair_wealth(counts, middle) < most)
}

/// Returns the mean score of a game in pairs, at least one.
pub fn pair_mean(counts: &PairCounts) -> f64 {
    let pairs = counts.iter().sum::<u64>().max(1) as f64;
    scores().zip(counts).map(|(x, &count)| x * count as f64).sum::<f64>() / pairs
}

/// Returns the scores of pairs, for a game.
fn scores() -> impl Iterator<Item = f64> {
    (0..5).map(|halves| f64::from(halves) / 4.0)
}

/// Returns the logarithm of the wealth that was bet on a higher mean than `p`.
fn ln_pair_wealth(counts: &PairCounts, p: f64) -> f64 {
    let of = |stake: f64| -> f64 {
        let gains = scores().map(|x| libm::log1p(stake * (x / p - 1.0)));
        gains.zip(counts).map(|(gain, &count)| gain * count as f64).sum()
    };
    let all = STAKES.map(of);
    let most = all.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = all.iter().map(|it| libm::exp(it - most)).sum();
    most + libm::log(sum / STAKES.len() as f64)
}

/// Betting martingale: wealth from a stake of 1.
struct BettingMartingale {
    /// Sum of the scores, S.
    successes: f64,
    /// Shortfall of the scores, F.
    failures: f64,
    /// ln B(S + 1, F + 1).
    ln_spread: f64,
}

impl BettingMartingale {
    /// Bets against games; `None` without games.
    fn of(twelfths: u64, games: u64) -> Option<BettingMartingale> {
        if games == 0 {
            return None;
        }
        let most = u128::from(games) * u128::from(TWELFTHS);
        let successes = twelfths as f64 / TWELFTHS as f64;
        let failures = most.saturating_sub(twelfths.into()) as f64 / TWELFTHS as f64;
        Some(BettingMartingale {
            successes,
            failures,
            ln_spread: ln_beta(successes + 1.0, failures + 1.0),
        })
    }

    /// Returns the logarithm of the wealth against the mean `p`.
    fn ln(&self, p: f64) -> f64 {
        let part = |sum: f64, ln_share: f64| if sum == 0.0 { 0.0 } else { sum * ln_share };
        self.ln_spread - part(self.successes, libm::log(p)) - part(self.failures, libm::log1p(-p))
    }
}
