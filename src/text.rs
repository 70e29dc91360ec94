//! What comes from files and goes to the terminal as text: setups, rules, positions and game records by
//! their words; errors with their place; TOML; numbers for readers.

pub mod diagnostic;
pub mod failure;
pub mod files;
pub(crate) mod interrupt;
pub(crate) mod memory;
pub mod messages;
pub mod new_files;
pub mod numbers;
pub mod positions;
pub mod rules;
pub mod setups;
pub mod terminal;
pub mod toml_reader;

use std::path::Path;

use self::diagnostic::{Diagnostics, read_text_up_to};
use pasang_core::games::game_record::{GameRecord, LARGEST};

pub fn read_game_records(path: &Path) -> Result<Vec<GameRecord>, Diagnostics> {
    GameRecord::parse_all(&read_text_up_to(path, LARGEST)?)
}

pub fn read_game_record(path: &Path) -> Result<GameRecord, Diagnostics> {
    GameRecord::parse_one(&read_text_up_to(path, LARGEST)?)
}
