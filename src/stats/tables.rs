//! The tables of a results folder: every column of every file, declared once.
//!
//! A field is empty where there is nothing to say: no games, no such seat, no such phase, an
//! ending of the other game. Shares and scores have six decimals, all other means four.
//!
//! `docs/columns.md` is made from these declarations, and so is `datapackage.json`.

mod branching;
mod carrying;
mod cells;
mod elo;
mod find;
mod games;
mod measures;
mod openings;
mod overall;
mod paired;
mod rounds;

pub use branching::{BranchingRow, branching};
pub use carrying::{PartRow, agreement, axis, choosing, lasting, parts};
pub use cells::{CellRow, cells};
pub use elo::{EloRow, elo};
pub use find::{FindRow, find};
pub use games::{games, match_games};
pub use measures::{evened, measures, skills};
pub use openings::{OpeningRow, openings};
pub use overall::overall;
pub use paired::{PairedRow, paired};
pub use rounds::{RoundRow, rounds};

use super::columns::{Description, Table};
use super::counted::Labels;
use crate::games::Seat;

/// Every seat there may be, with its name.
fn seats() -> impl Iterator<Item = (Seat, &'static str)> {
    Seat::first(Seat::MOST as u8).map(|seat| (seat, seat.word()))
}

impl<'r, R: 'r> Table<'r, R> {
    /// Adds a cell's number and names.
    fn cell(self, of: impl Fn(&R) -> (usize, Labels<'r>) + Copy + 'r) -> Table<'r, R> {
        self.whole("cell", "the cell's number, from 0", move |row| of(row).0)
            .word("setup", "its setup", move |row| of(row).1.setup)
            .word("rules", "its rule set", move |row| of(row).1.rules)
            .word("bots", "its bots, joined by `/` where seats have different ones", move |row| {
                of(row).1.bots
            })
    }
}

/// All files that are tables, whatever an experiment has of them.
pub fn descriptions() -> Vec<Description> {
    vec![
        match_games(),
        cells().described(),
        overall().described(),
        openings().described(),
        branching().described(),
        paired().described(),
        rounds().described(),
        elo().described(),
        agreement().described(),
        parts().described(),
        lasting().described(),
        axis().described(),
        choosing().described(),
        find().described(),
    ]
}
