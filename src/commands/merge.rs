//! `pasang merge`: shards into one folder.

use std::path::PathBuf;

use clap::Args;

use super::{Done, Form, Threads, name_report, note};
use crate::folder::Folder;
use crate::merge::{Merged, merge_any};

/// The options of `pasang merge`.
#[derive(Clone, Debug, Args)]
pub struct Merge {
    /// The shards' results folders, in any order
    #[arg(value_name = "SHARD", required = true)]
    shards: Vec<PathBuf>,
    /// The folder to write; for shards of a round, the one that has the rounds before it
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    form: Form,
    #[command(flatten)]
    threads: Threads,
}

impl Merge {
    /// Merges, and prints the table.
    ///
    /// # Errors
    /// When the shards do not make up one experiment, or files cannot be read or written.
    pub fn run(self) -> Done {
        let shards: Vec<Folder> =
            self.shards.iter().map(|path| Folder::open(path)).collect::<Result<_, _>>()?;
        let crew = self.threads.crew()?;
        let out = Folder::at(&self.out);
        out.create()?;
        let _lock = out.lock()?;
        match merge_any(&shards, &out, &crew)? {
            Merged::Finished(finished) => self.form.print(&finished)?,
            Merged::Round { number, games } => self.form.print_round(number, games)?,
        }
        note(format_args!("results are in {}", self.out.display()));
        name_report(&self.out);
        Ok(())
    }
}
