//! `pasang verify`: checks a results folder: digests, rows and tables, and the games by playing them again.

use std::path::PathBuf;

use clap::Args;

use super::options::{Threads, listen, seed, whole};
use crate::run::folder::Folder;
use crate::run::{draw_seed, game_verification};
use crate::show::verification::verify;
use crate::text::failure::{CommandError, CommandResult};
use crate::text::messages::{combine, print, print_json, warn};

#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  pasang verify results/quick --games 1000")]
pub struct Verify {
    /// Results folder
    #[arg(value_name = "RESULTS")]
    results: PathBuf,
    /// Number of games to play again, sampled at random [default: all]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX))]
    games: Option<u64>,
    /// Seed of the sample [default: drawn and printed]
    #[arg(long, value_name = "S", requires = "games", value_parser = seed(), allow_negative_numbers = true)]
    sample_seed: Option<u64>,
    /// Start the program of the table `[game]`, which plays the games again
    #[arg(long, hide_short_help = true)]
    engines: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    threads: Threads,
}

impl Verify {
    pub fn run(self) -> CommandResult {
        let folder = Folder::open(&self.results)?;
        let lock = folder.lock_shared();
        let workers = self.threads.workers()?;
        let interrupt = listen()?;
        // A forger must not be able to predict the sample.
        let sample = (self.games, self.sample_seed.unwrap_or_else(draw_seed));
        let found = match folder.game() {
            Ok(Some(experiment)) => {
                let work = (&workers, &interrupt);
                game_verification::verify(&folder, &experiment, sample, self.engines, work)
            }
            _ => verify(&folder, sample, &workers, &interrupt).map_err(CommandError::from),
        };
        let is_sound = found.as_ref().is_ok_and(|findings| findings.differ.is_empty());
        if !is_sound && let Err(in_use) = lock {
            // A concurrent run makes a sound folder look damaged.
            return Err(in_use.into());
        }
        let findings = found?;
        if let Ok((_, warnings)) = folder.experiment_with_warnings() {
            warn(&warnings);
        }
        let printed = match self.json {
            true => print_json(&serde_json::to_value(&findings)?),
            false => print(findings.text()),
        };
        combine(printed, findings.verdict())
    }
}
