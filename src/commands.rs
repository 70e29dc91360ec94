//! The commands, one a file: each a few lines over the library.

pub mod bench;
pub mod moves;
pub mod perft;
mod position;
pub mod rules;
pub mod setups;
pub mod shell;

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use crate::cli::{Cli, Command};
use crate::fault::Faults;

/// Why a command ended without having done its work.
#[derive(Debug)]
pub enum Stop {
    /// What the user gave is wrong, or cannot be read: exit status 2.
    Wrong(Faults),
    /// The work failed: exit status 1.
    Failed(anyhow::Error),
    /// The work is done, and what it found differs from what it should be; said already: exit
    /// status 3.
    Differs,
    /// Nobody reads on: no error.
    BrokenPipe,
}

/// How a command ends.
pub type Done = Result<(), Stop>;

impl From<Faults> for Stop {
    fn from(faults: Faults) -> Stop {
        Stop::Wrong(faults)
    }
}

impl From<anyhow::Error> for Stop {
    fn from(error: anyhow::Error) -> Stop {
        Stop::Failed(error)
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Stop::BrokenPipe,
            _ => Stop::Failed(error.into()),
        }
    }
}

impl From<serde_json::Error> for Stop {
    fn from(error: serde_json::Error) -> Stop {
        io::Error::from(error).into()
    }
}

/// Runs a command and says how it ended.
pub fn run(cli: Cli) -> ExitCode {
    let done = match cli.command {
        Command::Setups(setups) => setups.run(),
        Command::Rules(rules) => rules.run(),
        Command::Moves(moves) => moves.run(),
        Command::Perft(perft) => perft.run(),
        Command::Bench(bench) => bench.run(),
        Command::Completions(completions) => completions.run(),
        Command::Man(man) => man.run(),
    };
    match done {
        Ok(()) | Err(Stop::BrokenPipe) => ExitCode::SUCCESS,
        Err(Stop::Failed(error)) => {
            eprintln!("error: {error:#}");
            ExitCode::from(1)
        }
        Err(Stop::Wrong(faults)) => {
            eprintln!("{}", faults.render(colours(&io::stderr())));
            ExitCode::from(2)
        }
        Err(Stop::Differs) => ExitCode::from(3),
    }
}

/// Whether a stream may be coloured: it is a terminal, and `NO_COLOR` is not set.
pub fn colours(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}
