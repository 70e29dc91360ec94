//! Power analysis: the number of games that a question needs.
//!
//! The variance of a score is at most 1/4 a game, so the mean of n games has a standard deviation
//! of at most 1 / (2 sqrt(n)). All numbers follow from that and the normal quantile z(tail); with
//! frequent draws they are a little too large. They use the level of the verdict:
//! [`ALPHA`](super::ALPHA), shared by all statements.

use super::quantile::normal;

/// The statistical power: the probability of detecting an effect that is there.
pub const POWER: f64 = 0.9;

/// Returns the games a cell that detect a bias of `bias` with power [`POWER`], so that the interval
/// at error level `alpha` excludes one half. The classical ((z(alpha / 2) + z(1 - power)) / (2
/// bias))^2 (Fleiss, Levin and Paik 2003, "Statistical methods for rates and proportions", 3rd
/// edition, section 2.5, at the greatest variance).
pub fn to_detect(bias: f64, alpha: f64) -> u64 {
    games((normal(alpha / 2.0) + normal(1.0 - POWER)) / (2.0 * bias))
}

/// Returns the games a cell that show an even cell to be balanced within `margin`, the equivalence
/// margin, with power [`POWER`]: the interval must lie within it on both sides, so two tests must
/// succeed at once (Schuirmann 1987, "A comparison of the two one-sided tests procedure and the
/// power approach", J. Pharmacokinet. Biopharm. 15, pp. 657-680). Cells that are not quite even
/// take more.
pub fn to_certify(margin: f64, alpha: f64) -> u64 {
    games((normal(alpha / 2.0) + normal((1.0 - POWER) / 2.0)) / (2.0 * margin))
}

/// Returns the games for each of `setups` setups after which the setup with the score nearest to
/// one half is, with probability 1 - `alpha`, within `margin` of the truly most balanced. `None`
/// for fewer than two setups.
///
/// After Bechhofer (1954, "A single-sample multiple decision procedure for ranking means of normal
/// populations with known variances", Ann. Math. Stat. 25, pp. 16-39): a setup whose bias is larger
/// by `margin` or more looks smaller only if the difference or the sum of the two scores' distances
/// from one half is wrong by `margin`, and each has the variance 1 / (2 n). These are two events
/// for each of the others, with a union bound.
pub fn to_find_best(setups: u64, margin: f64, alpha: f64) -> Option<u64> {
    let others = setups.checked_sub(1).filter(|&others| others > 0)?;
    let z = normal(alpha / (2.0 * others as f64));
    Some(games(z / (2.0f64.sqrt() * margin)))
}

/// Returns the square of `root`, rounded up to whole games.
fn games(root: f64) -> u64 {
    (root * root).ceil() as u64
}
