//! What many games come to. While games are added there are only whole numbers, so that any order
//! of adding gives the same; fractions appear where they are printed.
//!
//! [`Facts`] watch one game, a [`Tally`] adds up the games of a cell, and the tables and the
//! [`summary()`] are written from tallies. Nothing here knows which game is played.
//!
//! All arithmetic with fractions is `+ - * /` and the square root, which IEEE 754 rounds in one
//! way only: the tables have the same bytes on every machine.

mod counted;
mod distinct;
mod facts;
mod histogram;
pub mod interval;
mod matches;
mod openings;
mod summary;
mod tables;
mod tally;

pub use counted::{Counted, Labels, Measured};
pub use distinct::{Distinct, distinct};
pub use facts::Facts;
pub use histogram::Histogram;
pub use matches::{Matches, Round, RoundSums, match_winners, winners_of};
pub use openings::{Opening, Pair, opening_texts};
pub use summary::summary;
pub use tables::{branching_csv, cells_csv, openings_csv, rounds_csv};
pub use tally::{Tally, WHOLE, share};
