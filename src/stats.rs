//! Aggregates games into statistics. Accumulators hold integers only, so the order of merging does
//! not matter; fractions are computed for output.
//!
//! [`Facts`] records one game, a [`Tally`] sums the games of a cell, and tables and reports are
//! made from tallies. No module here knows the rules of a game: phases and end reasons are labels.
//!
//! All floating-point arithmetic is `+ - * /` and the square root, which IEEE 754 rounds in one way
//! only, or is built from them: the tables have the same bytes on every machine.
//! `docs/statistics.md` has every formula with its source, and every default with its reason.

pub(crate) mod across;
pub mod choice;
pub(crate) mod counted;
pub mod decider;
mod distinct;
mod facts;
pub mod find;
mod histogram;
pub mod interval;
pub(crate) mod matches;
pub(crate) mod overview;
mod paired;
pub mod power;
pub mod quantile;
mod score;
pub mod table;
pub mod tables;
mod tally;
pub mod verdict;

pub use pasang_core::maximin::confidence_sequence;

pub use across::{Across, Changed, across};
pub use counted::{Counted, Labels, Measured, Terms, WITHIN, statements};
pub use distinct::{Census, Distinct};
pub use facts::Facts;
pub use histogram::Histogram;
pub use interval::{ALPHA, Sampling};
pub use matches::{Matches, Round, RoundSums, match_winners, winners_of};
pub use overview::Overview;
pub use paired::{Paired, Together, Toggled};
pub(crate) use score::part;
pub use score::{Alike, WHOLE, share};
pub use table::{Kind, MEAN, PLAIN, SHARE, Table, decimal, half_away, points, rounded};
pub use tally::{Opening, Pair, ScoreSum, Tally, opening_texts};
pub use verdict::Verdict;
