//! The joint answer on cells that crews of several classes played: the model of [`super::joint`], its
//! statements, and the differences between classes and rule sets.

use std::ops::Range;

pub use super::joint::Figure;
use super::joint::{CLASSES, Condition, CrewScore, Joint};
use super::openings::{CrewGames, fit_together};
use super::{
    ALPHA, BalanceSummary, BestMove, CrewSize, DRAWS, Estimate, Normal, OpeningDesign, Pair,
    Posterior, Statement, VarianceComponents, central, draws_key, fit, shown,
};
use pasang_core::base::text::Keyword;
use pasang_core::board::BoardSize;
use pasang_core::games::rules::Game;
use pasang_core::games::setup::Setup;
use pasang_core::players::bots::BotSpec;
use pasang_core::players::crew::Crew;
use pasang_core::score::{Interval, ScoreSum};

/// A cell that a crew played, or would play.
#[derive(Clone, Debug)]
pub struct CrewCell {
    /// Number by which the caller knows it.
    pub number: usize,
    /// Name of the setup; the pattern's stones tell it from others.
    pub setup: String,
    /// Stones of the pattern.
    pub stones: String,
    /// Name of the class.
    pub class: String,
    /// Name of the rule set.
    pub rules: String,
    /// Class and rule set as the model takes them.
    pub condition: Condition,
    /// Kinds of the crew's bots.
    pub bots: Vec<String>,
    /// Elo of its crew, where a ladder has it.
    pub elo: Option<f64>,
    /// Number of games.
    pub games: u64,
    /// Posterior of the score by its own games; `None` without games.
    pub score: Option<Normal>,
    /// Its games by opening, if they are known.
    pub openings: Option<(OpeningDesign, CrewGames)>,
}

impl CrewCell {
    /// Returns the cell of a pattern that a crew played by these rules, from the score sums of its
    /// pairs of first moves. `None` without games.
    pub fn of(
        setup: &Setup,
        (rules, game): (&str, &Game),
        crew: &Crew,
        design: OpeningDesign,
        sums: impl FnMut(&Pair) -> ScoreSum,
    ) -> Option<CrewCell> {
        let (class, kind, size) = (crew.class().to_owned(), game.kind(), CrewSize::of(crew));
        let sums = design.sums(sums);
        let posterior = fit(&design, &sums, size, VarianceComponents::of(kind))?;
        let score = posterior.random_openings();
        let mut condition = Condition::of(&class, game);
        if setup.side() != BoardSize::FULL {
            // Boards of different sizes tell nothing of each other.
            condition.family += &format!(" side={}", setup.side().length());
        }
        Some(CrewCell {
            number: 0,
            setup: setup.name.clone(),
            stones: setup.board(),
            class: class.clone(),
            rules: rules.to_owned(),
            condition,
            bots: crew.members.iter().map(kind_of).collect(),
            elo: crew.elo(),
            games: sums.iter().map(|sum| sum.games).sum(),
            score: Some(score),
            openings: Some((design, CrewGames { game: kind, class, sums, size })),
        })
    }

    /// Lets the cell keep the posterior of its own games: nothing else tells of it.
    pub fn isolate(&mut self) {
        self.condition.family = format!("cell {}", self.number);
        self.condition.toggles.clear();
    }

    /// Orders cells by strength. Those of a single pattern of the full board under one rule set are
    /// completed by the other classes, and by what is known of all classes' means.
    pub fn complete(cells: &mut Vec<CrewCell>, rules: &Game) {
        cells.sort_by_key(CrewCell::strength);
        let Some(first) = cells.first().cloned() else { return };
        let is_alike = |it: &CrewCell| it.stones == first.stones && it.rules == first.rules;
        // The known means are those of patterns on the full board.
        let side = first.stones.lines().count();
        if side != BoardSize::FULL.length() || !cells.iter().all(is_alike) {
            return;
        }
        for class in CLASSES {
            let Some(mean) = Condition::known_mean(class.name, rules) else { continue };
            let condition = Condition { mean, ..Condition::of(class.name, rules) };
            if !cells.iter().any(|it| it.class == class.name) {
                cells.push(CrewCell {
                    elo: Crew::builtin(class.name).and_then(|it| it.elo()),
                    class: class.name.to_owned(),
                    games: 0,
                    score: None,
                    openings: None,
                    ..first.clone()
                });
            }
            // Several folders may have games of one class.
            for cell in cells.iter_mut().filter(|it| it.class == class.name) {
                cell.condition = condition.clone();
            }
        }
        cells.sort_by_key(CrewCell::strength);
    }

    /// Returns the place of its class among the built-in ones, from weak to strong; others come last.
    fn strength(&self) -> usize {
        CLASSES.iter().position(|it| it.name == self.class).unwrap_or(CLASSES.len())
    }
}

/// Names what a bot has in common with those of other strengths: the evaluation of one that searches.
fn kind_of(bot: &BotSpec) -> String {
    match bot {
        BotSpec::Search(options) => options.eval.word().to_owned(),
        BotSpec::Slip(options) => options.eval.word().to_owned(),
        other => other.to_string(),
    }
}

/// Joint answer on a pattern under a condition.
#[derive(Clone, Debug, Default)]
pub struct JointRow {
    /// Name of the setup.
    pub setup: String,
    /// Stones of the pattern, which tell it from others.
    pub stones: String,
    /// Class.
    pub class: String,
    /// Rule set.
    pub rules: String,
    /// Number of games.
    pub games: u64,
    /// Score by all games together, for the mean over bots.
    pub score: Normal,
    /// Ends of its interval; `None` for those of the normal distribution.
    pub bounds: Option<Interval>,
    /// By the games of this pattern, class and rule set alone; `None` without games.
    pub alone: Option<Normal>,
    /// Score of an unseen bot.
    pub unseen: Normal,
    /// Statement on the score.
    pub statement: Statement,
    /// Probability to be the nearest to even.
    pub nearest: f64,
    /// Probability to be within 2 percentage points of even.
    pub near: f64,
    /// `true` if it is, with all others that are, with probability 95 %.
    pub is_near: bool,
    /// `false` if it is not, with all others that are not, with probability 95 %.
    pub may_be_near: bool,
    /// Pairs of first moves and the value with best openings, by the games of all classes
    /// ([`JointBalance::openings`]).
    pub openings: Option<Openings>,
    /// Indices of its cells.
    pub cells: Vec<usize>,
}

/// Openings of a class, by the games of all classes.
#[derive(Clone, Debug)]
pub struct Openings {
    /// First moves and replies.
    pub design: OpeningDesign,
    /// Figures with best openings, and of each first move.
    pub summary: BalanceSummary,
    /// First moves, the one that is most probably the best first, with their values.
    pub best: Vec<(BestMove, Estimate)>,
}

impl JointRow {
    /// Returns the 95 % interval of its score.
    pub fn interval(&self) -> Interval {
        self.bounds.unwrap_or_else(|| self.score.score_interval(ALPHA))
    }
}

impl Openings {
    /// Returns the first moves, the one that is most probably the best first.
    pub fn moves(&self) -> Vec<BestMove> {
        self.best.iter().map(|it| it.0.clone()).collect()
    }
}

impl From<Normal> for Figure {
    fn from(of: Normal) -> Figure {
        Figure::new(of.mean, of.interval(ALPHA))
    }
}

/// A class under a rule set, over the patterns that it played.
#[derive(Clone, Debug, Default, serde::Serialize)]
pub struct ClassLine {
    /// Class.
    pub class: String,
    /// Rule set.
    pub rules: String,
    /// Its Elo above random moves, where a ladder has it.
    pub elo: Option<f64>,
    /// Mean score of the patterns, which are the population.
    pub score: Figure,
    /// The same with the interval over such patterns, of which these are a sample; `None` if they are
    /// few.
    pub over_such: Option<Figure>,
    /// Difference from the first class that played patterns of these under the same rules, over both's
    /// patterns; `None` for that class.
    pub more_than_first: Option<Figure>,
    /// Number of these patterns; 0 for that class.
    pub patterns_of_both: usize,
    /// Numbers of patterns within 5 percentage points of even,
    pub within_5: Figure,
    /// within 10,
    pub within_10: Figure,
    /// beyond 10,
    pub beyond_10: Figure,
    /// and in favour of the first player.
    pub first: Figure,
    #[serde(skip)]
    /// Its rows.
    pub rows: Range<usize>,
}

/// Two rule sets by one class, over the patterns that both played.
#[derive(Clone, Debug, serde::Serialize)]
pub struct RulesLine {
    /// Class.
    pub class: String,
    /// Rule sets.
    pub rules: [String; 2],
    /// Number of patterns.
    pub patterns: usize,
    /// The second's mean score less the first's, on these patterns,
    pub difference: Figure,
    /// and over such patterns; `None` if these are few.
    pub over_such: Option<Figure>,
    /// Distance by which the second's scores are nearer to even.
    pub nearer: Figure,
}

/// Crews that played a pattern under a rule set, each with the index of its row and its score.
pub struct OpeningsTask<'c> {
    family: &'c str,
    rules: &'c str,
    stones: &'c str,
    design: &'c OpeningDesign,
    crews: Vec<(usize, (&'c CrewGames, Normal))>,
}

impl OpeningsTask<'_> {
    /// Finds the openings of the crews' rows, with the indices of these.
    pub fn run(self) -> Vec<(usize, Openings)> {
        let crews: Vec<_> = self.crews.iter().map(|it| it.1).collect();
        let found = fit_together(self.design, &crews);
        let openings = |(posterior, (at, _)): (&Posterior<'_>, &(usize, _))| {
            let summary = posterior.summary(DRAWS, &draws_key(), ALPHA);
            let design = self.design.clone();
            (*at, Openings { best: summary.best(&design), design, summary })
        };
        found.iter().flatten().zip(&self.crews).map(openings).collect()
    }
}

/// Joint answer on all cells.
#[derive(Clone, Debug, Default)]
pub struct JointBalance {
    /// Classes under their rule sets.
    pub classes: Vec<ClassLine>,
    /// Patterns, class by class.
    pub rows: Vec<JointRow>,
    /// Rule sets in pairs.
    pub rules: Vec<RulesLine>,
    /// Lines over strength, for each rule set that enough classes played.
    pub strengths: Vec<StrengthLine>,
}

/// Line of the mean score over the classes' Elo, under one rule set.
#[derive(Clone, Debug, serde::Serialize)]
pub struct StrengthLine {
    /// Rule set.
    pub rules: String,
    /// The weakest class and the strongest.
    pub classes: [String; 2],
    /// Number of classes.
    pub count: usize,
    /// Their mean Elo, and the line's score there.
    pub elo: f64,
    /// Score at the mean Elo.
    pub score: Figure,
    /// Change of the score with 100 Elo.
    pub slope: Figure,
    /// Standard deviation of the classes around the line, beyond their errors.
    pub scatter: f64,
}

/// Fewest patterns of which a sample tells of others.
const LEAST_SAMPLE: usize = 5;

/// Returns a mean over patterns as that of a population, from which they are drawn: with the variance
/// between them, and nearly Student's quantile (Cornish and Fisher 1938).
fn over_such(of: Normal, patterns: &[f64]) -> Option<Figure> {
    let count = patterns.len() as f64;
    let mean = patterns.iter().sum::<f64>() / count;
    let squares: f64 = patterns.iter().map(|it| (it - mean) * (it - mean)).sum();
    let sd = (of.sd * of.sd + squares / (count - 1.0) / count).sqrt();
    let Interval { low, high } = Normal { mean: of.mean, sd }.interval(ALPHA);
    let z = (high - of.mean) / sd;
    let wider = (1.0 + (z * z + 1.0) / (4.0 * (count - 1.0))) * (high - low) / 2.0;
    let interval = Interval { low: of.mean - wider, high: of.mean + wider };
    (patterns.len() >= LEAST_SAMPLE).then(|| Figure::new(of.mean, interval))
}

/// Fewest classes for a line.
const LEAST_CLASSES: usize = 3;
/// Standard deviation of a class's Elo: half widths of the steps of the ladders are about 50.
const ELO_SD: f64 = 25.0;

/// A condition with its patterns.
struct Line<'c> {
    cell: &'c CrewCell,
    /// Indices of its family, and of itself in this.
    family: usize,
    condition: usize,
    /// Indices of the patterns.
    patterns: Vec<usize>,
}

/// Conditions that share information: their posterior, and draws by draw, pattern and condition.
struct Family {
    joint: Joint,
    draws: Vec<Vec<Vec<f64>>>,
}

/// Returns the index of an item, which is added if it is new.
fn index_of<T: PartialEq>(all: &mut Vec<T>, of: T) -> usize {
    all.iter().position(|it| *it == of).unwrap_or_else(|| {
        all.push(of);
        all.len() - 1
    })
}

/// Cells with the indices that they have in the model.
struct Model<'c> {
    cells: &'c [CrewCell],
    lines: Vec<Line<'c>>,
    families: Vec<Family>,
    /// By cell: its line, its pattern, and its score in its family.
    places: Vec<(usize, usize, Option<CrewScore>)>,
}

impl<'c> Model<'c> {
    fn of(cells: &'c [CrewCell]) -> Model<'c> {
        let (mut names, mut patterns, mut kinds) = (Vec::new(), Vec::new(), Vec::new());
        let (mut conditions, mut lines) = (Vec::new(), Vec::<Line<'c>>::new());
        let mut of_families: Vec<Vec<Condition>> = Vec::new();
        let mut place = |cell: &'c CrewCell| {
            let pattern = index_of(&mut patterns, &cell.stones);
            let line = index_of(&mut conditions, (&cell.class, &cell.condition));
            if line == lines.len() {
                let family = index_of(&mut names, &cell.condition.family);
                of_families.resize_with(names.len(), Vec::new);
                let condition = of_families[family].len();
                of_families[family].push(cell.condition.clone());
                lines.push(Line { cell, family, condition, patterns: Vec::new() });
            }
            index_of(&mut lines[line].patterns, pattern);
            let bots = cell.bots.iter().map(|bot| index_of(&mut kinds, bot)).collect();
            let condition = lines[line].condition;
            let score = cell.score.map(|score| CrewScore { pattern, condition, bots, score });
            (line, pattern, score)
        };
        let places: Vec<_> = cells.iter().map(&mut place).collect();
        let family = |(number, conditions): (usize, &Vec<Condition>)| {
            let own = places.iter().filter(|(line, ..)| lines[*line].family == number);
            let own: Vec<CrewScore> = own.filter_map(|(.., score)| score.clone()).collect();
            let joint = Joint::fit(conditions, &own);
            Family { draws: joint.draws(number as u64), joint }
        };
        let families = of_families.iter().enumerate().map(family).collect();
        Model { cells, lines, families, places }
    }

    /// Returns the answer on a condition, pattern by pattern, and the numbers of patterns.
    fn rows(&self, number: usize) -> (Vec<JointRow>, [Figure; 4]) {
        let line = &self.lines[number];
        let Family { joint, draws } = &self.families[line.family];
        let told = Joint::comparison(draws, &line.patterns, line.condition);
        let row = |(at, &pattern): (usize, &usize)| {
            let is_own = |at: &usize| {
                let (line, it, _) = &self.places[*at];
                (*line, *it) == (number, pattern)
            };
            let indices: Vec<usize> = (0..self.cells.len()).filter(is_own).collect();
            let cells: Vec<&CrewCell> = indices.iter().map(|&at| &self.cells[at]).collect();
            let scores = indices.iter().filter_map(|&at| self.places[at].2.as_ref());
            let scores: Vec<CrewScore> =
                scores.map(|it| CrewScore { pattern: 0, condition: 0, ..it.clone() }).collect();
            let alone = Joint::fit(std::slice::from_ref(&line.cell.condition), &scores);
            let score = joint.score(pattern, line.condition);
            let unseen = joint.unseen_bot(pattern, line.condition);
            JointRow {
                setup: cells.first().map_or(String::new(), |cell| cell.setup.clone()),
                stones: cells.first().map_or(String::new(), |cell| cell.stones.clone()),
                class: line.cell.class.clone(),
                rules: line.cell.rules.clone(),
                games: cells.iter().map(|cell| cell.games).sum(),
                score,
                bounds: None,
                alone: (!scores.is_empty()).then(|| alone.score(0, 0)),
                unseen,
                statement: Statement::of(score),
                nearest: told.nearest[at],
                near: told.near[at],
                is_near: told.within_2[at],
                may_be_near: told.may_be_within_2[at],
                openings: None,
                cells: indices,
            }
        };
        (line.patterns.iter().enumerate().map(row).collect(), told.counts)
    }

    /// Returns the patterns of two conditions.
    fn common(&self, one: usize, other: usize) -> Vec<usize> {
        let of_other = &self.lines[other].patterns;
        self.lines[one].patterns.iter().copied().filter(|it| of_other.contains(it)).collect()
    }

    /// Returns how much higher the second condition's mean score is over these patterns.
    fn difference(&self, one: usize, other: usize, patterns: &[usize]) -> Normal {
        let [one, other] = [one, other].map(|at| &self.lines[at]);
        let of = |family: usize, weights: &[(usize, f64)]| {
            self.families[family].joint.contrast(patterns.iter().copied(), weights)
        };
        if one.family == other.family {
            return of(one.family, &[(other.condition, 1.0), (one.condition, -1.0)]);
        }
        let [one, other] = [one, other].map(|it| of(it.family, &[(it.condition, 1.0)]));
        Normal { mean: other.mean - one.mean, sd: (one.sd * one.sd + other.sd * other.sd).sqrt() }
    }

    /// Returns how much nearer to even the second condition's scores are, on average.
    fn nearer(&self, one: usize, other: usize, patterns: &[usize]) -> Figure {
        let distances = |at: usize| {
            let Line { family, condition, .. } = self.lines[at];
            let distance = move |draw: &Vec<Vec<f64>>| {
                let all = patterns.iter().map(|&pattern| (draw[pattern][condition] - 0.5).abs());
                all.sum::<f64>() / patterns.len() as f64
            };
            self.families[family].draws.iter().map(distance)
        };
        let mut nearer: Vec<f64> =
            distances(one).zip(distances(other)).map(|(one, other)| one - other).collect();
        let interval = central(&mut nearer, ALPHA);
        Figure::new(nearer.iter().sum::<f64>() / nearer.len() as f64, interval)
    }

    fn class(&self, number: usize, rows: Range<usize>, counts: [Figure; 4]) -> ClassLine {
        let line = &self.lines[number];
        let CrewCell { class, rules, condition, .. } = line.cell;
        let is_like = |it: &Line<'_>| {
            (&it.cell.condition.toggles, &it.cell.condition.family)
                == (&condition.toggles, &condition.family)
        };
        let like = (0..number).filter(|&at| is_like(&self.lines[at]));
        let weakest =
            like.map(|at| (at, self.common(at, number))).find(|(_, both)| !both.is_empty());
        let joint = &self.families[line.family].joint;
        let score = joint.contrast(line.patterns.iter().copied(), &[(line.condition, 1.0)]);
        let [within_5, within_10, beyond_10, first] = counts;
        ClassLine {
            class: class.clone(),
            rules: rules.clone(),
            elo: line.cell.elo,
            score: score.into(),
            over_such: over_such(
                score,
                &line
                    .patterns
                    .iter()
                    .map(|&it| joint.score(it, line.condition).mean)
                    .collect::<Vec<_>>(),
            ),
            patterns_of_both: weakest.as_ref().map_or(0, |(_, both)| both.len()),
            more_than_first: weakest.map(|(at, both)| self.difference(at, number, &both).into()),
            within_5,
            within_10,
            beyond_10,
            first,
            rows,
        }
    }

    /// Fits a line over strength to the classes of each rule set that played the same patterns: all of
    /// them, and the stronger half.
    fn strengths(&self) -> Vec<StrengthLine> {
        let mut found = Vec::new();
        for first in 0..self.lines.len() {
            let of = |at: usize| (&self.lines[at].cell.rules, &self.lines[at].patterns);
            let is_new = (0..first).all(|before| self.lines[before].cell.rules != *of(first).0);
            if !is_new {
                continue;
            }
            let mut all: Vec<(f64, usize)> = (first..self.lines.len())
                .filter(|&at| of(at) == of(first))
                .filter_map(|at| Some((self.lines[at].cell.elo?, at)))
                .collect();
            all.sort_by(|one, other| one.0.total_cmp(&other.0));
            found.extend(self.strength(&all));
            found.extend(self.strength(&all[all.len() / 2..]));
        }
        found
    }

    /// Fits a line to classes with their Elo, by least squares weighted with the errors of the means and
    /// the scatter of the classes (DerSimonian and Laird 1986); the slope's variance takes in the
    /// covariances of the means, the scatter, and the errors of the Elo.
    fn strength(&self, classes: &[(f64, usize)]) -> Option<StrengthLine> {
        let (&(_, first), &(_, last)) = (classes.first()?, classes.last()?);
        if classes.len() < LEAST_CLASSES || classes[0].0 == classes[classes.len() - 1].0 {
            return None;
        }
        let Line { family, patterns, .. } = &self.lines[first];
        let joint = &self.families[*family].joint;
        let contrast = |weights: &[f64]| {
            let conditions = classes.iter().map(|(_, at)| self.lines[*at].condition);
            let weights: Vec<(usize, f64)> = conditions.zip(weights.iter().copied()).collect();
            joint.contrast(patterns.iter().copied(), &weights)
        };
        let unit = |at: usize| {
            let of = |it: usize| if it == at { 1.0 } else { 0.0 };
            contrast(&(0..classes.len()).map(of).collect::<Vec<f64>>())
        };
        let means: Vec<Normal> = (0..classes.len()).map(unit).collect();
        let mut scatter = 0.0;
        let mut fit = WeightedLine::of(classes, &means, scatter);
        let excess = fit.chi_square - (classes.len() - 2) as f64;
        if excess > 0.0 {
            scatter = excess / fit.freedom;
            fit = WeightedLine::of(classes, &means, scatter);
        }
        let with = |weights: &[f64], slope: f64| {
            let it = contrast(weights);
            let own: f64 = weights.iter().map(|by| by * by).sum();
            let of_elo = slope * ELO_SD;
            Normal { mean: it.mean, sd: (it.sd * it.sd + own * (scatter + of_elo * of_elo)).sqrt() }
        };
        let slope = contrast(&fit.slope).mean;
        let hundred = with(&fit.slope, slope);
        Some(StrengthLine {
            rules: self.lines[first].cell.rules.clone(),
            classes: [first, last].map(|at| self.lines[at].cell.class.clone()),
            count: classes.len(),
            elo: fit.elo,
            score: with(&fit.level, slope).into(),
            slope: Normal { mean: 100.0 * hundred.mean, sd: 100.0 * hundred.sd }.into(),
            scatter: scatter.sqrt(),
        })
    }

    fn rules(&self) -> Vec<RulesLine> {
        let all = 0..self.lines.len();
        let pairs = all.clone().flat_map(|one| all.clone().skip(one + 1).map(move |it| (one, it)));
        let compared = |(one, other): (usize, usize)| {
            let cells = [one, other].map(|at| self.lines[at].cell);
            let patterns = self.common(one, other);
            (cells[0].class == cells[1].class && !patterns.is_empty()).then(|| {
                let difference = self.difference(one, other, &patterns);
                let each = patterns.iter().map(|&it| self.difference(one, other, &[it]).mean);
                RulesLine {
                    class: cells[0].class.clone(),
                    rules: cells.map(|cell| cell.rules.clone()),
                    patterns: patterns.len(),
                    difference: difference.into(),
                    over_such: over_such(difference, &each.collect::<Vec<_>>()),
                    nearer: self.nearer(one, other, &patterns),
                }
            })
        };
        pairs.filter_map(compared).collect()
    }
}

/// Weighted least squares: weights of the means in the slope and in the level at the mean Elo.
struct WeightedLine {
    elo: f64,
    slope: Vec<f64>,
    level: Vec<f64>,
    /// Weighted sum of squares around the line, and what a scatter of variance 1 adds to it.
    chi_square: f64,
    freedom: f64,
}

impl WeightedLine {
    fn of(classes: &[(f64, usize)], means: &[Normal], scatter: f64) -> WeightedLine {
        let weights: Vec<f64> = means.iter().map(|it| 1.0 / (it.sd * it.sd + scatter)).collect();
        let sum: f64 = weights.iter().sum();
        let level: Vec<f64> = weights.iter().map(|by| by / sum).collect();
        let elo = classes.iter().zip(&level).map(|((elo, _), by)| elo * by).sum::<f64>();
        let from: Vec<f64> = classes.iter().map(|(it, _)| it - elo).collect();
        let spread: f64 = from.iter().zip(&weights).map(|(from, by)| by * from * from).sum();
        let slope: Vec<f64> = from.iter().zip(&weights).map(|(it, by)| by * it / spread).collect();
        let of = |by: &[f64]| by.iter().zip(means).map(|(by, it)| by * it.mean).sum::<f64>();
        let (rise, height) = (of(&slope), of(&level));
        let (mut chi_square, mut freedom) = (0.0, 0.0);
        for ((from, mean), weight) in from.iter().zip(means).zip(&weights) {
            let rest = mean.mean - height - rise * from;
            chi_square += weight * rest * rest;
            freedom += weight * (1.0 - weight / sum - weight * from * from / spread);
        }
        WeightedLine { elo, slope, level, chi_square, freedom }
    }
}

impl JointBalance {
    /// Answers on cells, whose classes and rule sets keep their order.
    pub fn of(cells: &[CrewCell]) -> JointBalance {
        if cells.is_empty() {
            return JointBalance::default();
        }
        let model = Model::of(cells);
        let (rules, strengths) = (model.rules(), model.strengths());
        let mut all = JointBalance { rules, strengths, ..JointBalance::default() };
        for number in 0..model.lines.len() {
            let from = all.rows.len();
            let (rows, counts) = model.rows(number);
            all.rows.extend(rows);
            all.classes.push(model.class(number, from..all.rows.len(), counts));
        }
        all
    }

    /// Answers on cells, and on their openings.
    pub fn with_openings(cells: &[CrewCell]) -> JointBalance {
        let mut all = JointBalance::of(cells);
        let found: Vec<_> = all.openings(cells).into_iter().flat_map(OpeningsTask::run).collect();
        all.add(found);
        all
    }

    /// Adds the openings of rows, from their tasks.
    pub fn add(&mut self, found: impl IntoIterator<Item = (usize, Openings)>) {
        for (row, openings) in found {
            self.rows[row].openings = Some(openings);
        }
    }

    /// Says of how many patterns of a class what is true, with intervals, and which statements are
    /// made.
    pub fn told(&self, line: &ClassLine) -> String {
        let statements = self.rows[line.rows.clone()].iter().map(|row| row.statement).collect();
        JointBalance::counted([&line.within_5, &line.within_10, &line.first], statements)
    }

    /// Says the same of the values with best openings; `None` if some are not known.
    pub fn told_of_values(&self, line: &ClassLine) -> Option<String> {
        let rows = self.rows[line.rows.clone()].iter();
        let statements = rows.map(|row| Some(row.openings.as_ref()?.summary.value_statement));
        let all: Vec<Statement> = statements.collect::<Option<_>>()?;
        let of = |chance: fn(&Statement) -> f64| {
            Figure::count_chances(&all.iter().map(chance).collect::<Vec<f64>>())
        };
        let [five, ten, first] = [of(|it| it.within[0]), of(|it| it.within[1]), of(|it| it.first)];
        Some(JointBalance::counted([&five, &ten, &first], all))
    }

    fn counted([within_5, within_10, first]: [&Figure; 3], statements: Vec<Statement>) -> String {
        let range = |of: &Figure| format!("{:.0} to {:.0}", of.low, of.high);
        format!(
            "{:.0} of {} patterns are within 10 percentage points of even (95 % CI {}), {:.0} of them within 5 ({}); {:.0} favour \
             the first player ({}). Shown one by one: {}.",
            within_10.mean,
            statements.len(),
            range(within_10),
            within_5.mean,
            range(within_5),
            first.mean,
            range(first),
            shown(statements)
        )
    }

    /// Returns the tasks of which each finds the openings of some rows: of a pattern under a rule set,
    /// as all classes play it.
    pub fn openings<'c>(&self, cells: &'c [CrewCell]) -> Vec<OpeningsTask<'c>> {
        let mut groups: Vec<OpeningsTask<'c>> = Vec::new();
        for (at, row) in self.rows.iter().enumerate() {
            for cell in row.cells.iter().map(|&it| &cells[it]) {
                let Some((design, games)) = &cell.openings else { continue };
                let family = &*cell.condition.family;
                let is_group = |it: &&mut OpeningsTask<'c>| {
                    (it.family, it.rules, it.stones) == (family, &*cell.rules, &*cell.stones)
                };
                let crew = (at, (games, row.score));
                match groups.iter_mut().find(is_group) {
                    Some(group) => group.crews.push(crew),
                    None => groups.push(OpeningsTask {
                        family,
                        rules: &cell.rules,
                        stones: &cell.stones,
                        design,
                        crews: vec![crew],
                    }),
                }
            }
        }
        groups
    }
}
