//! Pasang, the traditional board game of Brunei, played by the thousand and measured.
//!
//! The modules are a pipeline read downwards: each group is built on those above it.

pub mod base;
pub mod board;
pub mod cli;
pub mod experiment;
pub mod games;
pub mod players;
pub mod playing;
pub mod report;
pub mod results;
pub mod stats;
pub mod tasks;
