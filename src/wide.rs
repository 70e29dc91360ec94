//! Wider vector instructions where the processor has them.
//!
//! The program is built for any processor of its kind. Code handed to [`wide`] is compiled twice:
//! once so, and once for processors with AVX2, chosen when it runs. Both do the same.

/// Does the work, with AVX2 where there is AVX2. The work should be inlined whole
/// (`#[inline(always)]`), or it is compiled once after all.
#[inline(always)]
pub fn wide<R>(work: impl FnOnce() -> R) -> R {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn with_avx2<R>(work: impl FnOnce() -> R) -> R {
            work()
        }

        if *HAS_AVX2 {
            // SAFETY: the processor has been asked for these features.
            return unsafe { with_avx2(work) };
        }
    }
    work()
}

/// Whether the processor has what the wide version is compiled for.
#[cfg(target_arch = "x86_64")]
static HAS_AVX2: std::sync::LazyLock<bool> = std::sync::LazyLock::new(|| {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
});
