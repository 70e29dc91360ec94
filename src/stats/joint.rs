//! Balance of cells that crews of several classes played, in one or many experiments: the joint model
//! of [`pasang_core::balance::joint`], its statements, and their table.

use std::ops::Range;

use pasang_core::balance::joint::{CLASSES, Condition, CrewScore, Joint};
use pasang_core::balance::{BalanceVerdict, Normal, central};
use pasang_core::games::rules::Game;
use serde::Serialize;

use super::interval::{ALPHA, Interval};
use super::table::Table;
use crate::base::text::Keyword;

/// A cell that a crew played, or would play.
#[derive(Clone, Debug)]
pub struct CrewCell {
    /// Name of the setup; the pattern's stones tell it from others.
    pub setup: String,
    pub stones: String,
    /// Class and rule set by name, and as the model takes them.
    pub class: String,
    pub rules: String,
    pub condition: Condition,
    /// Kinds of the crew's bots.
    pub bots: Vec<String>,
    pub games: u64,
    /// Posterior of the score by its own games; `None` without games.
    pub score: Option<Normal>,
}

impl CrewCell {
    /// Adds to the cells of one pattern under one rule set those of the built-in classes that did not
    /// play it, and what is known of all classes' means; leaves other cells as they are.
    pub fn add_classes(cells: &mut Vec<CrewCell>, rules: &Game) {
        let Some(first) = cells.first().cloned() else { return };
        for class in CLASSES {
            let Some(mean) = Condition::known_mean(class.name, rules) else { continue };
            let condition = Condition { mean, ..Condition::of(class.name, rules) };
            match cells.iter_mut().find(|it| it.class == class.name) {
                Some(cell) => cell.condition = condition,
                None => cells.push(CrewCell {
                    class: class.name.to_owned(),
                    condition,
                    games: 0,
                    score: None,
                    ..first.clone()
                }),
            }
        }
        cells.sort_by_key(CrewCell::strength);
    }

    /// Returns the place of its class among the built-in ones, from weak to strong; others come last.
    pub fn strength(&self) -> usize {
        CLASSES.iter().position(|it| it.name == self.class).unwrap_or(CLASSES.len())
    }
}

/// Joint answer on a pattern under a condition.
#[derive(Clone, Debug)]
pub struct JointRow {
    pub setup: String,
    pub stones: String,
    pub class: String,
    pub rules: String,
    pub games: u64,
    pub score: Normal,
    /// By the games of this pattern, class and rule set alone; `None` without games.
    pub alone: Option<Normal>,
    pub unseen: Normal,
    /// The verdict on it alone, and the one that holds together with those on all patterns.
    pub verdict: BalanceVerdict,
    pub joint_verdict: BalanceVerdict,
    pub nearest: f64,
    pub near: f64,
    pub is_near: bool,
    pub may_be_near: bool,
}

/// Mean or difference with its 95 % interval.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Figure {
    pub mean: f64,
    pub low: f64,
    pub high: f64,
}

impl Figure {
    pub fn new(mean: f64, Interval { low, high }: Interval) -> Figure {
        Figure { mean, low, high }
    }
}

impl From<Normal> for Figure {
    fn from(of: Normal) -> Figure {
        Figure::new(of.mean, of.interval(ALPHA))
    }
}

/// A class under a rule set, over the patterns that it played.
#[derive(Clone, Debug, Serialize)]
pub struct ClassLine {
    pub class: String,
    pub rules: String,
    /// Mean score of the patterns.
    pub score: Figure,
    /// Difference from the first class that played patterns of these under the same rules, over both's
    /// patterns; `None` for that class.
    pub more_than_first: Option<Figure>,
    #[serde(skip)]
    pub rows: Range<usize>,
}

/// Two rule sets by one class, over the patterns that both played.
#[derive(Clone, Debug, Serialize)]
pub struct RulesLine {
    pub class: String,
    pub rules: [String; 2],
    pub patterns: usize,
    /// The second's mean score less the first's.
    pub difference: Figure,
    /// Distance by which the second's scores are nearer to even.
    pub nearer: Figure,
}

/// Joint answer on all cells.
#[derive(Clone, Debug, Default)]
pub struct JointBalance {
    pub classes: Vec<ClassLine>,
    pub rows: Vec<JointRow>,
    pub rules: Vec<RulesLine>,
}

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

    /// Returns the answer on a condition, pattern by pattern.
    fn rows(&self, number: usize) -> Vec<JointRow> {
        let line = &self.lines[number];
        let Family { joint, draws } = &self.families[line.family];
        let told = joint.statements(draws, &line.patterns, line.condition);
        let row = |(at, &pattern): (usize, &usize)| {
            let own = self.places.iter().zip(self.cells);
            let own = own.filter(|((line, it, _), _)| (*line, *it) == (number, pattern));
            let (scores, cells): (Vec<_>, Vec<&CrewCell>) =
                own.map(|((.., score), cell)| (score.as_ref(), cell)).unzip();
            let scores = scores.into_iter().flatten();
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
                alone: (!scores.is_empty()).then(|| alone.score(0, 0)),
                unseen,
                verdict: BalanceVerdict::of(unseen.balanced(), score.interval(ALPHA)),
                joint_verdict: told.verdicts[at],
                nearest: told.nearest[at],
                near: told.near[at],
                is_near: told.within_2[at],
                may_be_near: told.may_be_within_2[at],
            }
        };
        line.patterns.iter().enumerate().map(row).collect()
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

    fn class(&self, number: usize, rows: Range<usize>) -> ClassLine {
        let line = &self.lines[number];
        let CrewCell { class, rules, condition, .. } = line.cell;
        let is_like = |it: &Line<'_>| {
            (&it.cell.condition.toggles, &it.cell.condition.family)
                == (&condition.toggles, &condition.family)
        };
        let first =
            (0..number).find(|&at| is_like(&self.lines[at]) && !self.common(at, number).is_empty());
        let joint = &self.families[line.family].joint;
        let score = joint.contrast(line.patterns.iter().copied(), &[(line.condition, 1.0)]);
        ClassLine {
            class: class.clone(),
            rules: rules.clone(),
            score: score.into(),
            more_than_first: first
                .map(|at| self.difference(at, number, &self.common(at, number)).into()),
            rows,
        }
    }

    fn rules(&self) -> Vec<RulesLine> {
        let all = 0..self.lines.len();
        let pairs = all.clone().flat_map(|one| all.clone().skip(one + 1).map(move |it| (one, it)));
        let compared = |(one, other): (usize, usize)| {
            let cells = [one, other].map(|at| self.lines[at].cell);
            let patterns = self.common(one, other);
            (cells[0].class == cells[1].class && !patterns.is_empty()).then(|| RulesLine {
                class: cells[0].class.clone(),
                rules: cells.map(|cell| cell.rules.clone()),
                patterns: patterns.len(),
                difference: self.difference(one, other, &patterns).into(),
                nearer: self.nearer(one, other, &patterns),
            })
        };
        pairs.filter_map(compared).collect()
    }
}

impl JointBalance {
    /// Answers on cells, whose classes and rule sets keep their order.
    pub fn of(cells: &[CrewCell]) -> JointBalance {
        let model = Model::of(cells);
        let mut all = JointBalance { rules: model.rules(), ..JointBalance::default() };
        for number in 0..model.lines.len() {
            let from = all.rows.len();
            all.rows.extend(model.rows(number));
            all.classes.push(model.class(number, from..all.rows.len()));
        }
        all
    }
}

impl JointBalance {
    /// Returns the answer as data.
    pub fn json(&self) -> serde_json::Value {
        let rows = table(&self.rows).json();
        serde_json::json!({ "classes": self.classes, "rules": self.rules, "balance": rows })
    }
}

/// Returns the table of joint answers.
pub fn table(rows: &[JointRow]) -> Table {
    const ROWS: &str = "One row a class, rule set and pattern, written by `pasang balance --out`.";
    const JOINT: &str =
        "the verdict that holds together with those of all patterns of the class and rule set";
    const NEAR: &str = "the probability that it is within 2 percentage points of one half";
    const IS_NEAR: &str = "`yes` if all that say so are, with probability 0.95; `maybe` if it is among those that all such patterns are among, with that probability; else `no`";
    let ends = |of: fn(&JointRow) -> Option<Normal>| {
        move |row: &&JointRow| {
            let Interval { low, high } = of(row)?.interval(ALPHA);
            Some(Interval { low: low.max(0.0), high: high.min(1.0) })
        }
    };
    Table::file("balance.csv", ROWS, rows)
        .word("setup", "the setup", |row| row.setup.as_str())
        .word("class", "the class of the crew", |row| row.class.as_str())
        .word("rules", "the rule set", |row| row.rules.as_str())
        .whole("games", "games played of this pattern, class and rule set", |row| row.games)
        .share(
            "score",
            "the first player's score with random openings, from all games together",
            |row| row.score.mean,
        )
        .ends("score", "its interval at 95 %, for the mean over bots", ends(|row| Some(row.score)))
        .share("alone", "the score from the row's own games alone", |row| Some(row.alone?.mean))
        .ends("alone", "its interval at 95 %, for the mean over bots", ends(|row| row.alone))
        .ends(
            "unseen",
            "the prediction interval at 95 % for the score of an unseen bot",
            ends(|row| Some(row.unseen)),
        )
        .share("within_5", "the probability that an unseen bot scores 45 to 55 %", |row| {
            row.unseen.within(0.05)
        })
        .share("within_10", "the probability that an unseen bot scores 40 to 60 %", |row| {
            row.unseen.within(0.1)
        })
        .word("verdict", "as in a folder's table, of this row alone", |row| row.verdict.word())
        .word("joint_verdict", JOINT, |row| row.joint_verdict.word())
        .share("nearest", "the probability that its score is the nearest to even", |row| {
            row.nearest
        })
        .share("within_2", NEAR, |row| row.near)
        .word("near", IS_NEAR, |row| match (row.is_near, row.may_be_near) {
            (true, _) => "yes",
            (_, true) => "maybe",
            _ => "no",
        })
        .done()
}
