//! A referee between two versions of the program: matches at equal processor time, and the same
//! positions solved by both.
//!
//! What it prints depends on the machine, for it measures time; the games themselves do not, once
//! the budgets are settled.

mod clock;
mod elo;
mod matches;
mod side;
mod solve;

use anyhow::Result;
use clap::Parser;

/// Two versions of the program against each other.
#[derive(Debug, Parser)]
enum Command {
    /// Plays a match between a bot of the new version and one of the old
    Match(matches::Match),
    /// Solves the same positions with both versions, in turn
    Solve(solve::Solve),
}

fn main() -> Result<()> {
    match Command::parse() {
        Command::Match(options) => options.run(),
        Command::Solve(options) => options.run(),
    }
}
