//! `pasang completions`: shell completions for commands, options and fixed values.

use clap::{Args, Command};
use clap_complete::Shell;

use super::exit::{CommandResult, print};

#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Example:\n  pasang completions bash > ~/.local/share/bash-completion/completions/pasang"
)]
pub struct Completions {
    /// Shell to complete for
    shell: Shell,
}

impl Completions {
    pub fn run(self, mut program: Command) -> CommandResult {
        // Generated in memory: the generator panics on a broken pipe.
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut program, "pasang", &mut text);
        print(String::from_utf8_lossy(&text))
    }
}
