//! `pasang rules predict`: the first player's score, and how a game plays, under rules that need not
//! have been played, by the effects in a designed experiment.

use std::path::PathBuf;

use clap::Args;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::base::text::{all_of, listed};
use crate::cli::exit::{
    CommandError, CommandResult, missing, note, print, print_json, write_new_into, wrong,
};
use crate::cli::options::width;
use crate::experiment::{Factorial, Levels};
use crate::report::format::percent;
use crate::report::plots::{self, EffectMark};
use crate::results::RunFolder;
use crate::results::folder::{EFFECTS, PATTERN_EFFECTS};
use crate::stats::effects::{Components, Design, Estimated, LEAST_DEGREES, Predictor};
use crate::stats::interval::{ALPHA, Interval};
use crate::stats::{Table, decimal};
use pasang_core::games::rules::{Game, NamedRules};
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
    /// Write a picture of the effects on the first player's score to this folder
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A row of `effects.csv`.
#[derive(Debug, Deserialize)]
struct EffectRow {
    bots: String,
    measure: String,
    toggle: String,
    value: String,
    against: String,
    effect: f64,
    effect_low: Option<f64>,
    effect_high: Option<f64>,
    effect_joint_low: Option<f64>,
    effect_joint_high: Option<f64>,
    lack_of_fit_sd: Option<f64>,
    cell_sd: f64,
    bots_sd: f64,
}

/// A row of `pattern-effects.csv`.
#[derive(Debug, Deserialize)]
struct PatternRow {
    bots: String,
    measure: String,
    toggle: String,
    value: String,
    setup: String,
    own: f64,
}

/// The toggle of the row that has the level under the values of the base.
const BASE: &str = "base";

/// The estimates on a measure for a line-up.
struct Estimates<'d> {
    bots: String,
    measure: String,
    predictor: Predictor<'d>,
}

/// A line of the answer.
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
        let of = |named: &NamedRules| factorial.levels(&named.rules);
        let played: Vec<Levels> = experiment.rules.iter().filter_map(of).collect();
        let design = Design::new(factorial, played.clone());
        let (effects, estimates) = estimates(&run_folder, (factorial, &design))?;
        if let Some(folder) = &self.svg {
            let picture = plots::effects(&drawn(&effects));
            write_new_into(folder, &[("effects.svg".to_owned(), picture)])?;
        }
        if self.even {
            let all = even(factorial, &estimates)
                .ok_or_else(|| missing(format!("`{EFFECTS}` lacks a measure of play")))?;
            return print_even(&all, |levels| played.contains(levels), self.json);
        }
        let mut rules = match &self.rules {
            Some(name) => crate::read::rules::find(name)?,
            None => first.clone(),
        };
        crate::read::rules::set_all(&mut rules.rules, &self.set)?;
        let levels = levels(factorial, &rules.rules, first)?;
        let setups: Vec<&str> = experiment.setups.iter().map(|it| it.name.as_str()).collect();
        let pattern = self.setup.as_deref().map(|name| pattern(name, &setups)).transpose()?;
        let row = factorial.row(&levels);
        let lines: Vec<Line> = estimates.iter().map(|it| it.predict(&row, pattern)).collect();
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
                print(table(lines).text(width()))
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

fn pattern(name: &str, setups: &[&str]) -> Result<usize, CommandError> {
    setups.iter().position(|&it| it == name).ok_or_else(|| {
        wrong(format!("`{name}` is no pattern of this experiment"), "its cells.csv names them")
    })
}

/// Reads the estimates on every measure for every line-up.
fn estimates<'d>(
    run_folder: &RunFolder,
    (factorial, design): (&Factorial, &'d Design),
) -> Result<(Vec<EffectRow>, Vec<Estimates<'d>>), CommandError> {
    let effects: Vec<EffectRow> = run_folder.rows_of(EFFECTS)?;
    let patterns: Vec<PatternRow> = run_folder.rows_of(PATTERN_EFFECTS)?;
    let setups = &run_folder.experiment().setups;
    let names = factorial.terms().into_iter().map(|term| factorial.name(term));
    let names: Vec<String> = std::iter::once("base=base".to_owned()).chain(names).collect();
    let free = design.rule_sets().saturating_sub(names.len()) as f64;
    let of = |base: &EffectRow| {
        let is_own = |bots: &str, measure: &str| (bots, measure) == (&base.bots, &base.measure);
        let bots_sd = |is_base: bool| {
            let found = effects
                .iter()
                .find(|it| is_own(&it.bots, &it.measure) && (it.toggle == BASE) == is_base);
            found.map_or(0.0, |it| it.bots_sd * it.bots_sd)
        };
        let mut own = vec![vec![f64::NAN; names.len()]; setups.len()];
        for it in patterns.iter().filter(|it| is_own(&it.bots, &it.measure)) {
            let term = names.iter().position(|name| *name == format!("{}={}", it.toggle, it.value));
            let setup = setups.iter().position(|setup| setup.name == it.setup);
            if let Some((term, setup)) = term.zip(setup) {
                own[setup][term] = it.own;
            }
        }
        let lack = base.lack_of_fit_sd.unwrap_or(0.0);
        // Where cells tell too little the games do, and they are many.
        let degrees = match (setups.len() as f64 - 1.0) * free {
            few if few < LEAST_DEGREES => f64::from(u16::MAX),
            degrees => degrees,
        };
        let cell = (base.cell_sd * base.cell_sd, degrees);
        let components = Components { cell, lack: (lack * lack, free) };
        let bots = [bots_sd(true), bots_sd(false)];
        // A row that is missing, or no number, would predict anything.
        let mut numbers = own.iter().flatten().chain([&cell.0, &components.lack.0]).chain(&bots);
        numbers.all(|it| it.is_finite()).then(|| {
            let predictor = Predictor { design, components, bots, own: own.clone() };
            Estimates { bots: base.bots.clone(), measure: base.measure.clone(), predictor }
        })
    };
    let all = effects.iter().filter(|it| it.toggle == BASE).map(of).collect::<Option<Vec<_>>>();
    match all {
        Some(all) if all.is_empty() => {
            let what =
                "no line-up of this experiment is of equal bots, so that no effects are known";
            Err(wrong(what, "play a bot against itself, or a crew"))
        }
        Some(all) => Ok((effects, all)),
        None => {
            let what = format!("`{PATTERN_EFFECTS}` is no table of this experiment");
            Err(wrong(what, "`pasang report` makes it again"))
        }
    }
}

impl Estimates<'_> {
    /// Predicts the measure of a row of the model; on one pattern if its number is given.
    fn predict(&self, row: &[f64], pattern: Option<usize>) -> Line {
        let predicted = self.predictor.predict(row);
        let it = pattern.map_or(*predicted.told(), |at| predicted.patterns[at]);
        Line { bots: self.bots.clone(), measure: self.measure.clone(), it }
    }
}

/// A rule set by its predicted score, length and liveliness.
struct Candidate {
    name: String,
    levels: Levels,
    score: Line,
    plies: Line,
    lead_changes: Line,
}

impl Candidate {
    /// Returns the distance of the score from even, in half percentage points.
    fn distance(&self) -> i64 {
        ((self.score.it.mean - 0.5).abs() * 200.0).round() as i64
    }

    fn liveliness(&self) -> f64 {
        self.lead_changes.it.mean
    }
}

/// Returns the combinations of the toggles of which no other is as near to even and livelier between the
/// first line-up's bots, the most even first: the Pareto set. `None` if a measure is missing.
fn even(factorial: &Factorial, estimates: &[Estimates<'_>]) -> Option<Vec<Candidate>> {
    let of = |name: &str| estimates.iter().find(|it| it.measure == name);
    let (score, plies) = (of("score")?, of("plies")?);
    let lead_changes = of("score_lead_changes")?;
    let candidate = |row: Vec<usize>| {
        let levels = factorial.effective(&row);
        let row = factorial.row(&levels);
        Candidate {
            name: factorial.changes(&levels),
            levels,
            score: score.predict(&row, None),
            plies: plies.predict(&row, None),
            lead_changes: lead_changes.predict(&row, None),
        }
    };
    let mut all: Vec<Candidate> =
        factorial.combinations().unwrap_or_default().into_iter().map(candidate).collect();
    all.sort_by(|one, other| {
        let lively = other.liveliness().total_cmp(&one.liveliness());
        one.distance().cmp(&other.distance()).then(lively)
    });
    let mut liveliest = f64::NEG_INFINITY;
    all.retain(|it| {
        let is_livelier = it.liveliness() > liveliest;
        liveliest = liveliest.max(it.liveliness());
        is_livelier
    });
    Some(all)
}

/// Prints the Pareto set of rule sets.
fn print_even(
    all: &[Candidate],
    is_played: impl Fn(&Levels) -> bool,
    is_json: bool,
) -> CommandResult {
    if is_json {
        let of = |it: &Candidate| {
            let lines: Value =
                [&it.score, &it.plies, &it.lead_changes].into_iter().map(as_json).collect();
            json!({ "changes": it.name, "played": is_played(&it.levels), "predictions": lines })
        };
        return print_json(&all.iter().map(of).collect::<Value>());
    }
    let ends = |line: &Line| {
        let it = interval(&line.measure, &line.it);
        it.map(|it| format!("{}-{}", percent(it.low), percent(it.high)))
    };
    let table = Table::of(all)
        .right("first player %", |it| percent(it.score.it.mean))
        .left("95 % CI", |it| ends(&it.score))
        .right("lead changes", |it| decimal(it.lead_changes.it.mean, 2))
        .right("plies", |it| decimal(it.plies.it.mean, 1))
        .left("played", |it| if is_played(&it.levels) { "yes" } else { "no" })
        .left("changes from the base", |it| match it.name.as_str() {
            "" => "none".to_owned(),
            name => name.to_owned(),
        })
        .done();
    let note = "No other rule set is nearer to even, by half a percentage point, and has more lead changes. `pasang run \
                --setup catalogue-distinct --set TOGGLE=VALUE` plays one with fresh seeds.\n";
    print(format!("{}{note}", table.text(width())))
}

/// Returns the effects on the first player's score by the first line-up, as a picture draws them.
fn drawn(effects: &[EffectRow]) -> Vec<EffectMark> {
    let bots = effects.first().map(|it| it.bots.as_str());
    let own = effects
        .iter()
        .filter(|it| it.measure == "score" && it.toggle != BASE && Some(it.bots.as_str()) == bots);
    let mark = |it: &EffectRow| {
        let interval =
            |low: Option<f64>, high: Option<f64>| Some(Interval { low: low?, high: high? });
        Some(EffectMark {
            name: format!("{} = {}, not {}", it.toggle, it.value, it.against),
            mean: it.effect,
            alone: interval(it.effect_low, it.effect_high)?,
            joint: interval(it.effect_joint_low, it.effect_joint_high)?,
        })
    };
    own.filter_map(mark).collect()
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

fn table(lines: Vec<Line>) -> Table {
    let figure = |value: f64| decimal(value, 3);
    Table::of(lines)
        .left("bots", |line| line.bots.clone())
        .left("measure", |line| line.measure.clone())
        .right("predicted", |line| figure(within(&line.measure, line.it.mean)))
        .left("95 % CI", |line| {
            let ends = interval(&line.measure, &line.it);
            ends.map(|it| format!("{} to {}", figure(it.low), figure(it.high)))
        })
        .done()
}
