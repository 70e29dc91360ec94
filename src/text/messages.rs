//! Texts on stdout, and messages on stderr.

use std::fmt::Display;
use std::io::{self, Write};

use super::diagnostic::{Diagnostics, render, sanitized};
use super::failure::{CommandError, CommandResult};
use super::terminal::{is_lively, is_quiet};

pub fn print(text: impl Display) -> CommandResult {
    let mut stdout = io::stdout().lock();
    write!(stdout, "{text}")?;
    Ok(stdout.flush()?)
}

pub fn print_json(value: &impl serde::Serialize) -> CommandResult {
    print(serde_json::to_string_pretty(value)? + "\n")
}

/// Prints a note on stderr, unless `--quiet` is given.
pub fn note(text: impl Display) {
    if !is_quiet() {
        complain(text);
    }
}

/// Prints warnings, if there are any, as notes.
pub fn warn(warnings: &Diagnostics) {
    if !warnings.is_empty() && !is_quiet() {
        complain_of(warnings);
    }
}

/// Prints faults on stderr.
pub fn complain_of(faults: &Diagnostics) {
    let _ = writeln!(io::stderr(), "{}", render(faults, is_lively(&io::stderr())));
}

/// Prints an error or a warning on stderr, without what would steer the terminal, as a file's name may; a
/// closed stderr is ignored.
pub fn complain(text: impl Display) {
    let _ = writeln!(io::stderr(), "{}", sanitized(&text.to_string()));
}

/// Returns the finding, or else the result of printing it. If both failed, it prints why the latter
/// did.
pub fn combine(printed: CommandResult, found: CommandResult) -> CommandResult {
    if let (Err(CommandError::Failed(why)), Err(_)) = (&printed, &found) {
        complain(format_args!("error: {why:#}"));
    }
    found.and(printed)
}
