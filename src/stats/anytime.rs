//! Intervals that may be looked at after every game.
//!
//! An interval for a fixed number of games is right in 95 of 100 cases at that number. Whoever
//! looks again and again and stops when it suits is wrong far more often. The intervals here are
//! right at all numbers of games at once: the chance that the true mean is *ever* outside is at
//! most alpha. So games may be added, and a run may be stopped, for any reason.
//!
//! How it is done (Robbins 1970, "Statistical methods related to the law of the iterated
//! logarithm", Ann. Math. Stat. 41, pp. 1397-1409; Howard, Ramdas, McAuliffe and Sekhon 2021,
//! "Time-uniform, nonparametric, nonasymptotic confidence sequences", Ann. Stat. 49,
//! pp. 1055-1080): each game has a score X in [0, 1]. Suppose its mean is p, whatever happened
//! before. Bet against that with a share q: after a game multiply the stake by
//!
//! ```text
//! (q / p)^X  ((1 - q) / (1 - p))^(1 - X)
//! ```
//!
//! As a function of X this is exp of a straight line, hence convex, so between X = 0 and X = 1 it lies
//! below the chord from (1 - q) / (1 - p) to q / p. Therefore its mean is at most
//! (1 - p) (1 - q) / (1 - p) + p q / p = 1: nobody wins on average, and draws, whose scores lie
//! inside [0, 1], only cost the one who bets. (For wins and losses alone it is the likelihood
//! ratio of q against p, and the mean is 1.) The same holds when stakes are spread over all q, here
//! evenly from 0 to 1. With S the sum of the scores, n games and F = n - S the stake has become
//!
//! ```text
//! M(p) = B(S + 1, F + 1) / (p^S (1 - p)^F)
//! ```
//!
//! with B the beta function. By Ville's inequality (Ville 1939, "Etude critique de la notion de
//! collectif") a stake that does not grow on average reaches 1 / alpha, at any time, with chance
//! alpha at most. The interval is all p with M(p) < 1 / alpha.
//!
//! Stakes that are spread evenly need no number that somebody would have to choose, favour no
//! mean, and serve the scores of two, three and four seats alike. Stakes crowded around one half
//! would save an eighth or so of the games where scores are close to it, and cost games elsewhere.

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
struct Stake {
    /// The sum of the scores, S.
    won: f64,
    /// What they lack, F.
    lost: f64,
    /// ln B(S + 1, F + 1).
    ln_spread: f64,
}

impl Stake {
    /// Nothing without games.
    fn of(twelfths: u64, games: u64) -> Option<Stake> {
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
}
