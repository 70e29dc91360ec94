//! Balance of the cells that a crew plays: the model of [`pasang_core::balance`], and a comparison
//! of cells.

pub use pasang_core::balance::{
    BalanceSummary, BalanceVerdict, CellBalance, Estimate as Credible, Normal, OpeningDesign,
    VarianceComponents,
};
use pasang_core::balance::{DRAWS, draws_key};

/// Returns the probability that each score is the nearest to even.
pub fn nearest_to_even(scores: &[Normal]) -> Vec<f64> {
    let mut rng = draws_key().rng(1);
    let mut nearest = vec![0_u32; scores.len()];
    for _ in 0..DRAWS {
        let distances = scores.iter().map(|score| (score.draw(&mut rng) - 0.5).abs());
        let least = distances.enumerate().min_by(|(_, one), (_, other)| one.total_cmp(other));
        least.iter().for_each(|&(place, _)| nearest[place] += 1);
    }
    nearest.into_iter().map(|times| f64::from(times) / DRAWS as f64).collect()
}
