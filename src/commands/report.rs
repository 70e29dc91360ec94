//! `pasang report`: rebuilds tables and report from the journal.

use std::path::PathBuf;

use clap::Args;

use super::ended::Done;
use super::options::{Form, Threads, name_report};
use crate::commands::finish::{Made, rebuild};
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
    pub fn run(self) -> Done {
        let folder = Folder::open(&self.results)?;
        // Validate before changing the folder.
        folder.must_have_manifest()?.check_versions()?;
        // Printing alone needs no lock, and works on read-only results.
        let is_written = !self.form.json;
        let _lock = if is_written { Some(folder.lock()?) } else { None };
        let workers = self.threads.workers()?;
        let made = rebuild(&folder, &workers)?;
        if is_written {
            made.write()?;
        }
        let Made { finished, .. } = made;
        self.form.print(&finished, None)?;
        if is_written {
            name_report(&self.results);
        }
        let (games, of) = (finished.games(), finished.known.played.of());
        let units = finished.prepared.experiment().units();
        if games < of {
            self.form.say(format_args!("unfinished: {games} of {of} {units}"))?;
        }
        Ok(())
    }
}
