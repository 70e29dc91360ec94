//! Who is better, and by how much: strength measured by games between different bots.
//!
//! # The model
//!
//! The first of two players scores p = 1 / (1 + exp(-(a - b + s))), where a and b are the strengths
//! of the two and s is what moving first is worth: the model of Zermelo (1929, "Die Berechnung der
//! Turnier-Ergebnisse als ein Maximumproblem der Wahrscheinlichkeitsrechnung", Math. Z. 29, pp.
//! 436-460) and of Bradley and Terry (1952, "Rank analysis of incomplete block designs", Biometrika
//! 39, pp. 324-345) with a term for the order of play (Davidson and Beaver 1977, "On extending the
//! Bradley-Terry model to incorporate within-pair order effects", Biometrics 33, pp. 693-702).
//! A draw is half a win and half a loss. 400 points of Elo are a factor of ten in the odds
//! (A. E. Elo 1978, "The rating of chessplayers, past and present").
//!
//! # The estimates
//!
//! Strengths and seat term are those of maximum likelihood, found by Newton's method: the logarithm
//! of the likelihood is concave (Hunter 2004, "MM algorithms for generalized Bradley-Terry models",
//! Ann. Statist. 32, pp. 384-406).
//!
//! # How far they may be off
//!
//! A bot may be better on one setup than on another, and the seat worth more. So it is setups, and
//! not games, that are independent of one another: with s the score residuals of a setup's games,
//! by parameter, I the information matrix and S setups, the covariances are
//!
//! ```text
//! I^-1 (S / (S - 1) * sum over the setups of s s') I^-1
//! ```
//!
//! (Liang and Zeger 1986, "Longitudinal data analysis using generalized linear models", Biometrika
//! 73, pp. 13-22), and an interval is as wide as Student's distribution with S - 1 degrees of freedom
//! has it. It speaks of a world of setups of which these are a sample. A few setups may agree by
//! chance: no interval is narrower than the normal one with the variances of I^-1, which are those of
//! the games alone. A setup and its mirror image are the same game, and count as one.
//!
//! Games on one setup say nothing of others. Then the interval is about that setup, with the
//! variances of I^-1; where its cells differ by more than chance, which Pearson's statistic by its
//! degrees of freedom tells, they are multiplied by that (McCullagh and Nelder 1989, "Generalized
//! linear models", 4.5). Below 1 they stay: intervals are never made narrower.
//!
//! Who never lost a game has no finite strength. A player stands in one *group* with whoever can be
//! reached from it, and reaches it, along games that were not lost: within a group estimates are
//! finite (Ford 1957, "Solution of a ranking problem from binary comparisons", Am. Math. Monthly
//! 64, pp. 28-33), and between groups there is a bound at most: all of n games won says that the
//! chance of a win is at least 0.025^(1/n) (Clopper and Pearson 1934, "The use of confidence or
//! fiducial limits", Biometrika 26, pp. 404-413).
//!
//! All arithmetic is `+ - * /`, the square root, and exponentials and logarithms of the `libm`
//! crate: figures have the same bytes on every machine.

mod fit;
mod ladders;
mod model;
mod table;

pub use ladders::ladders;
pub use model::{Above, Estimate, Ladder, Meeting, Missing, Step};
pub use table::{Contest, ladders_of};
