//! The end of a command that answers on a table of any game, or is required to.

use crate::show::any_game::{json, text};
use crate::show::width;
use crate::text::failure::{CommandError, CommandResult};
use crate::text::messages::{print, print_json};
use pasang_balance::table::{Answer, Verdict};

/// Prints an answer with the sentence on what is required, and ends with the verdict's status.
pub fn end(answer: &Answer, judged: Option<(Verdict, String)>, is_json: bool) -> CommandResult {
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
