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
    in_huge_pages(start, words);
    // SAFETY: a vector allocates with the same layout, and all words are there and zero.
    unsafe { Vec::from_raw_parts(start, words, words) }
}

/// Advises the system to back a large table by pages of 2 MiB: random access then misses the TLB
/// less often.
#[cfg(target_os = "linux")]
fn in_huge_pages(start: *mut AtomicU64, words: usize) {
    use std::ffi::{c_int, c_void};
    unsafe extern "C" {
        fn madvise(start: *mut c_void, length: usize, advice: c_int) -> c_int;
    }
    const HUGE: usize = 2 << 20;
    const MADV_HUGEPAGE: c_int = 14;
    let skipped = start.cast::<u8>().align_offset(HUGE);
    let bytes = words * size_of::<AtomicU64>();
    if let Some(whole) = bytes.checked_sub(skipped).map(|rest| rest / HUGE * HUGE)
        && whole > 0
    {
        // SAFETY: these pages belong to the table. The advice has no visible effect and may be
        // refused.
        unsafe { madvise(start.cast::<u8>().add(skipped).cast(), whole, MADV_HUGEPAGE) };
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
