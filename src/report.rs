//! What the games say, for people: one document of sections, written once from the figures, and shown on
//! the terminal and as a page for a browser.
//!
//! ```text
//! cells ──► sections ──► Document ──► terminal, html
//! ```
//!
//! A [`Document`] holds words, tables and drawings, and knows no format; who shows it knows one
//! format, and nothing of games. Everything in it comes from the results alone: equal results make
//! equal bytes, so there are no times, no paths and no numbers of threads.

mod document;
mod html;
mod sections;
pub(crate) mod svg;
mod terminal;
mod words;

use std::collections::BTreeMap;

use crate::playing::prepared::Prepared;
use crate::results::{Known, with_cells};
use crate::stats::Overview;

pub use document::Document;
pub use html::html;
pub use sections::KNOWN_GAMES;
pub use svg::Board;
pub use words::{percent, range, short};

/// The SHA-256 of files by their names, in hex.
pub type Digests = BTreeMap<String, String>;

/// The report of a folder; `digests` are those of its other files, or none while it is unfinished.
pub fn document(prepared: &Prepared, known: &Known, digests: &Digests) -> Document {
    with_cells(prepared, known, |all| sections::document(all, prepared, known, digests))
}

/// What the terminal shows of some cells: the answer in so many columns of signs, `chosen` beside it where
/// both players choose their columns.
pub fn brief(all: &Overview<'_>, chosen: Option<&Overview<'_>>, room: usize) -> String {
    let (lead, sections) = sections::brief(all, chosen);
    terminal::text(&lead, &sections, room)
}

/// All that there is to say of them.
pub fn full(all: &Overview<'_>, room: usize) -> String {
    let (lead, sections) = sections::full(all);
    terminal::text(&lead, &sections, room)
}
