//! `pasang completions`: what a shell offers: commands, options, and words where nothing else may stand.

use clap::builder::PossibleValuesParser;
use clap::{Arg, Args, Command};
use clap_complete::Shell;

use super::ended::{Done, print};
use crate::base::words::Choice;
use crate::board::Group;
use crate::experiment::SHIPPED;
use crate::report::Format;

#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Example:\n  pasang completions bash > ~/.local/share/bash-completion/completions/pasang"
)]
pub struct Completions {
    /// Which shell
    shell: Shell,
}

impl Completions {
    pub fn run(self, program: Command) -> Done {
        // Made in memory: the generator would panic at a pipe that nobody reads.
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut with_words(program), "pasang", &mut text);
        print(String::from_utf8_lossy(&text))
    }
}

/// The words that may stand for an argument; none where any text may, or a file.
fn words(command: &str, arg: &Arg) -> Option<Vec<&'static str>> {
    match arg.get_id().as_str() {
        "format" => Some(Format::words().collect()),
        "symmetry" => Some(Group::words().collect()),
        "name" if command == "show" => Some(SHIPPED.iter().map(|shipped| shipped.name).collect()),
        _ => None,
    }
}

fn with_words(command: Command) -> Command {
    let name = command.get_name().to_owned();
    let command = command.mut_args(|arg| match words(&name, &arg) {
        Some(words) => arg.value_parser(PossibleValuesParser::new(words)),
        None => arg,
    });
    command.mut_subcommands(with_words)
}
