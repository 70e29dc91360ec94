//! Numbers for readers.

use pasang_core::base::text::decimal;

/// Formats a number for readers, with halves rounded away from zero, also those that lie a hair
/// below one half because no binary fraction is exact.
pub fn rounded(value: f64, digits: usize) -> String {
    decimal(half_away(value, digits), digits)
}

/// Rounds to `digits` decimals, as [`rounded`] does.
pub fn half_away(value: f64, digits: usize) -> f64 {
    let scale = (0..digits).fold(1.0, |scale, _| scale * 10.0);
    ((value * scale).abs() + 1e-9).round().copysign(value) / scale
}
