//! `pasang completions` and `pasang man`: for the shell and the manual.

mod offered;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_complete::Shell;

use super::ended::{Done, EXIT_STATUS, Stop};
use crate::base::fault::{Fault, Source};
use crate::base::words::one_of;
use crate::results::FolderError;

/// The options of `pasang completions`.
#[derive(Clone, Debug, Args)]
pub struct Completions {
    /// Which shell
    shell: Shell,
}

/// The options of `pasang man`.
#[derive(Clone, Debug, Args)]
pub struct Man {
    /// The command whose page is meant, as `run` or `setups list` [default: the program's own page]
    #[arg(value_name = "COMMAND", conflicts_with = "out")]
    command: Vec<String>,
    /// Write all pages into this folder instead: `pasang.1`, `pasang-run.1` and so on
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
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

impl Man {
    /// Prints a page, or writes all.
    ///
    /// # Errors
    /// When there is no such command, or nothing can be written.
    pub fn run(self, program: Command) -> Done {
        // Without the command `help`, which is no more than `--help`.
        let mut program = program.disable_help_subcommand(true);
        program.build();
        match self.out {
            Some(folder) => {
                let write = |error| FolderError::Write(folder.clone(), error);
                fs::create_dir_all(&folder).map_err(write)?;
                write_pages(&program, &folder)
            }
            None => Ok(std::io::stdout().write_all(&page(find(&program, &self.command)?)?)?),
        }
    }
}

/// The command that these words name.
fn find<'c>(program: &'c Command, words: &[String]) -> Result<&'c Command, Stop> {
    words.iter().try_fold(program, |command, word| {
        command.find_subcommand(word).ok_or_else(|| {
            let name = command.get_bin_name().unwrap_or(command.get_name());
            let names = || command.get_subcommands().map(Command::get_name);
            let fault = Fault::whole(format!("`{name}` has no command `{}`", word.escape_debug()));
            let fault = match names().next() {
                Some(_) => fault.help(format!("expected {}", one_of(names()))),
                None => fault.help(format!("`pasang man {}` is its page", shown(command))),
            };
            let near = crate::base::words::nearest(word, names());
            let fault = match near {
                Some(near) => fault.help(format!("did you mean `{near}`?")),
                None => fault,
            };
            Source::new("", "").faults(vec![fault]).into()
        })
    })
}

/// The words that name a command, without the program's own.
fn shown(command: &Command) -> &str {
    let name = command.get_bin_name().unwrap_or_default();
    name.strip_prefix("pasang ").unwrap_or_default()
}

/// Writes the page of a command, and those of the commands below it.
fn write_pages(command: &Command, folder: &Path) -> Done {
    let name = command.get_display_name().unwrap_or(command.get_name());
    let path = folder.join(format!("{name}.1"));
    fs::write(&path, page(command)?).map_err(|error| FolderError::Write(path, error))?;
    command.get_subcommands().try_for_each(|command| write_pages(command, folder))
}

/// A command's page.
fn page(command: &Command) -> Result<Vec<u8>, Stop> {
    let source = format!("pasang {}", env!("PASANG_VERSION"));
    let man = clap_mangen::Man::new(command.clone()).source(source);
    let mut text = Vec::new();
    man.render_title(&mut text)?;
    man.render_name_section(&mut text)?;
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    if command.get_arguments().next().is_some() {
        man.render_options_section(&mut text)?;
    }
    if command.has_subcommands() {
        man.render_subcommands_section(&mut text)?;
    }
    // The last lines of the program's own help are the exit statuses, which follow anyway.
    if command.get_after_help().is_some() && command.get_version().is_none() {
        man.render_extra_section(&mut text)?;
    }
    text.extend(b".SH \"EXIT STATUS\"\n");
    for (status, meaning) in EXIT_STATUS {
        writeln!(text, ".TP\n\\fB{status}\\fR\n{meaning}")?;
    }
    if command.get_version().is_some() {
        man.render_version_section(&mut text)?;
    }
    Ok(text)
}
