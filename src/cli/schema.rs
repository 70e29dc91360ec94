//! `pasang schema`: what an experiment's file may hold, for editors.

use std::io::Write;

use clap::Args;

use super::ended::Done;
use crate::experiment::schema;

/// The options of `pasang schema`.
#[derive(Clone, Debug, Args)]
pub struct Schema {}

impl Schema {
    /// Prints the schema.
    ///
    /// # Errors
    /// When nothing can be written.
    pub fn run(self) -> Done {
        let mut out = std::io::stdout().lock();
        serde_json::to_writer_pretty(&mut out, &schema())?;
        Ok(writeln!(out)?)
    }
}
