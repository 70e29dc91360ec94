//! Balance of a start: a hierarchical Bayesian model of the first player's score, by opening pair,
//! in the games of a *crew*, a set of bots that share a cell. A *player* is a bot on the board or
//! on its mirror image; each player plays every pair of first moves equally often.
//!
//! ```text
//! u_ij = m + q_i + r_j + g_ij           expected score of pair ij, over all bots
//! y_ij = u_ij + b + h_ij + e_ij         mean score of its games
//! ```
//!
//! All terms but m, whose prior is flat, are normal with variances that the caller gives. Where the
//! pattern equals itself turned by half a turn, or mirrored in its middle row, a reply has minus the
//! effect of the first move that it becomes. The posterior is Gaussian and exact; maxima and minima
//! come from seeded draws. docs/statistics.md has the method, with its sources.

pub mod answer;
mod design;
pub mod joint;
pub mod openings;
mod statement;
pub mod table;

pub use self::design::{OpeningDesign, OpeningMove, OpeningPair, Pair, described};
pub use self::statement::{Direction, Size, Statement, shown};

use crate::base::random::{GameRng, SeedKey};
use crate::games::rules::GameKind;
use crate::players::crew::Crew;
use crate::score::{Interval, ScoreSum, normal_quantile};
use std::f64::consts::SQRT_2;

/// The error level: 95 % intervals hold with probability 1 - `ALPHA`.
pub const ALPHA: f64 = 0.05;

/// Number of draws from the posterior.
pub const DRAWS: usize = 4000;

/// Returns the key of the draws: equal games make equal draws, whatever the seed of the experiment.
pub fn draws_key() -> SeedKey {
    SeedKey::new(0, &[b"balance"])
}

/// Variance components of scores between 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VarianceComponents {
    /// Between first moves, and between replies, of their effects q and r.
    pub column: f64,
    /// Between pairs, around the sum of both effects: g.
    pub pair: f64,
    /// Between players at one pair: h.
    pub interaction: f64,
    /// Between games of one player at one pair: e.
    pub game: f64,
    /// Between bots, of their mean scores over all pairs: b is the mean of the crew.
    pub bot: f64,
}

impl VarianceComponents {
    /// Returns the components of a game.
    pub fn of(game: GameKind) -> &'static VarianceComponents {
        match game {
            GameKind::Brunei => &VarianceComponents::BRUNEI,
            GameKind::Bell => &VarianceComponents::BELL,
        }
    }

    /// Returns the part of the variance between bots that is theirs on all patterns
    /// (`analysis/constants.py`). Of Brunei's game .00006 is estimated, which is raised as `bot` is; of
    /// Bell's no games tell it, and it has the same share of `bot`.
    pub fn common(game: GameKind) -> f64 {
        match game {
            GameKind::Brunei => 0.0001,
            GameKind::Bell => 0.000_66,
        }
    }

    /// Returns the components in the order of the fields.
    pub fn values(&self) -> [f64; 5] {
        [self.column, self.pair, self.interaction, self.game, self.bot]
    }

    /// Returns whether all of them may be variances: numbers from 0.
    fn are_sound(&self) -> bool {
        self.values().into_iter().all(|it| it.is_finite() && it >= 0.0)
    }

    /// Components of Brunei's game: means over the known patterns as crews of two strengths played
    /// them (`analysis/crew.py --components`). Between bots it is 0.0003 there; the larger number
    /// also covers bots of other budgets and other nets that did not play.
    pub const BRUNEI: VarianceComponents = VarianceComponents {
        column: 0.017,
        pair: 0.0075,
        interaction: 0.005,
        game: 0.195,
        bot: 0.0005,
    };
    /// Components of Bell's game for two: means over the known patterns as a crew played them by two
    /// rule sets. Corner and hop have next to no effects of their own, and its
    /// bots differ.
    pub const BELL: VarianceComponents = VarianceComponents {
        column: 0.0001,
        pair: 0.0135,
        interaction: 0.0075,
        game: 0.178,
        bot: 0.0033,
    };
}

impl From<[f64; 5]> for VarianceComponents {
    /// Takes the components in the order of the fields.
    fn from([column, pair, interaction, game, bot]: [f64; 5]) -> VarianceComponents {
        VarianceComponents { column, pair, interaction, game, bot }
    }
}

/// Numbers of a crew's bots and players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CrewSize {
    /// Number of bots.
    pub bots: u64,
    /// Number of players: bots times images.
    pub players: u64,
}

/// Posterior distribution of the scores of all pairs, over all bots, and of the effects.
#[derive(Clone, Debug)]
pub struct Posterior<'d> {
    design: &'d OpeningDesign,
    mean: Vec<f64>,
    covariance: Vec<Vec<f64>>,
    /// Variance between bots.
    bot: f64,
}

/// Least variance of a pair's mean score, so that it can be a divisor.
const LEAST_VARIANCE: f64 = 1e-9;

/// Returns the posterior from a crew's score sums, in the order of the design's pairs. Pairs without
/// games are predicted from the others. `None` without games or players, or if a variance component
/// is negative or not finite.
pub fn fit<'d>(
    design: &'d OpeningDesign,
    sums: &[ScoreSum],
    crew: CrewSize,
    components: &VarianceComponents,
) -> Option<Posterior<'d>> {
    let VarianceComponents { interaction, game, bot, .. } = *components;
    let (mut seen, mut errors) = (Vec::new(), Vec::new());
    for (at, sum) in sums.iter().take(design.pairs.len()).enumerate() {
        if let Some(mean) = sum.mean() {
            let players = sum.games.min(crew.players) as f64;
            let error = interaction / players + game / sum.games as f64;
            seen.push((at, mean));
            errors.push(error.max(LEAST_VARIANCE));
        }
    }
    if !components.are_sound() || crew.bots == 0 || crew.players == 0 || seen.is_empty() {
        return None;
    }
    let error = |one: usize, other: usize| if one == other { errors[one] } else { 0.0 };
    Some(posterior(design, &seen, components, error, bot / crew.bots as f64))
}

/// Returns the posterior from mean scores, each with the index of its pair, and the covariance of
/// their errors (best linear unbiased prediction, Henderson 1975). `of_crew` is the variance of what
/// all the means have in common.
fn posterior<'d>(
    design: &'d OpeningDesign,
    seen: &[(usize, f64)],
    components: &VarianceComponents,
    error: impl Fn(usize, usize) -> f64,
    of_crew: f64,
) -> Posterior<'d> {
    let VarianceComponents { column, pair, bot, .. } = *components;
    let loadings = design.loadings();
    let is_pair = |at: usize| if at < design.pairs.len() { 1.0 } else { 0.0 };
    let prior = |one: usize, other: usize| {
        let of_pair = if one == other { pair * is_pair(one) } else { 0.0 };
        column * dot(&loadings[one], &loadings[other]) + of_pair
    };
    let observed = |at: usize, place: usize| prior(seen[at].0, seen[place].0) + error(at, place);
    let root = cholesky(&matrix(seen.len(), observed));
    let whiten = |of: &dyn Fn(usize, f64) -> f64| {
        solve(&root, seen.iter().map(|&(at, mean)| of(at, mean)).collect())
    };
    // Generalised least squares for m, and what is left of the means.
    let (ones, mut means) = (whiten(&|_, _| 1.0), whiten(&|_, mean| mean));
    let information = dot(&ones, &ones);
    let overall = dot(&ones, &means) / information;
    means.iter_mut().zip(&ones).for_each(|(mean, one)| *mean -= overall * one);
    let all = 0..loadings.len();
    let shared: Vec<_> = all.clone().map(|of| whiten(&|at, _| prior(of, at))).collect();
    let rest: Vec<f64> = all.clone().map(|of| is_pair(of) - dot(&shared[of], &ones)).collect();
    let covariance = |one: usize, other: usize| {
        prior(one, other) - dot(&shared[one], &shared[other])
            + rest[one] * rest[other] / information
            + is_pair(one) * is_pair(other) * of_crew
    };
    let mean = all.map(|of| is_pair(of) * overall + dot(&shared[of], &means)).collect();
    Posterior { design, mean, covariance: matrix(loadings.len(), covariance), bot }
}

/// Normal distribution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Normal {
    /// Mean.
    pub mean: f64,
    /// Standard deviation.
    pub sd: f64,
}

impl Normal {
    /// Returns the central interval with probability 1 - `alpha`.
    #[must_use]
    pub fn interval(self, alpha: f64) -> Interval {
        let half = self.sd * normal_quantile(0.5 * alpha);
        Interval { low: self.mean - half, high: self.mean + half }
    }

    /// Returns the same of a score, without what no score can be.
    #[must_use]
    pub fn score_interval(self, alpha: f64) -> Interval {
        clipped(self.interval(alpha))
    }

    /// Returns the distribution with an independent error of this variance and mean 0.
    #[must_use]
    pub(crate) fn plus(self, variance: f64) -> Normal {
        Normal { sd: (self.sd * self.sd + variance).sqrt(), ..self }
    }

    /// Returns the probability of a score between two shares, given that it is from 0 to 1.
    #[must_use]
    pub fn between(self, low: f64, high: f64) -> f64 {
        let tail = |x: f64| 0.5 * libm::erfc((x - self.mean) / (self.sd.max(1e-12) * SQRT_2));
        let all = tail(0.0) - tail(1.0);
        if all > 0.0 {
            return (tail(low.max(0.0)) - tail(high.min(1.0))) / all;
        }
        // All the probability lies beyond an end.
        let at = self.mean.clamp(0.0, 1.0);
        if (low..=high).contains(&at) { 1.0 } else { 0.0 }
    }

    /// Draws a number from the distribution.
    pub fn draw(self, rng: &mut GameRng) -> f64 {
        self.mean + self.sd * normal(rng)
    }
}

/// Estimate with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Posterior mean.
    pub mean: f64,
    /// Credible interval.
    pub interval: Interval,
}

/// Summary of a posterior, for the mean over bots.
#[derive(Clone, Debug, PartialEq)]
pub struct BalanceSummary {
    /// Score with random openings: the mean over all legal pairs.
    pub score: Estimate,
    /// Distribution of that score, for the mean over bots.
    pub random_openings: Normal,
    /// Distribution of the score of an unseen bot.
    pub unseen_bot: Normal,
    /// Its prediction interval.
    pub unseen: Interval,
    /// Statement on the score.
    pub statement: Statement,
    /// Value with best openings: the maximum over first moves of the minimum over replies.
    pub value: Estimate,
    /// Statement on the value.
    pub value_statement: Statement,
    /// Scores of the pairs, in the design's order.
    pub pairs: Vec<Estimate>,
    /// First moves, likewise.
    pub firsts: Vec<FirstMoveSummary>,
    /// Effects of the replies on the first player's score, less their mean, likewise.
    pub replies: Vec<Estimate>,
}

/// Summary of a first move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FirstMoveSummary {
    /// Effect on the first player's score, less the mean of all first moves.
    pub effect: Estimate,
    /// Minimum over the replies.
    pub value: Estimate,
    /// Probability to be best.
    pub best: f64,
    /// Index of the pair with its most probably best reply, and the probability of that.
    pub reply: (usize, f64),
}

/// First move with its probability to be best, and its most probably best reply.
#[derive(Clone, Debug, PartialEq)]
pub struct BestMove {
    /// The move, with its mirror image if that is equal.
    pub words: Vec<String>,
    /// Probability to be best.
    pub chance: f64,
    /// Best reply to the first of these words, and its probability to be that.
    pub reply: (String, f64),
}

impl CrewSize {
    /// Returns the size of a crew.
    pub fn of(crew: &Crew) -> CrewSize {
        CrewSize { bots: crew.members.len() as u64, players: crew.players() }
    }
}

impl BalanceSummary {
    /// Returns the first moves, with their mirror images; the one that is most probably the best
    /// comes first.
    pub fn best(&self, design: &OpeningDesign) -> Vec<(BestMove, Estimate)> {
        let of = |(first, it): (&OpeningMove, &FirstMoveSummary)| {
            let (words, (at, chance)) = (first.words.clone(), it.reply);
            let reply = (design.pairs[at].words[1].clone(), chance);
            (BestMove { words, chance: it.best, reply }, it.value)
        };
        let mut all: Vec<_> = design.firsts.iter().zip(&self.firsts).map(of).collect();
        // The sort is stable: of equal probabilities the earlier move comes first.
        all.sort_by(|one, other| other.0.chance.total_cmp(&one.0.chance));
        all
    }
}

impl Posterior<'_> {
    /// Returns the posterior mean of each pair's score, in the design's order.
    pub fn pairs(&self) -> &[f64] {
        &self.mean[..self.design.pairs.len()]
    }

    /// Returns the distribution of a pair's score, by its place in the design.
    pub fn pair(&self, at: usize) -> Normal {
        Normal { mean: self.mean[at], sd: self.covariance[at][at].max(0.0).sqrt() }
    }

    /// Returns the weights of the pairs in the score with random openings.
    fn weights(&self) -> Vec<f64> {
        let all = self.design.pairs.iter().map(|pair| pair.keys.len()).sum::<usize>() as f64;
        self.design.pairs.iter().map(|pair| pair.keys.len() as f64 / all).collect()
    }

    /// Returns the distribution of the score with random openings.
    pub fn random_openings(&self) -> Normal {
        self.combination(&self.weights())
    }

    /// Returns the posterior with another distribution of the score with random openings. If pairs have
    /// equally many games, what they deviate from it is independent of it; else what the score tells of the
    /// pairs stays as it is (Jeffrey 1965).
    fn with_score(self, score: Normal, is_even: bool) -> Self {
        let (weights, pairs) = (self.weights(), self.design.pairs.len());
        let of_score: Vec<f64> = self.covariance.iter().map(|row| dot(&weights, row)).collect();
        let (mean, variance) = (dot(&weights, &self.mean), dot(&weights, &of_score));
        let slope = |at: usize| match is_even {
            true if at < pairs => 1.0,
            true => 0.0,
            false => of_score[at] / variance,
        };
        let with = |one: usize, other: usize| {
            let [of_one, of_other] = [slope(one), slope(other)];
            self.covariance[one][other] - of_other * of_score[one] - of_one * of_score[other]
                + of_one * of_other * (variance + score.sd * score.sd)
        };
        let moved = |at: usize| self.mean[at] + slope(at) * (score.mean - mean);
        Posterior {
            mean: (0..self.mean.len()).map(moved).collect(),
            covariance: matrix(self.mean.len(), with),
            ..self
        }
    }

    /// Returns the distribution of an unseen bot's score with random openings.
    pub fn unseen_bot(&self) -> Normal {
        self.random_openings().plus(self.bot)
    }

    /// Returns the distribution of a linear combination of scores and effects.
    fn combination(&self, weights: &[f64]) -> Normal {
        let rows: Vec<f64> = self.covariance.iter().map(|row| dot(weights, row)).collect();
        Normal { mean: dot(weights, &self.mean), sd: dot(weights, &rows).max(0.0).sqrt() }
    }

    /// Returns the distribution of the effect of one of the moves, less their mean.
    fn effect(&self, moves: &[OpeningMove], at: usize, sign: f64) -> Normal {
        let mut weights = vec![0.0; self.mean.len()];
        let columns = moves.iter().map(|mv| mv.words.len()).sum::<usize>() as f64;
        for (number, OpeningMove { words, effect }) in moves.iter().enumerate() {
            let own = if number == at { 1.0 } else { 0.0 };
            weights[self.pairs().len() + effect] += sign * (own - words.len() as f64 / columns);
        }
        self.combination(&weights)
    }

    /// Returns the Cholesky factor of the pairs' covariance.
    fn root_of_pairs(&self) -> Vec<Vec<f64>> {
        // Of a row, the factor reads what precedes the diagonal.
        cholesky(&self.covariance[..self.pairs().len()])
    }

    /// Draws the scores of all pairs, given the factor of their covariance.
    fn draw_pairs(&self, root: &[Vec<f64>], rng: &mut GameRng) -> Vec<f64> {
        let normals: Vec<f64> = root.iter().map(|_| normal(rng)).collect();
        self.mean.iter().zip(root).map(|(mean, row)| mean + dot(row, &normals)).collect()
    }

    /// Returns for each pair the number of draws in which its score is the value with best openings: the
    /// first move is the best, and the reply the best against it.
    pub fn deciding(&self, draws: usize, key: &SeedKey) -> Vec<u64> {
        let (root, mut rng) = (self.root_of_pairs(), key.rng(0));
        let OpeningDesign { firsts, pairs, .. } = self.design;
        let mut counts = vec![0; pairs.len()];
        for _ in 0..draws {
            let scores = self.draw_pairs(&root, &mut rng);
            let mut least: Vec<Option<usize>> = vec![None; firsts.len()];
            for (at, pair) in pairs.iter().enumerate() {
                let known = &mut least[pair.first];
                if known.is_none_or(|known| scores[at] < scores[known]) {
                    *known = Some(at);
                }
            }
            let by_score = |one: &usize, other: &usize| scores[*one].total_cmp(&scores[*other]);
            let most = least.into_iter().flatten().max_by(by_score);
            most.into_iter().for_each(|at| counts[at] += 1);
        }
        counts
    }

    /// Summarises the posterior with error probability `alpha`. Values rest on this number of draws,
    /// at least one.
    pub fn summary(&self, draws: usize, key: &SeedKey, alpha: f64) -> BalanceSummary {
        let OpeningDesign { firsts, replies, pairs, .. } = self.design;
        let (draws, mut rng) = (draws.max(1), key.rng(0));
        let root = self.root_of_pairs();
        let (mut values, mut of_firsts) = (Vec::new(), vec![Vec::new(); firsts.len()]);
        let (mut best, mut replies_best) = (vec![0.0; firsts.len()], vec![0.0; pairs.len()]);
        for _ in 0..draws {
            let mut least = vec![f64::INFINITY; firsts.len()];
            let mut answers = vec![0; firsts.len()];
            for (at, score) in self.draw_pairs(&root, &mut rng).into_iter().enumerate() {
                let first = pairs[at].first;
                if score < least[first] {
                    (least[first], answers[first]) = (score, at);
                }
            }
            answers.into_iter().for_each(|at| replies_best[at] += 1.0);
            let most = least.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            best[least.iter().position(|&it| it == most).unwrap_or_default()] += 1.0;
            values.push(most);
            of_firsts.iter_mut().zip(least).for_each(|(of_first, it)| of_first.push(it));
        }
        let of_normal = |it: Normal| Estimate { mean: it.mean, interval: it.interval(alpha) };
        let of_score =
            |it: Normal| Estimate { mean: possible(it.mean), interval: it.score_interval(alpha) };
        let of_draws = |mut of: Vec<f64>| {
            let mean = of.iter().sum::<f64>() / draws as f64;
            Estimate { mean: possible(mean), interval: clipped(central(&mut of, alpha)) }
        };
        let unseen = self.unseen_bot();
        let most_probable = |first: usize, counts: &[f64]| {
            let own = (0..pairs.len()).filter(|&at| pairs[at].first == first);
            // Of equal counts the earlier reply.
            let most = own.rev().max_by(|&one, &other| counts[one].total_cmp(&counts[other]));
            most.map_or((0, 0.0), |at| (at, counts[at] / draws as f64))
        };
        let of_first = |(at, (least, best)): (usize, (Vec<f64>, f64))| FirstMoveSummary {
            effect: of_normal(self.effect(firsts, at, 1.0)),
            value: of_draws(least),
            best: best / draws as f64,
            reply: most_probable(at, &replies_best),
        };
        let effect = |at| of_normal(self.effect(replies, at, self.design.sign()));
        BalanceSummary {
            score: of_score(self.random_openings()),
            random_openings: self.random_openings(),
            unseen_bot: unseen,
            unseen: unseen.score_interval(alpha),
            statement: Statement::of(self.random_openings()),
            value_statement: Statement::of_scores(values.iter().copied(), 0.5),
            value: of_draws(values),
            pairs: (0..pairs.len()).map(|at| of_score(self.pair(at))).collect(),
            firsts: of_firsts.into_iter().zip(best).enumerate().map(of_first).collect(),
            replies: (0..replies.len()).map(effect).collect(),
        }
    }
}

/// Returns the central interval of numbers, at least one, with probability 1 - `alpha`; sorts them.
pub fn central(numbers: &mut [f64], alpha: f64) -> Interval {
    numbers.sort_by(f64::total_cmp);
    let end = |level: f64| numbers[(level * (numbers.len() - 1) as f64 + 0.5) as usize];
    Interval { low: end(0.5 * alpha), high: end(1.0 - 0.5 * alpha) }
}

/// Returns the nearest number that a score can be.
fn possible(score: f64) -> f64 {
    score.clamp(0.0, 1.0)
}

fn clipped(Interval { low, high }: Interval) -> Interval {
    Interval { low: possible(low), high: possible(high) }
}

/// Returns the sum of products, up to the end of the shorter row.
pub fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

/// Returns the square matrix of this size, whose entries are a function of row and column.
pub fn matrix(size: usize, of: impl Fn(usize, usize) -> f64) -> Vec<Vec<f64>> {
    (0..size).map(|row| (0..size).map(|column| of(row, column)).collect()).collect()
}

/// Returns the sums of products of each two columns of a matrix.
pub fn gram(rows: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let product = |a: usize, b: usize| -> f64 { rows.iter().map(|row| row[a] * row[b]).sum() };
    matrix(rows.first().map_or(0, Vec::len), product)
}

/// Returns the rows of the lower Cholesky factor of a positive semidefinite matrix. The column of a
/// pivot that is zero, but for rounding, is zero.
pub fn cholesky(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let mut root: Vec<Vec<f64>> = Vec::new();
    for (at, values) in matrix.iter().enumerate() {
        let mut row = Vec::with_capacity(at + 1);
        for (before, value) in root.iter().zip(values) {
            let pivot = before[row.len()];
            row.push(if pivot > 0.0 { (value - dot(&row, before)) / pivot } else { 0.0 });
        }
        let square = values[at] - dot(&row, &row);
        row.push(if square > 1e-13 { square.sqrt() } else { 0.0 });
        root.push(row);
    }
    root
}

/// Solves the triangular system of a Cholesky factor without zero pivots.
pub fn solve(root: &[Vec<f64>], mut of: Vec<f64>) -> Vec<f64> {
    for (at, row) in root.iter().enumerate() {
        of[at] = (of[at] - dot(&row[..at], &of)) / row[at];
    }
    of
}

/// Returns the columns of the inverse of a Cholesky factor without zero pivots: an entry of the product of
/// the whole inverse and a vector is the dot product of a column and the solution for the vector.
fn inverse_columns(root: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let unit = matrix(root.len(), |at, it| if it == at { 1.0 } else { 0.0 });
    unit.into_iter().map(|of| solve(root, of)).collect()
}

/// Inverts a positive definite matrix.
pub fn inverse(of: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let columns = inverse_columns(&cholesky(of));
    matrix(of.len(), |one, other| dot(&columns[one], &columns[other]))
}

/// Returns the share of draws of `count` scores in which each is the nearest to even.
pub fn nearest_to_even<D: IntoIterator<Item = f64>>(
    draws: impl IntoIterator<Item = D>,
    count: usize,
) -> Vec<f64> {
    let (mut nearest, mut all) = (vec![0_u32; count], 0_u32);
    for draw in draws {
        let distances = draw.into_iter().map(|score| (score - 0.5).abs());
        let least = distances.enumerate().min_by(|(_, one), (_, other)| one.total_cmp(other));
        least.iter().for_each(|&(place, _)| nearest[place] += 1);
        all += 1;
    }
    nearest.into_iter().map(|times| f64::from(times) / f64::from(all)).collect()
}

/// Draws a standard normal number (Marsaglia's polar method, 1964).
fn normal(rng: &mut GameRng) -> f64 {
    loop {
        let [x, y] = [(); 2].map(|()| rng.below_u64(1 << 53) as f64 / (1_u64 << 52) as f64 - 1.0);
        let square = x * x + y * y;
        if 0.0 < square && square < 1.0 {
            return x * (-2.0 * libm::log(square) / square).sqrt();
        }
    }
}
