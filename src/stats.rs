//! What many games come to. While games are added there are only whole numbers, so that any order
//! of adding gives the same; fractions appear where they are printed.
//!
//! [`Facts`] watch one game, a [`Tally`] adds up the games of a cell, and the tables and
//! what people read are made from tallies. Nothing here knows the rules of a game: its
//! phases and how it can end are names.
//!
//! All arithmetic with fractions is `+ - * /` and the square root, which IEEE 754 rounds in one
//! way only, or is made of them: the tables have the same bytes on every machine.
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

pub use pasang_core::choice::anytime;

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
pub use tally::{Opening, Pair, Sums, Tally, opening_texts};
pub use verdict::Verdict;
