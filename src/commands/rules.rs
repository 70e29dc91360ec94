//! `pasang rules`: lists and shows the named rule sets.

use clap::Subcommand;
use serde_json::Value;

use super::predict::Predict;
use crate::show::rules::{described, shown, table_of_presets};
use crate::text::failure::CommandResult;
use crate::text::messages::{print, print_json};
use pasang_core::games::rules::{self};

#[derive(Clone, Debug, Subcommand)]
pub enum RulesCommand {
    /// List the named rule sets and who plays by them, and what the sources say of each value
    ///
    /// Sources contradict each other about a disputed value; a custom is a value that one tells of; no source has a
    /// `what if`. `pasang rules show NAME` names the sources.
    #[command(after_help = "Example:\n  pasang rules list")]
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Show all toggles of a rule set as TOML for an experiment
    ///
    /// A changed preset is called `mine`.
    #[command(
        after_help = "Example:\n  pasang rules show brunei-slide --set stuck=score-decides >> mine.toml"
    )]
    Show {
        /// Preset, or a file of rules
        #[arg(value_name = "NAME|FILE")]
        rules: String,
        /// Set a toggle, as `stuck=score-decides`; may be repeated
        ///
        /// `pasang rules show NAME` lists the toggles, docs/rules.md their values.
        #[arg(long, value_name = "TOGGLE=VALUE")]
        set: Vec<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Predict scores and play under rules, by a designed experiment
    Predict(Predict),
}

impl RulesCommand {
    pub fn run(self) -> CommandResult {
        match self {
            RulesCommand::List { json } => list(json),
            RulesCommand::Predict(predict) => predict.run(),
            RulesCommand::Show { rules, set, json } => {
                let mut named = crate::text::rules::find(&rules)?;
                crate::text::rules::set_all(&mut named.rules, &set)?;
                match json {
                    true => print_json(&described(&named)),
                    false => print(shown(&named)),
                }
            }
        }
    }
}

fn list(json: bool) -> CommandResult {
    if json {
        let all = rules::presets().map(|named| described(&named));
        return print_json(&all.collect::<Value>());
    }
    print(table_of_presets())
}
