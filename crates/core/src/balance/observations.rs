//! Balance of any game for two, from a table of scores: which maps favour the player who moves first,
//! between bots of one class or several. The components are estimated from the table.
//!
//! ```
//! use pasang_core::balance::observations::{Observation, TableBalance};
//!
//! let game = |map: &str, bot: &str, score| Observation::new(map, bot, score);
//! let games = [game("river", "a", 1.0), game("river", "b", 0.0), game("river", "b", 1.0), game("hills", "a", 0.5)];
//! let found = TableBalance::of(&games, None)?;
//! assert_eq!(found.joint.rows[0].setup, "river");
//! # Ok::<(), pasang_core::balance::observations::TableError>(())
//! ```

use super::answer::{CrewCell, JointBalance};
use super::joint::Condition;
use super::reml::{self, Cell, Seen, Within};
use super::{
    ALPHA, BalanceSummary, DRAWS, LEAST_VARIANCE, Normal, OpeningDesign, VarianceComponents,
    draws_key, posterior,
};
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

/// Mean score of some games of a bot against itself, or of bots that count as one.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    /// Map, pattern or start.
    pub pattern: String,
    /// Class of strength.
    pub class: String,
    /// The first move of the first player.
    pub first: String,
    /// The reply.
    pub reply: String,
    /// Bot.
    pub bot: String,
    /// The first player's mean score, from 0 to 1.
    pub score: f64,
    /// Number of games.
    pub games: u64,
}

impl Observation {
    /// Returns one game without class and opening.
    pub fn new(pattern: &str, bot: &str, score: f64) -> Observation {
        let [pattern, bot] = [pattern, bot].map(str::to_owned);
        let [class, first, reply] = [(); 3].map(|()| String::new());
        Observation { pattern, class, first, reply, bot, score, games: 1 }
    }
}

/// Why a table cannot be analysed, with the number of the row, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableError {
    /// It has no rows.
    Empty,
    /// A score is not a number from 0 to 1.
    Score(usize),
    /// A row has no games.
    Games(usize),
    /// A variance component is negative or not finite.
    Components,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::Empty => f.write_str("the table has no rows"),
            TableError::Score(row) => {
                write!(f, "row {row}: the score is not a number from 0 to 1")
            }
            TableError::Games(row) => write!(f, "row {row} has no games"),
            TableError::Components => f.write_str("a variance component is no number from 0"),
        }
    }
}

impl Error for TableError {}

/// Pattern as a class played it.
#[derive(Clone, Debug)]
pub struct TableCell {
    /// Map, pattern or start.
    pub pattern: String,
    /// Class.
    pub class: String,
    /// First moves and replies.
    pub design: OpeningDesign,
    /// Estimates from its own games.
    pub summary: BalanceSummary,
}

/// Class as the table tells of it.
#[derive(Clone, Debug, PartialEq)]
pub struct TableClass {
    /// Its name.
    pub name: String,
    /// Change of its scores with a standard deviation of the patterns' fairness.
    pub loading: f64,
    /// Variance of what is its own on each pattern.
    pub own: f64,
}

/// Balance of the patterns of a table.
#[derive(Clone, Debug)]
pub struct TableBalance {
    /// Variance components.
    pub components: VarianceComponents,
    /// Classes.
    pub classes: Vec<TableClass>,
    /// Patterns by class, each by its own games.
    pub cells: Vec<TableCell>,
    /// Joint answer on all of them.
    pub joint: JointBalance,
}

/// Returns the index of a name, in the order of the table.
fn index_of<'t>(indices: &mut BTreeMap<&'t str, usize>, name: &'t str) -> usize {
    let next = indices.len();
    *indices.entry(name).or_insert(next)
}

/// Returns the names by their indices.
fn names(indices: BTreeMap<&str, usize>) -> Vec<String> {
    let mut names = vec![String::new(); indices.len()];
    indices.into_iter().for_each(|(name, index)| names[index] = name.to_owned());
    names
}

/// Table by indices.
struct Observed {
    classes: Vec<String>,
    patterns: Vec<String>,
    /// Pairs of first moves and replies, by pattern.
    designs: Vec<OpeningDesign>,
    /// Class and pattern of each cell, and its scores.
    cells: Vec<(usize, usize, Vec<Seen>)>,
    bots: Vec<String>,
    within: Within,
}

impl Observed {
    fn of(table: &[Observation]) -> Observed {
        let [mut classes, mut patterns, mut bots] = [const { BTreeMap::new() }; 3];
        let (mut pairs, mut seen) = (Vec::<Vec<[String; 2]>>::new(), BTreeMap::new());
        let mut known = BTreeMap::new();
        for row in table {
            let pattern = index_of(&mut patterns, &row.pattern);
            pairs.resize_with(patterns.len(), Vec::new);
            let words = [&row.first, &row.reply];
            let pair = *known.entry((pattern, words)).or_insert_with(|| {
                pairs[pattern].push(words.map(String::clone));
                pairs[pattern].len() - 1
            });
            let class = index_of(&mut classes, &row.class);
            let place = (class, pattern, pair, index_of(&mut bots, &row.bot));
            let rows: &mut Vec<(f64, f64)> = seen.entry(place).or_default();
            rows.push((row.score, row.games as f64));
        }
        let mut all = Observed {
            classes: names(classes),
            patterns: names(patterns),
            designs: pairs.iter().map(|words| design(words)).collect(),
            cells: Vec::new(),
            bots: names(bots),
            within: Within::default(),
        };
        for ((class, pattern, pair, bot), rows) in seen {
            all.add([class, pattern], [pair, bot], &rows);
        }
        all
    }

    /// Adds the rows of one bot and one pair.
    fn add(&mut self, [class, pattern]: [usize; 2], [pair, bot]: [usize; 2], rows: &[(f64, f64)]) {
        let games: f64 = rows.iter().map(|(_, games)| games).sum();
        let mean = rows.iter().map(|(score, games)| score * games).sum::<f64>() / games;
        let square = |(score, games): &(f64, f64)| games * (score - mean) * (score - mean);
        self.within.squares += rows.iter().map(square).sum::<f64>();
        self.within.freedom += (rows.len() - 1) as f64;
        let is_last = self.cells.last().is_some_and(|it| (it.0, it.1) == (class, pattern));
        if !is_last {
            self.cells.push((class, pattern, Vec::new()));
        }
        if let Some((.., seen)) = self.cells.last_mut() {
            seen.push(Seen { pair, bot, mean, games });
        }
    }

    fn estimate(&self) -> VarianceComponents {
        let cell = |(_, pattern, seen): &(usize, usize, Vec<Seen>)| Cell {
            design: &self.designs[*pattern],
            seen: seen.clone(),
        };
        reml::estimate(&self.cells.iter().map(cell).collect::<Vec<_>>(), self.within)
    }

    /// Fits the model to the scores of a cell.
    fn cell(
        &self,
        (class, pattern, seen): &(usize, usize, Vec<Seen>),
        components: &VarianceComponents,
    ) -> TableCell {
        let VarianceComponents { interaction, game, bot, .. } = *components;
        let design = &self.designs[*pattern];
        let error = |one: usize, other: usize| {
            let of_bot = if seen[one].bot == seen[other].bot { bot } else { 0.0 };
            let own = (interaction + game / seen[one].games).max(LEAST_VARIANCE);
            of_bot + if one == other { own } else { 0.0 }
        };
        let means: Vec<(usize, f64)> = seen.iter().map(|it| (it.pair, it.mean)).collect();
        let summary =
            posterior(design, &means, components, error, 0.0).summary(DRAWS, &draws_key(), ALPHA);
        TableCell {
            pattern: self.patterns[*pattern].clone(),
            class: self.classes[*class].clone(),
            design: design.clone(),
            summary,
        }
    }
}

/// Returns the design of pairs of any words.
fn design(pairs: &[[String; 2]]) -> OpeningDesign {
    let keyed =
        pairs.iter().enumerate().map(|(at, words)| ([Some(at as u32), None], words.clone()));
    OpeningDesign::new(keyed, &[], &[])
}

/// Least numbers of classes and patterns that tell how classes answer to fairness.
const LEAST_CLASSES: usize = 2;
const LEAST_PATTERNS: usize = 5;
/// Rounds of expectation maximisation.
const ROUNDS: usize = 500;

/// One factor with loadings by class and an own variance that all classes share, by expectation
/// maximisation (Rubin and Thayer 1982), from scores with their pattern, class and distribution.
struct Factor {
    means: Vec<f64>,
    loadings: Vec<f64>,
    own: f64,
}

impl Factor {
    fn of(classes: usize, scores: &[Vec<(usize, Normal)>]) -> Factor {
        let of_class = |class: usize| {
            let own = scores.iter().flatten().filter(move |it| it.0 == class);
            let own: Vec<f64> = own.map(|(_, score)| score.mean).collect();
            let mean = own.iter().sum::<f64>() / own.len() as f64;
            let square = |it: &f64| (it - mean) * (it - mean);
            (mean, (own.iter().map(square).sum::<f64>() / own.len() as f64).sqrt().max(1e-3))
        };
        let (means, loadings): (Vec<f64>, Vec<f64>) = (0..classes).map(of_class).unzip();
        let own = 0.1 * loadings.iter().map(|it| it * it).sum::<f64>() / classes as f64;
        let mut found = Factor { means, loadings, own };
        (0..ROUNDS).for_each(|_| found.improve(scores));
        found
    }

    /// Returns mean and variance of a pattern's fairness.
    fn fairness(&self, scores: &[(usize, Normal)]) -> [f64; 2] {
        let (mut precision, mut sum) = (1.0, 0.0);
        for &(class, score) in scores {
            let variance = self.own + score.sd * score.sd;
            let weight = self.loadings[class] / variance;
            precision += weight * self.loadings[class];
            sum += weight * (score.mean - self.means[class]);
        }
        [sum / precision, 1.0 / precision]
    }

    fn improve(&mut self, scores: &[Vec<(usize, Normal)>]) {
        // By class: weights, and weighted sums of F, F squared, the score, and their product.
        let mut sums = vec![[0.0; 5]; self.means.len()];
        let (mut squares, mut count) = (0.0, 0.0);
        for of_pattern in scores {
            let [mean, variance] = self.fairness(of_pattern);
            for &(class, score) in of_pattern {
                let all = self.own + score.sd * score.sd;
                let (weight, loading) = (1.0 / all, self.loadings[class]);
                let terms = [1.0, mean, mean * mean + variance, score.mean, score.mean * mean];
                sums[class].iter_mut().zip(terms).for_each(|(sum, it)| *sum += weight * it);
                let share = self.own / all;
                let own = share * (score.mean - self.means[class] - loading * mean);
                squares += own * own + self.own - self.own * share
                    + share * share * loading * loading * variance;
                count += 1.0;
            }
        }
        for (class, [weight, first, second, score, product]) in sums.into_iter().enumerate() {
            let information = weight * second - first * first;
            self.loadings[class] = (weight * product - first * score) / information;
            self.means[class] = (score - self.loadings[class] * first) / weight;
        }
        self.own = squares / count;
    }
}

impl TableBalance {
    /// Analyses a table. Without `components` they are estimated from it.
    ///
    /// # Errors
    /// If the table is empty, a score is not from 0 to 1, a row has no games, or a component is no
    /// variance.
    pub fn of(
        table: &[Observation],
        components: Option<VarianceComponents>,
    ) -> Result<TableBalance, TableError> {
        let is_score = |it: &Observation| (0.0..=1.0).contains(&it.score);
        if let Some(row) = table.iter().position(|it| !is_score(it)) {
            return Err(TableError::Score(row));
        }
        if let Some(row) = table.iter().position(|it| it.games == 0) {
            return Err(TableError::Games(row));
        }
        if table.is_empty() {
            return Err(TableError::Empty);
        }
        if !components.as_ref().is_none_or(VarianceComponents::are_sound) {
            return Err(TableError::Components);
        }
        let observed = Observed::of(table);
        let components = components.unwrap_or_else(|| observed.estimate());
        let cell = |it: &_| observed.cell(it, &components);
        let cells: Vec<TableCell> = observed.cells.iter().map(cell).collect();
        let classes = observed.classes(&cells);
        let joint = JointBalance::of(&observed.crew_cells(&cells, &classes, components.bot));
        Ok(TableBalance { components, classes, cells, joint })
    }
}

impl Observed {
    /// Estimates how the classes answer to fairness; a single class, or one on few patterns, keeps
    /// the scores of its own games.
    fn classes(&self, cells: &[TableCell]) -> Vec<TableClass> {
        let mut scores = vec![Vec::new(); self.patterns.len()];
        for ((class, pattern, _), cell) in self.cells.iter().zip(cells) {
            scores[*pattern].push((*class, cell.summary.random_openings));
        }
        scores.retain(|of_pattern| of_pattern.len() > 1);
        let is_known = |class: usize| {
            let patterns = scores.iter().filter(|it| it.iter().any(|(other, _)| *other == class));
            patterns.count() >= LEAST_PATTERNS
        };
        let count = self.classes.len();
        let is_estimated = count >= LEAST_CLASSES && (0..count).all(is_known);
        let factor = is_estimated.then(|| Factor::of(count, &scores));
        let class = |(at, name): (usize, &String)| TableClass {
            name: name.clone(),
            loading: factor.as_ref().map_or(0.0, |it| it.loadings[at]),
            own: factor.as_ref().map_or(0.0, |it| it.own),
        };
        self.classes.iter().enumerate().map(class).collect()
    }

    /// Returns the cells as the joint model takes them.
    fn crew_cells(&self, cells: &[TableCell], classes: &[TableClass], bot: f64) -> Vec<CrewCell> {
        let cell = |((class, _, seen), cell): (&(usize, usize, Vec<Seen>), &TableCell)| {
            let TableClass { name, loading, own } = &classes[*class];
            // What tells nothing of other classes is a family of its own.
            let is_alone = *loading == 0.0;
            let mut bots: Vec<usize> = seen.iter().map(|it| it.bot).collect();
            bots.sort_unstable();
            bots.dedup();
            CrewCell {
                number: 0,
                setup: cell.pattern.clone(),
                stones: cell.pattern.clone(),
                class: name.clone(),
                rules: String::new(),
                condition: Condition {
                    loading: if is_alone { 1.0 } else { *loading },
                    own: *own,
                    toggles: Vec::new(),
                    mean: Condition::UNKNOWN_MEAN,
                    family: if is_alone { name.clone() } else { String::new() },
                    bot,
                    common: 0.0,
                },
                bots: bots.into_iter().map(|it| self.bots[it].clone()).collect(),
                elo: None,
                games: seen.iter().map(|it| it.games as u64).sum(),
                score: Some(cell.summary.random_openings),
                openings: None,
            }
        };
        self.cells.iter().zip(cells).map(cell).collect()
    }
}
