//! Balance over strength classes and rule sets together: strengths are nearly the same measurement
//! of a pattern, which they amplify. The games of all crews inform the score of each cell.
//!
//! ```text
//! u_pc = mu_c + l_c (F_p + D_pc) + a_pc     score of pattern p under condition c, over all bots
//! y_o  = u_pc + k_o + b_o + e_o             score by a crew's games: a cell's own posterior
//! ```
//!
//! A *condition* is a class under a rule set. The fairness F of a pattern has a flat prior, so that
//! a pattern that is unlike all others is not pulled to them, and a cell without others keeps the
//! posterior of its own games. D is what rules change: a sum with a term for each toggle, which rule
//! sets of the same value share. The condition's mean mu has a wide prior, unless one is given. All
//! terms are normal, and the posterior is exact; docs/statistics.md has the method.
//!
//! Of what tells a crew's bots from all bots of the class, k is the same on every pattern and b is a
//! pattern's own. Within a pattern the two cannot be told apart: a bot's variance there holds both,
//! and so does the posterior of a cell's own games, so that a pattern's own interval is as wide with k
//! as without. But k does not average out over patterns: their mean, and what rests on means, has
//! the variance of k in full. Where crews have bots in common, they share these bots' parts of k.

use super::{
    ALPHA, DRAWS, LEAST_VARIANCE, Normal, VarianceComponents, central, cholesky, dot, draws_key,
    inverse_columns, matrix, nearest_to_even, normal, solve,
};
use pasang_core::base::random::GameRng;
use pasang_core::games::rules::{Game, GameKind, facts};
use pasang_core::score::Interval;
use std::cmp::Ordering;

/// Components of a class: how its scores answer to a pattern's fairness, whose standard deviation
/// over the known patterns is 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClassComponents {
    /// Name of its crew.
    pub name: &'static str,
    /// Factor loading: the change of the score with a unit of fairness.
    pub loading: f64,
    /// Variance of what is the class's own in each cell.
    pub own: f64,
    /// Change of a pair's score with a unit of what pairs of first moves are worth, and the variance of
    /// what is the class's own in each pair.
    pub amplification: f64,
    /// That variance.
    pub own_pair: f64,
}

const fn class(
    name: &'static str,
    [loading, own]: [f64; 2],
    [amplification, own_pair]: [f64; 2],
) -> ClassComponents {
    ClassComponents { name, loading, own, amplification, own_pair }
}

/// Components of the built-in classes (`analysis/constants.py`). All classes but the beginners have one
/// own variance of scores; that of pairs is at least .0005, since fewer games do not tell it from 0.
pub const CLASSES: [ClassComponents; 7] = [
    class("beginner", [0.0433, 0.000_68], [0.26, 0.0093]),
    class("easy", [0.0449, 0.000_06], [0.295, 0.0053]),
    class("medium", [0.0543, 0.000_06], [0.414, 0.0022]),
    class("quick", [0.0685, 0.000_06], [0.81, 0.0024]),
    class("club", [0.0843, 0.000_06], [1.0, 0.0018]),
    class("strong", [0.0834, 0.000_06], [1.17, 0.000_77]),
    class("master", [0.098, 0.000_06], [1.28, 0.0005]),
];

/// Components of a class that the table lacks: the mean loading, and an own variance that covers the
/// spread of the loadings and the largest own part.
pub const NEW_CLASS: ClassComponents = class("", [0.0631, 0.001_02], [0.0, 0.0]);

/// Name of a class, its mean score, and the standard deviation of that.
type ClassMean = (&'static str, f64, f64);

/// Mean scores over the known patterns with their standard deviations, by preset and class
/// (`pasang balance` of the kept results).
const MEANS: [(&str, &[ClassMean]); 3] = [
    (
        "brunei-slide",
        &[
            ("beginner", 0.4926, 0.0063),
            ("easy", 0.5065, 0.0063),
            ("medium", 0.5166, 0.0063),
            ("quick", 0.5339, 0.0037),
            ("club", 0.5465, 0.0041),
            ("strong", 0.5633, 0.0063),
        ],
    ),
    (
        "brunei-jump",
        &[("quick", 0.5393, 0.0037), ("club", 0.5522, 0.0041), ("strong", 0.5602, 0.0063)],
    ),
    (
        "pasang-emas",
        &[("quick", 0.5242, 0.0059), ("club", 0.5329, 0.0059), ("strong", 0.5471, 0.0059)],
    ),
];

/// Class under a rule set.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    /// Factor loading.
    pub loading: f64,
    /// Variance of the cell's own part.
    pub own: f64,
    /// Values of toggles, with the variance of their deviations in units of fairness.
    pub toggles: Vec<(String, f64)>,
    /// Prior of the mean score over patterns.
    pub mean: Normal,
    /// Toggles that no sharing crosses: conditions of one fit have the same.
    pub family: String,
    /// Variance between bots on a pattern, and the part of it that is theirs on all patterns.
    pub bot: f64,
    /// That part.
    pub common: f64,
}

impl Condition {
    /// Prior of means: wide, so that it says next to nothing.
    pub const UNKNOWN_MEAN: Normal = Normal { mean: 0.5, sd: 1.0 };

    /// Returns the condition of a class, by the name of its crew, under a rule set.
    pub fn of(class: &str, rules: &Game) -> Condition {
        let is_known = rules.kind() == GameKind::Brunei;
        let found = CLASSES.iter().find(|it| it.name == class && is_known).unwrap_or(&NEW_CLASS);
        let mut condition = Condition {
            loading: found.loading,
            own: found.own,
            toggles: Vec::new(),
            mean: Condition::UNKNOWN_MEAN,
            family: rules.kind().to_string(),
            bot: VarianceComponents::of(rules.kind()).bot,
            common: VarianceComponents::common(rules.kind()),
        };
        for (setting, (_, facts)) in rules.toggles().into_iter().zip(facts(rules.kind())) {
            let word = format!("{}={}", setting.name, setting.word);
            match facts.deviation {
                Some(variance) => condition.toggles.push((word, variance)),
                None => condition.family += &format!(" {word}"),
            }
            let factor = facts.loadings.iter().find(|(value, _)| *value == setting.word);
            condition.loading *= factor.map_or(1.0, |(_, factor)| *factor);
        }
        condition
    }

    /// Returns the mean score of the known patterns, where it is known.
    pub fn known_mean(class: &str, rules: &Game) -> Option<Normal> {
        let is_of = |(name, _): &&(&str, &[_])| Game::preset(name).is_ok_and(|it| it == *rules);
        let (_, means) = MEANS.iter().find(is_of)?;
        let &(_, mean, sd) = means.iter().find(|(name, ..)| *name == class)?;
        Some(Normal { mean, sd })
    }

    /// Returns the prior covariance of two conditions' scores of a pattern, without its fairness;
    /// `same` if they are one condition.
    fn covariance(&self, other: &Condition, same: bool) -> f64 {
        let shared = self.toggles.iter().filter(|it| other.toggles.contains(it));
        let deviation: f64 = shared.map(|(_, variance)| variance).sum();
        let own = if same { self.own } else { 0.0 };
        self.loading * other.loading * deviation + own
    }
}

/// Score of a pattern under a condition, by the games of a crew.
#[derive(Clone, Debug, PartialEq)]
pub struct CrewScore {
    /// Index of the pattern.
    pub pattern: usize,
    /// Index of the condition.
    pub condition: usize,
    /// Kinds of the crew's bots: scores share the deviations of those that they have in common.
    pub bots: Vec<usize>,
    /// Posterior of the cell's score by its own games, for the mean over all bots.
    pub score: Normal,
}

/// Share of the variance between bots that belongs to their kind, whatever their strength and the
/// rules (`analysis/constants.py`): the parts of bots under slide and jump have a correlation of about 0,
/// with a standard error of this size.
const OF_KIND: f64 = 0.25;

impl CrewScore {
    /// Returns the covariance of what two crews' bots have beyond all bots, for bots of variance 1.
    fn alike(&self, other: &CrewScore) -> f64 {
        let common = self.bots.iter().filter(|it| other.bots.contains(it)).count();
        let pairs = (self.bots.len() * other.bots.len()).max(1);
        let alike = if self.condition == other.condition { 1.0 } else { OF_KIND };
        alike * common as f64 / pairs as f64
    }

    /// Returns the covariance of the errors of two scores of a pattern, but for what is theirs on all.
    fn error(&self, other: &CrewScore, same: bool, [bot, common]: [f64; 2]) -> f64 {
        if same {
            let all = self.score.sd * self.score.sd - common * self.alike(self);
            return all.max(LEAST_VARIANCE);
        }
        (bot - common) * self.alike(other)
    }

    /// Returns whether another score is by the same crew under the same condition.
    fn is_by_crew_of(&self, other: &CrewScore) -> bool {
        self.condition == other.condition && self.bots == other.bots
    }
}

/// Crews under their conditions, and what their bots have on all patterns: sums of independent
/// standard normal parts.
struct Crews<'s> {
    /// The first score of each.
    of: Vec<&'s CrewScore>,
    /// Rows of weights of the parts.
    root: Vec<Vec<f64>>,
}

impl<'s> Crews<'s> {
    fn new(scores: &'s [CrewScore], common: f64) -> Crews<'s> {
        let mut of: Vec<&CrewScore> = Vec::new();
        for score in scores.iter().filter(|_| common > 0.0) {
            if !of.iter().any(|it| it.is_by_crew_of(score)) {
                of.push(score);
            }
        }
        let covariance = matrix(of.len(), |one, other| common * of[one].alike(of[other]));
        Crews { root: cholesky(&covariance), of }
    }

    /// Returns the weight of a part in a score.
    fn weight(&self, part: usize, score: &CrewScore) -> f64 {
        let crew = self.of.iter().position(|it| it.is_by_crew_of(score));
        crew.and_then(|at| self.root[at].get(part)).copied().unwrap_or(0.0)
    }
}

/// Posterior of one pattern's scores, by condition, for given means of the conditions.
#[derive(Clone, Debug)]
struct PatternPosterior {
    /// Mean without the conditions' means.
    mean: Vec<f64>,
    /// Weights of the conditions' means and the crews' parts, by condition.
    weights: Vec<Vec<f64>>,
    covariance: Vec<Vec<f64>>,
    /// Cholesky factor of the covariance.
    root: Vec<Vec<f64>>,
}

/// Joint posterior of the scores of all patterns under all conditions.
#[derive(Clone, Debug)]
pub struct Joint {
    patterns: Vec<PatternPosterior>,
    means: ConditionMeans,
    /// Variance between bots.
    bot: f64,
}

/// Rounds in which own variances grow, and the number of patterns that the table's are worth.
const ROUNDS: usize = 40;
const WORTH: f64 = 10.0;

/// Posterior of the conditions' means, and after them the parts of the crews.
#[derive(Clone, Debug)]
struct ConditionMeans {
    means: Vec<f64>,
    /// Rows of a root of their covariance.
    root: Vec<Vec<f64>>,
}

impl ConditionMeans {
    fn of(conditions: &[Condition], crews: &Crews<'_>, whitened: &[Whitened]) -> ConditionMeans {
        let part = Normal { mean: 0.0, sd: 1.0 };
        let prior = |at: usize| conditions.get(at).map_or(part, |it| it.mean);
        let weight = |at: usize| 1.0 / (prior(at).sd * prior(at).sd);
        let count = conditions.len() + crews.of.len();
        let information = |one: usize, other: usize| {
            let own = if one == other { weight(one) } else { 0.0 };
            // The factor reads what precedes the diagonal.
            let seen = whitened.iter().filter(|_| other <= one);
            own + seen.map(|it| it.product(&it.own[one], &it.own[other])).sum::<f64>()
        };
        let factor = cholesky(&matrix(count, information));
        let root = inverse_columns(&factor);
        let right = (0..count).map(|at| {
            let scores = whitened.iter().map(|it| it.product(&it.own[at], &it.scores));
            weight(at) * prior(at).mean + scores.sum::<f64>()
        });
        let right = solve(&factor, right.collect());
        ConditionMeans { means: root.iter().map(|row| dot(row, &right)).collect(), root }
    }

    /// Returns the standard deviation of a weighted sum of the means.
    fn sd(&self, weights: &[f64]) -> f64 {
        let part = |at: usize| -> f64 {
            weights.iter().zip(&self.root).map(|(by, row)| by * row[at]).sum()
        };
        (0..weights.len()).map(|at| part(at) * part(at)).sum::<f64>().sqrt()
    }

    /// Returns the expected square of a pattern's own part under a condition, of this variance.
    fn own_square(&self, of: &Whitened, condition: usize, own: f64) -> f64 {
        let mine = &of.own[condition];
        let by_means: Vec<f64> = of.own.iter().map(|it| own * of.product(mine, it)).collect();
        let mean = own * of.product(mine, &of.scores) - dot(&by_means, &self.means);
        let sd = self.sd(&by_means);
        mean * mean + own - own * own * of.product(mine, mine) + sd * sd
    }
}

/// Whitened scores of a pattern: products of two vectors are sums over its scores.
struct Whitened {
    loadings: Vec<f64>,
    /// Sum of the squared loadings.
    information: f64,
    scores: Vec<f64>,
    /// Which scores are a condition's own, and after the conditions the weights of the crews' parts.
    own: Vec<Vec<f64>>,
    /// By condition: the covariances with it.
    shared: Vec<Vec<f64>>,
}

impl Whitened {
    /// Whitens a pattern's scores, at least one.
    fn of(
        conditions: &[Condition],
        scores: &[&CrewScore],
        crews: &Crews<'_>,
        bots: [f64; 2],
    ) -> Whitened {
        let prior =
            |one: usize, other: usize| conditions[one].covariance(&conditions[other], one == other);
        let observed = |at: usize, place: usize| {
            let [one, other] = [scores[at], scores[place]];
            prior(one.condition, other.condition) + one.error(other, at == place, bots)
        };
        let root = cholesky(&matrix(scores.len(), observed));
        let whiten =
            |of: &dyn Fn(&CrewScore) -> f64| solve(&root, scores.iter().map(|it| of(it)).collect());
        let loadings = whiten(&|it| conditions[it.condition].loading);
        let all = 0..conditions.len();
        let is_own = |condition| whiten(&|it| if it.condition == condition { 1.0 } else { 0.0 });
        let parts = (0..crews.of.len()).map(|part| whiten(&|it| crews.weight(part, it)));
        Whitened {
            // Without scores nothing is known: all is divided by next to nothing.
            information: dot(&loadings, &loadings).max(f64::MIN_POSITIVE),
            scores: whiten(&|it| it.score.mean),
            own: all.clone().map(is_own).chain(parts).collect(),
            shared: all.map(|condition| whiten(&|it| prior(condition, it.condition))).collect(),
            loadings,
        }
    }

    /// Returns the part of the product of two vectors that fairness explains.
    fn explained(&self, one: &[f64], other: &[f64]) -> f64 {
        dot(one, &self.loadings) * dot(&self.loadings, other) / self.information
    }

    /// Returns the product of two vectors without what fairness explains.
    fn product(&self, one: &[f64], other: &[f64]) -> f64 {
        dot(one, other) - self.explained(one, other)
    }

    /// Predicts a condition's score from a vector in place of the scores.
    fn predicted(&self, condition: usize, loading: f64, from: &[f64]) -> f64 {
        loading * dot(&self.loadings, from) / self.information
            + self.product(&self.shared[condition], from)
    }

    fn posterior(&self, conditions: &[Condition]) -> PatternPosterior {
        let predicted = |at: usize, from: &[f64]| self.predicted(at, conditions[at].loading, from);
        let rest = |at: usize| conditions[at].loading - dot(&self.shared[at], &self.loadings);
        let covariance = |one: usize, other: usize| {
            conditions[one].covariance(&conditions[other], one == other)
                - dot(&self.shared[one], &self.shared[other])
                + rest(one) * rest(other) / self.information
        };
        let weight = |one: usize, other: usize| {
            let own = if one == other { 1.0 } else { 0.0 };
            own - predicted(one, &self.own[other])
        };
        let covariance = matrix(conditions.len(), covariance);
        PatternPosterior {
            mean: (0..conditions.len()).map(|at| predicted(at, &self.scores)).collect(),
            weights: (0..conditions.len())
                .map(|one| (0..self.own.len()).map(|other| weight(one, other)).collect())
                .collect(),
            root: cholesky(&covariance),
            covariance,
        }
    }
}

impl Joint {
    /// Fits the model to scores of patterns, numbered from 0, under conditions of one family.
    /// Where scores disagree more than the components say, the own variances grow: a few rounds of
    /// expectation maximisation (Dempster, Laird and Rubin 1977).
    pub fn fit(conditions: &[Condition], scores: &[CrewScore]) -> Joint {
        let bots = conditions.first().map_or([0.0; 2], |it| [it.bot, it.common]);
        let crews = Crews::new(scores, bots[1]);
        let mut conditions = conditions.to_vec();
        let table: Vec<f64> = conditions.iter().map(|it| it.own).collect();
        let patterns = scores.iter().map(|it| it.pattern + 1).max().unwrap_or(0);
        let of = |pattern| scores.iter().filter(|it| it.pattern == pattern).collect();
        let scores: Vec<Vec<&CrewScore>> = (0..patterns).map(of).collect();
        let whitened = |conditions: &[Condition]| -> (Vec<Whitened>, ConditionMeans) {
            let of = |own: &Vec<&CrewScore>| Whitened::of(conditions, own, &crews, bots);
            let all: Vec<_> = scores.iter().map(of).collect();
            let means = ConditionMeans::of(conditions, &crews, &all);
            (all, means)
        };
        for _ in 0..ROUNDS {
            let (patterns, means) = whitened(&conditions);
            for (at, (condition, least)) in conditions.iter_mut().zip(&table).enumerate() {
                let (mut sum, mut count) = (WORTH * least, WORTH);
                for (pattern, own) in patterns.iter().zip(&scores) {
                    if own.iter().any(|it| it.condition == at) {
                        sum += means.own_square(pattern, at, condition.own);
                        count += 1.0;
                    }
                }
                condition.own = least.max(sum / count);
            }
        }
        let (patterns, means) = whitened(&conditions);
        let patterns = patterns.iter().map(|it| it.posterior(&conditions)).collect();
        Joint { patterns, means, bot: bots[0] }
    }

    /// Returns the distribution of a pattern's score under a condition, for the mean over bots.
    pub fn score(&self, pattern: usize, condition: usize) -> Normal {
        self.contrast([pattern], &[(condition, 1.0)])
    }

    /// Returns the distribution of the score of an unseen bot.
    pub fn unseen_bot(&self, pattern: usize, condition: usize) -> Normal {
        self.score(pattern, condition).plus(self.bot)
    }

    /// Returns the distribution of the mean over patterns of weighted sums over conditions: a
    /// difference has the weights 1 and -1.
    pub fn contrast(
        &self,
        patterns: impl IntoIterator<Item = usize>,
        weights: &[(usize, f64)],
    ) -> Normal {
        let (mut mean, mut variance, mut count) = (0.0, 0.0, 0.0);
        let mut of_means = vec![0.0; self.means.means.len()];
        for pattern in patterns {
            let it = &self.patterns[pattern];
            for &(one, weight) in weights {
                mean += weight * it.mean[one];
                of_means.iter_mut().zip(&it.weights[one]).for_each(|(sum, by)| *sum += weight * by);
                let row = &it.covariance[one];
                variance +=
                    weights.iter().map(|&(other, by)| weight * by * row[other]).sum::<f64>();
            }
            count += 1.0;
        }
        let shared = self.means.sd(&of_means);
        let mean = mean + dot(&of_means, &self.means.means);
        Normal { mean: mean / count, sd: (variance + shared * shared).max(0.0).sqrt() / count }
    }

    /// Draws the scores of all patterns, each by condition.
    pub fn draw(&self, rng: &mut GameRng) -> Vec<Vec<f64>> {
        let ConditionMeans { means, root } = &self.means;
        let normals: Vec<f64> = means.iter().map(|_| normal(rng)).collect();
        let means = means.iter().zip(root).map(|(mean, row)| mean + dot(row, &normals));
        let means: Vec<f64> = means.collect();
        let mut of_pattern = |it: &PatternPosterior| {
            let normals: Vec<f64> = it.mean.iter().map(|_| normal(rng)).collect();
            let score = |at: usize| {
                it.mean[at] + dot(&it.weights[at], &means) + dot(&it.root[at], &normals)
            };
            (0..it.mean.len()).map(score).collect()
        };
        self.patterns.iter().map(&mut of_pattern).collect()
    }

    /// Draws the scores of all patterns as often as statements need, by draw, pattern and condition.
    /// Draws of different numbers are independent.
    pub fn draws(&self, number: u64) -> Vec<Vec<Vec<f64>>> {
        let mut rng = draws_key().rng(4 + number);
        (0..DRAWS).map(|_| self.draw(&mut rng)).collect()
    }

    /// Compares these patterns under one condition, from [`Joint::draws`].
    pub fn comparison(
        draws: &[Vec<Vec<f64>>],
        patterns: &[usize],
        condition: usize,
    ) -> PatternComparison {
        let of = |draw: &Vec<Vec<f64>>| patterns.iter().map(|&it| draw[it][condition]).collect();
        PatternComparison::of(&draws.iter().map(of).collect::<Vec<Vec<f64>>>())
    }
}

/// Patterns beside each other under one condition, in the order of the patterns.
#[derive(Clone, Debug, PartialEq)]
pub struct PatternComparison {
    /// Probability to be the nearest to even.
    pub nearest: Vec<f64>,
    /// `true` if the score is within 2 percentage points of one half: with probability 95 % all
    /// those patterns are.
    pub within_2: Vec<bool>,
    /// `true` if it may be: with probability 95 % all patterns within 2 points are among these.
    pub may_be_within_2: Vec<bool>,
    /// Probability of that distance, each alone.
    pub near: Vec<f64>,
    /// Numbers of patterns within 5 points, within 10, beyond 10, and in favour of the first player.
    pub counts: [Figure; 4],
}

/// Mean, difference or number with its 95 % interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
pub struct Figure {
    /// Mean.
    pub mean: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// The distance from one half that counts as even.
pub const EVEN: f64 = 0.02;

/// Probability with which a set of patterns is stated.
const ALL: f64 = 0.95;

impl Figure {
    /// Returns a mean with its interval.
    pub fn new(mean: f64, Interval { low, high }: Interval) -> Figure {
        Figure { mean, low, high }
    }

    /// Counts the scores of each draw for which a condition holds.
    fn count(draws: &[Vec<f64>], is_true: impl Fn(f64) -> bool) -> Figure {
        let count = |draw: &Vec<f64>| draw.iter().filter(|score| is_true(**score)).count() as f64;
        let mut counts: Vec<f64> = draws.iter().map(count).collect();
        let mean = counts.iter().sum::<f64>() / counts.len() as f64;
        Figure::new(mean, central(&mut counts, ALPHA))
    }

    /// Counts independent events with these probabilities.
    pub(super) fn count_chances(of: &[f64]) -> Figure {
        let mean: f64 = of.iter().sum();
        if of.len() > 1000 {
            let half = 1.96 * of.iter().map(|it| it * (1.0 - it)).sum::<f64>().sqrt();
            return Figure {
                mean,
                low: (mean - half).max(0.0),
                high: (mean + half).min(of.len() as f64),
            };
        }
        let mut chances = vec![1.0];
        for it in of {
            let with = |at: usize| {
                let not = chances.get(at).map_or(0.0, |chance| chance * (1.0 - it));
                not + at.checked_sub(1).map_or(0.0, |at| chances[at] * it)
            };
            chances = (0..=chances.len()).map(with).collect();
        }
        let end = |level: f64| {
            let mut below = 0.0;
            let found = chances.iter().position(|it| {
                below += it;
                below > level
            });
            found.unwrap_or(of.len()) as f64
        };
        Figure { mean, low: end(0.025), high: end(0.975) }
    }
}

impl PatternComparison {
    /// Compares patterns by joint draws of their scores, at least one.
    pub fn of(draws: &[Vec<f64>]) -> PatternComparison {
        let count = draws.first().map_or(0, Vec::len);
        let nearest = nearest_to_even(draws, count);
        let is_near = |score: f64| (score - 0.5).abs() <= EVEN;
        let near = Truths::of(draws, is_near);
        let far = Truths::of(draws, |it| !is_near(it)).hold_together(ALL);
        let within = |most: f64| move |score: f64| (score - 0.5).abs() <= most;
        PatternComparison {
            nearest,
            within_2: near.hold_together(ALL),
            may_be_within_2: far.into_iter().map(|is_far| !is_far).collect(),
            near: near.chances,
            counts: [
                Figure::count(draws, within(0.05)),
                Figure::count(draws, within(0.1)),
                Figure::count(draws, |it| !within(0.1)(it)),
                Figure::count(draws, |it| it > 0.5),
            ],
        }
    }
}

/// In which draws a statement about each pattern is true.
struct Truths {
    /// By pattern and draw.
    of: Vec<Vec<bool>>,
    /// The shares of draws.
    chances: Vec<f64>,
}

impl Truths {
    fn of(draws: &[Vec<f64>], is_true: impl Fn(f64) -> bool) -> Truths {
        let count = draws.first().map_or(0, Vec::len);
        let of = |at: usize| draws.iter().map(|draw| is_true(draw[at])).collect::<Vec<bool>>();
        let of: Vec<Vec<bool>> = (0..count).map(of).collect();
        let chance = |of: &Vec<bool>| of.iter().filter(|it| **it).count() as f64 / of.len() as f64;
        Truths { chances: of.iter().map(chance).collect(), of }
    }

    /// Returns which statements are made: the most probable first, as many as are true together with
    /// probability `least`.
    fn hold_together(&self, least: f64) -> Vec<bool> {
        let mut order: Vec<usize> = (0..self.of.len()).collect();
        let by_chance = |one: &usize, other: &usize| -> Ordering {
            self.chances[*other].total_cmp(&self.chances[*one])
        };
        order.sort_by(by_chance);
        let mut made = vec![false; self.of.len()];
        let mut all = vec![true; self.of.first().map_or(0, Vec::len)];
        for at in order {
            let with: Vec<bool> =
                all.iter().zip(&self.of[at]).map(|(all, it)| *all && *it).collect();
            if (with.iter().filter(|it| **it).count() as f64) < least * with.len() as f64 {
                break;
            }
            (all, made[at]) = (with, true);
        }
        made
    }
}
