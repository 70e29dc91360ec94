//! Rule sets that need not have been played: what effects in a designed experiment predict of them, and which
//! are the most even.

use super::effects::{Estimated, Predictor};
use super::interval::{ALPHA, Interval, moments};
use crate::experiment::{Factorial, Levels};
use crate::text::diagnostic::{Diagnostic, Diagnostics};
use pasang_core::base::text::{all_of, listed};
use pasang_core::games::rules::{Game, NamedRules};
use pasang_core::profile::{MEASURES, MeasureKind};

/// Estimates of a measure between a line-up's bots.
pub struct Estimates<'d> {
    pub bots: String,
    pub measure: String,
    pub predictor: Predictor<'d>,
}

pub struct Line {
    pub bots: String,
    pub measure: String,
    pub it: Estimated,
}

/// Returns the levels of a rule set, which differs from the first in toggles that vary.
pub fn levels(
    factorial: &Factorial,
    rules: &Game,
    first: &NamedRules,
) -> Result<Levels, Diagnostics> {
    let varies = |toggle: &str| factorial.factors.iter().any(|it| it.toggle == toggle);
    let Some(levels) = factorial.levels(rules).filter(|_| rules.kind() == first.rules.kind())
    else {
        let values = factorial.factors.iter().map(|it| {
            let words: Vec<&str> = it.values.iter().map(|value| value.word.as_str()).collect();
            format!("{}: {}", it.toggle, words.join(", "))
        });
        let what = format!("no game of this experiment tells of `{rules}`");
        return Err(wrong(what, format!("its values are {}", listed(values, "and"))));
    };
    let settings = rules.toggles().into_iter().zip(first.rules.toggles());
    let others = settings.filter(|(own, first)| own != first && !varies(own.name));
    let others: Vec<&str> = others.map(|(own, _)| own.name).collect();
    if !others.is_empty() {
        let what = format!("{} did not vary in this experiment", all_of(others));
        return Err(wrong(what, "play one in which it does, by `[factorial]`"));
    }
    Ok(levels)
}

impl Estimates<'_> {
    /// Predicts the measure of a row of the model; on one pattern if its number is given.
    pub fn predict(&self, row: &[f64], pattern: Option<usize>) -> Line {
        let predicted = self.predictor.predict(row);
        let it = pattern.map_or(*predicted.told(), |at| predicted.patterns[at]);
        Line { bots: self.bots.clone(), measure: self.measure.clone(), it }
    }
}

/// A goal of rule sets: fairness, or a measure, of which a negative weight wants less.
#[derive(Clone, Debug)]
pub struct Goal {
    name: String,
    weight: f64,
}

/// The goal of a score that is near to even.
const FAIRNESS: &str = "fairness";

const MAX_WEIGHT: f64 = 1e6;

impl Goal {
    pub fn read(word: &str) -> Result<Goal, String> {
        let (name, weight) = word.split_once('=').unwrap_or((word, ""));
        let weight = weight.parse().ok().filter(|it: &f64| it.abs() <= MAX_WEIGHT);
        let weight =
            weight.ok_or("expected `fairness` or a measure, `=`, and a number of at most 1e6")?;
        Ok(Goal { name: name.to_owned(), weight })
    }

    fn measure(&self) -> &str {
        if self.name == FAIRNESS { "score" } else { &self.name }
    }

    /// Returns how well a prediction meets it; fairness by half percentage points.
    fn value(&self, predicted: f64) -> f64 {
        let value = match self.name == FAIRNESS {
            true => -((predicted - 0.5).abs() * 200.0).round() / 200.0,
            false => predicted,
        };
        value * 1.0_f64.copysign(self.weight)
    }
}

/// A rule set with its predicted score, length and measures of the goals, and how well it meets these.
pub struct Candidate {
    pub levels: Levels,
    pub lines: Vec<Line>,
    pub values: Vec<f64>,
    pub sum: f64,
}

/// Returns the combinations of the toggles of which no other meets all goals as well between the first
/// line-up's bots, by the weighted sum: the Pareto set.
pub fn even(
    factorial: &Factorial,
    estimates: &[Estimates<'_>],
    goals: &[Goal],
) -> Result<Vec<Candidate>, Diagnostics> {
    let of = |name: &str| {
        estimates.iter().find(|it| it.measure == name).ok_or_else(|| {
            let names = estimates.iter().filter(|it| it.bots == estimates[0].bots);
            let names = all_of(names.map(|it| it.measure.as_str()).chain([FAIRNESS]));
            let help = format!("they have {names}; `pasang profile` adds those by searches");
            wrong(format!("`{name}` is no measure of these results"), help)
        })
    };
    let mut shown = vec![of("score")?, of("plies")?];
    let mut places = Vec::new();
    for (at, goal) in goals.iter().enumerate() {
        if goals[..at].iter().any(|it| it.name == goal.name) {
            return Err(wrong(format!("`{}` has two weights", goal.name), "give it one"));
        }
        let place = shown.iter().position(|it| it.measure == goal.measure());
        places.push(place.unwrap_or(shown.len()));
        if place.is_none() {
            shown.push(of(goal.measure())?);
        }
    }
    let candidate = |row: Vec<usize>| {
        let levels = factorial.effective(&row);
        let row = factorial.row(&levels);
        let lines: Vec<Line> = shown.iter().map(|it| it.predict(&row, None)).collect();
        let values = goals.iter().zip(&places);
        let values = values.map(|(goal, &place)| goal.value(lines[place].it.mean)).collect();
        Candidate { levels, lines, values, sum: 0.0 }
    };
    let mut all: Vec<Candidate> =
        factorial.combinations().unwrap_or_default().into_iter().map(candidate).collect();
    for (at, goal) in goals.iter().enumerate() {
        let sd = moments(all.iter().map(|it| it.values[at])).1.sqrt();
        let weight = if sd > 0.0 { goal.weight.abs() / sd } else { 0.0 };
        all.iter_mut().for_each(|it| it.sum += weight * it.values[at]);
    }
    all.sort_by(|one, other| {
        let values = one.values.iter().zip(&other.values);
        let first = other.sum.total_cmp(&one.sum);
        let from_even = |it: &Candidate| (it.lines[0].it.mean - 0.5).abs();
        let order = values.fold(first, |order, (one, other)| order.then(other.total_cmp(one)));
        order.then(from_even(one).total_cmp(&from_even(other)))
    });
    let mut best: Vec<Candidate> = Vec::new();
    for it in all {
        let is_met = |by: &Candidate| by.values.iter().zip(&it.values).all(|(by, it)| by >= it);
        if !best.iter().any(is_met) {
            best.push(it);
        }
    }
    Ok(best)
}

/// Keeps a prediction within what the measure can be: a sum of effects knows no bounds.
pub fn within(measure: &str, value: f64) -> f64 {
    let kind = MEASURES.iter().find(|it| it.0 == measure).map(|it| it.2);
    let most = if kind == Some(MeasureKind::Number) { f64::INFINITY } else { 1.0 };
    value.clamp(0.0, most)
}

pub fn interval(measure: &str, it: &Estimated) -> Option<Interval> {
    let Interval { low, high } = it.interval(ALPHA)?;
    Some(Interval { low: within(measure, low), high: within(measure, high) })
}

fn wrong(what: impl Into<String>, help: impl Into<String>) -> Diagnostics {
    Diagnostic::whole(what).help(help).into()
}
