//! `pasang rules`: the named rule sets.

use std::io::Write;

use clap::Subcommand;
use serde::ser::Error;
use serde::{Serialize, Serializer};

use super::ended::Done;
use crate::base::toml_reader::key;
use crate::games::Setting;
use crate::games::rules::{self, Named, Rules};

/// What to do with rule sets.
#[derive(Clone, Debug, Subcommand)]
pub enum RulesCommand {
    /// List the named rule sets and who plays so
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Show every toggle of a rule set, as TOML that can be pasted into an experiment; a changed
    /// preset is called `mine`
    Show {
        /// A preset's name, or a file of rules
        #[arg(value_name = "NAME|FILE")]
        rules: String,
        /// Change a toggle of the rules, as `stuck=score-decides`; may be given several times. `pasang
        /// rules show NAME` lists the toggles, docs/rules.md their values
        #[arg(long, value_name = "TOGGLE=VALUE")]
        set: Vec<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

impl RulesCommand {
    /// Runs the command.
    ///
    /// # Errors
    /// When the options are wrong, or nothing can be written.
    pub fn run(self) -> Done {
        match self {
            RulesCommand::List { json } => list(json),
            RulesCommand::Show { rules, set, json } => {
                let mut named = crate::read::rules::find(&rules)?;
                crate::read::rules::set_all(&mut named.rules, &set)?;
                if json { show_json(named) } else { show(&named) }
            }
        }
    }
}

/// A rule set in JSON.
#[derive(Serialize)]
struct Row {
    name: String,
    game: String,
    who: &'static str,
    #[serde(serialize_with = "with_values")]
    toggles: Vec<Setting>,
}

impl Row {
    fn of(Named { name, rules }: Named) -> Row {
        Row {
            game: rules.kind().to_string(),
            who: rules::who_plays(&name),
            toggles: rules.toggles(),
            name,
        }
    }
}

/// The toggles with the values that they have in TOML.
fn with_values<S: Serializer>(toggles: &[Setting], serializer: S) -> Result<S::Ok, S::Error> {
    let value = |toggle: &Setting| toggle.value.parse::<toml::Value>().map_err(S::Error::custom);
    let toggles: Result<Vec<_>, _> =
        toggles.iter().map(|toggle| Ok((toggle.name, value(toggle)?))).collect();
    serializer.collect_map(toggles?)
}

/// What sets a preset apart from the first of its game.
fn differences(rules: &Rules) -> String {
    let toggle = |toggle: Setting| format!("{}={}", toggle.name, toggle.value.trim_matches('"'));
    rules.differences().into_iter().map(toggle).collect::<Vec<_>>().join(" ")
}

fn list(json: bool) -> Done {
    let mut out = std::io::stdout().lock();
    if json {
        let rows: Vec<Row> = rules::presets().map(Row::of).collect();
        serde_json::to_writer_pretty(&mut out, &rows)?;
        writeln!(out)?;
        return Ok(());
    }
    let rows: Vec<[String; 3]> = rules::presets()
        .map(|Named { name, rules }| [name, rules.kind().to_string(), differences(&rules)])
        .collect();
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let [names, games, most] = [0, 1, 2].map(width);
    for [name, game, differences] in &rows {
        let who = rules::who_plays(name);
        writeln!(out, "{name:<names$}  {game:<games$}  {differences:<most$}  {who}")?;
    }
    Ok(())
}

/// What changed rules are called: the name of a preset means the same toggles everywhere.
const CHANGED: &str = "mine";

/// What rules are called that were found and may have been changed.
fn called(named: &Named) -> &str {
    let is_other = rules::preset(&named.name).is_some_and(|preset| preset != named.rules);
    if is_other { CHANGED } else { &named.name }
}

fn show_json(named: Named) -> Done {
    let name = called(&named).to_owned();
    let mut out = std::io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, &Row::of(Named { name, ..named }))?;
    Ok(writeln!(out)?)
}

fn show(named: &Named) -> Done {
    let mut out = std::io::stdout().lock();
    let name = called(named);
    writeln!(out, "[rule.{}]", key(name))?;
    writeln!(out, "game = \"{}\"", named.rules.kind())?;
    let toggles = named.rules.toggles();
    // What goes without saying is shown, and stays unsaid where this is pasted.
    let mark = |toggle: &Setting| if toggle.unsaid { "# " } else { "" };
    let width = |toggle: &Setting| mark(toggle).len() + toggle.name.len() + toggle.value.len();
    let widest = toggles.iter().map(width).max().unwrap_or(0);
    for toggle in &toggles {
        let pad = " ".repeat(widest - width(toggle));
        let (mark, Setting { name, value, meaning, .. }) = (mark(toggle), toggle);
        writeln!(out, "{mark}{name} = {value}{pad}  # {meaning}")?;
    }
    Ok(())
}
