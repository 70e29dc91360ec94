//! The command line program: parses the arguments and calls the library.

use std::process::ExitCode;

use clap::Parser;
use pasang::commands::Cli;

fn main() -> ExitCode {
    match Cli::try_parse() {
        Ok(cli) => pasang::commands::run(cli),
        Err(instead) => pasang::cli::say(instead),
    }
}
