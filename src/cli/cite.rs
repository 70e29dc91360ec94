//! `pasang cite`: what a methods section says of results.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::ended::Done;
use crate::results::folder::Folder;
use crate::tasks::cite::cite;

/// The options of `pasang cite`.
#[derive(Clone, Debug, Args)]
pub struct Cite {
    /// The results folder
    #[arg(value_name = "RESULTS")]
    results: PathBuf,
}

impl Cite {
    /// Prints it.
    ///
    /// # Errors
    /// When the folder cannot be read, or is not finished.
    pub fn run(self) -> Done {
        let text = cite(&Folder::open(&self.results)?)?;
        Ok(write!(std::io::stdout().lock(), "{text}")?)
    }
}
