//! Random numbers for simulations.

use pasang_core::base::random::GameRng;

/// Draws a uniform number from 0 to 1.
pub fn uniform(rng: &mut GameRng) -> f64 {
    rng.below_u64(1 << 53) as f64 / (1_u64 << 53) as f64
}

/// Draws a standard normal number (Box and Muller 1958).
pub fn normal(rng: &mut GameRng) -> f64 {
    let radius = (-2.0 * (1.0 - uniform(rng)).ln()).sqrt();
    radius * (2.0 * std::f64::consts::PI * uniform(rng)).cos()
}
