//! Normal distributions, and the seeded draws of what has no closed form.

use std::f64::consts::SQRT_2;
use std::sync::{Arc, Mutex, PoisonError};

use pasang_core::base::random::{GameRng, SeedKey};
use pasang_core::score::{Interval, normal_quantile};

/// The error level: 95 % intervals hold with probability 1 - `ALPHA`.
pub const ALPHA: f64 = 0.05;

/// Number of draws from the posterior.
pub const DRAWS: usize = 4000;

/// Returns the key of the draws: equal games make equal draws, whatever the seed of the experiment.
pub fn draws_key() -> SeedKey {
    SeedKey::new(0, &[b"balance"])
}

/// Normal distribution.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Normal {
    /// Mean.
    pub mean: f64,
    /// Standard deviation.
    pub sd: f64,
}

impl Normal {
    /// Returns the central interval with probability 1 - `alpha`.
    #[must_use]
    pub fn interval(self, alpha: f64) -> Interval {
        let half = self.sd * normal_quantile(0.5 * alpha);
        Interval { low: self.mean - half, high: self.mean + half }
    }

    /// Returns the same of a score, without what no score can be.
    #[must_use]
    pub fn score_interval(self, alpha: f64) -> Interval {
        clipped(self.interval(alpha))
    }

    /// Returns the distribution with an independent error of this variance and mean 0.
    #[must_use]
    pub(crate) fn plus(self, variance: f64) -> Normal {
        Normal { sd: (self.sd * self.sd + variance).sqrt(), ..self }
    }

    /// Returns the probability of a score between two shares, given that it is from 0 to 1.
    #[must_use]
    pub fn between(self, low: f64, high: f64) -> f64 {
        let tail = |x: f64| 0.5 * libm::erfc((x - self.mean) / (self.sd.max(1e-12) * SQRT_2));
        let all = tail(0.0) - tail(1.0);
        if all > 0.0 {
            return (tail(low.max(0.0)) - tail(high.min(1.0))) / all;
        }
        // All the probability lies beyond an end.
        let at = self.mean.clamp(0.0, 1.0);
        if (low..=high).contains(&at) { 1.0 } else { 0.0 }
    }

    /// Draws a number from the distribution.
    pub fn draw(self, rng: &mut GameRng) -> f64 {
        self.mean + self.sd * normal(rng)
    }
}

/// Estimate with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Posterior mean.
    pub mean: f64,
    /// Credible interval.
    pub interval: Interval,
}

/// Returns the central interval of numbers, at least one, with probability 1 - `alpha`; sorts them.
pub fn central(numbers: &mut [f64], alpha: f64) -> Interval {
    numbers.sort_unstable_by(f64::total_cmp);
    let end = |level: f64| numbers[(level * (numbers.len() - 1) as f64 + 0.5) as usize];
    Interval { low: end(0.5 * alpha), high: end(1.0 - 0.5 * alpha) }
}

/// Returns the nearest number that a score can be.
pub(crate) fn possible(score: f64) -> f64 {
    score.clamp(0.0, 1.0)
}

pub(crate) fn clipped(Interval { low, high }: Interval) -> Interval {
    Interval { low: possible(low), high: possible(high) }
}

/// Returns the share of draws of `count` scores in which each is the nearest to even.
pub(crate) fn nearest_to_even(draws: &[Vec<f64>], count: usize) -> Vec<f64> {
    let mut nearest = vec![0_u32; count];
    for draw in draws {
        let distances = draw.iter().map(|score| (score - 0.5).abs());
        let least = distances.enumerate().min_by(|(_, one), (_, other)| one.total_cmp(other));
        least.iter().for_each(|&(place, _)| nearest[place] += 1);
    }
    nearest.into_iter().map(|times| f64::from(times) / draws.len() as f64).collect()
}

/// Draws a standard normal number (Marsaglia's polar method, 1964).
pub(crate) fn normal(rng: &mut GameRng) -> f64 {
    loop {
        let [x, y] = [(); 2].map(|()| rng.below_u64(1 << 53) as f64 / (1_u64 << 52) as f64 - 1.0);
        let square = x * x + y * y;
        if 0.0 < square && square < 1.0 {
            return x * (-2.0 * libm::log(square) / square).sqrt();
        }
    }
}

/// Returns at least this many standard normal numbers, the first of a key's stream 0. The last are kept:
/// each posterior of an answer takes the same.
pub(crate) fn normals(key: &SeedKey, count: usize) -> Arc<[f64]> {
    static KEPT: Mutex<Option<(SeedKey, Arc<[f64]>)>> = Mutex::new(None);
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    match &*kept {
        Some((of, numbers)) if of == key && numbers.len() >= count => numbers.clone(),
        _ => {
            let mut rng = key.rng(0);
            let numbers: Arc<[f64]> = (0..count).map(|_| normal(&mut rng)).collect();
            *kept = Some((*key, numbers.clone()));
            numbers
        }
    }
}
