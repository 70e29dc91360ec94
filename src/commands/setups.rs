//! `pasang setups`: lists, shows, checks and generates setups.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::Subcommand;
use serde_json::Value;

use super::options::{choice, seed, whole};
use crate::show::Board;
use crate::show::setups::{centre_mark, described, listed, report_text, shown, table_of};
use crate::show::svg::sign_of;
use crate::text::diagnostic::{Diagnostics, sanitized};
use crate::text::failure::{CommandError, CommandResult, wrong};
use crate::text::messages::{combine, complain, complain_of, print, print_json};
use crate::text::new_files::write_new_into;
use pasang_core::base::text::Keyword;
use pasang_core::board::Group;
use pasang_core::games::setup::{self, Setup};

#[derive(Debug, Subcommand)]
pub enum Setups {
    /// List the built-in setups
    #[command(
        after_help = "Example:\n  pasang setups list\n\nIn an experiment, `catalogue` names all 39 of the catalogue, \
        `catalogue-distinct` those with different stones, `all` every built-in setup once, \
        `even` and `uneven` some that the program drew and played. \
        `generated-full-7-1` is known, too: what `generate --symmetry full --seed 7` draws first."
    )]
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Show a setup on the board
    #[command(after_help = "Example:\n  pasang setups show mirror:catalogue-07")]
    Show {
        /// Built-in setup, file, or the mirror image of either as `mirror:NAME`
        #[arg(value_name = "NAME|FILE")]
        setup: String,
        /// Print an SVG picture
        #[arg(long)]
        svg: bool,
        /// Print a setup file
        #[arg(long, conflicts_with = "svg")]
        text: bool,
        /// Print JSON
        #[arg(long, conflicts_with_all = ["svg", "text"])]
        json: bool,
    },
    /// Check counts and symmetry, and report violations
    #[command(
        after_help = "Example:\n  pasang setups check mine.txt\n\nThe exit status is 3 when counts or a symmetry are broken, \
        and 2 when a file cannot be read."
    )]
    Check {
        /// Built-in setups or files
        #[arg(value_name = "NAME|FILE", required = true)]
        setups: Vec<String>,
    },
    /// Generate random setups of 60 black and 60 white stones
    #[command(after_help = symmetries())]
    Generate {
        /// Exact symmetry group of the setups
        #[arg(long, value_parser = choice::<Group>(), hide_possible_values = true)]
        symmetry: Group,
        /// Random seed
        #[arg(long, value_name = "N", value_parser = seed(), allow_negative_numbers = true)]
        seed: u64,
        /// Number of setups
        #[arg(long, value_name = "N", default_value_t = 1)]
        #[arg(value_parser = whole::<u64>(1..=u64::MAX))]
        count: u64,
        /// Write each setup to its own file in this folder
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
}

impl Setups {
    pub fn run(self) -> CommandResult {
        match self {
            Setups::List { json } => list(json),
            Setups::Show { setup, svg, text, json } => {
                let setup = crate::text::setups::find(&setup)?;
                if json { print_json(&shown(&setup)) } else { show(&setup, svg, text) }
            }
            Setups::Check { setups } => check(&setups),
            Setups::Generate { symmetry, seed, count, out } => {
                generate(symmetry, seed, count, out.as_deref())
            }
        }
    }
}

fn symmetries() -> String {
    let example = "pasang setups generate --symmetry full --seed 7";
    let line = |group: &Group| format!("  {group:<15} {}\n", group.meaning());
    let lines: String = Group::ALL.iter().map(line).collect();
    format!("Example:\n  {example}\n\nSymmetries:\n{lines}")
}

fn list(json: bool) -> CommandResult {
    let setups = setup::builtins();
    if json {
        return print_json(&setups.iter().map(listed).collect::<Value>());
    }
    print(table_of(setups))
}

fn show(setup: &Setup, as_svg: bool, as_text: bool) -> CommandResult {
    if as_svg {
        let sign = |point| sign_of(setup.stones, centre_mark(setup), point);
        return print(Board::new(setup.name.clone(), setup.side(), sign).svg());
    }
    if as_text {
        let text = setup.to_text();
        // Only a terminal needs escaping.
        let is_shown = io::stdout().is_terminal();
        return print(if is_shown { sanitized(&text) } else { text.as_str().into() });
    }
    print(described(setup))
}

fn generate(symmetry: Group, seed: u64, count: u64, out: Option<&Path>) -> CommandResult {
    let Some(folder) = out else {
        if count > 1 {
            let help = "add `--out DIR`: each setup becomes a file of its own there";
            return Err(wrong(format!("`--count {count}` without a folder"), help));
        }
        return print(setup::generate(symmetry, seed, 1).to_text());
    };
    let files: Vec<(String, String)> = (1..=count)
        .map(|number| setup::generate(symmetry, seed, number))
        .map(|setup| (format!("{}.txt", setup.name), setup.to_text()))
        .collect();
    write_new_into(folder, &files)
}

/// Checks each setup, and prints violations and the known setups with the same stones.
fn check(given: &[String]) -> CommandResult {
    let mut checked = Vec::new();
    let mut wrong: Vec<Diagnostics> = Vec::new();
    for given in given {
        match crate::text::setups::look(given) {
            Ok(setup) => checked.push((given, setup::check(&setup), setup)),
            Err(faults) => wrong.push(faults),
        }
    }
    let texts: Vec<String> =
        checked.iter().map(|(given, report, setup)| report_text(given, report, setup)).collect();
    let printed = print(texts.join("\n"));
    // An unreadable setup outranks a violation.
    if let Some(last) = wrong.pop() {
        for faults in wrong {
            complain_of(&faults);
            complain("");
        }
        return combine(printed, Err(CommandError::Wrong(last)));
    }
    let all_sound = checked.iter().all(|(_, report, _)| report.is_sound());
    combine(printed, if all_sound { Ok(()) } else { Err(CommandError::Differs) })
}
