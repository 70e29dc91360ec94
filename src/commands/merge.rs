//! `pasang merge`: shards into one folder.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;

use super::ended::{Done, Stop, complain, note};
use super::options::{Form, Threads, name_report};
use super::run::command_line;
use crate::playing::{Interrupt, Signal};
use crate::results::folder::Folder;
use crate::tasks::merge::{Merged, Shards, check_room};

/// The options of `pasang merge`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  pasang merge shards/* --out results/fair")]
pub struct Merge {
    /// The shards' results folders, in any order
    #[arg(value_name = "SHARD", required = true)]
    shards: Vec<PathBuf>,
    /// The folder to write
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    form: Form,
    #[command(flatten)]
    threads: Threads,
}

impl Merge {
    /// Merges, and prints the table.
    pub fn run(self) -> Done {
        let shards: Vec<Folder> =
            self.shards.iter().map(|path| Folder::open(path)).collect::<Result<_, _>>()?;
        let workers = self.threads.workers()?;
        let interrupt = Interrupt::listen().context("cannot listen to signals")?;
        let out = Folder::at(&self.out);
        // What is refused has made no folder.
        check_room(&shards, &out)?;
        let Some(shards) = Shards::read(&shards, &interrupt)? else {
            return Err(stopped(interrupt.signal()));
        };
        out.create()?;
        let _lock = out.lock()?;
        match shards.merge(&out, &workers, &interrupt)? {
            Merged::Finished(finished) => self.form.print(&finished)?,
            Merged::Interrupted(signal) => return Err(stopped(Some(signal))),
        }
        note(format_args!("results are in {}", self.out.display()));
        name_report(&self.out);
        Ok(())
    }
}

/// Says how to go on.
fn stopped(signal: Option<Signal>) -> Stop {
    complain("stopped before all was merged; to merge it:");
    complain(format_args!("  {}", command_line()));
    Stop::Interrupted(signal.unwrap_or(Signal::Interrupt))
}
