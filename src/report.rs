//! The report: what the games say, for people, in one file.
//!
//! ```text
//! tallies, survey ──► Material ──► sections ──► Document ──► an Exporter ──► bytes
//!                               (one file each)           (html, markdown, svg)
//! ```
//!
//! A [`Document`] holds words, tables and drawings, and knows no format; an [`Exporter`] knows one
//! format, and nothing of games. Everything in it comes from the results alone: equal results make
//! equal bytes, so there are no times, no paths and no numbers of threads.

mod chart;
mod document;
mod figures;
mod film;
mod grid;
mod html;
mod markdown;
mod material;
mod sections;
mod style;
mod svg;
mod words;

use std::collections::BTreeMap;

use crate::playing::prepared::Prepared;
use crate::results::{Known, with_cells};

pub use document::{Board, Document, sign_of};
pub use figures::figures;
pub use html::Html;
pub use markdown::Markdown;
pub use material::Material;
pub use svg::Svg;

/// Writes a document in one format.
pub trait Exporter {
    /// The document's bytes; equal documents have equal ones.
    fn export(&self, document: &Document) -> Vec<u8>;
}

crate::words! {
    /// In which format a report is written.
    pub enum Format ("format") {
        /// One file for a browser, written into the results folder
        Html = "html",
        /// Text with tables, on stdout
        Markdown = "markdown",
        /// Each figure as a picture that stands alone, into the folder `--out`
        Svg = "svg",
    }
}

impl Format {
    /// Who writes it; nobody alone where it is several files.
    pub fn exporter(self) -> Option<&'static dyn Exporter> {
        match self {
            Format::Html => Some(&Html),
            Format::Markdown => Some(&Markdown),
            Format::Svg => None,
        }
    }
}

/// The SHA-256 of files by their names, in hex.
pub type Digests = BTreeMap<String, String>;

/// The report of a folder; `digests` are those of its other files, or none while it is unfinished.
pub fn document(prepared: &Prepared, known: &Known, digests: &Digests) -> Document {
    with_cells(prepared, known, |all| {
        let of = known.played.schedule.len();
        let material = Material::new(prepared, all, of, known.survey.as_ref(), digests);
        sections::document(&material)
    })
}
