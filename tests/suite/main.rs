//! All end-to-end tests of the program and the library, in one binary that is linked once.
//!
//! `cargo test --test suite NAME` runs the tests whose names contain `NAME`; a name begins with its
//! file, as in `runner::memory`.

// A test fails by panicking.
#![allow(clippy::unwrap_used)]

mod aliases;
mod balance;
mod beginnings;
mod bot_specs;
mod brief;
mod browser;
mod builtin_experiments;
mod cite;
mod claims;
mod columns;
mod commands;
mod confidence_sequence;
mod contests;
mod crews;
mod differential;
mod dual_play;
mod engines;
mod evaluation;
mod experiments;
mod external_players;
mod facade;
mod factorial;
mod folders;
mod game_record;
mod handicap;
mod invariants;
mod joint;
mod known_patterns;
mod language;
mod layering;
mod level;
mod matches;
mod mcts;
mod messages;
mod numbers;
mod order;
mod overall;
mod pages;
mod perft;
mod profile;
mod random;
mod random_rules;
mod readme;
mod reference;
mod repair;
mod review;
mod runner;
mod runner_damage;
mod runner_results;
mod sample;
mod search;
mod setup_files;
mod setups;
mod shards;
mod shown;
mod statistics;
mod support;
mod verdict;
