//! `pasang cite`: the facts that a methods section needs.

use std::path::PathBuf;

use clap::Args;

use crate::run::folder::Folder;
use crate::show::citation::citation;
use crate::text::failure::CommandResult;
use crate::text::messages::print;

#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  pasang cite results/quick")]
pub struct Cite {
    /// Results folder
    #[arg(value_name = "RESULTS")]
    results: PathBuf,
}

impl Cite {
    /// Prints the facts, one per line, and a BibTeX entry.
    pub fn run(self) -> CommandResult {
        print(citation(&Folder::open(&self.results)?)?)
    }
}
