//! Reasons why a command ends without success.

use std::io;
use std::path::Path;

use super::diagnostic::{Diagnostic, Diagnostics, in_words};
use super::interrupt::{Interrupt, Signal};
use pasang_balance::table::TableError;

/// Reason why a command ended without success.
#[derive(Debug)]
pub enum CommandError {
    /// Invalid or unreadable input: exit status 2.
    Wrong(Diagnostics),
    /// Failure while working: exit status 1.
    Failed(anyhow::Error),
    /// The work is done and found a difference, which is printed already: exit status 3.
    Differs,
    /// A requirement is not shown, which is printed already: exit status 4 if the contrary is, else 5.
    NotShown(u8),
    /// Interrupted or terminated: exit status 130 or 143.
    Interrupted(Signal),
    /// Stdout was closed, and only printing was left to do: no error.
    BrokenPipe,
}

pub type CommandResult = Result<(), CommandError>;

impl From<Diagnostics> for CommandError {
    fn from(faults: Diagnostics) -> CommandError {
        CommandError::Wrong(faults)
    }
}

impl From<anyhow::Error> for CommandError {
    fn from(error: anyhow::Error) -> CommandError {
        CommandError::Failed(error)
    }
}

impl From<io::Error> for CommandError {
    fn from(error: io::Error) -> CommandError {
        match error.kind() {
            io::ErrorKind::BrokenPipe => CommandError::BrokenPipe,
            _ => CommandError::Failed(anyhow::anyhow!(
                "cannot write to stdout: {}",
                in_words(&error)
            )),
        }
    }
}

impl From<serde_json::Error> for CommandError {
    fn from(error: serde_json::Error) -> CommandError {
        io::Error::from(error).into()
    }
}

impl Interrupt {
    pub fn ends(&self) -> CommandResult {
        if let Some(why) = self.cancel().why() {
            return Err(CommandError::Failed(anyhow::anyhow!("{why}")));
        }
        self.signal().map_or(Ok(()), |signal| Err(CommandError::Interrupted(signal)))
    }
}

pub fn cannot_write(path: &Path, error: &io::Error) -> CommandError {
    CommandError::Failed(anyhow::anyhow!("cannot write `{}`: {}", path.display(), in_words(error)))
}

/// Returns a usage error with a hint.
pub fn wrong(what: impl Into<String>, help: impl Into<String>) -> CommandError {
    CommandError::Wrong(Diagnostic::whole(what).help(help).into())
}

/// Returns a usage error without a hint.
pub fn missing(what: impl Into<String>) -> CommandError {
    CommandError::Wrong(Diagnostic::whole(what).into())
}

impl From<TableError> for CommandError {
    fn from(error: TableError) -> CommandError {
        wrong(error.what, error.help)
    }
}
