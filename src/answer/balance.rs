//! Balance of the cells that a crew plays: the model of [`pasang_balance`], and comparisons of
//! cells.

use pasang_balance::{DRAWS, central, draws_key};
pub use pasang_balance::{
    Direction, Estimate as Credible, Normal, OpeningDesign, Size, Statement, VarianceComponents,
    shown,
};

use super::interval::{ALPHA, Interval};

/// Returns how much nearer to even the second score is, with its 95 % interval.
pub fn difference_from_even(first: Normal, second: Normal) -> (f64, Interval) {
    let mut rng = draws_key().rng(2);
    let mut from_even = |score: Normal| (score.draw(&mut rng) - 0.5).abs();
    let mut nearer: Vec<f64> = (0..DRAWS).map(|_| from_even(first) - from_even(second)).collect();
    let interval = central(&mut nearer, ALPHA);
    (nearer.iter().sum::<f64>() / DRAWS as f64, interval)
}
