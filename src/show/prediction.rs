//! Predictions of rule sets as sentences, tables and JSON, and the effects that they rest on as a picture.

use serde_json::{Value, json};

use super::format::{ends, percent};
use super::plots::EffectMark;
use super::{Table, width};
use crate::answer::interval::Interval;
use crate::answer::kept_effects::KeptEffects;
use crate::answer::prediction::{Candidate, Line, interval, within};
use crate::experiment::{Experiment, Factorial, HIGHEST_SEED, Levels, Term};
use pasang_core::base::text::{rounded, shell_word, wrapped};
use pasang_core::games::rules::Game;
use pasang_core::games::setup::{self, GROUPS, Setup};
use pasang_core::players::crew::Crew;
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
        let figure = |value: f64| rounded(scale * value, 1);
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
    let figure = |measure: &str, value: f64| rounded(title(measure).1 * value, 1);
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

/// Largest numbers of rule sets that are printed, and that games are to confirm.
const MAX_LISTED: usize = 12;

const CONFIRMED: usize = 3;

/// Lists the rule sets that are the most even, as text or JSON.
pub fn even_text(
    all: &[Candidate],
    (experiment, factorial): (&Experiment, &Factorial),
    is_json: bool,
) -> Result<String, serde_json::Error> {
    let played = experiment.rules.iter().filter_map(|it| factorial.levels(&it.rules));
    let played: Vec<Levels> = played.collect();
    let is_played = |it: &Candidate| played.contains(&it.levels);
    let confirm =
        |it: &Candidate| command(experiment, &factorial.game(&it.levels, &experiment.rules[0]));
    if is_json {
        let of = |it: &Candidate| {
            let lines: Value = it.lines.iter().map(as_json).collect();
            let changes = factorial.changes(&it.levels);
            json!({ "changes": changes, "played": is_played(it), "predictions": lines, "run": confirm(it) })
        };
        let all: Value = all.iter().map(of).collect();
        return Ok(serde_json::to_string_pretty(&all)? + "\n");
    }
    let mut table = Table::of(all.iter().take(MAX_LISTED))
        .right("first player %", |it| percent(it.lines[0].it.mean))
        .left("95 % CI", |it| interval(&it.lines[0].measure, &it.lines[0].it).map(ends));
    for place in 1..all.first().map_or(0, |it| it.lines.len()) {
        let name = all[0].lines[place].measure.replace('_', " ");
        table = table.right(&name, move |it| rounded(it.lines[place].it.mean, 2));
    }
    let table = table
        .left("played", |it| if is_played(it) { "yes" } else { "no" })
        .left("changes from the base", |it| match factorial.changes(&it.levels) {
            name if name.is_empty() => "none".to_owned(),
            name => name,
        })
        .done();
    let mut text = table.text(width());
    text += "No other rule set is as good in all that is weighed. Games with a fresh seed confirm the first:\n";
    match all.iter().take(CONFIRMED).map(confirm).collect::<Option<Vec<_>>>() {
        Some(commands) => text.extend(commands.iter().map(|it| format!("{it}\n"))),
        None => {
            text += "play the experiment's own file with these rules alone, and another `seed`.\n"
        }
    }
    Ok(text)
}

/// Returns the command that plays a rule set between the first bots of an experiment, on its patterns,
/// with another seed; `None` if no word names a crew or a pattern of the experiment's own.
fn command(experiment: &Experiment, rules: &Game) -> Option<String> {
    let first = &experiment.lineups[0];
    let is_known =
        |it: &Setup| setup::by_name(&it.name).is_ok_and(|known| known.board() == it.board());
    if first.crew().is_some_and(|it| Crew::builtin(&it.name).is_none())
        || !experiment.setups.iter().all(is_known)
    {
        return None;
    }
    let names: Vec<&str> = experiment.setups.iter().map(|it| it.name.as_str()).collect();
    let is_all = |group: &&&str| {
        let all = setup::group(group).unwrap_or_default();
        all.iter().map(|it| it.name.as_str()).eq(names.iter().copied())
    };
    let names = GROUPS.iter().find(is_all).map_or(names.clone(), |group| vec![*group]);
    let (base, settings) = rules.by_a_preset();
    let set = settings.into_iter().map(|it| {
        format!(" --set {}", shell_word(&format!("{}={}", it.name, it.value.replace('"', ""))))
    });
    Some(format!(
        "pasang run{} --rules {base}{} --bots {} --seed {}",
        names.iter().map(|name| format!(" --setup {}", shell_word(name))).collect::<String>(),
        set.collect::<String>(),
        shell_word(&first.to_string()),
        experiment.seed.map_or(1, |seed| seed.wrapping_add(1)) % HIGHEST_SEED
    ))
}
