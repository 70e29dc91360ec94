//! Pasang, the traditional board game of Brunei: bots, experiments and statistics.
//!
//! The library behind the program `pasang`. Its interface may change in any version; only the
//! command line and the files are kept stable. Games, positions, bots and the solver are those of
//! [`pasang_core`].
//!
//! # Layers
//!
//! Each module uses only the modules above it.
//!
//! ```text
//! base         text, diagnostics with source positions, files, digests, the terminal
//! read         setups, rules, positions and game records from user input
//! experiment   the experiment file, and the schedule of its games
//! stats        one game -> facts -> tallies -> estimates with intervals -> tables
//! playing      the compiled experiment, its worker threads, and the rows of the journal
//! results      a results folder: opening, reading, summarizing
//! report       summary -> document -> HTML, text, pictures
//! cli          the command line's common part: how commands end, shared options
//! commands     the command line, one file per command
//! ```
//!
//! # From a setup to a row of `cells.csv`
//!
//! `commands::run` reads an `Experiment` and fixes its seed; `results::RunFolder` is the folder with
//! the compiled experiment; `playing::Workers` play it, game by game; each game's `stats::GameStats`
//! are added to a `stats::Tally`; `results::RunSummary` is the summary of all games, and
//! `stats::ExperimentStats` are built from it once; `stats::tables` declares the columns, `report` the
//! sections, and each `results::Artifact` is written.
//!
//! # Example
//!
//! Plays one game of Brunei between two random bots and prints the result:
//!
//! ```
//! use pasang::stats::GameStats;
//! use pasang_core::{Game, GameRunner, Setup};
//!
//! let start = Game::preset("brunei-slide")?.start(&Setup::builtin("catalogue-01")?)?;
//! let mut facts = GameStats::default();
//! let played = GameRunner::new(&start).seed(7).run(&mut |at, chosen| facts.see(at, chosen));
//! let outcome = played.expect("not cancelled").outcome;
//! println!("{outcome} after {} moves", facts.indices.len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod base;
pub mod cli;
pub mod commands;
pub mod experiment;
pub mod playing;
pub mod read;
pub mod report;
mod results;
pub mod stats;

/// The version, with the commit if known.
pub const VERSION: &str = env!("PASANG_VERSION");

pub use commands::play_into;
pub use experiment::Experiment;
pub use playing::Workers;
pub use results::RunFolder;
pub use results::folder::JUDGED;
