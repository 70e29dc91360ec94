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
mod format;
mod html;
mod sections;
pub(crate) mod svg;
mod terminal;

use std::collections::BTreeMap;

use crate::playing::compiled_experiment::CompiledExperiment;
use crate::results::{RunSummary, with_experiment_stats};
use crate::stats::ExperimentStats;

pub use document::Document;
pub use format::{percent, range, short};
pub use html::html;
pub use sections::KNOWN_GAMES;
pub use svg::Board;

/// SHA-256 digests by file name, in hex.
pub type Digests = BTreeMap<String, String>;

/// Builds the report of a folder; `digests` are the digests of its other files, empty while the run
/// is unfinished.
pub fn document(compiled: &CompiledExperiment, known: &RunSummary, digests: &Digests) -> Document {
    with_experiment_stats(compiled, known, |all| sections::document(all, compiled, known, digests))
}

/// Formats the headline of some cells for a terminal of `room` columns; `chosen` is the same
/// experiment with best openings (maximin).
pub fn brief(
    all: &ExperimentStats<'_>,
    chosen: Option<&ExperimentStats<'_>>,
    room: usize,
) -> String {
    let (lead, sections) = sections::brief(all, chosen);
    terminal::text(&lead, &sections, room)
}

/// Formats the full report of some cells for a terminal of `room` columns.
pub fn full(all: &ExperimentStats<'_>, room: usize) -> String {
    let (lead, sections) = sections::full(all);
    terminal::text(&lead, &sections, room)
}
