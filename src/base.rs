//! What everything else stands on, and what knows nothing of the game: words, the texts that people
//! write and what is wrong with them, random numbers, memory, the terminal, and the wish to stop.

pub(crate) mod avx2;
pub mod digest;
pub mod fault;
pub(crate) mod growing;
pub mod halt;
pub(crate) mod markup;
pub(crate) mod memory;
pub mod random;
pub(crate) mod terminal;
pub mod toml_reader;
pub mod words;
