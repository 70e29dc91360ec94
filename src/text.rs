//! What comes from files and goes to the terminal as text: setups, rules, positions and game records by
//! their words; errors with their place; TOML; numbers for readers; messages, and signals from the terminal.

pub mod diagnostic;
pub mod failure;
pub mod files;
pub(crate) mod game_records;
pub(crate) mod interrupt;
pub(crate) mod memory;
pub mod messages;
pub mod new_files;
pub mod positions;
pub mod rules;
pub mod setups;
pub mod terminal;
pub mod toml_reader;

pub use game_records::{read_game_record, read_game_records};
