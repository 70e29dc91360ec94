//! Run-time dispatch to AVX2 code.
//!
//! The program is built for the baseline processor of its architecture. A function called through
//! `with_avx2!` is compiled twice, for the baseline and for AVX2, and the version is chosen at run
//! time. Both return the same.

#[cfg(target_arch = "x86_64")]
use std::sync::LazyLock;
#[cfg(target_arch = "x86_64")]
use std::sync::atomic::{AtomicBool, Ordering};

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
        if $crate::base::avx2::USE_AVX2.load(std::sync::atomic::Ordering::Relaxed) {
            // SAFETY: it is only `true` where the processor has these features.
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
        if $crate::base::avx2::USE_AVX2.load(std::sync::atomic::Ordering::Relaxed) {
            // SAFETY: it is only `true` where the processor has these features.
            return unsafe { with_avx2($($argument),+) };
        }
        $($function)::+($($argument),+)
    }};
}

pub(crate) use with_avx2;

/// `true` while the AVX2 version is called.
#[cfg(target_arch = "x86_64")]
pub(crate) static USE_AVX2: LazyLock<AtomicBool> = LazyLock::new(|| AtomicBool::new(has_avx2()));

/// Returns whether the processor has all features that the AVX2 version is compiled for.
#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

/// Runs a function while all threads call the baseline version, to compare the two.
pub fn without_avx2<T>(run: impl FnOnce() -> T) -> T {
    #[cfg(target_arch = "x86_64")]
    USE_AVX2.store(false, Ordering::Relaxed);
    let result = run();
    #[cfg(target_arch = "x86_64")]
    USE_AVX2.store(has_avx2(), Ordering::Relaxed);
    result
}
