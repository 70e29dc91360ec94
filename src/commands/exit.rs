//! The end of a command: its exit status.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::process::ExitCode;

use crate::show::any_game::{json, text};
use crate::show::width;
use crate::text::diagnostic::in_words;
use crate::text::failure::{CommandError, CommandResult};
use crate::text::messages::{complain, complain_of, print, print_json};
use crate::text::terminal::be_quiet;
use pasang_balance::table::{Answer, Verdict};
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

/// Prints an answer with the sentence on what is required, and ends with the verdict's status.
pub fn conclude(
    answer: &Answer,
    judged: Option<(Verdict, String)>,
    is_json: bool,
) -> CommandResult {
    match is_json {
        true => print_json(&json(answer, judged.as_ref()))?,
        false => {
            let told = judged.as_ref().map_or(String::new(), |(_, told)| format!("{told}\n"));
            print(text(answer, width()) + &told)?;
        }
    }
    status(judged.map(|it| it.0))
}

/// Ends a command with the status of a verdict.
pub fn status(verdict: Option<Verdict>) -> CommandResult {
    match verdict {
        None | Some(Verdict::Shown) => Ok(()),
        Some(Verdict::Contrary) => Err(CommandError::NotShown(4)),
        Some(Verdict::Open) => Err(CommandError::NotShown(5)),
    }
}
