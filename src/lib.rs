//! Pasang, the traditional board game of Brunei: bots, experiments and statistics.
//!
//! The library behind the program `pasang`. Its interface may change in any version; only the
//! command line and the files are kept stable. Games, positions, bots and the solver are those of
//! [`pasang_core`], models of balance those of [`pasang_balance`].
//!
//! # Layers
//!
//! Each module uses only the modules above it.
//!
//! ```text
//! text         files, errors with source positions, messages, signals, TOML, the terminal; setups, rules, positions
//!              by their words
//! experiment   the experiment file, and the order of its games
//! run          what a game begins with; threads, journal, resume, merge; games -> facts -> sums
//! answer       sums -> the counts that a folder keeps, estimates with intervals, and statements
//! show         answers -> tables, documents, HTML, pictures; games move by move
//! commands     the command line, one file per command: options -> answer -> show
//! ```
//!
//! # From a setup to a row of `balance.csv`
//!
//! `text::setups` finds a setup, which `pasang_core` reads; `experiment::design` makes an `Experiment` of the
//! options that `commands::run` has, and `run::settle` completes it by its folder. `answer::run_summary` plays it:
//! `run::RunFolder` is the folder with the compiled experiment, `run::Workers` play game by game, each game's
//! `run::GameFacts` are added to a `run::Tally`, and `run::PlayedGames` are all so far. `answer::RunSummary` is
//! their summary: `answer::crew_cells` asks the model of `pasang_balance`, whose `Statement` has the words on
//! fairness. `answer::ExperimentStats` are built from it once; `show::tables::balance` declares the columns,
//! `show::sections` the report (`levels` for one pattern, `balance` for several), `show::publish` makes each
//! `run::Artifact`, and the folder writes them. `show::verification` makes all again, and compares.
//!
//! # Example
//!
//! Plays one game of Brunei between two random bots and prints the result:
//!
//! ```
//! use pasang::run::GameFacts;
//! use pasang_core::{Game, GameRunner, Setup};
//!
//! let start = Game::preset("brunei-slide")?.start(&Setup::builtin("catalogue-01")?)?;
//! let mut facts = GameFacts::default();
//! let played = GameRunner::new(&start).seed(7).run(&mut |at, chosen| facts.see(at, chosen));
//! let outcome = played.expect("not cancelled").outcome;
//! println!("{outcome} after {} moves", facts.indices.len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod answer;
pub mod commands;
pub mod experiment;
pub mod run;
pub mod show;
pub mod text;

/// The version, with the commit if known.
pub const VERSION: &str = env!("PASANG_VERSION");

pub use experiment::Experiment;
pub use run::folder::JUDGED;
pub use run::{RunFolder, Workers};
pub use show::publish::play_into;
