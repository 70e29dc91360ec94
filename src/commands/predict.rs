//! `pasang rules predict`: the first player's score, and how a game plays, under rules that need not
//! have been played, by the effects in a designed experiment.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use super::exit::{CommandError, CommandResult, note, print, print_json, write_new_into, wrong};
use super::options::width;
use crate::answer::effects::{Design, Estimated, Predictor};
use crate::answer::interval::{ALPHA, Interval, moments};
use crate::answer::kept_effects::KeptEffects;
use crate::experiment::{Factorial, HIGHEST_SEED, Levels, SeededExperiment, Term};
use crate::run::RunFolder;
use crate::run::folder::{ESTIMATES, PROFILE_ESTIMATES};
use crate::show::format::{ends, percent};
use crate::show::plots::EffectMark;
use crate::show::{Table, plots};
use pasang_core::base::text::{all_of, decimal, listed, shell_word, wrapped};
use pasang_core::games::rules::{Game, NamedRules};
use pasang_core::games::setup::{self, GROUPS};
use pasang_core::profile::{MEASURES, MeasureKind};

#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Example:\n  pasang rules predict results/disputed-rules --set stuck=score-decides --set entry=jump"
)]
pub struct Predict {
    /// Results folder of an experiment with `[factorial]`
    #[arg(value_name = "RESULTS")]
    results: PathBuf,
    /// Preset, or a file of rules [default: the first rule set of the experiment]
    #[arg(long, value_name = "NAME|FILE")]
    rules: Option<String>,
    /// Set a toggle, as `stuck=score-decides`; may be repeated
    #[arg(long, value_name = "TOGGLE=VALUE")]
    set: Vec<String>,
    /// Predict for this pattern of the experiment alone
    #[arg(long, value_name = "NAME")]
    setup: Option<String>,
    /// List the rule sets that are the most even, and of these the liveliest
    #[arg(long, conflicts_with_all = ["rules", "set", "setup"])]
    even: bool,
    /// With --even: weigh fairness and measures of play, in their standard deviations over all rule sets
    ///
    /// `fairness=1,score_lead_changes=.5,plies=-.2` lists rule sets by the sum, with shorter games before
    /// longer ones.
    #[arg(long, value_name = "MEASURE=WEIGHT,..", requires = "even", value_delimiter = ',')]
    #[arg(value_parser = Goal::read, allow_hyphen_values = true)]
    #[arg(default_values = ["fairness=1", "score_lead_changes=0"], hide_default_value = true)]
    weigh: Vec<Goal>,
    /// Write a picture of the effects on the first player's score to this folder
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

struct Estimates<'d> {
    bots: String,
    measure: String,
    predictor: Predictor<'d>,
}

struct Line {
    bots: String,
    measure: String,
    it: Estimated,
}

impl Predict {
    pub fn run(self) -> CommandResult {
        let run_folder = RunFolder::open_finished(&self.results)?;
        run_folder.check_files()?;
        let experiment = run_folder.experiment();
        let Some(factorial) = &experiment.factorial else {
            let what = format!("`{}` is no designed experiment", self.results.display());
            return Err(wrong(what, "expected a folder of an experiment with `[factorial]`"));
        };
        let first = &experiment.rules[0];
        let levels_of = |named: &NamedRules| factorial.levels(&named.rules);
        let design =
            Design::new(factorial, experiment.rules.iter().filter_map(levels_of).collect());
        let with = design.with_products(factorial);
        let kept = run_folder.effects(ESTIMATES)?;
        if kept.is_empty() {
            let what =
                "no line-up of this experiment is of equal bots, so that no effects are known";
            return Err(wrong(what, "play a bot against itself, or a crew"));
        }
        let of_profile = match run_folder.folder.has(PROFILE_ESTIMATES) {
            true => run_folder.effects(PROFILE_ESTIMATES)?,
            false => Vec::new(),
        };
        let estimate = |it: &KeptEffects| Estimates {
            bots: it.bots.clone(),
            measure: it.measure.clone(),
            predictor: it.predictor(&design, with.as_ref()),
        };
        let estimates: Vec<Estimates<'_>> = kept.iter().chain(&of_profile).map(estimate).collect();
        let draw = || match &self.svg {
            Some(folder) => {
                let picture = plots::effects(&kept[0].bots, &drawn(factorial, &kept[0]));
                write_new_into(folder, &[("effects.svg".to_owned(), picture)])
            }
            None => Ok(()),
        };
        if self.even {
            let all = even(factorial, &estimates, &self.weigh)?;
            draw()?;
            return print_even(&all, (experiment, factorial), self.json);
        }
        let mut rules = match &self.rules {
            Some(name) => crate::text::rules::find(name)?,
            None => first.clone(),
        };
        crate::text::rules::set_all(&mut rules.rules, &self.set)?;
        let levels = levels(factorial, &rules.rules, first)?;
        let pattern = |name: &str| {
            let place = experiment.setups.iter().position(|it| it.name == name);
            place.ok_or_else(|| {
                let what = format!("`{name}` is no pattern of this experiment");
                wrong(what, "its cells.csv names them")
            })
        };
        let pattern = self.setup.as_deref().map(pattern).transpose()?;
        let row = factorial.row(&levels);
        let lines: Vec<Line> = estimates.iter().map(|it| it.predict(&row, pattern)).collect();
        draw()?;
        let is_played = experiment.rules.iter().any(|named| named.rules == rules.rules);
        let of = rules.rules.to_string();
        match self.json {
            true => print_json(&json!({
                "rules": of, "played": is_played, "setup": self.setup,
                "predictions": lines.iter().map(as_json).collect::<Value>(),
            })),
            false => {
                let on = self
                    .setup
                    .map_or("the mean over patterns".to_owned(), |name| format!("`{name}`"));
                let how = if is_played { "was played" } else { "was not played" };
                note(format_args!("`{of}`, which {how}, on {on}"));
                print(told(&lines) + &table(lines).text(width()))
            }
        }
    }
}

/// Returns the levels of a rule set, which differs from the first in toggles that vary.
fn levels(factorial: &Factorial, rules: &Game, first: &NamedRules) -> Result<Levels, CommandError> {
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
    fn predict(&self, row: &[f64], pattern: Option<usize>) -> Line {
        let predicted = self.predictor.predict(row);
        let it = pattern.map_or(*predicted.told(), |at| predicted.patterns[at]);
        Line { bots: self.bots.clone(), measure: self.measure.clone(), it }
    }
}

/// A goal of rule sets: fairness, or a measure, of which a negative weight wants less.
#[derive(Clone, Debug)]
struct Goal {
    name: String,
    weight: f64,
}

/// The goal of a score that is near to even.
const FAIRNESS: &str = "fairness";

const MAX_WEIGHT: f64 = 1e6;

impl Goal {
    fn read(word: &str) -> Result<Goal, String> {
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
struct Candidate {
    levels: Levels,
    lines: Vec<Line>,
    values: Vec<f64>,
    sum: f64,
}

/// Returns the combinations of the toggles of which no other meets all goals as well between the first
/// line-up's bots, by the weighted sum: the Pareto set.
fn even(
    factorial: &Factorial,
    estimates: &[Estimates<'_>],
    goals: &[Goal],
) -> Result<Vec<Candidate>, CommandError> {
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

/// Largest numbers of rule sets that are printed, and that games are to confirm.
const MAX_LISTED: usize = 12;
const CONFIRMED: usize = 3;

fn print_even(
    all: &[Candidate],
    (experiment, factorial): (&SeededExperiment, &Factorial),
    is_json: bool,
) -> CommandResult {
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
        return print_json(&all.iter().map(of).collect::<Value>());
    }
    let mut table = Table::of(all.iter().take(MAX_LISTED))
        .right("first player %", |it| percent(it.lines[0].it.mean))
        .left("95 % CI", |it| interval(&it.lines[0].measure, &it.lines[0].it).map(ends));
    for place in 1..all.first().map_or(0, |it| it.lines.len()) {
        let name = all[0].lines[place].measure.replace('_', " ");
        table = table.right(&name, move |it| decimal(it.lines[place].it.mean, 2));
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
    text.extend(all.iter().take(CONFIRMED).map(|it| format!("{}\n", confirm(it))));
    print(text)
}

/// Returns the command that plays a rule set between the first bots of an experiment, on its patterns,
/// with another seed.
fn command(experiment: &SeededExperiment, rules: &Game) -> String {
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
    format!(
        "pasang run{} --rules {base}{} --bots {} --seed {}",
        names.iter().map(|name| format!(" --setup {}", shell_word(name))).collect::<String>(),
        set.collect::<String>(),
        shell_word(&experiment.lineups[0].to_string()),
        experiment.seed().wrapping_add(1) % HIGHEST_SEED
    )
}

/// Returns the effects on a measure as a picture draws them.
fn drawn(factorial: &Factorial, kept: &KeptEffects) -> Vec<EffectMark> {
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

/// Keeps a prediction within what the measure can be: a sum of effects knows no bounds.
fn within(measure: &str, value: f64) -> f64 {
    let kind = MEASURES.iter().find(|it| it.0 == measure).map(|it| it.2);
    let most = if kind == Some(MeasureKind::Number) { f64::INFINITY } else { 1.0 };
    value.clamp(0.0, most)
}

fn interval(measure: &str, it: &Estimated) -> Option<Interval> {
    let Interval { low, high } = it.interval(ALPHA)?;
    Some(Interval { low: within(measure, low), high: within(measure, high) })
}

fn as_json(Line { bots, measure, it }: &Line) -> Value {
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
fn told(lines: &[Line]) -> String {
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
        Some(wrapped(&text, width()))
    };
    lines.iter().filter(|line| line.measure == "score").filter_map(score).collect()
}

fn table(lines: Vec<Line>) -> Table {
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
