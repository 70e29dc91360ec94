//! `pasang verify`: proof of a results folder.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::ended::{Done, Stop, complain, ended};
use super::options::{Threads, listen, whole};
use crate::results::folder::Folder;
use crate::tasks::verify::{Findings, verify};

/// The options of `pasang verify`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  pasang verify results/quick --games 1000")]
pub struct Verify {
    /// The results folder
    #[arg(value_name = "RESULTS")]
    results: PathBuf,
    /// Play only so many games again, drawn by the seed [default: all]
    #[arg(long, value_name = "N", value_parser = some_games)]
    #[arg(allow_negative_numbers = true)]
    games: Option<u64>,
    /// Print what was found as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    threads: Threads,
}

/// Reads how many games are to be played again.
fn some_games(text: &str) -> Result<u64, String> {
    whole::<u64>(1..=u64::MAX)(text).map_err(|expected| match text.parse() {
        Ok(0) => format!("{expected}: that none is played again proves nothing of the games"),
        _ => expected,
    })
}

impl Verify {
    /// Looks for differences and says which there are.
    pub fn run(self) -> Done {
        let folder = Folder::open(&self.results)?;
        let workers = self.threads.workers()?;
        let interrupt = listen()?;
        let findings = verify(&folder, self.games, &workers, &interrupt)?;
        let told = if self.json { tell_json(&findings) } else { tell(&findings) };
        let found = match findings.interrupted {
            Some(signal) => {
                complain("stopped before everything was looked at");
                Err(Stop::Interrupted(signal))
            }
            None if findings.differ.is_empty() => Ok(()),
            None => Err(Stop::Differs),
        };
        ended(told, found)
    }
}

/// Prints what was found, for programs.
fn tell_json(findings: &Findings) -> Done {
    let Findings { agree, differ, left_out, interrupted } = findings;
    let said = serde_json::json!({
        "verified": differ.is_empty() && interrupted.is_none(),
        "agree": agree,
        "differ": differ,
        "left_out": left_out,
        "interrupted": interrupted.is_some(),
    });
    let mut stdout = std::io::stdout().lock();
    writeln!(stdout, "{said:#}")?;
    Ok(stdout.flush()?)
}

/// Prints what was found.
fn tell(findings: &Findings) -> Done {
    let mut stdout = std::io::stdout().lock();
    for line in &findings.agree {
        writeln!(stdout, "{line}")?;
    }
    for line in &findings.differ {
        writeln!(stdout, "DIFFERS {line}")?;
    }
    if let Some(why) = findings.left_out {
        writeln!(stdout, "rows, tables and games were not looked at: {why}")?;
    }
    if findings.differ.is_empty() && findings.interrupted.is_none() {
        writeln!(stdout, "verified: nothing differs")?;
    }
    Ok(stdout.flush()?)
}
