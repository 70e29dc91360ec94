//! `pasang completions` and `pasang man`: for the shell and the manual.

use std::io::Write;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::Done;
use crate::cli::Cli;

/// The options of `pasang completions`.
#[derive(Clone, Debug, Args)]
pub struct Completions {
    /// Which shell
    shell: Shell,
}

/// The options of `pasang man`.
#[derive(Clone, Debug, Args)]
pub struct Man {}

impl Completions {
    /// Prints the completions.
    ///
    /// # Errors
    /// When nothing can be written.
    pub fn run(self) -> Done {
        // Made in memory: the generator would panic at a pipe that nobody reads.
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "pasang", &mut text);
        Ok(std::io::stdout().write_all(&text)?)
    }
}

impl Man {
    /// Prints the manual page.
    ///
    /// # Errors
    /// When nothing can be written.
    pub fn run(self) -> Done {
        Ok(clap_mangen::Man::new(Cli::command()).render(&mut std::io::stdout())?)
    }
}
