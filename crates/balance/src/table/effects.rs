//! Effects of options of the rules on the first seat's score, or on a fact: weighted least squares, pattern
//! by pattern, in the way of a designed experiment.

use super::super::quantile::student;
use super::super::{ALPHA, dot, inverse};
use super::summed;

/// Difference of the first seat's score between two values of an option.
#[derive(Clone, Debug, PartialEq)]
pub struct OptionEffect {
    /// Class.
    pub class: String,
    /// Option.
    pub option: String,
    /// Its value,
    pub value: String,
    /// compared with this one.
    pub than: String,
    /// Games with the value.
    pub games: u64,
    /// Difference of the scores, or of a fact's means.
    pub effect: f64,
    /// Ends of its 95 % interval.
    pub interval: [f64; 2],
    /// Ends of the interval that holds with those of all other options of the class.
    pub joint: [f64; 2],
    /// `true` if patterns differ in it by more than their games vary: then more games tell no more.
    pub is_of_patterns: bool,
}

/// Number that games tell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Told {
    /// From 0 to 1; it varies alike in all games.
    Score,
    /// Of any size; each mean has its own variance.
    Fact,
}

/// Games with equal options on a pattern.
pub(super) struct Mean {
    pub combo: u32,
    /// Number of games, weighed as those of a cell.
    pub games: f64,
    /// The same, as they were played.
    pub played: f64,
    /// Sum of what they score.
    pub sum: f64,
    /// Variance of a game.
    pub variance: f64,
}

impl Mean {
    /// Returns the mean of scores, whose variance follows from it.
    pub fn of_scores((combo, [games, sum, played]): (u32, [f64; 3])) -> Mean {
        let own = (sum + 0.5) / (games + 1.0);
        Mean { combo, games, played, sum, variance: own * (1.0 - own) }
    }

    /// Returns the standard error of a weighted sum of means, and its degrees of freedom (Welch 1947); `None`
    /// if the variance of one is not known.
    pub fn error<'m>(parts: impl Iterator<Item = (&'m Mean, f64)>) -> Option<(f64, u64)> {
        let (mut all, mut squares) = (0.0, 0.0);
        for (it, weight) in parts.filter(|it| it.1 != 0.0) {
            if it.games < 2.0 {
                return None;
            }
            let part = weight * weight * it.variance / it.games;
            all += part;
            squares += part * part / (it.games - 1.0);
        }
        let degrees = if squares > 0.0 { (all * all / squares) as u64 } else { u64::MAX };
        Some((all.sqrt(), degrees.max(1)))
    }
}

/// Values of the options that are compared, each with its option.
fn levels(combos: &[&Vec<String>], factors: usize) -> Vec<(usize, String, String)> {
    let mut found = Vec::new();
    for factor in 0..factors {
        let mut values: Vec<&String> = Vec::new();
        for combo in combos {
            if !values.contains(&&combo[factor]) {
                values.push(&combo[factor]);
            }
        }
        let than = values.first().map_or(String::new(), |it| (*it).clone());
        found.extend(values.iter().skip(1).map(|it| (factor, (*it).clone(), than.clone())));
    }
    found
}

/// Sums of products for least squares.
struct Squares {
    products: Vec<Vec<f64>>,
    right: Vec<f64>,
    /// Weighted squares of the scores less the pattern's mean, and the variance of their games.
    total: f64,
    of_games: f64,
    games: f64,
    means: usize,
}

/// Returns the effects of a class's options, by its patterns.
pub(super) fn effects(
    patterns: &[Vec<Mean>],
    options: &[Vec<String>],
    factors: &[String],
    class: &str,
    told: Told,
) -> Vec<OptionEffect> {
    let played = summed(patterns.iter().flatten().map(|it| (it.combo, [it.played])));
    let combos: Vec<&Vec<String>> = played.iter().map(|it| &options[it.0 as usize]).collect();
    let levels = levels(&combos, factors.len());
    if levels.is_empty() {
        return Vec::new();
    }
    let has = |combo: u32| -> Vec<f64> {
        let of = |it: &(usize, String, String)| options[combo as usize][it.0] == it.1;
        levels.iter().map(|it| if of(it) { 1.0 } else { 0.0 }).collect()
    };
    let squares = squares(patterns, &has, levels.len());
    // Options that no games tell apart have no effect, and wide intervals.
    let mut products = squares.products.clone();
    let ridge = 1e-9 * squares.games;
    products.iter_mut().enumerate().for_each(|(at, row)| row[at] += ridge);
    let inverse = inverse(&products);
    let found: Vec<f64> = inverse.iter().map(|row| dot(row, &squares.right)).collect();
    let freedom = squares.means as f64 - patterns.len() as f64 - levels.len() as f64;
    let rest = (squares.total - dot(&found, &squares.right)).max(0.0);
    let of_games = squares.of_games / squares.games;
    // Scores that scatter by more than their games vary: the rest is the measure.
    let scatter = if freedom >= 1.0 { rest / freedom } else { 0.0 };
    let is_scattered = scatter > of_games;
    // Little more may be chance.
    let is_of_patterns = is_scattered && scatter > of_games * (1.0 + 2.0 * (2.0 / freedom).sqrt());
    let is_of_patterns = is_of_patterns && patterns.len() > 1;
    let variance = if is_scattered { scatter } else { of_games };
    let degrees = if is_scattered { freedom as u64 } else { u64::MAX };
    let own = |at: usize| {
        let parts = patterns.iter().flat_map(|means| {
            let terms = means.iter().zip(centred(means, &has, levels.len()));
            terms.map(|(it, x)| (it, it.games * dot(&inverse[at], &x)))
        });
        Mean::error(parts)
    };
    let most = if told == Told::Score { 1.0 } else { f64::INFINITY };
    let effect = |(at, (factor, value, than)): (usize, &(usize, String, String))| {
        let sd = (variance * inverse[at][at]).sqrt();
        let known = if told == Told::Fact { own(at) } else { None };
        let (sd, degrees) = known.filter(|it| !is_scattered || it.0 > sd).unwrap_or((sd, degrees));
        let ends = |alpha: f64| {
            let half = student(degrees, 0.5 * alpha).unwrap_or(f64::INFINITY) * sd;
            [found[at] - half, found[at] + half].map(|it| it.clamp(-most, most))
        };
        let games = played.iter().filter(|it| options[it.0 as usize][*factor] == *value);
        OptionEffect {
            class: class.to_owned(),
            option: factors[*factor].clone(),
            value: value.clone(),
            than: than.clone(),
            games: games.map(|it| it.1[0]).sum::<f64>() as u64,
            effect: found[at],
            interval: ends(ALPHA),
            joint: ends(ALPHA / levels.len() as f64),
            is_of_patterns,
        }
    };
    // A value that no pattern has beside the first one is compared with nothing.
    let varies = |at: &usize| squares.products[*at][*at] > ridge;
    levels.iter().enumerate().filter(|(at, _)| varies(at)).map(effect).collect()
}

/// Returns the terms of a pattern's means, less those of its mean game.
fn centred(means: &[Mean], has: &dyn Fn(u32) -> Vec<f64>, count: usize) -> Vec<Vec<f64>> {
    let games: f64 = means.iter().map(|it| it.games).sum();
    let mut centre = vec![0.0; count];
    for it in means {
        centre.iter_mut().zip(has(it.combo)).for_each(|(sum, x)| *sum += it.games / games * x);
    }
    let less =
        |it: &Mean| has(it.combo).iter().zip(&centre).map(|(x, centre)| x - centre).collect();
    means.iter().map(less).collect()
}

fn squares(patterns: &[Vec<Mean>], has: &dyn Fn(u32) -> Vec<f64>, count: usize) -> Squares {
    let mut all = Squares {
        products: vec![vec![0.0; count]; count],
        right: vec![0.0; count],
        total: 0.0,
        of_games: 0.0,
        games: 0.0,
        means: 0,
    };
    for means in patterns {
        let games: f64 = means.iter().map(|it| it.games).sum();
        let mean = means.iter().map(|it| it.sum).sum::<f64>() / games;
        for (it, x) in means.iter().zip(centred(means, has, count)) {
            let rest = it.sum / it.games - mean;
            for one in 0..count {
                all.right[one] += it.games * x[one] * rest;
                (0..count).for_each(|two| all.products[one][two] += it.games * x[one] * x[two]);
            }
            all.total += it.games * rest * rest;
            all.of_games += it.games * it.variance;
            all.games += it.games;
            all.means += 1;
        }
    }
    all
}
