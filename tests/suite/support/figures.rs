//! Figures from other programs, and comparison with a tolerance.

/// Returns the rows of a table below its comments and its header.
pub fn rows(table: &str) -> Vec<Vec<&str>> {
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    lines.skip(1).map(|line| line.split('\t').collect()).collect()
}

pub fn number(text: &str) -> f64 {
    text.parse().unwrap_or_else(|_| panic!("`{text}` is no number"))
}

pub fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

/// Returns the variance of a sample.
pub fn variance(numbers: &[f64]) -> f64 {
    let mean = mean(numbers);
    let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
    squares / (numbers.len() - 1) as f64
}

/// Asserts equality up to `tolerance`, relative to the larger of the expected number and 1.
pub fn near(seen: f64, expected: f64, tolerance: f64, what: &str) {
    let distance = (seen - expected).abs();
    assert!(distance <= tolerance * expected.abs().max(1.0), "{what}: {seen}, not {expected}");
}
