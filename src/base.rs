//! Foundations without any knowledge of the game: texts from files, TOML, the terminal.

pub mod diagnostic;
pub mod files;
pub(crate) mod memory;
pub mod numbers;
pub mod terminal;
pub mod toml_reader;

pub use pasang_core::base::{cancel, digest, markup, random, text};
