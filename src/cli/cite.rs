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
    /// Print it as JSON, with every name
    #[arg(long)]
    json: bool,
    /// Print it as an archive wants it, for a file `ro-crate-metadata.json` in the folder
    #[arg(long, conflicts_with = "json")]
    ro_crate: bool,
}

impl Cite {
    /// Prints it.
    ///
    /// # Errors
    /// When the folder cannot be read, or is not finished.
    pub fn run(self) -> Done {
        let folder = Folder::open(&self.results)?;
        let citation = cite(&folder)?;
        let text = match (self.json, self.ro_crate) {
            (true, _) => format!("{:#}\n", citation.to_json()),
            (_, true) => format!("{:#}\n", citation.to_ro_crate(&folder)?),
            _ => citation.to_text(),
        };
        let mut stdout = std::io::stdout().lock();
        write!(stdout, "{text}")?;
        Ok(stdout.flush()?)
    }
}
