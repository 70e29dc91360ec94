//! `pasang carry`: what carries over from bot to bot, and from rule set to rule set.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::ended::{Done, note};
use super::options::room;
use crate::results::folder::{Folder, MANIFEST, write_into};
use crate::results::tables::{carried_files, carried_json};
use crate::results::{FolderError, Refusal};
use crate::stats::{WITHIN, carrying_in};
use crate::tasks::carry::{Found, Wanted, carry};

/// The options of `pasang carry`.
#[derive(Clone, Debug, Args)]
pub struct Carry {
    /// Results folders: their bots and rule sets are taken together, and games between different bots
    /// say how strong they are
    #[arg(value_name = "RESULTS", required = true)]
    results: Vec<PathBuf>,
    /// Pool the scores of this bot and all stronger ones [default: the weakest from which on bots agree]
    #[arg(long, value_name = "BOT")]
    from: Option<String>,
    /// Leave this setup out; may be repeated
    #[arg(long, value_name = "SETUP")]
    without: Vec<String>,
    /// How far from an even score a setup may be and count as even, as a share
    #[arg(long, value_name = "SHARE", default_value_t = WITHIN, value_parser = share)]
    within: f64,
    /// Write the tables into this folder: agreement.csv, parts.csv, lasting.csv, axis.csv, choosing.csv
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A share from 0 to one half.
fn share(word: &str) -> Result<f64, String> {
    let share = word.parse().ok().filter(|share| (0.0..=0.5).contains(share));
    share.ok_or_else(|| "a share from 0 to 0.5 is expected, such as 0.02".to_owned())
}

impl Carry {
    /// Prints what carries over.
    pub fn run(self) -> Done {
        let folders = self.results.iter().map(|path| Folder::open(path));
        let wanted = Wanted { from: self.from, without: self.without, within: self.within };
        let Found { carrying, idle } =
            carry(&folders.collect::<Result<Vec<Folder>, _>>()?, &wanted)?;
        for (folder, why) in idle {
            note(format_args!("`{}` says nothing here: {why}", folder.display()));
        }
        if let Some(out) = &self.out {
            if out.join(MANIFEST).exists() {
                return Err(FolderError::from(Refusal::HoldsFiles(out.clone())).into());
            }
            write_into(out, carried_files(&carrying))?;
        }
        let mut stdout = std::io::stdout().lock();
        if self.json {
            serde_json::to_writer_pretty(&mut stdout, &carried_json(&carrying))?;
            writeln!(stdout)?;
            return Ok(());
        }
        write!(stdout, "{}", carrying_in(&carrying, room()))?;
        Ok(())
    }
}
