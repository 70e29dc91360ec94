//! The journal, `games.csv`: one row a game, in game order, and the only truth of a results
//! folder. Whatever interrupts a run, what is there is the beginning of the whole.

mod fields;
mod moves;
mod read;
mod row;

pub use fields::{Fields, WRITTEN_OTHERWISE, difference, rows};
pub use moves::{decode_moves, encode_moves};
pub use read::{JournalFault, Lines};
pub use row::{Form, MatchRound, Row, RowLabels, moves_digest, write_row};
