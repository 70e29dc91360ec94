//! From scores to Elo, with an interval.
//!
//! Games from one pattern are alike, and so are the two games from one opening. The interval
//! therefore takes clusters, not games, for what was drawn: the sandwich estimate of the mean
//! (Liang and Zeger 1986) with Student's t for as many degrees of freedom as there are clusters
//! less one.

use new::stats::quantile::student;

/// An estimate with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

/// The difference in Elo that a mean score stands for.
fn from_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// From the scores of games, 0 to 1 each, by cluster. Without two clusters there is no interval.
pub fn of(clusters: &[Vec<f64>]) -> Option<Elo> {
    let filled: Vec<&Vec<f64>> = clusters.iter().filter(|cluster| !cluster.is_empty()).collect();
    let games: f64 = filled.iter().map(|cluster| cluster.len() as f64).sum();
    let groups = filled.len() as f64;
    let mean = filled.iter().flat_map(|cluster| cluster.iter()).sum::<f64>() / games;
    let off = |cluster: &&Vec<f64>| cluster.iter().map(|score| score - mean).sum::<f64>().powi(2);
    let squares: f64 = filled.iter().map(off).sum();
    let error = (squares * groups / (groups - 1.0)).sqrt() / games;
    let times = student(filled.len().checked_sub(1)? as u64, 0.025)?;
    let clamped = |score: f64| from_score(score.clamp(0.0, 1.0));
    Some(Elo {
        value: from_score(mean),
        low: clamped(mean - times * error),
        high: clamped(mean + times * error),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worked by hand: means 0.5, 0.75, 1 of two games each; the mean is 0.75, the clusters' sums
    /// are off by -0.5, 0 and 0.5, the error is sqrt(0.5 * 3 / 2) / 6 = 0.14434, and Student's t
    /// with two degrees of freedom is 4.3027.
    #[test]
    fn three_clusters_worked_by_hand() {
        let elo = of(&[vec![0.0, 1.0], vec![0.5, 1.0], vec![1.0, 1.0], vec![]]).unwrap();
        assert!((elo.value - 190.849).abs() < 0.001, "{elo:?}");
        // 0.75 - 4.3027 * 0.14434 = 0.12897, and beyond 1 on the other side.
        assert!((elo.low + 331.79).abs() < 0.1, "{elo:?}");
        assert_eq!(elo.high, f64::INFINITY);
        assert_eq!(of(&[vec![1.0, 0.0]]), None);
    }
}
