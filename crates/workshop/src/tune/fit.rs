//! Logistic regression, stage by stage.
//!
//! The chance that the mover of a position wins is taken for `1 / (1 + exp(-z))` with `z` the sum
//! of the features, each times a coefficient, and of the difference of the scores times one more.
//! The coefficients that make what happened likeliest are found by Newton's method (iteratively
//! reweighted least squares; McCullagh and Nelder, *Generalized Linear Models*, 1989, chapters 2
//! and 4). A ridge holds each coefficient near the one of the next stage, the last stage's near
//! 0: what is seen often decides for itself, and what is hardly ever seen in a stage is taken for
//! worth what it is later.

use std::ops::Range;

use pasang_core::games::Weights;

/// A position that occurred, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The stage of the game.
    pub stage: usize,
    /// The mover's score less the other's.
    pub difference: i32,
    /// The features.
    pub features: Vec<i32>,
    /// What the mover got in halves: 2 for a win, 1 for a draw, 0 for a loss.
    pub result: u8,
}

/// What was fitted for one stage.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fit {
    /// How many positions there were.
    pub positions: usize,
    /// What a point of the score is worth, in log-odds.
    pub point: f64,
    /// What each feature is worth, in log-odds.
    pub features: Vec<f64>,
    /// The mean logarithmic loss of a forecast by `point` alone.
    pub loss_by_score: f64,
    /// The mean logarithmic loss of a forecast by all.
    pub loss: f64,
}

/// How much the ridge holds: as much as so many positions of an even game in which the feature has
/// the square that it has on average.
const RIDGE: f64 = 400.0;

/// How much the ridge holds the last stage, which is to stay near 0.
const LAST_RIDGE: f64 = 16.0;

/// The least mean square that the difference of the scores counts with: where games begin the
/// scores hardly differ yet.
const LEAST_SQUARE: f64 = 25.0;

/// Newton's method doubles the right digits with each round; it starts near enough.
const ROUNDS: usize = 12;

/// No forecast is surer than this, in log-odds.
const SUREST: f64 = 30.0;

/// The least that a point is worth: weights are relative to it.
const LEAST_POINT: f64 = 0.01;

impl Fit {
    /// What each feature is worth in hundredths of a point.
    pub fn weights(&self) -> Vec<i32> {
        let point = self.point.max(LEAST_POINT);
        let in_points = |worth: &f64| {
            let hundredths = worth / point * f64::from(Weights::POINT);
            (hundredths + 0.5).floor() as i32
        };
        self.features.iter().map(in_points).collect()
    }
}

/// Fits a row of stages, the last one first, each held near the one after it.
pub fn fit(samples: &[Sample], stages: Range<usize>, features: usize) -> Vec<Fit> {
    let mut by_score = Vec::new();
    let mut by_all = Vec::new();
    let mut fits = Vec::new();
    for stage in stages.rev() {
        let here: Vec<&Sample> = samples.iter().filter(|sample| sample.stage == stage).collect();
        by_score = regress(&here, 1, &by_score);
        by_all = regress(&here, 1 + features, &by_all);
        fits.push(Fit {
            positions: here.len(),
            point: by_all[0],
            features: by_all[1..].to_vec(),
            loss_by_score: loss(&here, &by_score),
            loss: loss(&here, &by_all),
        });
    }
    fits.reverse();
    fits
}

/// The terms of the sum: the difference of the scores, then features.
fn terms(sample: &Sample, terms: &mut [f64]) {
    terms[0] = f64::from(sample.difference);
    for (term, &feature) in terms[1..].iter_mut().zip(&sample.features) {
        *term = f64::from(feature);
    }
}

/// The log-odds that coefficients foretell.
fn log_odds(terms: &[f64], coefficients: &[f64]) -> f64 {
    let sum: f64 = terms.iter().zip(coefficients).map(|(term, by)| term * by).sum();
    sum.clamp(-SUREST, SUREST)
}

/// The coefficients of so many terms, near those of the next stage if there is one.
fn regress(samples: &[&Sample], count: usize, next: &[f64]) -> Vec<f64> {
    let near = if next.is_empty() { vec![0.0; count] } else { next.to_vec() };
    let mut row = vec![0.0; count];
    let mut squares = vec![0.0; count];
    for sample in samples {
        terms(sample, &mut row);
        for (square, term) in squares.iter_mut().zip(&row) {
            *square += term * term;
        }
    }
    // A position of an even game tells a quarter of its square.
    let hold = if next.is_empty() { LAST_RIDGE } else { RIDGE } / 4.0;
    let mut ridge: Vec<f64> = squares
        .iter()
        .map(|square| if *square > 0.0 { hold * square / samples.len() as f64 } else { hold })
        .collect();
    ridge[0] = ridge[0].max(hold * LEAST_SQUARE);
    let mut coefficients = near.clone();
    for _ in 0..ROUNDS {
        let mut slope = vec![0.0; count];
        let mut curve = vec![0.0; count * count];
        for sample in samples {
            terms(sample, &mut row);
            let chance = 1.0 / (1.0 + libm::exp(-log_odds(&row, &coefficients)));
            let miss = f64::from(sample.result) / 2.0 - chance;
            let doubt = chance * (1.0 - chance);
            for (i, &term) in row.iter().enumerate() {
                if term == 0.0 {
                    continue;
                }
                slope[i] += term * miss;
                let by = term * doubt;
                for (sum, other) in curve[i * count..=i * count + i].iter_mut().zip(&row) {
                    *sum += by * other;
                }
            }
        }
        for i in 0..count {
            slope[i] -= ridge[i] * (coefficients[i] - near[i]);
            curve[i * count + i] += ridge[i];
        }
        for (coefficient, step) in coefficients.iter_mut().zip(solve(curve, slope)) {
            *coefficient += step;
        }
    }
    coefficients
}

/// Solves `curve * x = slope` for a symmetric positive matrix of which the lower half is given, by
/// Cholesky's method.
fn solve(mut curve: Vec<f64>, slope: Vec<f64>) -> Vec<f64> {
    let count = slope.len();
    for i in 0..count {
        for j in 0..=i {
            let mut sum = curve[i * count + j];
            for k in 0..j {
                sum -= curve[i * count + k] * curve[j * count + k];
            }
            curve[i * count + j] =
                if i == j { sum.max(f64::MIN_POSITIVE).sqrt() } else { sum / curve[j * count + j] };
        }
    }
    let mut x = slope;
    for i in 0..count {
        for k in 0..i {
            x[i] -= curve[i * count + k] * x[k];
        }
        x[i] /= curve[i * count + i];
    }
    for i in (0..count).rev() {
        for k in i + 1..count {
            x[i] -= curve[k * count + i] * x[k];
        }
        x[i] /= curve[i * count + i];
    }
    x
}

/// The mean logarithmic loss.
fn loss(samples: &[&Sample], coefficients: &[f64]) -> f64 {
    let mut row = vec![0.0; coefficients.len()];
    let mut sum = 0.0;
    for sample in samples {
        terms(sample, &mut row);
        let odds = log_odds(&row, coefficients);
        // log(1 + exp(odds)), less the odds where the mover won.
        sum += libm::log1p(libm::exp(odds)) - odds * f64::from(sample.result) / 2.0;
    }
    if samples.is_empty() { 0.0 } else { sum / samples.len() as f64 }
}
