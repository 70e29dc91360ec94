//! Results folders: their content, and how it is written, read again and tabulated.
//!
//! ```text
//! Folder      named files, each written atomically
//!   └► RunFolder       a folder with its compiled experiment, its manifest, and the games it has
//!        ├► JournalReader  its journal, read game by game
//!        ├► Survey         what is gathered of them beyond tallies, as they are played or read
//!        ├► RunSummary     a summary of its games: the source of tables and reports
//!        ├► CellCounts     its exact counts, of which answers are made without the journal
//!        └► Artifact       a file made from them, as a run writes it and `verify` expects it
//! ```

pub mod cells;
pub mod counts;
pub mod crew_cells;
pub mod effect_sums;
mod error;
pub mod folder;
mod game_folder;
mod game_journal;
pub mod highlights;
mod journal_reader;
pub mod kept_effects;
mod manifest;
mod playable;
mod recorder;
mod run_folder;
mod run_log;
mod run_summary;
mod seat_pairs;
pub mod shards;
pub mod survey;
pub mod tables;

pub use cells::experiment_stats;
pub use error::FolderError;
pub(crate) use game_folder::{GameFolder, merge as merge_games};
pub(crate) use game_journal::{GameColumns, GameJournal};
pub use journal_reader::{Entry, JournalPrefix};
pub use manifest::{FORMAT, Manifest, Searches, bots_of};
pub use playable::{check_resumable, enter, settle};
pub use run_folder::{Artifact, RunFolder, digests};
pub use run_summary::RunSummary;
