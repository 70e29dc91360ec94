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

use pasang_core::base::random::SeedKey;
use pasang_core::games::rules::GameKind;
use pasang_core::players::crew::Crew;
use pasang_core::score::ScoreSum;

use super::design::{OpeningDesign, OpeningMove};
use super::matrix::{cholesky, dot, matrix, solve, solve_all};
use super::normal::{Estimate, Normal, central, clipped, normals, possible};
use super::statement::Statement;

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
    pub(crate) design: &'d OpeningDesign,
    pub(crate) mean: Vec<f64>,
    pub(crate) covariance: Vec<Vec<f64>>,
}

/// Least variance of a pair's mean score, so that it can be a divisor.
pub(crate) const LEAST_VARIANCE: f64 = 1e-9;

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
pub(crate) fn posterior<'d>(
    design: &'d OpeningDesign,
    seen: &[(usize, f64)],
    components: &VarianceComponents,
    error: impl Fn(usize, usize) -> f64,
    of_crew: f64,
) -> Posterior<'d> {
    let VarianceComponents { column, pair, .. } = *components;
    let loadings = design.loadings();
    let is_pair = |at: usize| if at < design.pairs.len() { 1.0 } else { 0.0 };
    let prior = |one: usize, other: usize| {
        let of_pair = if one == other { pair * is_pair(one) } else { 0.0 };
        column * dot(&loadings[one], &loadings[other]) + of_pair
    };
    let observed = |at: usize, place: usize| prior(seen[at].0, seen[place].0) + error(at, place);
    let root = cholesky(&matrix(seen.len(), observed));
    // Generalised least squares for m, and what is left of the means.
    let ones = solve(&root, vec![1.0; seen.len()]);
    let mut means = solve(&root, seen.iter().map(|it| it.1).collect());
    let information = dot(&ones, &ones);
    let overall = dot(&ones, &means) / information;
    means.iter_mut().zip(&ones).for_each(|(mean, one)| *mean -= overall * one);
    let all = 0..loadings.len();
    let shared = all.clone().map(|of| seen.iter().map(|it| prior(of, it.0)).collect());
    let shared = solve_all(&root, &shared.collect::<Vec<Vec<f64>>>());
    let rest: Vec<f64> = all.clone().map(|of| is_pair(of) - dot(&shared[of], &ones)).collect();
    let covariance = |one: usize, other: usize| {
        prior(one, other) - dot(&shared[one], &shared[other])
            + rest[one] * rest[other] / information
            + is_pair(one) * is_pair(other) * of_crew
    };
    let mean = all.map(|of| is_pair(of) * overall + dot(&shared[of], &means)).collect();
    Posterior { design, mean, covariance: matrix(loadings.len(), covariance) }
}

/// Summary of a posterior, for the mean over bots.
#[derive(Clone, Debug, PartialEq)]
pub struct BalanceSummary {
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
    pub fn with_score(self, score: Normal, is_even: bool) -> Self {
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

    /// Shows the scores of all pairs in each of the draws.
    fn each_draw(&self, draws: usize, key: &SeedKey, mut see: impl FnMut(&[f64])) {
        let (root, size) = (self.root_of_pairs(), self.pairs().len());
        let columns: Vec<Vec<f64>> =
            (0..size).map(|at| root[at..].iter().map(|row| row[at]).collect()).collect();
        let (all, mut scores) = (normals(key, draws * size), vec![0.0; size]);
        for draw in 0..draws {
            let numbers = &all[draw * size..];
            scores.fill(0.0);
            // Sums that grow beside each other are quicker than one after the other, and no others.
            for (at, (column, number)) in columns.iter().zip(numbers).enumerate() {
                for (score, part) in scores[at..].iter_mut().zip(column) {
                    *score += part * number;
                }
            }
            scores.iter_mut().zip(&self.mean).for_each(|(score, mean)| *score += mean);
            see(&scores);
        }
    }

    /// Returns for each pair the number of draws in which its score is the value with best openings: the
    /// first move is the best, and the reply the best against it.
    pub fn deciding(&self, draws: usize, key: &SeedKey) -> Vec<u64> {
        let OpeningDesign { firsts, pairs, .. } = self.design;
        let mut counts = vec![0; pairs.len()];
        self.each_draw(draws, key, |scores| {
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
        });
        counts
    }

    /// Summarises the posterior with error probability `alpha`. Values rest on this number of draws,
    /// at least one.
    pub fn summary(&self, draws: usize, key: &SeedKey, alpha: f64) -> BalanceSummary {
        let OpeningDesign { firsts, replies, pairs, .. } = self.design;
        let draws = draws.max(1);
        let (mut values, mut of_firsts) = (Vec::new(), vec![Vec::new(); firsts.len()]);
        let (mut best, mut replies_best) = (vec![0.0; firsts.len()], vec![0.0; pairs.len()]);
        self.each_draw(draws, key, |scores| {
            let mut least = vec![f64::INFINITY; firsts.len()];
            let mut answers = vec![0; firsts.len()];
            for (at, &score) in scores.iter().enumerate() {
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
        });
        let of_normal = |it: Normal| Estimate { mean: it.mean, interval: it.interval(alpha) };
        let of_score =
            |it: Normal| Estimate { mean: possible(it.mean), interval: it.score_interval(alpha) };
        let of_draws = |mut of: Vec<f64>| {
            let mean = of.iter().sum::<f64>() / draws as f64;
            Estimate { mean: possible(mean), interval: clipped(central(&mut of, alpha)) }
        };
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
            value_statement: Statement::of_scores(values.iter().copied(), 0.5),
            value: of_draws(values),
            pairs: (0..pairs.len()).map(|at| of_score(self.pair(at))).collect(),
            firsts: of_firsts.into_iter().zip(best).enumerate().map(of_first).collect(),
            replies: (0..replies.len()).map(effect).collect(),
        }
    }
}
