//! Quantiles and tail probabilities of the normal distribution and Student's t, at any level.
//!
//! Tails are given as tails, never as 1 less a tail: 10^-12 keeps its precision. Functions beyond
//! `+ - * /` and the square root come from `libm`, which gives the same bits on every machine.

use std::f64::consts::SQRT_2;

pub use super::confidence_sequence::{ln_beta, ln_gamma};
pub use pasang_core::score::normal_quantile as normal;
use pasang_core::score::root;

/// Returns the two-sided tail probability of the normal distribution at `z`.
pub fn normal_beyond(z: f64) -> f64 {
    libm::erfc(z.abs() / SQRT_2)
}

/// With more degrees of freedom than this, the expansion around the normal quantile is used. Its
/// relative error is below 10^-9 there at tails down to 10^-9.
const EXPANDED_FROM: u64 = 1000;

/// Returns the quantile of Student's t with `degrees` degrees of freedom and the upper tail
/// probability `tail`, from 10^-12 to one half; `None` for 0 degrees.
pub fn student(degrees: u64, tail: f64) -> Option<f64> {
    if degrees == 0 {
        return None;
    }
    if degrees > EXPANDED_FROM {
        return Some(expanded(normal(tail), degrees as f64));
    }
    // With one degree of freedom the tail beyond t is about 1 / (pi t).
    let far = 2.0 / tail;
    Some(root(far, |t| student_tail(degrees as f64, t) > tail))
}

/// Expands the quantile of Student's t around the normal quantile `x` (Abramowitz and Stegun 1964,
/// "Handbook of mathematical functions", 26.7.5).
fn expanded(x: f64, n: f64) -> f64 {
    let x2 = x * x;
    let g1 = x * (x2 + 1.0) / 4.0;
    let g2 = x * ((5.0 * x2 + 16.0) * x2 + 3.0) / 96.0;
    let g3 = x * (((3.0 * x2 + 19.0) * x2 + 17.0) * x2 - 15.0) / 384.0;
    let g4 = x * ((((79.0 * x2 + 776.0) * x2 + 1482.0) * x2 - 1920.0) * x2 - 945.0) / 92160.0;
    x + (g1 + (g2 + (g3 + g4 / n) / n) / n) / n
}

/// Returns the tail of Student's t beyond t > 0: half of the incomplete beta function at n / (n +
/// t^2) (Abramowitz and Stegun 1964, 26.7.1 and 26.5.27).
fn student_tail(n: f64, t: f64) -> f64 {
    let t2 = t * t;
    0.5 * beta(0.5 * n, 0.5, n / (n + t2), t2 / (n + t2))
}

/// Returns the two-sided tail probability of Student's t with `degrees` degrees of freedom.
pub fn student_beyond(degrees: f64, t: f64) -> f64 {
    if t == 0.0 { 1.0 } else { 2.0 * student_tail(degrees, t.abs()) }
}

/// Returns the upper tail probability of Fisher's F with these degrees of freedom (Abramowitz and
/// Stegun 1964, 26.6.2).
pub fn fisher_beyond(f: f64, above: f64, below: f64) -> f64 {
    let (x, y) = (below / (below + above * f), above * f / (below + above * f));
    beta(0.5 * below, 0.5 * above, x, y)
}

/// Returns the regularised incomplete beta function at x, with y = 1 - x: by the continued fraction on
/// the side on which it converges.
fn beta(a: f64, b: f64, x: f64, y: f64) -> f64 {
    match x < (a + 1.0) / (a + b + 2.0) {
        true => beta_part(a, b, x, y),
        false => 1.0 - beta_part(b, a, y, x),
    }
}

/// Returns the same function by its continued fraction (Abramowitz and Stegun 1964, 26.5.8), evaluated
/// with Lentz's method.
fn beta_part(a: f64, b: f64, x: f64, y: f64) -> f64 {
    const MAX: u32 = 10_000;
    const TINY: f64 = 1e-300;
    let not_zero = |value: f64| if value.abs() < TINY { TINY } else { value };
    if x <= 0.0 {
        return 0.0;
    }
    let front = libm::exp(a * libm::log(x) + b * libm::log(y) - ln_beta(a, b)) / a;
    let mut c = 1.0;
    let mut d = 1.0 / not_zero(1.0 - (a + b) * x / (a + 1.0));
    let mut fraction = d;
    for m in 1..MAX {
        let m = f64::from(m);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let before = fraction;
        for part in [even, odd] {
            d = 1.0 / not_zero(1.0 + part * d);
            c = not_zero(1.0 + part / c);
            fraction *= c * d;
        }
        if (fraction - before).abs() <= f64::EPSILON * fraction.abs() {
            break;
        }
    }
    front * fraction
}
