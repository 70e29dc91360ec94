//! `pasang experiments`: the built-in experiments.

use clap::Subcommand;
use clap::builder::PossibleValuesParser;
use serde_json::{Value, json};

use crate::experiment::{BUILTIN_EXPERIMENTS, Experiment, builtin_experiment};
use crate::show::Table;
use crate::text::diagnostic::Diagnostics;
use crate::text::failure::CommandResult;
use crate::text::messages::{print, print_json};

#[derive(Clone, Debug, Subcommand)]
pub enum Experiments {
    /// List the experiments that `run` and `plan` take by name
    #[command(after_help = "Example:\n  pasang experiments list")]
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Print an experiment's file
    #[command(after_help = "Example:\n  pasang experiments show quick > mine.toml")]
    Show {
        /// Name of the experiment
        #[arg(value_parser = PossibleValuesParser::new(BUILTIN_EXPERIMENTS.iter().map(|it| it.name)))]
        #[arg(hide_possible_values = true)]
        name: String,
    },
}

impl Experiments {
    pub fn run(self) -> CommandResult {
        match self {
            Experiments::List { json } => list(json),
            Experiments::Show { name } => {
                print(builtin_experiment(&name).map_or("", |builtin| builtin.text))
            }
        }
    }
}

fn list(json: bool) -> CommandResult {
    let read = BUILTIN_EXPERIMENTS.iter().map(|builtin| Ok((builtin.name, builtin.read()?)));
    let all: Vec<(&str, Experiment)> = read.collect::<Result<_, Diagnostics>>()?;
    if json {
        let listed = all.iter().map(|(name, it)| {
            let (title, cells, games) = (&it.title, it.cell_count(), it.games);
            json!({ "name": name, "title": title, "cells": cells, "games": games })
        });
        return print_json(&listed.collect::<Value>());
    }
    let table = Table::of(all)
        .left("name", |(name, _)| *name)
        .right("cells", |(_, it)| it.cell_count())
        .right("games a cell", |(_, it)| it.games)
        .left("question", |(_, it)| it.title.clone())
        .done();
    print(table.text(crate::show::width()))
}
