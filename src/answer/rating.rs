//! Ratings of players that met one another, in Elo.
//!
//! The first of two players scores 1 / (1 + exp(-(a - b + s))) on average: a and b are the strengths
//! of the two, s is the value of moving first (Zermelo 1929; Bradley and Terry 1952; the order of
//! play: Davidson and Beaver 1977). A draw is half a win and half a loss. 400 Elo are a factor of ten
//! in the odds (A. E. Elo 1978, "The rating of chessplayers, past and present").

use pasang_balance::{Normal, cholesky, dot, inverse};

use super::interval::{Interval, Z};
use super::quantile;
use crate::run::{ScoreSum, TWELFTHS};
use pasang_core::base::random::GameRng;

/// Elo per unit of the logarithm of the odds.
const UNIT: f64 = 400.0 / std::f64::consts::LN_10;

/// Games of two players, one of which moved first.
#[derive(Clone, Copy, Debug)]
pub struct Meeting {
    pub first: usize,
    pub second: usize,
    /// The score of the first.
    pub sum: ScoreSum,
}

#[derive(Clone, Copy, Debug)]
pub struct Rating {
    /// Elo above the mean of all players.
    pub elo: f64,
    pub interval: Interval,
    /// The probability that no other player is stronger.
    pub best: f64,
}

#[derive(Clone, Debug)]
pub struct Ratings {
    pub players: Vec<Rating>,
    /// The value of moving first, in Elo.
    pub first_move: (f64, Interval),
}

/// Draws of the strengths, for the probability of being the best.
const DRAWS: u32 = 10_000;

/// Newton steps; from equal strengths, a dozen reach the last digit.
const STEPS: u32 = 50;

/// Drawn games of each player against one of mean strength, which keep the strength of a player that
/// won or lost all games finite.
const PRIOR_GAMES: f64 = 1.0;

/// Rates `count` players by maximum likelihood. Intervals are of 95 %, from the information matrix;
/// the games of all meetings count as independent, which is conservative where openings take turns.
pub fn rate(count: usize, meetings: &[Meeting]) -> Ratings {
    let mut strengths = vec![0.0; count + 1];
    let mut covariance = Vec::new();
    for _ in 0..STEPS {
        let mut gradient = vec![0.0; count + 1];
        let mut information = vec![vec![0.0; count + 1]; count + 1];
        let mut add = |row: &[(usize, f64)], games: f64, score: f64| {
            let odds: f64 = row.iter().map(|&(at, sign)| sign * strengths[at]).sum();
            let expected = expected_score(UNIT * odds);
            for &(one, sign) in row {
                gradient[one] += sign * (score - games * expected);
                for &(other, other_sign) in row {
                    information[one][other] +=
                        sign * other_sign * games * expected * (1.0 - expected);
                }
            }
        };
        for &Meeting { first, second, sum } in meetings {
            let score = sum.twelfths as f64 / TWELFTHS as f64;
            add(&[(first, 1.0), (second, -1.0), (count, 1.0)], sum.games as f64, score);
        }
        for player in 0..=count {
            add(&[(player, 1.0)], PRIOR_GAMES, 0.5 * PRIOR_GAMES);
        }
        covariance = inverse(&information);
        let change = |row: &Vec<f64>| dot(row, &gradient);
        let changes: Vec<f64> = covariance.iter().map(change).collect();
        strengths.iter_mut().zip(&changes).for_each(|(it, change)| *it += change.clamp(-2.0, 2.0));
    }
    let mean = strengths[..count].iter().sum::<f64>() / count as f64;
    // Weights of a player's strength less the mean.
    let weights = |player: usize| -> Vec<f64> {
        let weight = |at: usize| f64::from(u8::from(at == player)) - 1.0 / count as f64;
        (0..count).map(weight).chain([0.0]).collect()
    };
    let variance = |weights: &[f64]| {
        covariance.iter().zip(weights).map(|(row, weight)| weight * dot(row, weights)).sum::<f64>()
    };
    let best = chances_to_be_best(&strengths[..count], &covariance);
    let rating = |(player, best): (usize, f64)| {
        let (elo, interval) = elo(strengths[player] - mean, variance(&weights(player)));
        Rating { elo, interval, best }
    };
    Ratings {
        players: best.into_iter().enumerate().map(rating).collect(),
        first_move: elo(strengths[count], covariance[count][count]),
    }
}

fn elo(strength: f64, variance: f64) -> (f64, Interval) {
    let (mean, half) = (UNIT * strength, UNIT * Z * variance.sqrt());
    (mean, Interval { low: mean - half, high: mean + half })
}

/// Returns the expected score of a player who is this much stronger.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-elo / UNIT))
}

/// Returns the difference in Elo that makes this score; a score of 0 or 1 has none.
pub fn elo_of(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| UNIT * libm::log(score / (1.0 - score)))
}

/// Returns the likelihood of superiority: the probability that a player with these scores is the
/// stronger one, by the normal approximation of the score.
pub fn superiority(sum: ScoreSum) -> f64 {
    let (mean, games) = (sum.mean().unwrap_or(0.5), sum.games.max(1) as f64);
    let z = (mean - 0.5) * 2.0 * games.sqrt();
    let tail = 0.5 * quantile::normal_beyond(z);
    if z > 0.0 { 1.0 - tail } else { tail }
}

/// Draws strengths from their normal approximation, and counts how often each is the greatest.
fn chances_to_be_best(strengths: &[f64], covariance: &[Vec<f64>]) -> Vec<f64> {
    let root = cholesky(covariance);
    let (mut rng, mut counts) = (GameRng::new(1, "rating"), vec![0_u32; strengths.len()]);
    for _ in 0..DRAWS {
        let normals: Vec<f64> =
            root.iter().map(|_| Normal { mean: 0.0, sd: 1.0 }.draw(&mut rng)).collect();
        let drawn = strengths.iter().zip(&root).map(|(it, row)| it + dot(row, &normals));
        let best = drawn.enumerate().max_by(|one, other| one.1.total_cmp(&other.1));
        best.into_iter().for_each(|(at, _)| counts[at] += 1);
    }
    counts.into_iter().map(|count| f64::from(count) / f64::from(DRAWS)).collect()
}
