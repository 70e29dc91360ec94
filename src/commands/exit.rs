//! The end of a command: messages on stderr and exit status.

use std::collections::HashSet;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::process::ExitCode;

use crate::run::folder::MANIFEST;
use crate::run::{FolderError, Interrupt, Signal};
use crate::text::diagnostic::{Diagnostic, Diagnostics, in_words, render, sanitized};
use crate::text::files;
use crate::text::terminal::{be_quiet, is_lively, is_quiet};
use pasang_core::base::memory::OutOfMemory;

pub const EXIT_STATUS: [(u8, &str); 8] = [
    (0, "done"),
    (1, "failed while working, or results are damaged or of another version"),
    (2, "wrong usage, or a file to be read as input is unreadable or wrong"),
    (3, "`verify` found a difference, `setups check` a broken count or symmetry"),
    (4, "`--require`: the contrary is shown"),
    (5, "`--require`: neither is shown, more games would decide"),
    (130, "interrupted: what is finished is kept"),
    (143, "terminated: what is finished is kept"),
];

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

/// Returns the finding, or else the result of printing it. If both failed, it prints why the latter
/// did.
pub fn combine(printed: CommandResult, found: CommandResult) -> CommandResult {
    if let (Err(CommandError::Failed(why)), Err(_)) = (&printed, &found) {
        complain(format_args!("error: {why:#}"));
    }
    found.and(printed)
}

impl From<Diagnostics> for CommandError {
    fn from(faults: Diagnostics) -> CommandError {
        CommandError::Wrong(faults)
    }
}

impl From<FolderError> for CommandError {
    fn from(error: FolderError) -> CommandError {
        match error {
            FolderError::Experiment(faults) => CommandError::Wrong(faults),
            // The user named a wrong folder.
            FolderError::Refused(why) | FolderError::OtherExperiment(why) => missing(why),
            other => CommandError::Failed(other.into()),
        }
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

/// Refuses a path that exists, even as a dangling link.
pub fn must_be_new(path: &Path) -> CommandResult {
    if let Some(why) = files::unfit_name(path) {
        return Err(wrong(
            format!("cannot write `{}`: {why}", path.display()),
            "give another name",
        ));
    }
    if path.symlink_metadata().is_err() {
        return Ok(());
    }
    let what = format!("`{}` is there already; nothing was written", path.display());
    Err(wrong(what, "give another name, or move it away"))
}

/// Refuses a path that cannot be written, before the work: by a new file, which is removed again. One
/// that is there may turn out to be the same.
pub fn must_be_writable(path: &Path) -> CommandResult {
    if path.is_file() {
        return Ok(());
    }
    write_new(path, &[])?;
    std::fs::remove_file(path).map_err(|error| cannot_write(path, &error))
}

/// Writes a new file and never overwrites; used for every file that the user names.
pub fn write_new(path: &Path, bytes: &[u8]) -> CommandResult {
    must_be_new(path)?;
    let mut file = File::create_new(path).map_err(|error| cannot_write(path, &error))?;
    file.write_all(bytes).map_err(|error| {
        // No part of a file passes for the whole.
        let _ = std::fs::remove_file(path);
        cannot_write(path, &error)
    })
}

/// Writes a new file; one that is there with these bytes stays, so that a command can be repeated.
pub fn write_same(path: &Path, bytes: &[u8]) -> CommandResult {
    if !files::read(path, bytes.len() as u64).is_ok_and(|there| there == bytes) {
        return write_new(path, bytes);
    }
    note(format_args!("`{}` is there already, and the same", path.display()));
    Ok(())
}

/// Writes new files into a folder, creating it if necessary; writes none if one of them exists.
pub fn write_new_into<B: AsRef<[u8]>>(folder: &Path, files: &[(String, B)]) -> CommandResult {
    must_be_new_in(folder, files)?;
    in_folder(folder, || {
        files.iter().try_for_each(|(name, bytes)| write_new(&folder.join(name), bytes.as_ref()))
    })
}

/// Gives files other names, short and unlike also where case does not count, as systems of files want it.
pub fn unlike<B>(mut files: Vec<(String, B)>) -> Vec<(String, B)> {
    let mut taken = HashSet::new();
    for (name, _) in &mut files {
        let (stem, ending) = name.rsplit_once('.').unwrap_or((name, "svg"));
        // A sign has up to four bytes, and a name may have 255.
        let stem: String = stem.chars().take(50).collect();
        let names = (1..).map(|copy| match copy {
            1 => format!("{stem}.{ending}"),
            copy => format!("{stem}-{copy}.{ending}"),
        });
        let free = names.into_iter().find(|name| taken.insert(name.to_lowercase()));
        *name = free.unwrap_or_default();
    }
    files
}

/// Refuses files that exist in a folder, and a folder of results, which holds nothing else.
pub fn must_be_new_in<B>(folder: &Path, files: &[(String, B)]) -> CommandResult {
    if folder.join(MANIFEST).exists() {
        let what = format!("`{}` is a folder of results", folder.display());
        return Err(wrong(what, "name another one, or one that does not exist"));
    }
    files.iter().try_for_each(|(name, _)| must_be_new(&folder.join(name)))
}

/// Does work that writes into a folder, which is created if necessary; if the work fails, folders that
/// were created for it and are empty are removed.
pub fn in_folder(folder: &Path, work: impl FnOnce() -> CommandResult) -> CommandResult {
    let missing = folder.ancestors().take_while(|it| !it.as_os_str().is_empty() && !it.exists());
    let missing: Vec<&Path> = missing.collect();
    let made = std::fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error));
    let done = made.and_then(|()| work());
    if done.is_err() {
        for folder in missing {
            // One that holds a file stays.
            let _ = std::fs::remove_dir(folder);
        }
    }
    done
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

/// Prints the help or the version on stdout, or an argument error on stderr.
pub fn say(instead: clap::Error) -> ExitCode {
    match instead.print() {
        Err(error) if !instead.use_stderr() && error.kind() != io::ErrorKind::BrokenPipe => {
            complain(format_args!("error: cannot write to stdout: {}", in_words(&error)));
            ExitCode::from(1)
        }
        _ => ExitCode::from(u8::try_from(instead.exit_code()).unwrap_or(2)),
    }
}

pub fn exit(done: CommandResult) -> ExitCode {
    match done {
        Ok(()) | Err(CommandError::BrokenPipe) => ExitCode::SUCCESS,
        Err(CommandError::Failed(error)) => {
            complain(format_args!("error: {error:#}"));
            ExitCode::from(1)
        }
        Err(CommandError::Wrong(faults)) => {
            complain_of(&faults);
            ExitCode::from(2)
        }
        Err(CommandError::Differs) => ExitCode::from(3),
        Err(CommandError::NotShown(status)) => ExitCode::from(status),
        Err(CommandError::Interrupted(signal)) => ExitCode::from(signal.exit_status()),
    }
}

/// Does a command's work, saying nothing but errors on stderr where that is wanted, and says how it ended.
pub fn ending(quiet: bool, work: impl FnOnce() -> CommandResult) -> ExitCode {
    // Writing beyond the greatest size that a file may have fails as on a full disk: the signal that
    // comes first would end the program without a word, as it does where it cannot be caught.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
    if quiet {
        be_quiet();
    }
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => exit(done),
        Err(thrown) => match thrown.downcast_ref::<OutOfMemory>() {
            Some(exhausted) => exit(Err(anyhow::Error::from(*exhausted).into())),
            None => resume_unwind(thrown),
        },
    }
}
