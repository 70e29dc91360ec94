//! All end-to-end tests of the program and the library, in one binary that is linked once.
//!
//! `cargo test --test suite NAME` runs the tests whose names contain `NAME`; a name begins with its
//! file, as in `runner::memory`.
//!
//! Some need bash, `/proc` and signals as Linux has them. `.ci/windows.sh` tries the same on Windows.

// A test fails by panicking.
#![allow(clippy::unwrap_used)]

mod aliases;
#[cfg(target_os = "linux")]
mod any_game;
mod arrays;
mod avx2;
mod balance;
mod bot_specs;
mod brief;
#[cfg(target_os = "linux")]
mod browser;
mod builtin_experiments;
#[cfg(target_os = "linux")]
mod cite;
mod claims;
mod columns;
#[cfg(target_os = "linux")]
mod commands;
mod confidence_sequence;
mod contests;
mod crews;
mod decided;
mod differential;
mod dual_play;
#[cfg(target_os = "linux")]
mod engines;
mod evaluation;
mod experiments;
#[cfg(target_os = "linux")]
mod external_players;
mod facade;
#[cfg(target_os = "linux")]
mod factorial;
mod folders;
#[cfg(target_os = "linux")]
mod game_record;
mod handicap;
mod invariants;
mod joint;
mod known_patterns;
mod language;
mod layering;
mod learning;
mod level;
mod looks;
mod mcts;
#[cfg(target_os = "linux")]
mod messages;
mod numbers;
mod one_answer;
mod order;
mod overall;
mod pages;
mod perft;
mod profile;
mod random;
mod random_rules;
#[cfg(target_os = "linux")]
mod readme;
mod reference;
#[cfg(target_os = "linux")]
mod repair;
mod review;
#[cfg(target_os = "linux")]
mod runner;
#[cfg(target_os = "linux")]
mod runner_damage;
#[cfg(target_os = "linux")]
mod runner_results;
mod sample;
mod search;
mod setup_files;
#[cfg(target_os = "linux")]
mod setups;
mod shards;
#[cfg(target_os = "linux")]
mod shown;
mod statement;
mod statistics;
mod support;
mod table;
