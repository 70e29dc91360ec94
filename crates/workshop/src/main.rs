//! For those who work on the bots: what fits the judgement of positions, and a referee between two
//! versions of the program. `notes/` says what was found with both.

mod elo;
mod matches;
mod tune;

use std::io::{self, Write};

use clap::Parser;

/// For those who work on the bots of pasang.
#[derive(Debug, Parser)]
#[command(name = "pasang-workshop", max_term_width = 100)]
enum Command {
    /// Fits what judges positions to games of the program against itself, and prints a source file
    Tune(tune::Tuning),
    /// Lets two versions of the program play each other
    Match(matches::Match),
}

fn main() -> anyhow::Result<()> {
    match Command::parse() {
        Command::Tune(tuning) => Ok(io::stdout().write_all(tuning.run().as_bytes())?),
        Command::Match(options) => options.run(),
    }
}
