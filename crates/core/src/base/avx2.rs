//! Wider vector instructions where the processor has them.
//!
//! The program is built for any processor of its kind. A function called through `with_avx2!` is
//! compiled twice: once so, and once for processors with AVX2, chosen when it runs. Both do the
//! same.

/// Calls a function, with AVX2 where there is AVX2: `with_avx2!(length(line: &Line) -> usize)`. It must
/// be marked `#[inline(always)]`, for only what is inlined whole is compiled twice. (A function
/// that took the function would not do: the compiler puts a step between, and leaves that out of
/// line.)
///
/// With `generic` before its name, the function learns in which of the two it is, by its first generic
/// parameter, and may then use instructions that a compiler does not find by itself; it may have
/// one parameter more: `with_avx2!(generic <S: FnMut(u32)> length(line: &Line, see: &mut S) -> usize)`.
macro_rules! with_avx2 {
    (generic $(<$generic:ident: $bound:path>)? $($function:ident)::+
        ($($argument:ident: $type:ty),+) -> $returned:ty) => {{
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn with_avx2$(<$generic: $bound>)?($($argument: $type),+) -> $returned {
            $($function)::+::<true $(, $generic)?>($($argument),+)
        }

        #[cfg(target_arch = "x86_64")]
        if *$crate::base::avx2::HAS_AVX2 {
            // SAFETY: the processor has been asked for these features.
            return unsafe { with_avx2($($argument),+) };
        }
        $($function)::+::<false $(, $generic)?>($($argument),+)
    }};
    ($($function:ident)::+ ($($argument:ident: $type:ty),+) -> $returned:ty) => {{
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn with_avx2($($argument: $type),+) -> $returned {
            $($function)::+($($argument),+)
        }

        #[cfg(target_arch = "x86_64")]
        if *$crate::base::avx2::HAS_AVX2 {
            // SAFETY: the processor has been asked for these features.
            return unsafe { with_avx2($($argument),+) };
        }
        $($function)::+($($argument),+)
    }};
}

pub(crate) use with_avx2;

/// Whether the processor has what the wide version is compiled for.
#[cfg(target_arch = "x86_64")]
pub static HAS_AVX2: std::sync::LazyLock<bool> = std::sync::LazyLock::new(|| {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
});
