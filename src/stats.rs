//! Aggregates games into statistics. Accumulators hold integers only, so the order of merging does
//! not matter; fractions are computed for output.
//!
//! [`GameStats`] records one game, a [`Tally`] sums the games of a cell, and tables and reports are
//! made from tallies. No module here knows the rules of a game: phases and end reasons are labels.
//!
//! All floating-point arithmetic is `+ - * /` and the square root, which IEEE 754 rounds in one way
//! only, or is built from them: the tables have the same bytes on every machine.
//! `docs/statistics.md` has every formula with its source, and every default with its reason.

pub mod balance;
pub(crate) mod cell_stats;
pub mod confidence_sequence;
mod distinct;
pub mod effects;
pub(crate) mod experiment_stats;
mod game_stats;
mod histogram;
pub mod interval;
pub mod measures;
pub(crate) mod pooled;
pub mod profile;
pub mod quantile;
pub mod rating;
mod score;
pub(crate) mod statement;
pub mod table;
pub mod tables;
mod tally;

pub use cell_stats::{CellStats, Estimate, InferenceConfig, Labels};
pub use distinct::{DistinctCounter, DistinctGames};
pub use experiment_stats::ExperimentStats;
pub use game_stats::GameStats;
pub use histogram::Histogram;
pub use interval::ALPHA;
pub use pooled::{PooledStats, pool_cells};
pub use score::{PairCounts, TWELFTHS, share};
pub(crate) use score::{add_each, part};
pub use table::{ColumnType, MEAN, PLAIN, SHARE, Table, TableBuilder};
pub use tally::{Count, Opening, Pair, ScoreSum, Tally};
