//! Fits the evaluation nets of the bots. Beside it `match.py` plays two versions of the program against
//! each other; `notes/` has the findings.

mod tune;

use std::io::{self, Write};

use clap::Parser;

/// Fit the nets of the bots of pasang.
#[derive(Debug, Parser)]
#[command(name = "pasang-tuning", max_term_width = 100)]
enum Command {
    /// Fit the evaluation net to self-play games, and print its file
    Tune(tune::Tuning),
}

fn main() -> anyhow::Result<()> {
    let Command::Tune(tuning) = Command::parse();
    Ok(io::stdout().write_all(tuning.run().as_bytes())?)
}
