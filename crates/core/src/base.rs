//! Game-independent foundations: text, markup, diagnostics, random numbers, digests, memory and
//! cancellation.

pub(crate) mod avx2;
pub mod cancel;
pub mod diagnostic;
pub mod digest;
pub mod markup;
pub mod memory;
pub mod random;
pub mod text;
