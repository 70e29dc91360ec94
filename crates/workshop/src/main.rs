//! For those who work on the bots: what fits the judgement of positions. Beside it `match.py` lets two versions
//! of the program play each other. `notes/` says what was found with both.

mod tune;

use std::io::{self, Write};

use clap::Parser;

/// For those who work on the bots of pasang.
#[derive(Debug, Parser)]
#[command(name = "pasang-workshop", max_term_width = 100)]
enum Command {
    /// Fits what judges positions to games of the program against itself, and prints a source file
    Tune(tune::Tuning),
}

fn main() -> anyhow::Result<()> {
    let Command::Tune(tuning) = Command::parse();
    Ok(io::stdout().write_all(tuning.run().as_bytes())?)
}
