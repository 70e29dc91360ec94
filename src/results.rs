//! Results folders: what they hold, how it is written, read again and shown as tables.
//!
//! ```text
//! Folder      files with their names, written whole or not at all
//!   └► Opened       a folder with its experiment made ready, its manifest, and which games it has
//!        ├► Rows          its journal, game by game, whoever reads it
//!        └► Known         what is known of its games: what tables and reports are made from
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
