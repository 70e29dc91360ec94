//! `pasang completions`: shell completions for commands, options and fixed values. `pasang man`: manual pages.

use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::Cli;
use crate::text::failure::CommandResult;
use crate::text::messages::print;

#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Example:\n  pasang completions bash > ~/.local/share/bash-completion/completions/pasang"
)]
pub struct Completions {
    /// Shell to complete for
    shell: Shell,
}

impl Completions {
    pub fn run(self) -> CommandResult {
        // Generated in memory: the generator panics on a broken pipe.
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "pasang", &mut text);
        print(String::from_utf8_lossy(&text))
    }
}

#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  pasang man /usr/local/share/man/man1")]
pub struct Man {
    /// Folder that exists
    dir: PathBuf,
}

impl Man {
    pub fn run(self) -> CommandResult {
        // The template of the help text would hide the list of commands.
        let program =
            Cli::command().help_template("{all-args}").before_help("").before_long_help("");
        let pages = clap_mangen::generate_to(program, &self.dir);
        Ok(pages.with_context(|| format!("cannot write the pages to {}", self.dir.display()))?)
    }
}
