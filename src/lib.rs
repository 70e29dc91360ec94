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
pub mod fault;
pub mod game;
pub mod play;
pub mod random;
pub mod rules;
pub mod setup;
pub mod sheet;
pub mod svg;
pub mod table;
pub mod wide;
pub mod words;
