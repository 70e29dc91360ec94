//! What people write, found and read: setups by name, file or glob; rules by name, file or settings;
//! written games.

pub mod rules;
pub mod setups;

use std::path::Path;

use crate::base::fault::{Faults, read_text_up_to};
use crate::games::written::{LARGEST, Written};

/// Reads every game of a file.
///
/// # Errors
/// When it cannot be read, or as [`Written::parse_all`].
pub fn written_games(path: &Path) -> Result<Vec<Written>, Faults> {
    Written::parse_all(&read_text_up_to(path, LARGEST)?)
}

/// Reads a file that holds one game.
///
/// # Errors
/// When it cannot be read, or as [`Written::parse_one`].
pub fn written_game(path: &Path) -> Result<Written, Faults> {
    Written::parse_one(&read_text_up_to(path, LARGEST)?)
}
