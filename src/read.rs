//! Reads user input: setups by name, file or glob; rules by name, file or settings; positions; game
//! records.

pub mod positions;
pub mod rules;
pub mod setups;

use std::path::Path;

use crate::base::diagnostic::{Diagnostics, read_text_up_to};
use pasang_core::games::game_record::{GameRecord, LARGEST};

pub fn read_game_records(path: &Path) -> Result<Vec<GameRecord>, Diagnostics> {
    GameRecord::parse_all(&read_text_up_to(path, LARGEST)?)
}

pub fn read_game_record(path: &Path) -> Result<GameRecord, Diagnostics> {
    GameRecord::parse_one(&read_text_up_to(path, LARGEST)?)
}
