//! Strengths and what moving first is worth, with how far they may be off: the arithmetic.

use std::collections::BTreeMap;

use super::{ELO, Estimate, Meeting, Missing};
use crate::stats::interval::{Interval, Z, t};

/// Newton's method takes no more steps than this; a dozen are enough where there is an estimate.
const MOST_STEPS: usize = 100;

/// No step changes the logarithm of any odds by more.
const LONGEST_STEP: f64 = 2.0;

/// Beyond these odds, as a logarithm, there is no finite estimate: games are fewer than 10^12.
const MOST_ODDS: f64 = 30.0;

/// Strengths and seat term by maximum likelihood.
pub(super) struct Fit {
    /// By player: the place of the strength among the parameters; none for those that count as 0,
    /// one of each group, and for those of other ladders.
    places: Vec<Option<usize>>,
    /// The strengths, then the seat term.
    parameters: Vec<f64>,
    /// What the games alone leave open.
    covariance: Matrix,
    /// What the setups leave open, where there are several.
    between: Option<Between>,
    /// Pearson's statistic by its degrees of freedom, where there are any.
    pub(super) dispersion: Option<f64>,
}

/// How far estimates would vary from setup to setup.
struct Between {
    covariance: Matrix,
    /// The quantile of Student's distribution that goes with it.
    quantile: f64,
}

impl Fit {
    pub(super) fn new(groups: &[Vec<usize>], meetings: &[Meeting]) -> Result<Fit, Missing> {
        let players = groups.iter().flatten().max().map_or(0, |&last| last + 1);
        let mut places = vec![None; players];
        let others = groups.iter().flat_map(|group| group.iter().skip(1));
        let mut strengths = 0;
        for &player in others {
            places[player] = Some(strengths);
            strengths += 1;
        }
        let size = strengths + 1;
        let mut fit = Fit {
            places,
            parameters: vec![0.0; size],
            covariance: Matrix::zero(size),
            between: None,
            dispersion: None,
        };
        let mut done = false;
        for step in 0..MOST_STEPS {
            let (information, slope) = fit.derivatives(meetings);
            // At the start all odds are even: what cannot be told apart then never can.
            let missing = if step == 0 { Missing::Confounded } else { Missing::SeatDecides };
            fit.covariance = information.inverse().ok_or(missing)?;
            if done {
                break;
            }
            let mut change = fit.covariance.times(&slope);
            let longest =
                meetings.iter().map(|meeting| fit.odds(meeting, &change).abs()).fold(0.0, f64::max);
            if longest > LONGEST_STEP {
                change.iter_mut().for_each(|change| *change *= LONGEST_STEP / longest);
            }
            fit.parameters.iter_mut().zip(&change).for_each(|(value, change)| *value += change);
            // The covariances are still to be those of the last step.
            done = longest < 1e-12;
        }
        let beyond = |meeting: &Meeting| fit.odds(meeting, &fit.parameters).abs() > MOST_ODDS;
        if !done || meetings.iter().any(beyond) {
            return Err(Missing::SeatDecides);
        }
        fit.between = fit.between(meetings);
        fit.dispersion = fit.pearson(meetings);
        Ok(fit)
    }

    /// The parameters that decide a meeting, each with its sign.
    fn terms(&self, meeting: &Meeting) -> impl Iterator<Item = (usize, f64)> {
        let [first, second] = meeting.players.map(|player| self.places[player]);
        let seat = Some(self.parameters.len() - 1);
        [(first, 1.0), (second, -1.0), (seat, 1.0)]
            .into_iter()
            .filter_map(|(place, sign)| place.map(|place| (place, sign)))
    }

    /// The logarithm of the odds of the first player, under these parameters.
    fn odds(&self, meeting: &Meeting, parameters: &[f64]) -> f64 {
        self.terms(meeting).map(|(place, sign)| sign * parameters[place]).sum()
    }

    /// What the first player is expected to score in a game.
    fn expected(&self, meeting: &Meeting) -> f64 {
        1.0 / (1.0 + libm::exp(-self.odds(meeting, &self.parameters)))
    }

    /// The information matrix and the slope of the logarithm of the likelihood.
    fn derivatives(&self, meetings: &[Meeting]) -> (Matrix, Vec<f64>) {
        let mut information = Matrix::zero(self.parameters.len());
        let mut slope = vec![0.0; self.parameters.len()];
        for meeting in meetings {
            let p = self.expected(meeting);
            let weight = meeting.games * p * (1.0 - p);
            for (row, sign) in self.terms(meeting) {
                slope[row] += sign * (meeting.score - meeting.games * p);
                for (column, other) in self.terms(meeting) {
                    information.add(row, column, sign * other * weight);
                }
            }
        }
        (information, slope)
    }

    /// How far the estimates would vary from setup to setup; nothing for games on one.
    fn between(&self, meetings: &[Meeting]) -> Option<Between> {
        let mut residuals: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
        for meeting in meetings {
            let own = residuals.entry(meeting.setup);
            let own = own.or_insert_with(|| vec![0.0; self.parameters.len()]);
            let residual = meeting.score - meeting.games * self.expected(meeting);
            self.terms(meeting).for_each(|(place, sign)| own[place] += sign * residual);
        }
        let freedom = residuals.len().checked_sub(1).filter(|&freedom| freedom > 0)?;
        let more = residuals.len() as f64 / freedom as f64;
        let mut covariance = Matrix::zero(self.parameters.len());
        for residuals in residuals.values() {
            // What this setup pulls each estimate by.
            let pulls = self.covariance.times(residuals);
            for (row, pull) in pulls.iter().enumerate() {
                for (column, other) in pulls.iter().enumerate() {
                    covariance.add(row, column, more * pull * other);
                }
            }
        }
        Some(Between { covariance, quantile: t(freedom as u64) })
    }

    /// Pearson's statistic, divided by its degrees of freedom.
    fn pearson(&self, meetings: &[Meeting]) -> Option<f64> {
        let degrees = meetings.len().checked_sub(self.parameters.len()).filter(|&left| left > 0)?;
        let sum: f64 = meetings
            .iter()
            .map(|meeting| {
                let p = self.expected(meeting);
                let off = meeting.score - meeting.games * p;
                off * off / (meeting.games * p * (1.0 - p))
            })
            .sum();
        Some(sum / degrees as f64)
    }

    pub(super) fn strength(&self, player: usize) -> f64 {
        self.places[player].map_or(0.0, |place| self.parameters[place])
    }

    /// How much stronger one player of a group is than another.
    pub(super) fn difference(&self, one: usize, other: usize) -> Estimate {
        let terms = [(self.places[one], 1.0), (self.places[other], -1.0)];
        self.estimate(terms.into_iter().filter_map(|(place, sign)| Some((place?, sign))).collect())
    }

    pub(super) fn seat(&self) -> Estimate {
        self.estimate(vec![(self.parameters.len() - 1, 1.0)])
    }

    /// A sum of parameters, each with its sign.
    fn estimate(&self, terms: Vec<(usize, f64)>) -> Estimate {
        let value: f64 = terms.iter().map(|&(place, sign)| sign * self.parameters[place]).sum();
        let variance = |of: &Matrix| {
            let each = terms.iter().flat_map(|&(row, sign)| {
                terms.iter().map(move |&(column, other)| sign * other * of.at(row, column))
            });
            each.sum::<f64>().max(0.0)
        };
        let alone = variance(&self.covariance);
        let half = match &self.between {
            Some(Between { covariance, quantile }) => {
                (quantile * variance(covariance).sqrt()).max(Z * alone.sqrt())
            }
            None => {
                let scale = self.dispersion.map_or(1.0, |dispersion| dispersion.max(1.0));
                Z * (alone * scale).sqrt()
            }
        };
        let (elo, half) = (ELO * value, ELO * half);
        Estimate { elo, interval: Interval { low: elo - half, high: elo + half } }
    }
}

/// A square matrix that is its own mirror image.
struct Matrix {
    size: usize,
    values: Vec<f64>,
}

impl Matrix {
    fn zero(size: usize) -> Matrix {
        Matrix { size, values: vec![0.0; size * size] }
    }

    fn at(&self, row: usize, column: usize) -> f64 {
        self.values[row * self.size + column]
    }

    fn add(&mut self, row: usize, column: usize, value: f64) {
        self.values[row * self.size + column] += value;
    }

    fn times(&self, vector: &[f64]) -> Vec<f64> {
        let rows = self.values.chunks(self.size);
        rows.map(|row| row.iter().zip(vector).map(|(one, other)| one * other).sum()).collect()
    }

    /// The inverse, by Cholesky's decomposition; nothing where some of the rows make up another,
    /// as far as rounding lets one see.
    fn inverse(&self) -> Option<Matrix> {
        let size = self.size;
        let mut lower = Matrix::zero(size);
        for row in 0..size {
            for column in 0..=row {
                let products: f64 =
                    (0..column).map(|k| lower.at(row, k) * lower.at(column, k)).sum();
                let rest = self.at(row, column) - products;
                let value = if row == column {
                    if rest.is_nan() || rest <= 1e-10 * self.at(row, row) {
                        return None;
                    }
                    rest.sqrt()
                } else {
                    rest / lower.at(column, column)
                };
                lower.add(row, column, value);
            }
        }
        let mut inverse = Matrix::zero(size);
        for column in 0..size {
            let mut solved = vec![0.0; size];
            for row in 0..size {
                let unit = if row == column { 1.0 } else { 0.0 };
                let known: f64 = (0..row).map(|k| lower.at(row, k) * solved[k]).sum();
                solved[row] = (unit - known) / lower.at(row, row);
            }
            for row in (0..size).rev() {
                let known: f64 = (row + 1..size).map(|k| lower.at(k, row) * solved[k]).sum();
                solved[row] = (solved[row] - known) / lower.at(row, row);
                inverse.add(row, column, solved[row]);
            }
        }
        Some(inverse)
    }
}
