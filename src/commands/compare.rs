//! `pasang compare`: compares results folders.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use crate::answer::comparison::{Comparison, Read};
use crate::run::FolderError;
use crate::show::comparison::text;
use crate::show::width;
use crate::text::failure::CommandResult;
use crate::text::messages::{print, print_json};

#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  pasang compare results/before results/after")]
pub struct Compare {
    /// Results folders; each is compared with the first
    #[arg(value_name = "RESULTS", num_args = 2.., required = true)]
    results: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Compare {
    pub fn run(self) -> CommandResult {
        let names =
            ('A'..='Z').map(String::from).chain((27..).map(|number| format!("folder {number}")));
        let folders = self.results.iter().zip(names).map(|(path, name)| Read::of(path, name));
        let folders = folders.collect::<Result<Vec<Read>, FolderError>>()?;
        let (first, others) = folders.split_first().expect("two folders or more");
        let has_rules = |it: &Read| it.experiment().rules.len() > 1;
        let compared = |other| Comparison::of(first, other, has_rules(first) || has_rules(other));
        let comparisons = others.iter().map(compared);
        let comparisons = comparisons.collect::<Result<Vec<Comparison>, FolderError>>()?;
        if self.json {
            return print_json(&json!({ "comparisons": comparisons }));
        }
        let parts: Vec<String> = comparisons.iter().map(|it| text(it, width())).collect();
        print(parts.join("\n"))
    }
}
