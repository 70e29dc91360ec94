//! Program `pasang-exact`: exact results about Pasang. Each command is a file.
//!
//! ```text
//! prove ── survey     forced wins, with certificates (proof) that others can check
//! check               what a certificate proves
//! universe            small boards solved whole
//! judge               the last positions of a results folder's games, solved
//! ```

mod check;
mod files;
mod judge;
mod proof;
mod proof_number;
mod prove;
mod survey;
mod universe;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Help text, with the commands grouped by purpose.
const HELP: &str = "{about}

{usage-heading} {usage}

Forced wins, with proofs that others can check:
  prove     Find a forced win, and write a certificate
  check     Verify certificates
  survey    Try every opening pair of many patterns

Perfect play:
  universe  Solve small patterns from the first move
  judge     Hold the games of a results folder against perfect play

Options:
{options}{after-help}";

/// Compute exact results for the traditional board game Pasang.
#[derive(Debug, Parser)]
#[command(name = "pasang-exact", version = pasang::VERSION, max_term_width = 100, help_template = HELP)]
#[command(after_help = "Exit status:\n  \
    0    done\n  \
    1    failed while working, or results are damaged or of another version\n  \
    2    wrong usage, or a file to be read as input is unreadable or wrong\n  \
    3    `check` found a certificate that proves nothing\n  \
    130  interrupted: what is finished is kept\n  \
    143  terminated: what is finished is kept")]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Print only errors on stderr
    #[arg(short, long, global = true)]
    quiet: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Search for a forced win, and write its certificate
    Prove(prove::Prove),
    /// Check certificates of forced wins, and print what they prove
    Check(check::Check),
    /// Search every opening pair of many patterns for a forced win
    Survey(survey::Survey),
    /// Solve all small patterns with quarter-turn symmetry from the first move
    Universe(universe::Universe),
    /// Hold the games of a results folder against perfect play
    Judge(judge::Judge),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(instead) => return pasang::commands::say(instead),
    };
    pasang::commands::ending(cli.quiet, || match cli.command {
        Command::Prove(prove) => prove.run(),
        Command::Check(check) => check.run(),
        Command::Survey(survey) => survey.run(),
        Command::Universe(universe) => universe.run(),
        Command::Judge(judge) => judge.run(),
    })
}
