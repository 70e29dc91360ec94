//! Predictions of rule sets as sentences, tables and JSON, and the effects that they rest on as a picture.

use serde_json::{Value, json};

use super::Table;
use super::plots::EffectMark;
use crate::answer::interval::Interval;
use crate::answer::kept_effects::KeptEffects;
use crate::answer::prediction::{Line, interval, within};
use crate::experiment::{Factorial, Term};
use pasang_core::base::text::{decimal, wrapped};
use pasang_core::profile::{MEASURES, MeasureKind};

/// Returns the effects on a measure as a picture draws them.
pub fn drawn(factorial: &Factorial, kept: &KeptEffects) -> Vec<EffectMark> {
    let mark = |(term, effect): (Term, &Option<[f64; 5]>)| {
        let [mean, low, high, joint_low, joint_high] = (*effect)?;
        let factor = &factorial.factors[term.factor];
        let [value, against] = [term.level, 0].map(|level| &factor.values[level].word);
        Some(EffectMark {
            name: EffectMark::name(&factor.toggle, value, against),
            mean,
            alone: Interval { low, high },
            joint: Interval { low: joint_low, high: joint_high },
        })
    };
    factorial.terms().into_iter().zip(&kept.effects).filter_map(mark).collect()
}

pub fn as_json(Line { bots, measure, it }: &Line) -> Value {
    let interval = interval(measure, it);
    json!({
        "bots": bots, "measure": measure, "mean": within(measure, it.mean),
        "low": interval.map(|it| it.low), "high": interval.map(|it| it.high),
    })
}

/// Returns the title of a measure, and how often its unit is in 1: shares are in per cent.
fn title(measure: &str) -> (&str, f64) {
    match MEASURES.iter().find(|it| it.0 == measure) {
        Some((_, title, MeasureKind::Number, _)) => (title, 1.0),
        Some((_, title, ..)) => (title, 100.0),
        None => ("first player's score", 100.0),
    }
}

/// Says what the first player scores, and how long a game is.
pub fn told(lines: &[Line], width: usize) -> String {
    let of = |bots: &str, name: &str| {
        let line = lines.iter().find(|line| line.bots == bots && line.measure == name)?;
        let scale = title(name).1;
        let figure = |value: f64| decimal(scale * value, 1);
        let ends = interval(name, &line.it)
            .map(|it| format!(" (95 % CI {} to {})", figure(it.low), figure(it.high)));
        Some((figure(within(name, line.it.mean)), ends.unwrap_or_default()))
    };
    let score = |line: &Line| {
        let (mean, ends) = of(&line.bots, "score")?;
        let long = of(&line.bots, "plies")
            .map(|(mean, ends)| format!("; a game has {mean} plies{ends}"))
            .unwrap_or_default();
        let text =
            format!("Between {}, the first player scores {mean} %{ends}{long}.\n", line.bots);
        Some(wrapped(&text, width))
    };
    lines.iter().filter(|line| line.measure == "score").filter_map(score).collect()
}

pub fn table(lines: Vec<Line>) -> Table {
    let figure = |measure: &str, value: f64| decimal(title(measure).1 * value, 1);
    Table::of(lines)
        .left("bots", |line| line.bots.clone())
        .left("measure", |line| match title(&line.measure) {
            (title, 1.0) => title.to_owned(),
            (title, _) => format!("{title} %"),
        })
        .right("predicted", |line| figure(&line.measure, within(&line.measure, line.it.mean)))
        .left("95 % CI", |line| {
            let [low, high] = interval(&line.measure, &line.it)
                .map(|it| [it.low, it.high].map(|it| figure(&line.measure, it)))?;
            Some(format!("{low} to {high}"))
        })
        .done()
}
