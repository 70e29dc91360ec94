//! Game-independent foundations: text, diagnostics, random numbers, digests, memory and
//! cancellation.

pub(crate) mod avx2;
pub mod digest;
pub mod fault;
pub mod halt;
pub mod memory;
pub mod random;
pub mod words;
