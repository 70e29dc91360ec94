//! `pasang completions`: for the shell.

mod offered;

use std::io::Write;

use clap::{Args, Command};
use clap_complete::Shell;

use super::ended::Done;

/// The options of `pasang completions`.
#[derive(Clone, Debug, Args)]
pub struct Completions {
    /// Which shell
    shell: Shell,
}

impl Completions {
    /// Prints the completions.
    ///
    /// # Errors
    /// When nothing can be written.
    pub fn run(self, program: Command) -> Done {
        Ok(std::io::stdout().write_all(offered::script(self.shell, program).as_bytes())?)
    }
}
