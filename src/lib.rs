//! Pasang, the traditional board game of Brunei, played by the thousand and measured.
//!
//! The modules are a pipeline read downwards; each imports only those above it.

pub mod bell;
pub mod bench;
pub mod board;
pub mod bots;
pub mod brunei;
pub mod cli;
pub mod commands;
pub mod compare;
pub mod experiment;
pub mod fault;
pub mod folder;
pub mod game;
pub mod journal;
pub mod merge;
pub mod plan;
pub mod play;
pub mod random;
pub mod results;
pub mod rules;
pub mod run;
pub mod runner;
pub mod schedule;
pub mod setup;
pub mod sheet;
pub mod stage;
pub mod stats;
pub mod svg;
pub mod table;
pub mod verify;
pub mod wide;
pub mod words;
