//! The traditional board game Pasang, as a library: its rules, its players, nothing of files or screens.

pub mod base;
pub mod board;
pub mod games;
pub mod players;
pub mod protocol;
