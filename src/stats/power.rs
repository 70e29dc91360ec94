//! How many games it takes: before any is played.
//!
//! A score of wins and losses varies by 1/4 a game at most, so n games leave the mean score with a
//! standard deviation of 1 / (2 sqrt(n)) at most. All numbers follow from that and the normal
//! quantile z(tail); they are a little too large where draws are frequent. They are made with
//! the level of the verdict: [`ALPHA`](super::ALPHA), shared by all statements.

use super::quantile::normal;

/// How likely what is there shall be found.
pub const POWER: f64 = 0.9;

/// Games a cell until a bias of `bias` is found with the chance [`POWER`]: until the interval that
/// misses with the chance `alpha` leaves one half out. The classical
/// ((z(alpha / 2) + z(1 - power)) / (2 bias))^2 (Fleiss, Levin and Paik 2003, "Statistical methods
/// for rates and proportions", 3rd edition, section 2.5, where the variance is the greatest).
pub fn to_detect(bias: f64, alpha: f64) -> u64 {
    games((normal(alpha / 2.0) + normal(1.0 - POWER)) / (2.0 * bias))
}

/// Games a cell until an even cell is shown to be balanced within `margin` with the chance
/// [`POWER`]: until the interval lies within it on both sides, which asks for two tests to
/// succeed at once (Schuirmann 1987, "A comparison of the two one-sided tests procedure and the
/// power approach", J. Pharmacokinet. Biopharm. 15, pp. 657-680). Cells that are not quite even
/// take more.
pub fn to_certify(margin: f64, alpha: f64) -> u64 {
    games((normal(alpha / 2.0) + normal((1.0 - POWER) / 2.0)) / (2.0 * margin))
}

/// Games for each of `setups` setups until the one whose score comes nearest to one half is, with
/// the chance 1 - `alpha`, within `margin` of the truly most balanced; nothing for fewer than two.
///
/// As Bechhofer's (1954, "A single-sample multiple decision procedure for ranking means of normal
/// populations with known variances", Ann. Math. Stat. 25, pp. 16-39): a setup whose bias is
/// larger by the margin or more looks smaller only if the difference or the sum of the two
/// scores' distances from one half is wrong by the margin, and each varies by 1 / (2 n). That is
/// two chances for each of the others, which are simply added up.
pub fn to_find_best(setups: u64, margin: f64, alpha: f64) -> Option<u64> {
    let others = setups.checked_sub(1).filter(|&others| others > 0)?;
    let z = normal(alpha / (2.0 * others as f64));
    Some(games(z / (2.0f64.sqrt() * margin)))
}

/// The square of a number, rounded up to whole games.
fn games(root: f64) -> u64 {
    (root * root).ceil() as u64
}
