//! Shows answers: as tables, as a document for the terminal and as an HTML page, as pictures.
//!
//! ```text
//! ExperimentStats ──► sections ──► Document ──► terminal, html
//!                └──► tables ────► Table ─────► CSV, JSON, text
//! ```
//!
//! A [`Document`] holds text, tables and charts, and knows no format; each renderer knows one
//! format, and nothing of games. What is shown depends on the results alone: equal results make equal
//! bytes, so it holds no times, no paths and no numbers of threads.

pub mod any_game;
pub mod citation;
pub mod comparison;
pub mod contest;
mod document;
pub mod folder_profile;
pub(crate) mod format;
mod html;
pub mod joint;
pub mod level;
pub mod plan;
pub mod plots;
pub mod prediction;
mod profile;
pub mod proven_line;
pub mod publish;
pub mod repair;
pub mod review;
pub mod rules;
mod sections;
pub mod session;
pub mod setups;
pub mod steps;
pub(crate) mod svg;
pub mod table;
pub mod tables;
mod terminal;
pub mod verification;

pub use document::{Block, Document, GameReplay, Section};
pub use format::{percent, short, with_sign};
pub use html::html;
pub use profile::{maps, profile_report};
pub use sections::{brief, document, full, known_pattern, profile_effects};
pub use svg::Board;
pub use table::{ColumnType, MEAN, PLAIN, SHARE, Table, TableBuilder};
pub use terminal::{board, text, width};
