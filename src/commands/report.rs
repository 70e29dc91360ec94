//! `pasang report`: rebuilds tables and report from the journal.

use std::path::PathBuf;

use clap::Args;

use super::exit::CommandResult;
use super::options::{Form, Threads, name_report};
use crate::commands::publish::{Artifacts, rebuild};
use crate::results::folder::Folder;

#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  pasang report results/quick --full")]
pub struct Report {
    /// Results folder
    #[arg(value_name = "RESULTS")]
    results: PathBuf,
    #[command(flatten)]
    form: Form,
    #[command(flatten)]
    threads: Threads,
}

impl Report {
    /// Rewrites tables and report, and prints the results; with `--json` only prints.
    pub fn run(self) -> CommandResult {
        let folder = Folder::open(&self.results)?;
        // Validate before changing the folder.
        folder.must_have_manifest()?.check_versions()?;
        // Printing alone needs no lock, and works on read-only results.
        let is_written = !self.form.json;
        let _lock = if is_written { Some(folder.lock()?) } else { None };
        let workers = self.threads.workers()?;
        let artifacts = rebuild(&folder, &workers)?;
        if is_written {
            artifacts.write()?;
        }
        let Artifacts { finished, .. } = artifacts;
        self.form.print(&finished, None)?;
        if is_written {
            name_report(&self.results);
        }
        let (games, of) = (finished.games(), finished.known.played.of());
        let units = finished.compiled.experiment().units();
        if games < of {
            self.form.say(format_args!("unfinished: {games} of {of} {units}"))?;
        }
        Ok(())
    }
}
