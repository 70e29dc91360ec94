//! What the programs share of the command line: how commands end, and options of several commands.

pub(crate) mod exit;
pub(crate) mod options;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::process::ExitCode;

use self::exit::exit;
use crate::base::terminal::be_quiet;
use pasang_core::base::memory::OutOfMemory;

pub use self::exit::{
    CommandError, CommandResult, combine, complain, complain_of, missing, must_be_new, note, print,
    say, write_new, wrong,
};
pub use self::options::{TableSize, Threads, choice, listen, whole};

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
