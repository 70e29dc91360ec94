//! `pasang report`: the tables again, from the journal alone.

use std::path::PathBuf;

use clap::Args;

use super::{Done, Form, Threads};
use crate::folder::Folder;
use crate::run::rebuild;

/// The options of `pasang report`.
#[derive(Clone, Debug, Args)]
pub struct Report {
    /// The results folder
    #[arg(value_name = "RESULTS")]
    results: PathBuf,
    #[command(flatten)]
    form: Form,
    #[command(flatten)]
    threads: Threads,
}

impl Report {
    /// Writes the tables anew and prints the table for people.
    ///
    /// # Errors
    /// When the folder cannot be read or written.
    pub fn run(self) -> Done {
        let folder = Folder::open(&self.results)?;
        let _lock = folder.lock()?;
        let crew = self.threads.crew()?;
        let finished = rebuild(&folder, &crew)?;
        self.form.print(&finished)?;
        let (games, of) = (finished.games(), finished.of);
        let units = finished.experiment.units();
        if games < of {
            self.form.say(format_args!("unfinished: {games} of {of} {units}"))?;
        }
        Ok(())
    }
}
