//! What people write, found and read: setups by name, file or glob; rules by name, file or settings;
//! written games.

pub mod rules;
pub mod setups;

use std::path::Path;

use crate::base::fault::{Faults, Source, read_text_up_to};
use crate::games::written::{LARGEST, Written};
use crate::players::proof::{self, Certificate};

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

/// Reads the file of a certificate, and the text for what may be wrong with it.
///
/// # Errors
/// When it cannot be read, or is no certificate.
pub fn certificate(path: &Path) -> Result<(Certificate, Source), Faults> {
    let source = read_text_up_to(path, proof::LARGEST)?;
    Ok((Certificate::parse(&source)?, source))
}
