//! Reports: one document of sections, built once from the statistics and rendered for the terminal
//! and as an HTML page.
//!
//! ```text
//! cells ──► sections ──► Document ──► terminal, html
//! ```
//!
//! A [`Document`] holds text, tables and charts, and knows no format; each renderer knows one
//! format, and nothing of games. A report depends on the results alone: equal results make equal
//! bytes, so it holds no times, no paths and no numbers of threads.

mod document;
pub(crate) mod format;
mod html;
pub mod plots;
mod profile;
mod sections;
pub(crate) mod svg;
mod terminal;

use std::collections::BTreeMap;

use crate::stats::ExperimentStats;

pub use document::{Block, Document, GameReplay, Section};
pub use format::{percent, range, short, with_sign};
pub use html::html;
pub use profile::{maps, profile_report};
pub use sections::{document, profile_effects};
pub use svg::Board;

/// SHA-256 digests by file name, in hex.
pub type Digests = BTreeMap<String, String>;

/// Formats the headline of some cells for a terminal of `room` columns.
pub fn brief(all: &ExperimentStats<'_>, room: usize) -> String {
    let (lead, sections) = sections::brief(all);
    terminal::text(&lead, &sections, room)
}

/// Answers for a known pattern under a preset, from the results that the program carries; the names
/// are those of its stones or, with `true`, of their mirror image. Also as rows with the columns of
/// `balance.csv`. `None` if it carries none.
pub fn known_pattern(
    setup: &str,
    names: &(Vec<String>, bool),
    rules: &str,
) -> Option<(Document, serde_json::Value)> {
    let (lead, section, rows) = sections::known_pattern(setup, names, rules)?;
    Some((Document { lead, sections: vec![section], ..Document::default() }, rows))
}

/// Formats the full report of some cells for a terminal of `room` columns.
pub fn full(all: &ExperimentStats<'_>, room: usize) -> String {
    let (lead, sections) = sections::full(all);
    terminal::text(&lead, &sections, room)
}

/// Formats the lead and the sections of a document for a terminal of `room` columns.
pub fn text(document: &Document, room: usize) -> String {
    terminal::text(&document.lead, &document.sections, room)
}
