//! What everything else stands on, and what knows nothing of the game: words, the texts that people
//! write and what is wrong with them, random numbers, memory, and the wish to stop.

pub(crate) mod avx2;
pub mod digest;
pub mod fault;
pub mod halt;
pub mod memory;
pub mod random;
pub mod words;
