//! The command line program: reads the arguments and hands over to the library.

use std::process::ExitCode;

use clap::Parser;
use pasang::cli::Cli;

fn main() -> ExitCode {
    match Cli::try_parse() {
        Ok(cli) => pasang::cli::run(cli),
        Err(instead) => pasang::cli::say(&instead),
    }
}
