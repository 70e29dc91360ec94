//! `pasang-exact check`: checks certificates and prints what each proves.

use std::path::PathBuf;

use clap::Args;
use pasang::text::diagnostic::sanitized;

use pasang::text::failure::{CommandError, CommandResult};
use pasang::text::messages::{combine, complain_of, print};
use pasang_core::games::rules::Game;

use crate::proof::{Certificate, CheckSummary, Claimed, check};

/// The options of `pasang-exact check`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  pasang-exact check crates/exact/proofs/*.txt")]
pub struct Check {
    /// Check these certificates
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

impl Check {
    /// Checks certificates, and prints what each proves.
    ///
    /// # Errors
    /// If one cannot be read, or proves nothing; the others are checked all the same.
    pub fn run(self) -> CommandResult {
        let (mut proved, mut found) = (String::new(), Ok(()));
        for path in &self.files {
            let path = path.as_path();
            let (certificate, source) = match Certificate::read(path) {
                Ok(read) => read,
                Err(faults) => {
                    match &found {
                        Ok(()) => found = Err(CommandError::Wrong(faults)),
                        Err(_) => complain_of(&faults),
                    }
                    continue;
                }
            };
            match check(&certificate) {
                Ok(checked) => {
                    let said = format!("{}: {}", path.display(), in_words(&certificate, &checked));
                    // The name of a setup is untrusted text.
                    proved += &(sanitized(&said).into_owned() + "\n");
                }
                Err(mut fault) => {
                    if fault.span.is_none() {
                        fault.message = format!("{}: {}", path.display(), fault.message);
                    }
                    complain_of(&source.faults(vec![fault]));
                    if let Err(CommandError::Wrong(faults)) =
                        std::mem::replace(&mut found, Err(CommandError::Differs))
                    {
                        complain_of(&faults);
                    }
                }
            }
        }
        // All have been checked: a failure to print does not hide one of them.
        combine(print(proved), found)
    }
}

/// Returns the proven statement, a sentence without its full stop.
fn in_words(certificate: &Certificate, checked: &CheckSummary) -> String {
    let about = &certificate.beginning;
    let rules = Game::Brunei(about.rules);
    let after = match &about.after[..] {
        [] => "from the first move".to_owned(),
        moves => format!("after `{}`", moves.join(" ")),
    };
    let scores = match certificate.claim.what {
        Claimed::WinsByStuck => ", whatever the other plays and whatever the scores are",
        Claimed::Wins | Claimed::DoesNotLose => ", whatever the other plays",
    };
    format!(
        "{}, {rules}, {after}: {}{scores} ({} positions, {} plies at most)",
        about.setup.name, certificate.claim, checked.positions, checked.plies
    )
}
