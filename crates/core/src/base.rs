//! Game-independent foundations: text, diagnostics, random numbers, digests, memory and
//! cancellation.

pub(crate) mod avx2;
pub mod cancel;
pub mod diagnostic;
pub mod digest;
pub mod memory;
pub mod random;
pub mod text;
