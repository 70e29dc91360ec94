//! Results folders: their content, and how it is written, read again and tabulated.
//!
//! ```text
//! Folder      named files, each written atomically
//!   └► Opened       a folder with its compiled experiment, its manifest, and the games it has
//!        ├► Rows          its journal, read game by game
//!        └► Known         a summary of its games: the source of tables and reports
//! ```

mod error;
pub mod folder;
mod known;
mod manifest;
mod opened;
mod reading;
pub mod survey;
pub mod tables;
mod toggled;
mod turns;

pub use error::FolderError;
pub use known::Known;
pub use manifest::{FORMAT, Manifest, bots_of};
pub use opened::{Opened, Recorded, admit};
pub use reading::{Entry, Prefix, Rows, differing, digest_of, read_journal, winners_of};
pub use tables::with_cells;
pub use turns::{End, Ledger, Turns};
