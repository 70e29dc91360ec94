//! Pasang, the traditional board game of Brunei, played by the thousand and measured.
//!
//! This is what the program `pasang` is made of. As a library it promises no stability: names move
//! from one version to the next, and only the command line and the files are kept.
//!
//! # The rooms
//!
//! Each uses those above it, and none below.
//!
//! ```text
//! base         words, faults with their places, random numbers, digests, the terminal
//! board        points, stones, symmetry, pictures
//! games        what a game is, in parts; Brunei's and Bell's; rule sets; setups
//! players      the bots, the search behind them, and one game from first move to last
//! read         setups, rules and games that people write, found and read
//! experiment   a file that says what is to be found out, and in which order games are played
//! stats        one game -> facts -> sums -> figures with intervals -> tables and words
//! playing      an experiment made ready, threads that play it, and the journal's rows
//! results      a folder with its files, opened, read, and what is known of its games
//! report       what is known -> a document -> HTML, text, pictures
//! commands     what is typed, and what is done about it: a file a command
//! ```
//!
//! # From a setup to a line of `cells.csv`
//!
//! `commands::run` reads an `Experiment` and gives it its seed; `results::Opened` is the
//! folder with the experiment made ready; `playing::Workers` play it, game by game; each game's
//! `stats::Facts` are added to a `stats::Tally`; `results::Known` is what is known once all are
//! there; `stats::tables` has the columns; `commands::finish` writes them.
//!
//! # An example
//!
//! One game of Brunei, played by two random bots, and how it ended:
//!
//! ```
//! use pasang::base::random::Key;
//! use pasang::games::{Ruled, brunei, setup};
//! use pasang::players::bots::BotSpec;
//! use pasang::players::play::Seating;
//! use pasang::stats::Facts;
//!
//! let rules = brunei::Rules::default();
//! let pattern = setup::builtin("catalogue-01").expect("a setup that is built in");
//! let start = rules.start(pattern.stones);
//! let bots: Vec<BotSpec> = vec!["random".parse()?; 2];
//!
//! let key = Key::new(7, &[b"an example"]);
//! let mut facts = Facts::default();
//! let played = Seating::new(&bots).play(&rules, &start, (&key, 0), &[], &mut facts);
//! let outcome = played.expect("nobody stops it").outcome;
//! println!("{:?} won after {} moves", outcome.winners, facts.ranks.len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod base;
pub mod commands;
pub mod experiment;
pub mod playing;
pub mod read;
pub mod report;
mod results;
pub mod stats;

/// The version, and the commit where that is known.
pub const VERSION: &str = env!("PASANG_VERSION");

pub use pasang_core::{board, games, players, review, words};
pub use results::Recorded;
pub use results::folder::JUDGED;
