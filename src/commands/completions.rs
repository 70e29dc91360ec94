//! `pasang completions`: what a shell offers: commands, options, and words where nothing else may stand.

use clap::{Args, Command};
use clap_complete::Shell;

use super::ended::{Done, print};

#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Example:\n  pasang completions bash > ~/.local/share/bash-completion/completions/pasang"
)]
pub struct Completions {
    /// Which shell
    shell: Shell,
}

impl Completions {
    pub fn run(self, mut program: Command) -> Done {
        // Made in memory: the generator would panic at a pipe that nobody reads.
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut program, "pasang", &mut text);
        print(String::from_utf8_lossy(&text))
    }
}
