//! `pasang tune`: fits the evaluation by seeded self-play.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;

use super::ended::{Done, complain};
use super::options::{Threads, choice, listen, whole};
use crate::experiment::HIGHEST_SEED;
use crate::games::rules::Kind;
use crate::players::tune::{Form, Tuning};
use crate::results::FolderError;

/// The options of `pasang tune`.
#[derive(Clone, Debug, Args)]
pub struct Tune {
    /// The game whose evaluation is fitted
    #[arg(long, value_parser = choice::<Kind>)]
    game: Kind,
    /// What is fitted: the net, or the weights by which it was labelled at first
    #[arg(long, default_value = "net", value_parser = choice::<Form>)]
    form: Form,
    /// The same seed gives the same weights
    #[arg(long, value_name = "N", default_value_t = Tuning::of(Kind::Brunei, Form::Net).seed)]
    #[arg(value_parser = whole::<u64>(0..=HIGHEST_SEED), allow_negative_numbers = true)]
    seed: u64,
    /// How many games are played in each generation [default: 10000 for brunei, 2000 for bell; of linear weights 8000 and 1000]
    #[arg(long, value_name = "N")]
    #[arg(value_parser = whole::<u64>(1..=1_000_000), allow_negative_numbers = true)]
    games: Option<u64>,
    /// How many times to play and fit, each time with the weights found before
    /// [default: 2; of linear weights 3]
    #[arg(long, value_name = "N")]
    #[arg(value_parser = whole::<u32>(1..=100), allow_negative_numbers = true)]
    generations: Option<u32>,
    /// Write the weights into this file instead of printing them
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
}

impl Tune {
    /// Fits the weights and prints them.
    ///
    /// # Errors
    /// When threads cannot be started, or nothing can be written.
    pub fn run(self) -> Done {
        let Tune { game, form, seed, .. } = self;
        let usual = Tuning::of(game, form);
        let games = self.games.unwrap_or(usual.games);
        let generations = self.generations.unwrap_or(usual.generations);
        let tuning = Tuning { game, form, seed, games, generations };
        // Whether there is room for the weights shall be known before hours of games are played.
        let out = self.out.as_deref();
        let is_new = out.is_some_and(|path| !path.exists());
        let file = out.map(open).transpose()?;
        let interrupt = listen()?;
        let tuned = tuning.run(self.threads.started(), interrupt.halt());
        let Some(tuned) = tuned.context("cannot start threads")? else {
            if let Some(path) = out.filter(|_| is_new) {
                // Nothing is in it. Where it cannot be removed, it does no harm.
                let _ = std::fs::remove_file(path);
            }
            complain("stopped before weights were found: the same command begins anew");
            return interrupt.ends();
        };
        let text = tuned.to_toml();
        match (file, out) {
            (Some(file), Some(path)) => {
                write(file, &text).map_err(|error| FolderError::Write(path.to_owned(), error))?;
            }
            _ => std::io::stdout().lock().write_all(text.as_bytes())?,
        }
        Ok(())
    }
}

/// Opens a file to be written later. What is in it stays until then.
fn open(path: &Path) -> Result<File, FolderError> {
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(path);
    file.map_err(|error| FolderError::Write(path.to_owned(), error))
}

/// Puts a text in the place of what is in a file.
fn write(mut file: File, text: &str) -> io::Result<()> {
    // A pipe has no length to be set.
    if file.metadata()?.is_file() {
        file.set_len(0)?;
    }
    file.write_all(text.as_bytes())?;
    file.flush()
}
