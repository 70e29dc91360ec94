//! Reads user input: setups by name, file or glob; rules by name, file or settings; game records.

pub mod rules;
pub mod setups;

use std::path::Path;

use crate::base::fault::{Faults, read_text_up_to};
use crate::games::written::{LARGEST, Written};

pub fn written_games(path: &Path) -> Result<Vec<Written>, Faults> {
    Written::parse_all(&read_text_up_to(path, LARGEST)?)
}

pub fn written_game(path: &Path) -> Result<Written, Faults> {
    Written::parse_one(&read_text_up_to(path, LARGEST)?)
}
