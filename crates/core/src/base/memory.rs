//! Memory for large tables: allocation, huge pages, prefetching.

use std::alloc::{Layout, alloc_zeroed};
use std::panic::resume_unwind;
use std::sync::atomic::AtomicU64;

/// Out of memory for a table whose size a bot option requests. A game or search cannot continue
/// without it: the error unwinds to the command, which reports it and ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory {
    /// Requested size.
    pub mebibytes: u64,
}

impl std::fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let size = self.mebibytes;
        write!(f, "cannot get memory for a table of {size} MiB: lower `hash`, or use fewer threads")
    }
}

impl std::error::Error for OutOfMemory {}

impl OutOfMemory {
    /// Unwinds without a panic message: it is not a bug in the program.
    pub fn unwind(self) -> ! {
        resume_unwind(Box::new(self))
    }
}

/// Allocates zeroed words, at least one; unwinds with [`OutOfMemory`] on failure. The system commits
/// the memory as it is used.
pub fn zeroed(words: usize) -> Vec<AtomicU64> {
    let start = match Layout::array::<AtomicU64>(words) {
        // SAFETY: there is at least one word.
        Ok(layout) if words > 0 => unsafe { alloc_zeroed(layout) }.cast::<AtomicU64>(),
        _ => std::ptr::null_mut(),
    };
    if start.is_null() {
        OutOfMemory { mebibytes: words as u64 / (1 << 17) }.unwind();
    }
    #[cfg(target_os = "linux")]
    advise(start.cast(), words * size_of::<AtomicU64>());
    // SAFETY: a vector allocates with the same layout, and all words are there and zero.
    unsafe { Vec::from_raw_parts(start, words, words) }
}

/// Advises the system to back a large table by pages of 2 MiB: random access then misses the TLB
/// less often. What is outside of them gets its pages at once: one that is read before it is written gets
/// two, and the exchange interrupts all threads.
#[cfg(target_os = "linux")]
fn advise(start: *mut u8, bytes: usize) {
    use std::ffi::{c_int, c_void};
    unsafe extern "C" {
        fn madvise(start: *mut c_void, length: usize, advice: c_int) -> c_int;
    }
    const PAGE: usize = 4 << 10;
    const HUGE: usize = 2 << 20;
    const MADV_HUGEPAGE: c_int = 14;
    const MADV_POPULATE_WRITE: c_int = 23;
    let end = bytes / PAGE * PAGE;
    let page = start.align_offset(PAGE).min(end);
    let huge = start.align_offset(HUGE).min(end);
    let rest = huge + (end - huge) / HUGE * HUGE;
    for (from, to, advice) in [
        (page, huge, MADV_POPULATE_WRITE),
        (huge, rest, MADV_HUGEPAGE),
        (rest, end, MADV_POPULATE_WRITE),
    ] {
        if from < to {
            // SAFETY: this memory belongs to the table. The advice has no visible effect and may be
            // refused.
            unsafe { madvise(start.add(from).cast(), to - from, advice) };
        }
    }
}

/// Prefetches a location into the cache.
#[inline(always)]
pub fn fetch_soon<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch changes nothing, and the location is valid.
        unsafe { _mm_prefetch::<_MM_HINT_T0>((&raw const *place).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}
