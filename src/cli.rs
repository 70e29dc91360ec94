//! What can be typed: every command with its options.

use std::ops::RangeInclusive;

use clap::{Parser, Subcommand};

use crate::commands::bench::Bench;
use crate::commands::cluster::Cluster;
use crate::commands::compare::Compare;
use crate::commands::merge::Merge;
use crate::commands::moves::Moves;
use crate::commands::perft::Perft;
use crate::commands::plan::PlanCommand;
use crate::commands::published::Published;
use crate::commands::replay::Replay;
use crate::commands::report::Report;
use crate::commands::rules::RulesCommand;
use crate::commands::run::Run;
use crate::commands::schema::Schema;
use crate::commands::setups::Setups;
use crate::commands::shell::{Completions, Man};
use crate::commands::solve::Solve;
use crate::commands::tune::Tune;
use crate::commands::verify::Verify;
use crate::words::{Choice, nearest, one_of};

/// What the program says by its exit status.
pub const EXIT_STATUS: [(u8, &str); 6] = [
    (0, "done"),
    (1, "failed while working"),
    (2, "wrong usage, or a file that is unreadable or wrong"),
    (3, "`verify` found a difference, `setups check` a broken count or symmetry"),
    (130, "interrupted: what is finished is kept"),
    (143, "terminated: what is finished is kept"),
];

/// Plays the traditional board game Pasang by the thousand and measures it.
#[derive(Debug, Parser)]
#[command(name = "pasang", version = env!("PASANG_VERSION"), max_term_width = 100)]
#[command(after_help = exit_status())]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play an experiment and write its results folder
    Run(Run),
    /// Say what an experiment will take: cells, games, time, disk, precision
    Plan(PlanCommand),
    /// Make the tables and the report of a results folder again, from the journal alone
    Report(Report),
    /// Prove a results folder: digests, rows, tables, and the games played again
    Verify(Verify),
    /// Compare two results folders, cell by cell
    Compare(Compare),
    /// Put a results folder beside the published figures of Pasang
    Published(Published),
    /// Merge shards into the folder that an unsharded run would have written
    Merge(Merge),
    /// Show one game again, on the board, step by step
    Replay(Replay),
    /// List, show, check or generate setups
    #[command(subcommand)]
    Setups(Setups),
    /// List or show rule sets
    #[command(subcommand)]
    Rules(RulesCommand),
    /// List the legal moves of a position, one a line
    Moves(Moves),
    /// Count the move sequences from a position: a line `DEPTH COUNT` for each depth
    Perft(Perft),
    /// Prove who wins a position under best play, and by how much, with the best line
    Solve(Solve),
    /// Fit the evaluation of positions by seeded games of the program against itself
    Tune(Tune),
    /// Write an experiment as jobs for a cluster, and see how far they are
    #[command(subcommand)]
    Cluster(Cluster),
    /// Do a fixed amount of work, and say how fast and whether the games are the ones expected
    Bench(Bench),
    /// Print a JSON schema of experiment files, for editors
    Schema(Schema),
    /// Print completions for a shell
    Completions(Completions),
    /// Print a manual page, or write them all
    Man(Man),
}

/// The exit statuses, for the help.
fn exit_status() -> String {
    let line = |(status, meaning): (u8, &str)| format!("\n  {status:<4} {meaning}");
    format!("Exit status:{}", EXIT_STATUS.map(line).concat())
}

/// Reads whole numbers of a range, written in digits, for options.
pub fn whole<N: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<N, String> + Clone {
    move |text| {
        let (least, most) = (range.start(), range.end());
        let digits = !text.is_empty() && text.bytes().all(|sign| sign.is_ascii_digit());
        let number = digits.then(|| text.parse().ok()).flatten();
        let is_small = number.is_some_and(|number| number < *least);
        let number = number.filter(|number| range.contains(number));
        number.and_then(|number| N::try_from(number).ok()).ok_or_else(|| match *most {
            // Whoever gave a number wants to know the end of the range.
            u64::MAX if !digits || is_small => {
                format!("expected a whole number, {least} or more")
            }
            most => format!("expected a whole number from {least} to {most}"),
        })
    }
}

/// Reads one of the words of a [`Choice`], for options.
///
/// # Errors
/// When the word is none of them: says which there are, and which is nearest.
pub fn choice<C: Choice>(word: &str) -> Result<C, String> {
    C::from_word(word).ok_or_else(|| {
        let hint = nearest(word, C::words())
            .map(|near| format!("; did you mean `{near}`?"))
            .unwrap_or_default();
        format!("expected {}{hint}", one_of(C::words()))
    })
}
