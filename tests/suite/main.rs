//! All end-to-end tests of the program and the library, in one binary that is linked once.
//!
//! `cargo test --test suite NAME` runs the tests whose names contain `NAME`; a name begins with its
//! file, as in `runner::memory`.

// A test fails by panicking.
#![allow(clippy::unwrap_used)]

mod anytime;
mod beginnings;
mod brief;
mod browser;
mod choice;
mod cite;
mod claims;
mod clusters;
mod columns;
mod commands;
mod differential;
mod drawn;
mod engines;
mod experiments;
mod folders;
mod handicap;
mod judge;
mod known;
mod language;
mod laws;
mod matches;
mod mcts;
mod messages;
mod order;
mod outsiders;
mod overall;
mod pages;
mod perft;
mod plain;
mod readme;
mod repair;
mod review;
mod rooms;
mod rounds;
mod runner;
mod runner_damage;
mod runner_results;
mod same;
mod sample;
mod search;
mod setups;
mod shipped;
mod shown;
mod simulated_decisions;
mod statistics;
mod support;
mod twice;
mod verdict;
mod written;
