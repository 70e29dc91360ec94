//! How alike two rankings of the same things are.

/// Kendall's tau-b of two lists of figures of the same things: of all pairs of things, the share
/// that both lists put in the same order less the share that they put in opposite orders, with the
/// correction for ties (Kendall 1945, "The treatment of ties in ranking problems", Biometrika 33,
/// pp. 239-251). 1 for the same order, 0 on average for unrelated ones. Nothing for fewer than two
/// things, or where one list is all ties.
pub fn kendall(one: &[f64], other: &[f64]) -> Option<f64> {
    let (mut sum, mut in_one, mut in_other) = (0i64, 0i64, 0i64);
    for (at, (a, b)) in one.iter().zip(other).enumerate() {
        for (c, d) in one.iter().zip(other).skip(at + 1) {
            let (x, y) = (order(*a, *c), order(*b, *d));
            sum += x * y;
            in_one += x * x;
            in_other += y * y;
        }
    }
    let root = (in_one as f64 * in_other as f64).sqrt();
    (root > 0.0).then(|| sum as f64 / root)
}

fn order(a: f64, b: f64) -> i64 {
    match a.total_cmp(&b) {
        std::cmp::Ordering::Less => -1,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => 1,
    }
}
