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
//! ```text
//!  1  text::setups               a name or a file -> Setup, read by pasang_core
//!  2  experiment::design         options -> Experiment
//!  3  run::compiled_experiment   an experiment with its seed -> cells: first positions, players, openings, keys
//!  4  run::run_folder            cells and a folder -> the games of that folder, in the order of experiment::schedule
//!  5  run::player                a game's number -> its moves, made by the GameRunner of pasang_core
//!  6  run::game_facts            moves -> GameFacts
//!  7  run::tally                 the facts of a cell's games -> sums
//!  8  answer::crew_cells         sums -> the model of pasang_balance, whose Statement has the words on fairness
//!  9  answer::run_summary        sums and answers -> RunSummary
//! 10  answer::experiment_stats   the same with labels -> ExperimentStats, of which tables and report are made
//! 11  show::tables::balance      the columns -> Table -> bytes
//! 12  run::run_folder            tables and report, each an Artifact -> files
//! ```
//!
//! `commands::experiment_args` reads the options, `run::settle` completes the experiment by its folder, `run::workers`
//! are the threads, and `run::played_games` holds all that is gathered while they play. `show::sections` make the
//! report (`levels` for one pattern, `balance` for several), `show::publish` asks for all files, and
//! `show::verification` makes them again, and compares.
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
