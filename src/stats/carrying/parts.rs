//! To what the variance of a game's score belongs, over the rungs of one rule set.
//!
//! Take a rung, a pattern, a pair of first moves and a game of it, each drawn at random, and the first
//! player's score less that rung's mean. Its variance is the sum of five:
//!
//! - *pattern*: what patterns have in common at all rungs, the mean covariance of true scores between two
//!   rungs;
//! - *pattern by bot*: the mean variance of true scores at one rung, less that;
//! - *pair*: how the pairs of first moves of a pattern differ from its mean at all rungs alike, the mean
//!   covariance, over pairs within patterns, between two rungs;
//! - *pair by bot*: their mean variance at one rung, less that;
//! - *chance*: what is left within a pair.
//!
//! These are moments with chance taken out, as in [`agreement`](super::agreement); an estimate below 0 is
//! told as 0. Intervals are the jackknife's over patterns, of the share and of its cube root, whose distribution is
//! more even (Wilson and Hilferty 1931, "The distribution of chi-square", PNAS 17, pp. 684-688): whichever reaches
//! farther on either side. Where the share is not above 0 without each of the patterns its root says nothing, and
//! is left out. Where bots choose their first moves there
//! are no pairs, and chance has what is theirs.

use super::jackknife::{covariances, width};
use super::{Group, Pair, Pattern, Rung};
use crate::stats::interval::Interval;
use crate::words;

words! {
    /// What the variance of a game's score may belong to.
    pub enum Of ("part") {
        /// The pattern, whoever plays
        Pattern = "pattern",
        /// The pattern as one bot plays it
        PatternByBot = "pattern by bot",
        /// The pair of first moves, whoever plays
        Pair = "pair",
        /// The pair of first moves as one bot plays it
        PairByBot = "pair by bot",
        /// Chance, within a pair of first moves
        Chance = "chance",
    }
}

/// The parts of the variance of a game's score under one rule set.
#[derive(Clone, Debug, PartialEq)]
pub struct Parts {
    /// The rule set.
    pub rules: String,
    /// How many rungs.
    pub rungs: usize,
    /// How many patterns.
    pub patterns: usize,
    /// Each part's share of the whole, with its interval at 95 %, in the order of [`Of`].
    pub shares: [(f64, Interval); 5],
}

/// What is added up of one pattern.
struct Sums {
    /// The scores at each rung, and their variances by chance.
    scores: Vec<f64>,
    chance: Vec<f64>,
    /// Pairs about the pattern's score: at one rung, at two, and the variance of a game within a pair.
    pair: f64,
    pairs: f64,
    within: f64,
}

impl Sums {
    fn of(patterns: &[&Pattern]) -> Option<Sums> {
        let scores: Vec<f64> = patterns.iter().map(|pattern| pattern.mean()).collect();
        let chance = patterns.iter().map(|it| it.variance()).collect::<Option<Vec<f64>>>()?;
        let count = patterns[0].pairs.len();
        let same = |it: &&Pattern| {
            it.pairs.iter().zip(&patterns[0].pairs).all(|(a, b)| a.words == b.words)
        };
        if !patterns.iter().all(|it| it.pairs.len() == count && same(it)) {
            return None;
        }
        let k = count as f64;
        let rungs = patterns.len() as f64;
        let off = |rung: usize, pair: usize| patterns[rung].pairs[pair].mean() - scores[rung];
        let (mut within, mut pair) = (0.0, 0.0);
        for (rung, pattern) in patterns.iter().enumerate() {
            let of_games = |it: &Pair| it.variance();
            let variances = pattern.pairs.iter().map(of_games).collect::<Option<Vec<f64>>>()?;
            let of_means = variances.iter().zip(&pattern.pairs).map(|(v, it)| v / it.games as f64);
            let of_means = of_means.sum::<f64>() / k;
            within += variances.iter().sum::<f64>() / k / rungs;
            let squares = (0..count).map(|it| off(rung, it) * off(rung, it)).sum::<f64>() / k;
            pair += (squares - of_means * (k - 1.0) / k) / rungs;
        }
        let mut pairs = 0.0;
        for one in 0..patterns.len() {
            for other in 0..one {
                let both = (0..count).map(|it| off(one, it) * off(other, it)).sum::<f64>() / k;
                pairs += both / (rungs * (rungs - 1.0) / 2.0);
            }
        }
        Some(Sums { scores, chance, pair, pairs, within })
    }
}

/// The five variances of some patterns.
fn variances<'s>(all: impl Iterator<Item = &'s Sums> + Clone) -> [f64; 5] {
    let count = all.clone().count() as f64;
    let mean = |of: &dyn Fn(&Sums) -> f64| all.clone().map(of).sum::<f64>() / count;
    let rungs = all.clone().next().map_or(0, |sums| sums.scores.len());
    let middle: Vec<f64> = (0..rungs).map(|rung| mean(&|sums| sums.scores[rung])).collect();
    let covariance = |one: usize, other: usize| {
        let product =
            |sums: &Sums| (sums.scores[one] - middle[one]) * (sums.scores[other] - middle[other]);
        all.clone().map(product).sum::<f64>() / (count - 1.0)
    };
    let (mut own, mut common) = (0.0, 0.0);
    let many = rungs as f64;
    for one in 0..rungs {
        own += (covariance(one, one) - mean(&|sums| sums.chance[one])) / many;
        for other in 0..one {
            common += covariance(one, other) / (many * (many - 1.0) / 2.0);
        }
    }
    let (pair, pairs) = (mean(&|sums| sums.pair), mean(&|sums| sums.pairs));
    [common, own - common, pairs, pair - pairs, mean(&|sums| sums.within)]
}

/// Each part's share of the whole.
fn shares(parts: [f64; 5]) -> [f64; 5] {
    let whole: f64 = parts.iter().sum();
    parts.map(|part| part / whole)
}

impl Parts {
    /// The parts of a rule set with two rungs or more that tell chance.
    pub(super) fn of(group: &Group) -> Option<Parts> {
        let told: Vec<&Rung> = group.rungs.iter().filter(|rung| rung.tells_chance()).collect();
        let (rungs, patterns) = (told.len(), group.count());
        let begun = told.first()?.begun;
        if rungs < 2 || told.iter().any(|rung| rung.begun != begun) {
            return None;
        }
        let at = |place: usize| told.iter().map(|rung| &rung.patterns[place]).collect::<Vec<_>>();
        let sums = (0..patterns).map(|it| Sums::of(&at(it))).collect::<Option<Vec<Sums>>>()?;
        let found = shares(variances(sums.iter()));
        let without: Vec<[f64; 5]> = (0..patterns)
            .map(|left_out| {
                let rest = sums.iter().enumerate().filter(|&(place, _)| place != left_out);
                shares(variances(rest.map(|(_, sums)| sums)))
            })
            .collect();
        let plain = covariances(patterns, |left_out| without[left_out]);
        let rooted = covariances(patterns, |left_out| without[left_out].map(libm::cbrt));
        let width = width(patterns);
        let told = |part: usize| {
            let is_rooted = without.iter().all(|shares| shares[part] > 0.0);
            let errors = [plain[part][part], if is_rooted { rooted[part][part] } else { 0.0 }];
            let half = errors.map(|error| width * error.sqrt());
            let root = libm::cbrt(found[part]);
            let cube = |root: f64| root * root * root;
            let end = |end: f64| end.clamp(0.0, 1.0);
            let interval = Interval {
                low: end((found[part] - half[0]).min(cube(root - half[1]))),
                high: end((found[part] + half[0]).max(cube(root + half[1]))),
            };
            (end(found[part]), interval)
        };
        let shares = [0, 1, 2, 3, 4].map(told);
        Some(Parts { rules: group.rules.clone(), rungs, patterns, shares })
    }
}
