//! Estimates that are drawn towards what cells have in common.
//!
//! The best of many raw scores is partly the luckiest: the setup that looks most balanced is
//! flattered by chance. An estimate that is drawn towards the mean of all setups, the more so the
//! fewer games it rests on, is nearer to the truth on average (James and Stein 1961, "Estimation
//! with quadratic loss"; Efron and Morris 1975, "Data analysis using Stein's estimator and its
//! generalizations", J. Am. Stat. Assoc. 70).

use super::sums::Sums;

/// The mean scores of cells, drawn towards their common mean; a cell without games gets that
/// mean. With fewer than three cells that have games, the raw means: too little can be
/// known of how true scores spread.
///
/// True scores are taken to spread normally around a mean m with variance t, raw ones around the
/// true ones with variance v = q (1 - q) / n, where q = (S + 1) / (n + 2), so that a cell that won all its games
/// is not thought certain. t comes from the method of moments for unequal v (DerSimonian and
/// Laird 1986, "Meta-analysis in clinical trials", Controlled Clinical Trials 7, pp. 177-188):
///
/// ```text
/// w = 1 / v      a = sum(w x) / sum(w)      Q = sum(w (x - a)^2)
/// t = max(0, (Q - (K - 1)) / (sum(w) - sum(w^2) / sum(w)))
/// m = sum(x / (v + t)) / sum(1 / (v + t))
/// estimate = m + t / (t + v) (x - m)
/// ```
pub fn shrunken(cells: &[Sums]) -> Vec<f64> {
    let played: Vec<(f64, f64)> =
        cells.iter().filter(|sums| sums.games > 0).map(|&sums| observed(sums)).collect();
    if played.len() < 3 {
        return cells.iter().map(|sums| sums.mean()).collect();
    }
    let sum = |of: &dyn Fn(f64, f64) -> f64| played.iter().map(|&(x, v)| of(x, v)).sum::<f64>();
    let weights = sum(&|_, v| 1.0 / v);
    let centre = sum(&|x, v| x / v) / weights;
    let spread = sum(&|x, v| (x - centre) * (x - centre) / v);
    let surplus = spread - (played.len() - 1) as f64;
    let t = (surplus / (weights - sum(&|_, v| 1.0 / (v * v)) / weights)).max(0.0);
    let mean = sum(&|x, v| x / (v + t)) / sum(&|_, v| 1.0 / (v + t));
    let drawn = |&sums: &Sums| {
        if sums.games == 0 {
            return mean;
        }
        let (x, v) = observed(sums);
        mean + t / (t + v) * (x - mean)
    };
    cells.iter().map(drawn).collect()
}

/// A cell's raw mean and the variance of it.
fn observed(sums: Sums) -> (f64, f64) {
    let n = sums.games as f64;
    let q = (sums.mean() * n + 1.0) / (n + 2.0);
    (sums.mean(), q * (1.0 - q) / n)
}
