//! What everything else stands on, and what knows nothing of the game: words, the texts that people
//! write and what is wrong with them, random numbers, memory, the terminal, and the wish to stop.

pub(crate) mod growing;
pub(crate) mod terminal;

pub use pasang_core::base::{digest, fault, halt, random, toml_reader, words};
pub(crate) use pasang_core::base::{markup, memory};
