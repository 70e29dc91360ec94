//! Intervals that may be looked at after every game: the chance that the true mean is *ever* outside
//! is at most alpha. So games may be added, and a run may be stopped, for any reason.
//!
//! With S the sum of the scores, n games and F = n - S, a stake of 1 that is bet against the mean p, spread
//! evenly over all other means, has become
//!
//! ```text
//! M(p) = B(S + 1, F + 1) / (p^S (1 - p)^F)
//! ```
//!
//! with B the beta function, and the interval is all p with M(p) < 1 / alpha. docs/statistics.md says why
//! that holds, where it comes from, and what it costs.

use super::interval::Interval;
use super::quantile::ln_beta;
use super::tally::WHOLE;

/// Halvings until an end of the interval is known: as many as a number below 1 has digits.
const HALVINGS: u32 = 53;

/// The interval for a mean score between 0 and 1 that holds at all numbers of games at once but
/// for a chance of at most `alpha`, from the sum of the scores in twelfths. It is the whole range
/// without games.
pub fn anytime(twelfths: u64, games: u64, alpha: f64) -> Interval {
    let Some(stake) = Stake::of(twelfths, games) else { return Interval { low: 0.0, high: 1.0 } };
    let most = libm::log(1.0 / alpha);
    let mean = stake.won / (stake.won + stake.lost);
    // At the mean itself the stake is never above 1. Of the two shares that close in on an end
    // the outer one is taken.
    let end = |mut outer: f64| {
        let mut inner = mean;
        for _ in 0..HALVINGS {
            let middle = 0.5 * (inner + outer);
            if stake.ln(middle) < most {
                inner = middle;
            } else {
                outer = middle;
            }
        }
        outer
    };
    Interval {
        low: if twelfths == 0 { 0.0 } else { end(0.0) },
        high: if stake.lost == 0.0 { 1.0 } else { end(1.0) },
    }
}

/// How strongly the games speak against the mean score `p`: the logarithm of the stake M(p). The
/// chance that it is ever ln(1 / alpha) or more is at most alpha if the mean is `p`.
pub fn ln_evidence(twelfths: u64, games: u64, p: f64) -> f64 {
    Stake::of(twelfths, games).map_or(0.0, |stake| stake.ln(p))
}

/// What has become of a stake of 1.
pub(super) struct Stake {
    /// The sum of the scores, S.
    won: f64,
    /// What they lack, F.
    lost: f64,
    /// ln B(S + 1, F + 1).
    ln_spread: f64,
}

impl Stake {
    /// Nothing without games.
    pub(super) fn of(twelfths: u64, games: u64) -> Option<Stake> {
        if games == 0 {
            return None;
        }
        let most = u128::from(games) * u128::from(WHOLE);
        let won = twelfths as f64 / WHOLE as f64;
        let lost = most.saturating_sub(twelfths.into()) as f64 / WHOLE as f64;
        Some(Stake { won, lost, ln_spread: ln_beta(won + 1.0, lost + 1.0) })
    }

    /// The logarithm of what it is against the mean `p`.
    fn ln(&self, p: f64) -> f64 {
        let part = |sum: f64, ln_share: f64| if sum == 0.0 { 0.0 } else { sum * ln_share };
        self.ln_spread - part(self.won, libm::log(p)) - part(self.lost, libm::log1p(-p))
    }

    /// At least what a stake has become that is spread over the means above `p` alone: it speaks
    /// against all means up to `p`. Of the stake over all means, at most `p` lies on those below: there
    /// it grows towards the mean score, so none of them is worth more than the stake on `p`, which is 1.
    pub(super) fn above(&self, p: f64) -> f64 {
        let stake = libm::exp(self.ln(p));
        // So it is the less the greater `p` is.
        let speaks = p * (self.won + self.lost) < self.won && stake > 1.0;
        if speaks { (stake - p) / (1.0 - p) } else { 0.0 }
    }

    /// The same over the means below `p`, against all from `p` on.
    pub(super) fn below(&self, p: f64) -> f64 {
        let stake = libm::exp(self.ln(p));
        let speaks = p * (self.won + self.lost) > self.won && stake > 1.0;
        if speaks { (stake - (1.0 - p)) / p } else { 0.0 }
    }
}
