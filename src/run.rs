//! Plays the games of an experiment into a folder, goes on with them, and counts them.
//!
//! ```text
//! CompiledExperiment  cells, line-ups, seeds and openings, ready to play
//!   └► Workers        threads that play its games, and deliver them in order
//! Folder              named files, each written atomically
//!   └► RunFolder      a folder with its compiled experiment, its manifest, and the games it has
//!        ├► journal, JournalReader   its journal, row by row, and read game by game
//!        ├► GameFacts, Tally         facts of one game, and their sums by cell
//!        ├► PlayedGames              all that is gathered of games, as they are played or read
//!        └► Artifact                 a file made from them, as a run writes it and `verify` expects it
//! GameCommands, GameFolder           the same of a game that a command plays
//! Findings                           what a check of a folder found
//! ```
//!
//! Accumulators hold integers only, so the order of merging does not matter.

pub mod allotment;
pub(crate) mod benchmark;
pub(crate) mod bot_server;
pub(crate) mod compiled_experiment;
mod distinct;
mod engine;
mod error;
pub mod findings;
pub mod folder;
pub(crate) mod game_command;
mod game_facts;
mod game_folder;
mod game_journal;
pub mod game_verification;
pub mod highlights;
mod histogram;
pub mod journal;
mod journal_reader;
mod manifest;
pub mod measures;
mod playable;
pub(crate) mod played_games;
pub(crate) mod player;
mod progress;
mod recorder;
mod run_folder;
pub mod run_log;
mod score;
pub(crate) mod seat_pairs;
pub mod shards;
mod tally;
mod wire;
mod workers;

pub use distinct::{DistinctCounter, DistinctGames};
pub use error::FolderError;
pub use game_facts::GameFacts;
pub(crate) use game_folder::{GameFolder, merge as merge_games};
pub(crate) use game_journal::{GameColumns, GameJournal};
pub use histogram::Histogram;
pub use journal_reader::Entry;
pub use manifest::{FORMAT, Looked, Manifest, Searches, bots_of};
pub use playable::{draw_seed, enter, settle};
pub use played_games::PlayedGames;
pub use progress::OpenQuestion;
pub(crate) use progress::{ADDED, Progress, duration, stopped};
pub use run_folder::{Artifact, RunFolder, digests};
pub(crate) use run_folder::{lines_of, maker};
pub use score::{PairCounts, TWELFTHS, share};
pub(crate) use score::{add_each, part};
pub use tally::{Count, Opening, Pair, ScoreSum, Tally};
pub use workers::Workers;
