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

pub mod contest;
mod document;
pub(crate) mod format;
mod html;
pub mod plots;
mod profile;
mod sections;
pub(crate) mod svg;
mod terminal;

pub use document::{Block, Document, GameReplay, Section};
pub use format::{percent, short, with_sign};
pub use html::html;
pub use profile::{maps, profile_report};
pub use sections::{brief, document, full, known_pattern, profile_effects};
pub use svg::Board;
pub use terminal::text;
