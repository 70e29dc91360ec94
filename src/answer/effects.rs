//! Effects of rules in a designed experiment: a linear mixed model of the cells' means.
//!
//! ```text
//! y_pt = (α + α_p) + x_t (b + b_p) + h_t + e_pt      pattern p, rule set t
//! ```
//!
//! b are the main effects, α_p and b_p how patterns differ in level and effects, h_t what rule sets
//! have beyond the sum of their effects. Every pattern meets every rule set equally often, so that the
//! generalised least squares estimates are the ordinary ones, pattern by pattern, and the components
//! follow from mean squares (Searle, Casella and McCulloch 1992, "Variance components", 4.3 to 4.5).
//! `docs/statistics.md` has the formulas.

use std::ops::Range;

use pasang_balance::{VarianceComponents, cholesky, dot, gram, inverse};

use super::interval::{ALPHA, Interval};
use super::quantile::{fisher_beyond, student, student_beyond};
use crate::experiment::{Factorial, Levels, Term};
use crate::run::measures::MeasureSums;
use pasang_core::games::rules::GameKind;

/// The cells of a line-up: the sums of each of its bots, by pattern and rule set.
#[derive(Clone, Debug)]
pub struct DesignedCells<'a> {
    pub bots: &'a str,
    pub game: GameKind,
    pub setups: Vec<&'a str>,
    pub sums: Vec<Vec<&'a [MeasureSums]>>,
}

/// The rule sets of a design in the model of their values: additive, or with products.
#[derive(Clone, Debug)]
pub struct Design {
    terms: Vec<Term>,
    levels: Vec<Levels>,
    /// By rule set: 1, its terms, and its products.
    pub(super) rows: Vec<Vec<f64>>,
    /// For the mean under the first values, each effect and each product: the weights of the rule sets'
    /// means.
    contrasts: Vec<Vec<f64>>,
    /// The pairs of terms whose products are in the model.
    pub products: Vec<[usize; 2]>,
}

impl Design {
    /// Returns the design of rule sets with these levels.
    pub fn new(factorial: &Factorial, levels: Vec<Levels>) -> Design {
        let rows: Vec<Vec<f64>> = levels.iter().map(|levels| factorial.row(levels)).collect();
        let contrasts = contrasts(&rows);
        Design { terms: factorial.terms(), levels, rows, contrasts, products: Vec::new() }
    }

    /// Returns the design with a product of each effect with the toggle on which the others' effects
    /// depend, so that an effect is that beside this toggle's first value. `None` if there is no such
    /// toggle, or the rule sets are too few to tell.
    pub fn with_products(&self, factorial: &Factorial) -> Option<Design> {
        let changer = factorial.changer()?;
        let of = |is_own: bool| {
            let terms = self.terms.iter().enumerate();
            terms.filter(move |(_, term)| (term.factor == changer) == is_own).map(|it| it.0)
        };
        let mut with = self.clone();
        for pair in of(true).flat_map(|one| of(false).map(move |other| [one, other])) {
            let column: Vec<f64> = self.rows.iter().map(|row| product(row, pair)).collect();
            let rest = with.rest(&column);
            if dot(&rest, &rest) > 1e-9 * dot(&column, &column) {
                with.rows.iter_mut().zip(&column).for_each(|(row, it)| row.push(*it));
                with.contrasts = contrasts(&with.rows);
                with.products.push(pair);
            }
        }
        let free = self.rows.len().checked_sub(with.contrasts.len())?;
        (!with.products.is_empty() && free as f64 >= LEAST_DEGREES).then_some(with)
    }

    /// Returns the row of a rule set with the products of its terms.
    fn row(&self, row: &[f64]) -> Vec<f64> {
        row.iter().copied().chain(self.products.iter().map(|&pair| product(row, pair))).collect()
    }

    /// Returns the weights of the rule sets' means in each effect.
    fn effects(&self) -> &[Vec<f64>] {
        &self.contrasts[1..=self.terms.len()]
    }

    /// Returns the variance of each effect for a unit of variance of a rule set's mean.
    pub fn factors(&self) -> Vec<f64> {
        self.effects().iter().map(|weights| dot(weights, weights)).collect()
    }

    /// Returns the D-efficiency of the main effects, relative to another design.
    pub fn efficiency(&self, other: &Design) -> f64 {
        let log_of = |design: &Design| -> f64 {
            let (root, runs) = (cholesky(&gram(&design.rows)), design.rows.len() as f64);
            let pivots = root.iter().enumerate().map(|(at, row)| row[at] * row[at] / runs);
            pivots.map(libm::log).sum::<f64>() / root.len() as f64
        };
        libm::exp(log_of(self) - log_of(other))
    }

    /// Returns the largest correlation of a main effect with an interaction of two others, and the
    /// number of interactions that cannot be told from another one, of all.
    pub fn aliases(&self) -> (f64, [usize; 2]) {
        let mains: Vec<Vec<f64>> = (0..self.terms.len()).map(|term| self.centred(term)).collect();
        let pairs = self.interactions();
        let product = |[one, other]: [usize; 2]| -> Vec<f64> {
            mains[one].iter().zip(&mains[other]).map(|(one, other)| one * other).collect()
        };
        let largest = pairs.iter().flat_map(|(pair, _)| {
            let (product, own) = (product(*pair), pair.map(|term| self.terms[term].factor));
            let others = mains.iter().zip(&self.terms);
            let others = others.filter(move |(_, term)| !own.contains(&term.factor));
            others.map(|(main, _)| correlation(main, &product)).collect::<Vec<_>>()
        });
        let largest = largest.fold(0.0, f64::max);
        let is_alias = |number: usize| {
            let own = &pairs[number].1;
            let others = pairs.iter().enumerate().filter(|(other, _)| *other != number);
            others.into_iter().any(|(_, (_, other))| correlation(own, other) > 1.0 - 1e-9)
        };
        (largest, [(0..pairs.len()).filter(|&it| is_alias(it)).count(), pairs.len()])
    }

    /// Returns the column of a term less its mean over the rule sets in which its toggle matters.
    fn centred(&self, term: usize) -> Vec<f64> {
        let factor = self.terms[term].factor;
        let column = || self.rows.iter().map(|row| row[1 + term]);
        let matters = |levels: &Levels| levels[factor].is_some();
        let count = self.levels.iter().filter(|levels| matters(levels)).count() as f64;
        let mean = column().sum::<f64>() / count;
        let pairs = column().zip(&self.levels);
        pairs.map(|(it, levels)| if matters(levels) { it - mean } else { 0.0 }).collect()
    }

    /// Returns the weights of the rule sets' means in the prediction of a row of the model.
    fn weights(&self, row: &[f64]) -> Vec<f64> {
        let weight = |at: usize| row.iter().zip(&self.contrasts).map(|(it, of)| it * of[at]).sum();
        (0..self.rows.len()).map(weight).collect()
    }

    /// Returns a column of the model without what the other rules' values explain.
    fn rest(&self, column: &[f64]) -> Vec<f64> {
        let fitted = self.contrasts.iter().map(|weights| dot(weights, column)).collect::<Vec<_>>();
        self.rows.iter().zip(column).map(|(row, it)| it - dot(row, &fitted)).collect()
    }

    /// Returns the pairs of terms of different factors, with the contrast of their interaction, as far
    /// as the main effects do not explain it.
    fn interactions(&self) -> Vec<([usize; 2], Vec<f64>)> {
        let count = self.terms.len();
        let pairs = (0..count).flat_map(|one| (one + 1..count).map(move |other| [one, other]));
        let pairs = pairs.filter(|pair| {
            let [one, other] = pair.map(|at| self.terms[at].factor);
            one != other
        });
        let contrast = |pair: [usize; 2]| {
            let column: Vec<f64> = self.rows.iter().map(|row| product(row, pair)).collect();
            let rest = self.rest(&column);
            let (square, left) = (dot(&column, &column), dot(&rest, &rest));
            let is_own = left > 1e-9 * square;
            is_own.then(|| (pair, rest.into_iter().map(|it| it / left).collect()))
        };
        pairs.filter_map(contrast).collect()
    }
}

/// Returns the product of two terms of a row.
fn product(row: &[f64], [one, other]: [usize; 2]) -> f64 {
    row[1 + one] * row[1 + other]
}

/// Returns the absolute correlation of two columns whose mean is 0.
fn correlation(one: &[f64], other: &[f64]) -> f64 {
    let squares = dot(one, one) * dot(other, other);
    if squares > 0.0 { dot(one, other).abs() / squares.sqrt() } else { 0.0 }
}

/// Returns the rows of the matrix that turns the rule sets' means into least squares estimates.
fn contrasts(rows: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let weights = |of: &Vec<f64>| rows.iter().map(|row| dot(of, row)).collect();
    inverse(&gram(rows)).iter().map(weights).collect()
}

/// An estimate with its variance, and the degrees of freedom of the variance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimated {
    pub mean: f64,
    pub variance: f64,
    pub degrees: f64,
}

impl Estimated {
    /// Adds up independent parts of the variance, each with its degrees of freedom (Satterthwaite 1946,
    /// "An approximate distribution of estimates of variance components", Biometrics Bull. 2).
    fn of(mean: f64, parts: &[(f64, f64)]) -> Estimated {
        let variance = parts.iter().map(|(part, _)| part).sum::<f64>();
        let squares = parts.iter().map(|(part, degrees)| part * part / degrees).sum::<f64>();
        let degrees = if squares > 0.0 { (variance * variance / squares).max(1.0) } else { 1.0 };
        Estimated { mean, variance, degrees }
    }

    /// Returns the interval at an error level; `None` if nothing says how the estimate varies.
    pub fn interval(&self, alpha: f64) -> Option<Interval> {
        // Degrees that are whole may have lost a little of the last digit.
        let quantile = student((self.degrees * (1.0 + 1e-12)) as u64, alpha / 2.0)?;
        let half = quantile * self.variance.sqrt();
        (self.variance > 0.0).then_some(Interval { low: self.mean - half, high: self.mean + half })
    }

    /// Returns the size that differs significantly from 0, at this error level, in nine of ten
    /// experiments; `None` if nothing says how the estimate varies.
    fn detectable(&self, alpha: f64) -> Option<f64> {
        let quantile = |tail| student((self.degrees * (1.0 + 1e-12)) as u64, tail);
        let sum = quantile(alpha / 2.0)? + quantile(0.1)?;
        (self.variance > 0.0).then(|| sum * self.variance.sqrt())
    }

    /// Returns the probability of an estimate as far from 0 by chance.
    fn chance(&self) -> f64 {
        match self.variance > 0.0 {
            true => student_beyond(self.degrees, self.mean / self.variance.sqrt()),
            false => 1.0,
        }
    }
}

/// A contrast between rule sets: a main effect, or an interaction.
#[derive(Clone, Debug)]
pub struct Effect {
    /// Over patterns, of which those that played are a sample.
    pub all: Estimated,
    /// Over the patterns that played.
    pub played: Estimated,
    /// Standard deviation between patterns; `None` with a single one.
    pub patterns_sd: Option<f64>,
    /// Pattern by pattern.
    pub patterns: Vec<Estimated>,
    /// From the games on each pattern alone.
    pub own: Vec<f64>,
}

/// The least number of patterns of which a sample tells of others.
pub const LEAST_SAMPLE: usize = 5;

impl Effect {
    /// Returns the estimate to report: for all patterns, or for the few alone that played.
    pub fn told(&self) -> &Estimated {
        if self.own.len() < LEAST_SAMPLE { &self.played } else { &self.all }
    }
}

/// Components of variance of a measure, with the degrees of freedom of their estimates.
#[derive(Clone, Copy, Debug)]
pub struct Components {
    /// Of a cell's mean around the model of its pattern.
    pub cell: (f64, f64),
    /// Of what rule sets have beyond the sum of their effects.
    pub lack: (f64, f64),
}

impl Components {
    /// Estimates a contrast of the rule sets' means from its values on each pattern. `factor` is the sum
    /// of its squared weights, `bots` the part of its variance between bots.
    fn estimate(&self, own: Vec<f64>, factor: f64, bots: (f64, f64)) -> Effect {
        let patterns = own.len() as f64;
        let mean = own.iter().sum::<f64>() / patterns;
        let lack = (self.lack.0 * factor, self.lack.1.max(1.0));
        let noise = (self.cell.0 * factor, self.cell.1.max(1.0));
        if own.len() < 2 {
            let only = Estimated::of(mean, &[noise, lack, bots]);
            return Effect {
                all: only,
                played: only,
                patterns_sd: None,
                patterns: vec![only],
                own,
            };
        }
        let squares = own.iter().map(|it| (it - mean) * (it - mean)).sum::<f64>();
        let spread = squares / (patterns - 1.0);
        let (noise, degrees) = noise;
        let between = (spread - noise).max(0.0);
        let (shrinkage, varies) = shrinkage(patterns, squares, noise);
        let shared = noise * (1.0 - shrinkage + shrinkage / patterns);
        let pattern = |it: &f64| {
            let far = it - mean;
            let parts = [(shared, degrees), (varies * far * far, patterns - 1.0), lack, bots];
            Estimated::of(it - shrinkage * far, &parts)
        };
        Effect {
            all: Estimated::of(mean, &[(spread / patterns, patterns - 1.0), lack, bots]),
            played: Estimated::of(mean, &[(noise / patterns, degrees), lack, bots]),
            patterns_sd: Some(between.sqrt()),
            patterns: own.iter().map(pattern).collect(),
            own,
        }
    }
}

/// Returns the posterior mean and variance of the share of noise in the variance of patterns' estimates,
/// by which they are shrunk towards their mean: from their number, their squared distances from the mean
/// and the variance of noise. The prior density of a share b is 1 / (2 sqrt b), which suits two patterns,
/// too (Strawderman 1971, "Proper Bayes minimax estimators of the multivariate normal mean", Ann. Math.
/// Stat. 42).
fn shrinkage(patterns: f64, squares: f64, noise: f64) -> (f64, f64) {
    if noise <= 0.0 {
        return (0.0, 0.0);
    }
    // The posterior is a gamma distribution cut at 1, of shape a and rate x.
    let (a, x) = (0.5 * patterns, 0.5 * squares / noise);
    // Kummer's series, from which ratios of the incomplete gamma functions follow.
    let (mut sum, mut term, mut place) = (1.0, 1.0, a + 2.0);
    while term > f64::EPSILON * sum && sum < f64::MAX {
        place += 1.0;
        term *= x / place;
        sum += term;
    }
    let above = 1.0 / sum;
    let own = if x > 0.0 { above / (above + x / (a + 2.0)) } else { 1.0 };
    let mean = a / ((a + 1.0) * own + x);
    let square = mean * (a + 1.0) / ((a + 2.0) * above + x);
    (mean, (square - mean * mean).max(0.0))
}

/// Predictions of a measure: a design, and the estimates from its games.
#[derive(Clone, Debug)]
pub struct Predictor<'d> {
    pub design: &'d Design,
    pub components: Components,
    /// Variance between bots of the level and of each effect, as parts of the mean over the bots.
    pub bots: [f64; 2],
    /// The level and the effects on each pattern, from its games alone.
    pub own: Vec<Vec<f64>>,
}

impl<'d> Predictor<'d> {
    /// Adds products to the estimates of the additive model, the same on every pattern: from the
    /// estimates of each of them alone beside the additive model, which together tell all.
    #[must_use]
    pub fn with_products(&self, with: &'d Design, alone: &[f64]) -> Predictor<'d> {
        let additive = self.design;
        let column = |&pair| additive.rows.iter().map(|row| product(row, pair)).collect();
        let columns: Vec<Vec<f64>> = with.products.iter().map(column).collect();
        let rests: Vec<Vec<f64>> = columns.iter().map(|it| additive.rest(it)).collect();
        let pulls = rests.iter().zip(alone).map(|(rest, alone)| alone * dot(rest, rest));
        let pulls: Vec<f64> = pulls.collect();
        // Of the rests, one a row of a matrix, the products of all pairs.
        let by_pairs = rests.iter().map(|one| rests.iter().map(|it| dot(one, it)).collect());
        let found = inverse(&by_pairs.collect::<Vec<Vec<f64>>>());
        let found: Vec<f64> = found.iter().map(|row| dot(row, &pulls)).collect();
        let shift = |weights: &Vec<f64>| {
            columns.iter().zip(&found).map(|(column, by)| by * dot(weights, column)).sum::<f64>()
        };
        let shifts: Vec<f64> = additive.contrasts.iter().map(shift).collect();
        let own = self.own.iter().map(|own| {
            let mains = own.iter().zip(&shifts).map(|(own, shift)| own - shift);
            mains.chain(found.iter().copied()).collect()
        });
        let Components { cell, lack: (lack, free) } = self.components;
        let left = free - found.len() as f64;
        let patterns = self.own.len() as f64;
        let squares = (cell.0 + patterns * lack) * free - patterns * dot(&found, &pulls);
        let lack = (((squares / left - cell.0) / patterns).max(0.0), left);
        let components = Components { cell, lack };
        Predictor { design: with, components, bots: self.bots, own: own.collect() }
    }

    /// Predicts the measure of a rule set, which need not have been played.
    pub fn predict(&self, row: &[f64]) -> Effect {
        let effects = row[1..].iter().sum::<f64>();
        let row = &self.design.row(row);
        let own = self.own.iter().map(|own| dot(own, row)).collect();
        let weights = self.design.weights(row);
        let bots = self.bots[0] + effects * self.bots[1];
        let (lack, free) = self.components.lack;
        self.components.estimate(own, dot(&weights, &weights), (bots + lack, free.max(1.0)))
    }
}

/// The effects on a measure of the games of a line-up.
#[derive(Clone, Debug)]
pub struct MeasureEffects {
    pub measure: usize,
    pub components: Components,
    /// The variances between bots of the mean and of effects, as parts of the mean over the bots.
    pub bots: [f64; 2],
    /// The mean under the first values.
    pub base: Effect,
    /// In the order of the terms.
    pub effects: Vec<Effect>,
    /// Changes by the products in the model, in their order.
    pub products: Vec<Effect>,
    pub interactions: Vec<Interaction>,
    /// The size from which on any interaction is significant in nine of ten experiments; `None` if
    /// there is none, or nothing says how one varies.
    pub detectable: Option<f64>,
    /// Lack of fit, of rule sets beyond the sum of their effects: its standard deviation, and the
    /// probability that chance alone makes it as large. `None` if the design cannot tell.
    pub lack_of_fit: Option<(f64, f64)>,
}

impl MeasureEffects {
    /// Returns the effects less those of other players on the same rule sets, which share what rule sets
    /// have beyond the sum of their effects. `factors` are the sums of squared weights.
    fn less(&self, other: &MeasureEffects, factors: &[f64]) -> Vec<Effect> {
        let (one, two) = (self.components.cell, other.components.cell);
        let components = Components { cell: (one.0 + two.0, one.1.min(two.1)), lack: (0.0, 1.0) };
        let bots = (self.bots[1] + other.bots[1], 1.0_f64.max(self.effects.len() as f64));
        let pairs = self.effects.iter().zip(&other.effects).zip(factors);
        let difference = |((mine, theirs), &factor): ((&Effect, &Effect), &f64)| {
            let own = mine.own.iter().zip(&theirs.own).map(|(mine, theirs)| mine - theirs);
            components.estimate(own.collect(), factor, bots)
        };
        pairs.map(difference).collect()
    }
}

/// An interaction: the change by two values together, less the sum of their effects.
#[derive(Clone, Debug)]
pub struct Interaction {
    pub terms: [usize; 2],
    pub effect: Effect,
    /// The probability that chance makes any interaction as large (Bonferroni).
    pub chance: f64,
}

/// The effects on all measures of the games of a line-up.
#[derive(Clone, Debug)]
pub struct LineupEffects {
    pub bots: String,
    pub setups: Vec<String>,
    pub games: u64,
    pub rule_sets: usize,
    /// Toggle, value and the value that it is compared with, by term.
    pub terms: Vec<[String; 3]>,
    pub measures: Vec<MeasureEffects>,
    /// The effects on the score in the model with products, with the pairs of their terms; `None` if the
    /// design has none.
    pub told: Option<(MeasureEffects, Vec<[usize; 2]>)>,
    /// The effects on the score less those of the first line-up, pattern by pattern; empty for it.
    pub than_first: Vec<Effect>,
    /// The number of effects that joint intervals hold for.
    pub family: usize,
}

impl LineupEffects {
    /// Fits the model of some measures to the cells of each line-up. Empty if a cell has no games.
    pub fn of(
        factorial: &Factorial,
        design: &Design,
        lineups: &[DesignedCells<'_>],
        measures: Range<usize>,
    ) -> Vec<LineupEffects> {
        let family = design.terms.len() * lineups.len();
        let interactions = design.interactions();
        let with = design.with_products(factorial).filter(|_| measures.start == 0);
        let with = with.map(|with| (with.interactions(), with));
        let term = |term: &Term| {
            let factor = &factorial.factors[term.factor];
            let word = |level: usize| factor.values[level].word.clone();
            [factor.toggle.clone(), word(term.level), word(0)]
        };
        let lineup = |cells: &DesignedCells<'_>| {
            let number = |of: &&[MeasureSums]| of.iter().map(|it| it.games).sum::<u64>();
            let fit =
                |measure| Fit::new(design, cells, measure).effects(&interactions, lineups.len());
            let told = with.as_ref().map(|(interactions, with)| {
                let found = Fit::new(with, cells, 0).effects(interactions, lineups.len());
                (found, with.products.clone())
            });
            LineupEffects {
                told,
                bots: cells.bots.to_owned(),
                setups: cells.setups.iter().map(|&setup| setup.to_owned()).collect(),
                games: cells.sums.iter().flatten().map(number).sum(),
                rule_sets: design.rows.len(),
                terms: design.terms.iter().map(term).collect(),
                measures: measures.clone().map(fit).collect(),
                than_first: Vec::new(),
                family,
            }
        };
        let mut all = lineups.iter().flat_map(|it| &it.sums).flatten();
        if all.any(|cell| cell.iter().all(|it| it.games == 0)) {
            return Vec::new();
        }
        let mut found: Vec<LineupEffects> = lineups.iter().map(lineup).collect();
        if measures.start == 0
            && let [first, others @ ..] = found.as_mut_slice()
        {
            for other in others {
                other.than_first = other.measures[0].less(&first.measures[0], &design.factors());
            }
        }
        found
    }

    /// Returns the error level of each of the joint intervals (Bonferroni).
    pub fn alpha(&self) -> f64 {
        ALPHA / self.family.max(1) as f64
    }
}

/// The mean squares of a measure, with what its estimates need.
struct Fit<'d> {
    design: &'d Design,
    measure: usize,
    game: GameKind,
    /// By pattern and rule set.
    means: Vec<Vec<f64>>,
    /// The number of bots.
    members: usize,
    /// By bot, pattern and rule set; empty if they cannot be compared.
    bots: Vec<Vec<Vec<f64>>>,
    components: Components,
    /// The sum of squares of rule sets beyond the additive model.
    lack: f64,
    /// The ratio of the mean squares of rule sets beyond the additive model and of cells; `None` if the
    /// design leaves no such squares.
    ratio: Option<f64>,
}

impl<'d> Fit<'d> {
    fn new(design: &'d Design, cells: &DesignedCells<'_>, measure: usize) -> Fit<'d> {
        let scale = |of: &[MeasureSums]| {
            let sum = of.iter().map(|it| it.sums[measure]).sum::<f64>();
            sum / of.iter().map(|it| it.games).sum::<u64>() as f64
        };
        let table = |of: &dyn Fn(&&[MeasureSums]) -> f64| -> Vec<Vec<f64>> {
            cells.sums.iter().map(|row| row.iter().map(of).collect()).collect()
        };
        let members = cells.sums.first().and_then(|row| row.first()).map_or(0, |it| it.len());
        let means = table(&|it| scale(it));
        let has_played = |bot: usize| cells.sums.iter().flatten().all(|cell| cell[bot].games > 0);
        // Bots are compared where each has games of every cell.
        let compared = if (0..members).all(has_played) { members } else { 0 };
        let bots: Vec<_> = (0..compared).map(|bot| table(&|it| scale(&it[bot..=bot]))).collect();
        let patterns = means.len() as f64;
        let rest = |row: &Vec<f64>| design.rest(row);
        let residuals: Vec<Vec<f64>> = means.iter().map(rest).collect();
        let overall: Vec<f64> = (0..design.rows.len())
            .map(|at| residuals.iter().map(|row| row[at]).sum::<f64>() / patterns)
            .collect();
        let free = (design.rows.len() - design.contrasts.len()) as f64;
        let within = residuals.iter().flat_map(|row| row.iter().zip(&overall));
        let within: f64 = within.map(|(it, mean)| (it - mean) * (it - mean)).sum();
        let of_cells = (patterns - 1.0) * free;
        let (cell, of_cells) = match of_cells < LEAST_DEGREES {
            true => by_games(cells, measure),
            false => (within / of_cells, of_cells),
        };
        let squares = patterns * dot(&overall, &overall);
        let lack = if free > 0.0 { squares / free } else { 0.0 };
        Fit {
            design,
            measure,
            game: cells.game,
            members,
            bots,
            components: Components {
                cell: (cell, of_cells),
                lack: (((lack - cell) / patterns).max(0.0), free),
            },
            lack: squares,
            ratio: (cell > 0.0 && free > 0.0).then_some(lack / cell),
            means,
        }
    }

    /// Returns the variance between bots of contrasts, pooled over these, as part of the mean over the
    /// bots, with its degrees of freedom.
    fn between_bots(&self, contrasts: &[&Vec<f64>]) -> (f64, f64) {
        let (bots, patterns) = (self.bots.len() as f64, self.means.len() as f64);
        if self.bots.len() < 2 || self.means.len() < 2 || contrasts.is_empty() {
            return (0.0, 1.0);
        }
        let variance = |contrast: &&Vec<f64>| {
            let of_bot = |table: &Vec<Vec<f64>>| -> Vec<f64> {
                table.iter().map(|row| dot(contrast, row)).collect()
            };
            let effects: Vec<Vec<f64>> = self.bots.iter().map(of_bot).collect();
            let (own, rest) = two_way(&effects);
            (own - rest) / patterns
        };
        let pooled = contrasts.iter().map(variance).sum::<f64>() / contrasts.len() as f64;
        (pooled.max(0.0) / bots, contrasts.len() as f64 * (bots - 1.0))
    }

    /// Estimates a contrast; `bots` is the part of its variance between bots.
    fn estimate(&self, contrast: &[f64], bots: (f64, f64)) -> Effect {
        let own = self.means.iter().map(|row| dot(contrast, row)).collect();
        self.components.estimate(own, dot(contrast, contrast), bots)
    }

    /// Estimates an interaction, which the model takes in: it is no part of what rule sets have beyond it.
    fn interaction(&self, contrast: &[f64], bots: (f64, f64)) -> Effect {
        let own: Vec<f64> = self.means.iter().map(|row| dot(contrast, row)).collect();
        let (patterns, factor) = (own.len() as f64, dot(contrast, contrast));
        let mean = own.iter().sum::<f64>() / patterns;
        let Components { cell, lack: (_, free) } = self.components;
        let (left, free) = (self.lack - patterns * mean * mean / factor, free - 1.0);
        let square = if free > 0.0 { left / free } else { 0.0 };
        let lack = (((square - cell.0) / patterns).max(0.0), free);
        Components { cell, lack }.estimate(own, factor, bots)
    }

    /// Estimates all effects, which share the error level with those of `lineups` line-ups.
    fn effects(&self, interactions: &[([usize; 2], Vec<f64>)], lineups: usize) -> MeasureEffects {
        let mains: Vec<&Vec<f64>> = self.design.effects().iter().collect();
        let products = &self.design.contrasts[1 + mains.len()..];
        let pairs: Vec<&Vec<f64>> = interactions.iter().map(|(_, contrast)| contrast).collect();
        let [of_mains, of_pairs] = [&mains, &pairs].map(|it| self.between_bots(it));
        // The level differs between bots as in the model of single cells.
        let of_level = match self.measure {
            0 if self.members > 1 => {
                let bot = VarianceComponents::of(self.game).bot;
                (bot / self.members as f64, f64::from(u16::MAX))
            }
            _ => self.between_bots(&[&self.design.contrasts[0]]),
        };
        let family = (interactions.len() * lineups) as f64;
        let interaction = |(terms, contrast): &([usize; 2], Vec<f64>)| {
            let effect = self.interaction(contrast, of_pairs);
            let chance = (effect.told().chance() * family).min(1.0);
            Interaction { terms: *terms, effect, chance }
        };
        let interactions: Vec<Interaction> = interactions.iter().map(interaction).collect();
        let sizes = interactions.iter().map(|it| it.effect.told().detectable(ALPHA / family));
        let Components { cell, lack } = self.components;
        let lack_of_fit = self.ratio.map(|it| (lack.0.sqrt(), fisher_beyond(it, lack.1, cell.1)));
        MeasureEffects {
            measure: self.measure,
            components: self.components,
            bots: [of_level.0, of_mains.0],
            base: self.estimate(&self.design.contrasts[0], of_level),
            effects: mains.iter().map(|it| self.estimate(it, of_mains)).collect(),
            products: products.iter().map(|it| self.estimate(it, of_pairs)).collect(),
            detectable: sizes
                .collect::<Option<Vec<_>>>()
                .and_then(|it| it.into_iter().reduce(f64::max)),
            interactions,
            lack_of_fit,
        }
    }
}

/// Below these degrees of freedom the games themselves tell how cells' means vary. That is a little
/// more than they do, since every cell has the same openings and bots.
pub const LEAST_DEGREES: f64 = 10.0;

/// Returns the variance of a cell's mean, by the games within cells, with its degrees of freedom.
fn by_games(cells: &DesignedCells<'_>, measure: usize) -> (f64, f64) {
    let (mut squares, mut games, mut count) = (0.0, 0.0, 0.0);
    for cell in cells.sums.iter().flatten() {
        let number = cell.iter().map(|it| it.games).sum::<u64>() as f64;
        let sum = cell.iter().map(|it| it.sums[measure]).sum::<f64>();
        squares += cell.iter().map(|it| it.squares[measure]).sum::<f64>() - sum * sum / number;
        (games, count) = (games + number, count + 1.0);
    }
    let free: f64 = (games - count).max(1.0);
    (squares.max(0.0) / free * count / games, free)
}

/// Returns the mean squares of the rows, and of rows by columns, of a table.
fn two_way(table: &[Vec<f64>]) -> (f64, f64) {
    let (rows, columns) = (table.len() as f64, table[0].len() as f64);
    let of_rows: Vec<f64> = table.iter().map(|row| row.iter().sum::<f64>() / columns).collect();
    let of_columns: Vec<f64> =
        (0..table[0].len()).map(|at| table.iter().map(|row| row[at]).sum::<f64>() / rows).collect();
    let mean = of_rows.iter().sum::<f64>() / rows;
    let own: f64 = of_rows.iter().map(|it| (it - mean) * (it - mean)).sum();
    let cells = table.iter().zip(&of_rows).flat_map(|(row, own)| {
        row.iter().zip(&of_columns).map(move |(it, column)| it - own - column + mean)
    });
    let rest: f64 = cells.map(|it| it * it).sum();
    (columns * own / (rows - 1.0), rest / ((rows - 1.0) * (columns - 1.0)))
}
