//! Development tools for the bots: they fit the evaluation nets and make the page's puzzles. Beside
//! them `match.py` plays two versions of the program against each other; `notes/` has the findings.

mod puzzles;
mod tune;

use std::io::{self, Write};

use clap::Parser;

/// Fit the nets of the bots of pasang, and make puzzles.
#[derive(Debug, Parser)]
#[command(name = "pasang-tuning", max_term_width = 100)]
enum Command {
    /// Fit the evaluation net to self-play games, and print its file
    Tune(tune::Tuning),
    Puzzles(puzzles::Puzzles),
}

fn main() -> anyhow::Result<()> {
    match Command::parse() {
        Command::Tune(tuning) => Ok(io::stdout().write_all(tuning.run().as_bytes())?),
        Command::Puzzles(puzzles) => Ok(io::stdout().write_all(puzzles.run().as_bytes())?),
    }
}
