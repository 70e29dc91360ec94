//! `pasang run`: plays an experiment into a results folder.

use std::ffi::OsString;
use std::hash::{BuildHasher, Hasher};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;

use super::{Done, Form, Stop, Threads, note};
use crate::experiment::Experiment;
use crate::folder::Folder;
use crate::run::{Ended, run, settle};
use crate::runner::Interrupt;
use crate::schedule::Shard;

/// The options of `pasang run`.
#[derive(Clone, Debug, Args)]
pub struct Run {
    /// The experiment [default: first-player advantage, the one built in]
    #[arg(value_name = "EXPERIMENT.toml")]
    experiment: Option<PathBuf>,
    /// The results folder [default: results/NAME, after the file's name]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Use this seed, whatever the file says
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u64).range(0..1 << 63))]
    seed: Option<u64>,
    /// Play only part I of N of the games
    #[arg(long, value_name = "I/N", default_value = "1/1", hide_default_value = true)]
    shard: Shard,
    #[command(flatten)]
    form: Form,
    #[command(flatten)]
    threads: Threads,
}

impl Run {
    /// Plays, and prints the table.
    ///
    /// # Errors
    /// When something is wrong with the experiment or the folder, or somebody interrupts.
    pub fn run(self) -> Done {
        let mut experiment = match &self.experiment {
            Some(path) => Experiment::read(path)?,
            None => Experiment::quick()?,
        };
        experiment.seed = self.seed.or(experiment.seed);
        let name = self.experiment.as_deref().and_then(Path::file_stem).map(OsString::from);
        let name = name.unwrap_or_else(|| "quick".into());
        let out = self.out.clone().unwrap_or_else(|| Path::new("results").join(name));

        let folder = Folder::at(&out);
        folder.create()?;
        let _lock = folder.lock()?;
        let named = experiment.seed;
        let experiment = settle(&folder, experiment, draw_seed)?;
        if let (None, Some(seed)) = (named, experiment.seed) {
            // Who reads no results may still want them in the folder.
            let drawn = format_args!("seed {seed}, drawn because none was given");
            let _ = self.form.say(drawn);
        }
        let crew = self.threads.crew()?;
        let interrupt = Interrupt::listen().context("cannot listen to signals")?;
        let units = experiment.units();
        match run(&folder, experiment, self.shard, &crew, &interrupt)? {
            Ended::Finished(finished) => {
                self.form.print(&finished)?;
                note(format_args!("results are in {}", out.display()));
                Ok(())
            }
            Ended::Interrupted { signal, games, of } => {
                note(format_args!("stopped with {games} of {of} {units} played; to go on:"));
                note(format_args!("  {}", command_line()));
                Err(Stop::Interrupted(signal))
            }
        }
    }
}

/// A seed nobody has chosen; the standard library's hash maps are seeded by the system.
fn draw_seed() -> u64 {
    std::hash::RandomState::new().build_hasher().finish() >> 1
}

/// The command as it was typed, quoted where a shell wants it.
fn command_line() -> String {
    let quote = |word: String| {
        let plain = |sign: char| sign.is_ascii_alphanumeric() || "-_./=:,+@%".contains(sign);
        if !word.is_empty() && word.chars().all(plain) {
            word
        } else {
            format!("'{}'", word.replace('\'', r"'\''"))
        }
    };
    let words = std::env::args_os().map(|word| quote(word.to_string_lossy().into_owned()));
    words.collect::<Vec<_>>().join(" ")
}
