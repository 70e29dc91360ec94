//! From scores to Elo, with an interval.
//!
//! Games from one pattern are alike, and so are the two games from one opening. The interval
//! therefore takes clusters, not games, for what was drawn: the sandwich estimate of the mean
//! (Liang and Zeger 1986) with Student's t for as many degrees of freedom as there are clusters
//! less one.

/// The difference in Elo that a mean score stands for.
fn from_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The 97.5 % quantile of Student's t: its expansion around the normal one's (Abramowitz and Stegun
/// 1964, 26.7.5), right to a thousandth from ten degrees of freedom on.
fn student(freedom: f64) -> f64 {
    let z: f64 = 1.959964;
    let power = |by: i32| z.powi(by);
    z + (power(3) + z) / (4.0 * freedom)
        + (5.0 * power(5) + 16.0 * power(3) + 3.0 * z) / (96.0 * freedom.powi(2))
        + (3.0 * power(7) + 19.0 * power(5) + 17.0 * power(3) - 15.0 * z)
            / (384.0 * freedom.powi(3))
}

/// From the scores of games, 0 to 1 each, by cluster: the estimate and the ends of its 95 %
/// interval. Without two clusters there is none.
pub fn of(clusters: &[Vec<f64>]) -> Option<[f64; 3]> {
    let filled: Vec<&Vec<f64>> = clusters.iter().filter(|cluster| !cluster.is_empty()).collect();
    if filled.len() < 2 {
        return None;
    }
    let games: f64 = filled.iter().map(|cluster| cluster.len() as f64).sum();
    let groups = filled.len() as f64;
    let mean = filled.iter().flat_map(|cluster| cluster.iter()).sum::<f64>() / games;
    let off = |cluster: &&Vec<f64>| cluster.iter().map(|score| score - mean).sum::<f64>().powi(2);
    let squares: f64 = filled.iter().map(off).sum();
    let wide = student(groups - 1.0) * (squares * groups / (groups - 1.0)).sqrt() / games;
    Some([mean, mean - wide, mean + wide].map(|score| from_score(score.clamp(0.0, 1.0))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn students_t_as_in_printed_tables() {
        for (freedom, expected) in [(5.0, 2.571), (10.0, 2.228), (34.0, 2.032), (120.0, 1.980)] {
            assert!((student(freedom) - expected).abs() < 0.004, "{freedom}");
        }
    }

    /// Worked by hand: means 0.5, 0.75, 1 of two games each, twice; the mean is 0.75, the clusters'
    /// sums are off by -0.5, 0 and 0.5, the error is sqrt(1 * 6 / 5) / 12 = 0.09129, and Student's t
    /// with five degrees of freedom is 2.571: 0.5153 to 0.9847.
    #[test]
    fn six_clusters_worked_by_hand() {
        let three = [vec![0.0, 1.0], vec![0.5, 1.0], vec![1.0, 1.0], vec![]];
        let [value, low, high] = of(&[three.clone(), three].concat()).unwrap();
        assert!((value - 190.85).abs() < 0.01, "{value}");
        assert!((low - 10.7).abs() < 0.5 && (high - 723.0).abs() < 5.0, "{low} {high}");
        assert_eq!(of(&[vec![1.0, 0.0]]), None);
    }
}
