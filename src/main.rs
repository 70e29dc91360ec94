//! The command line program: parses the arguments and calls the library.

use std::process::ExitCode;

use clap::Parser;
use pasang::commands::Cli;

fn main() -> ExitCode {
    match Cli::try_parse() {
        Ok(cli) => pasang::commands::run(cli),
        Err(instead) => {
            let status = pasang::commands::say(instead);
            if std::env::args_os().len() < 2 {
                pasang::text::terminal::keep_window_open();
            }
            status
        }
    }
}
