//! Answers from counts: estimates with intervals, and statements on them.
//!
//! ```text
//! RunSummary              all that is known of the games of a folder
//!   ├► CrewBalance        the balance of the cells that crews play
//!   ├► LineupEffects      effects of rules in a designed experiment
//!   └► ExperimentStats    cells with their labels and estimates: the source of tables and reports
//!        └► CellCounts    exact counts, of which answers are made without the journal
//! ```
//!
//! All floating-point arithmetic is `+ - * /` and the square root, which IEEE 754 rounds in one way
//! only, or is built from them: equal counts have answers of the same bytes on every machine.

pub mod any_game;
pub mod any_tables;
pub mod balance;
pub(crate) mod cell_stats;
pub mod comparison;
pub mod confidence_sequence;
pub mod counts;
pub mod crew_cells;
pub mod designed;
pub mod effects;
pub mod experiment_stats;
pub mod game_plan;
pub mod interval;
pub mod kept_effects;
pub mod looks;
pub mod plan;
pub(crate) mod pooled;
pub mod prediction;
pub mod profile;
pub mod proof;
pub mod rating;
pub mod repair;
pub mod requirement;
pub mod run_summary;

pub use cell_stats::{CellStats, Estimate, Labels};
pub use experiment_stats::{ExperimentStats, experiment_stats};
pub use interval::ALPHA;
pub use pasang_balance::quantile;
pub use pooled::pool_cells;
pub use run_summary::RunSummary;
