//! Game-independent foundations: text, diagnostics, random numbers, digests, memory and
//! cancellation.

pub(crate) mod avx2;
pub mod cancel;
pub mod diagnostic;
pub mod digest;
pub mod memory;
pub mod random;
pub mod text;

/// Returns how much a test does: `full` where `PASANG_EXHAUSTIVE` is set, as in the gate, else
/// `quick`.
#[cfg(test)]
pub(crate) fn amount<T>(quick: T, full: T) -> T {
    if std::env::var_os("PASANG_EXHAUSTIVE").is_some() { full } else { quick }
}
