//! Run-time dispatch to AVX2 code.
//!
//! The program is built for the baseline processor of its architecture. A function called through
//! `with_avx2!` is compiled twice, for the baseline and for AVX2, and the version is chosen at run
//! time. Both return the same.

/// Calls a function, in its AVX2 version where the processor has AVX2:
/// `with_avx2!(length(line: &Line) -> usize)`.
///
/// The function must be `#[inline(always)]`: only code that is inlined completely is compiled
/// twice. (A helper that took the function as an argument would not do: the compiler inserts a shim
/// and leaves it out of line.)
///
/// With `generic` before its name, the function gets its version as its first const generic
/// parameter and may use intrinsics where it is `true`. One further type parameter is allowed:
/// `with_avx2!(generic <S: FnMut(u32)> length(line: &Line, see: &mut S) -> usize)`.
macro_rules! with_avx2 {
    (generic $(<$($generic:ident: $bound:path),+>)? $($function:ident)::+
        ($($argument:ident: $type:ty),+) -> $returned:ty) => {{
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn with_avx2$(<$($generic: $bound),+>)?($($argument: $type),+) -> $returned {
            $($function)::+::<true $($(, $generic)+)?>($($argument),+)
        }

        #[cfg(target_arch = "x86_64")]
        if *$crate::base::avx2::HAS_AVX2 {
            // SAFETY: `HAS_AVX2` has checked that the processor has these features.
            return unsafe { with_avx2($($argument),+) };
        }
        $($function)::+::<false $($(, $generic)+)?>($($argument),+)
    }};
    ($($function:ident)::+ ($($argument:ident: $type:ty),+) -> $returned:ty) => {{
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn with_avx2($($argument: $type),+) -> $returned {
            $($function)::+($($argument),+)
        }

        #[cfg(target_arch = "x86_64")]
        if *$crate::base::avx2::HAS_AVX2 {
            // SAFETY: `HAS_AVX2` has checked that the processor has these features.
            return unsafe { with_avx2($($argument),+) };
        }
        $($function)::+($($argument),+)
    }};
}

pub(crate) use with_avx2;

/// `true` if the processor has all features that the AVX2 version is compiled for.
#[cfg(target_arch = "x86_64")]
pub static HAS_AVX2: std::sync::LazyLock<bool> = std::sync::LazyLock::new(|| {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
});
