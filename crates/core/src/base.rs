//! Game-independent foundations: text, markup, diagnostics, random numbers, digests, memory and
//! cancellation.

#[doc(hidden)]
pub mod avx2;
pub mod cancel;
pub mod diagnostic;
pub mod digest;
pub mod markup;
pub mod memory;
pub mod random;
pub mod text;
