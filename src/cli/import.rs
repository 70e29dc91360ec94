//! `pasang import`: games that people wrote down, as a results folder.

use std::path::PathBuf;

use clap::Args;

use super::ended::{Done, complain, note};
use super::options::{Form, Threads, name_report};
use crate::base::words::counted;
use crate::results::folder::Folder;
use crate::tasks::import::Imports;

/// The options of `pasang import`.
#[derive(Clone, Debug, Args)]
pub struct Import {
    /// Files with games as text (docs/games.md), or `-` for stdin
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The results folder to write
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// What the games are, in a line [default: the files' names]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    #[command(flatten)]
    form: Form,
    #[command(flatten)]
    threads: Threads,
}

impl Import {
    /// Writes the folder, and prints the table.
    ///
    /// # Errors
    /// When something is wrong with a game, or the folder cannot be written.
    pub fn run(self) -> Done {
        let imports = Imports::read(&self.files, self.title.as_deref())?;
        if let Some(line) = &imports.left_out {
            note(line);
        }
        if let Some(line) = &imports.twice {
            complain(line);
        }
        let games = imports.games();
        let workers = self.threads.workers()?;
        let finished = imports.write(&Folder::at(&self.out), &workers)?;
        self.form.print(&finished)?;
        let are = if games == 1 { "is" } else { "are" };
        note(format_args!("{} {are} in {}", counted(games, "game"), self.out.display()));
        name_report(&self.out);
        Ok(())
    }
}
