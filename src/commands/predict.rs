//! `pasang rules predict`: the first player's score, and how a game plays, under rules that need not
//! have been played, by the effects in a designed experiment.

use std::path::PathBuf;

use clap::Args;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::base::text::{all_of, listed};
use crate::cli::exit::{CommandError, CommandResult, note, print, print_json, wrong};
use crate::cli::options::width;
use crate::experiment::{Factorial, Levels};
use crate::results::RunFolder;
use crate::results::folder::{EFFECTS, PATTERN_EFFECTS};
use crate::stats::effects::{Components, Design, Estimated, Predictor};
use crate::stats::interval::ALPHA;
use crate::stats::{Table, decimal};
use pasang_core::games::rules::{Game, NamedRules};

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
        let mut rules = match &self.rules {
            Some(name) => crate::read::rules::find(name)?,
            None => first.clone(),
        };
        crate::read::rules::set_all(&mut rules.rules, &self.set)?;
        let row = factorial.row(&levels(factorial, &rules.rules, first)?);
        let of = |named: &NamedRules| factorial.levels(&named.rules);
        let design = Design::new(factorial, experiment.rules.iter().filter_map(of).collect());
        let setups: Vec<&str> = experiment.setups.iter().map(|it| it.name.as_str()).collect();
        let pattern = self.setup.as_deref().map(|name| pattern(name, &setups)).transpose()?;
        let lines = predictions(&run_folder, (factorial, &design), &row, &setups, pattern)?;
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

/// Returns the levels of a rule set, and warns where the prediction extrapolates.
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
        let names = all_of(others);
        note(format_args!("warning: this extrapolates: {names} did not vary, and may change it"));
    }
    Ok(levels)
}

fn pattern(name: &str, setups: &[&str]) -> Result<usize, CommandError> {
    setups.iter().position(|&it| it == name).ok_or_else(|| {
        wrong(format!("`{name}` is no pattern of this experiment"), "its cells.csv names them")
    })
}

/// Predicts every measure for every line-up; on one pattern if its number is given.
fn predictions(
    run_folder: &RunFolder,
    (factorial, design): (&Factorial, &Design),
    row: &[f64],
    setups: &[&str],
    pattern: Option<usize>,
) -> Result<Vec<Line>, CommandError> {
    let effects: Vec<EffectRow> = run_folder.rows_of(EFFECTS)?;
    let patterns: Vec<PatternRow> = run_folder.rows_of(PATTERN_EFFECTS)?;
    let names = factorial.terms().into_iter().map(|term| factorial.name(term));
    let names: Vec<String> = std::iter::once("base=base".to_owned()).chain(names).collect();
    let free = design.rule_sets().saturating_sub(names.len()) as f64;
    let line = |base: &EffectRow| {
        let is_own = |bots: &str, measure: &str| (bots, measure) == (&base.bots, &base.measure);
        let bots_sd = |is_base: bool| {
            let found = effects
                .iter()
                .find(|it| is_own(&it.bots, &it.measure) && (it.toggle == "base") == is_base);
            found.map_or(0.0, |it| it.bots_sd * it.bots_sd)
        };
        let mut own = vec![vec![0.0; names.len()]; setups.len()];
        for it in patterns.iter().filter(|it| is_own(&it.bots, &it.measure)) {
            let term = names.iter().position(|name| *name == format!("{}={}", it.toggle, it.value));
            let setup = setups.iter().position(|&setup| setup == it.setup);
            if let Some((term, setup)) = term.zip(setup) {
                own[setup][term] = it.own;
            }
        }
        let lack = base.lack_of_fit_sd.unwrap_or(0.0);
        let components = Components {
            cell: (base.cell_sd * base.cell_sd, (setups.len() as f64 - 1.0) * free),
            lack: (lack * lack, free),
        };
        let bots = [bots_sd(true), bots_sd(false)];
        let predicted = Predictor { design, components, bots, own }.predict(row);
        let it = pattern.map_or(predicted.all, |at| predicted.patterns[at]);
        Line { bots: base.bots.clone(), measure: base.measure.clone(), it }
    };
    Ok(effects.iter().filter(|it| it.toggle == "base").map(line).collect())
}

fn as_json(Line { bots, measure, it }: &Line) -> Value {
    let interval = it.interval(ALPHA);
    json!({
        "bots": bots, "measure": measure, "mean": it.mean,
        "low": interval.map(|it| it.low), "high": interval.map(|it| it.high),
    })
}

fn table(lines: Vec<Line>) -> Table {
    let figure = |value: f64| decimal(value, 3);
    Table::of(lines)
        .left("bots", |line| line.bots.clone())
        .left("measure", |line| line.measure.clone())
        .right("predicted", |line| figure(line.it.mean))
        .left("95 % CI", |line| {
            let ends = line.it.interval(ALPHA);
            ends.map(|it| format!("{} to {}", figure(it.low), figure(it.high)))
        })
        .done()
}
