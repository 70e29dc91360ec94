//! For those who work on the bots: what fits the judgement of positions, and what
//! times the solver. Beside it `match.py` lets two versions
//! of the program play each other. `notes/` says what was found with both.

mod endings;
mod tune;

use std::io::{self, Write};

use clap::Parser;

/// For those who work on the bots of pasang.
#[derive(Debug, Parser)]
#[command(name = "pasang-workshop", max_term_width = 100)]
enum Command {
    /// Fits what judges positions to games of the program against itself, and prints a source file
    Tune(tune::Tuning),
    Endings(endings::Endings),
}

fn main() -> anyhow::Result<()> {
    match Command::parse() {
        Command::Tune(tuning) => Ok(io::stdout().write_all(tuning.run().as_bytes())?),
        Command::Endings(endings) => endings.run(),
    }
}
