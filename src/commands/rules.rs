//! `pasang rules`: the named rule sets.

use std::io::Write;

use clap::Subcommand;

use super::Done;
use crate::rules::{self, Named, Rules};

/// What to do with rule sets.
#[derive(Clone, Debug, Subcommand)]
pub enum RulesCommand {
    /// List the named rule sets and who plays so
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Show every toggle of a rule set, as TOML that can be pasted into an experiment
    Show {
        /// A preset's name, or a file of rules
        #[arg(value_name = "NAME|FILE")]
        rules: String,
        /// Change a toggle of the rules; may be given several times
        #[arg(long, value_name = "TOGGLE=VALUE")]
        set: Vec<String>,
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
            RulesCommand::Show { rules, set } => {
                let mut named = rules::find(&rules)?;
                rules::set_all(&mut named.rules, &set)?;
                show(&named)
            }
        }
    }
}

/// What sets a preset apart from the first of its game.
fn differences(rules: &Rules) -> Vec<String> {
    let first = rules::presets().find(|preset| preset.rules.kind() == rules.kind());
    let first = first.map(|preset| preset.rules.toggles()).unwrap_or_default();
    let toggles = rules.toggles();
    let changed = toggles.iter().zip(&first).filter(|(toggle, first)| toggle != first);
    changed
        .map(|(toggle, _)| format!("{}={}", toggle.name, toggle.value.trim_matches('"')))
        .collect()
}

fn list(json: bool) -> Done {
    let mut out = std::io::stdout().lock();
    if json {
        let rows: Vec<_> = rules::presets()
            .map(|Named { name, rules }| {
                let toggles: serde_json::Map<String, serde_json::Value> = rules
                    .toggles()
                    .into_iter()
                    .map(|toggle| (toggle.name.to_owned(), toggle.value.trim_matches('"').into()))
                    .collect();
                serde_json::json!({
                    "name": name, "game": rules.kind().to_string(),
                    "who": rules::who_plays(&name), "toggles": toggles,
                })
            })
            .collect();
        serde_json::to_writer_pretty(&mut out, &rows)?;
        writeln!(out)?;
        return Ok(());
    }
    for Named { name, rules } in rules::presets() {
        let differences = differences(&rules).join(" ");
        let line = format!(
            "{name:<13} {:<7} {:<31} {}",
            rules.kind(),
            differences,
            rules::who_plays(&name)
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

fn show(named: &Named) -> Done {
    let mut out = std::io::stdout().lock();
    writeln!(out, "[rule.{}]", table_key(&named.name))?;
    writeln!(out, "game = \"{}\"", named.rules.kind())?;
    let toggles = named.rules.toggles();
    let width = |toggle: &rules::Toggle| toggle.name.len() + toggle.value.len();
    let widest = toggles.iter().map(width).max().unwrap_or(0);
    for toggle in &toggles {
        let pad = " ".repeat(widest - width(toggle));
        writeln!(out, "{} = {}{pad}  # {}", toggle.name, toggle.value, toggle.meaning)?;
    }
    Ok(())
}

/// A name as a key of TOML: bare where that is possible.
fn table_key(name: &str) -> String {
    let bare = |sign: char| sign.is_ascii_alphanumeric() || sign == '-' || sign == '_';
    if !name.is_empty() && name.chars().all(bare) {
        return name.to_owned();
    }
    toml::Value::String(name.to_owned()).to_string()
}
