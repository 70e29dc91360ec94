//! The measured games of each cell.

use pasang_core::profile::MEASURES;

use crate::answer::interval::{ALPHA, moments};
use crate::answer::profile::{CellProfile, SCORE};
use crate::show::Table;

/// Makes `profile.csv`: one row a cell and measure.
pub fn profile(cells: &[CellProfile]) -> Table {
    let all = cells.iter().flat_map(|cell| (0..SCORE).map(move |measure| (cell, measure)));
    let rows = all.filter_map(|(cell, at)| Some((cell, at, cell.figure(at, ALPHA)?)));
    let values = |cell: &CellProfile, at| cell.values(at).into_iter().map(|(_, value)| value);
    Table::file("profile.csv", "One row a cell and measure, with `pasang profile`.", rows)
        .whole("cell", "the cell's number, from 0", |row| row.0.number)
        .word("setup", "its setup", |row| row.0.setup.as_str())
        .word("rules", "its rule set", |row| row.0.rules.as_str())
        .word("bots", "its bots, joined by `/` where seats differ", |row| row.0.bots.as_str())
        .word("measure", "the measure; docs/statistics.md defines it", |row| MEASURES[row.1].0)
        .whole("games", "games measured", |row| values(row.0, row.1).len())
        .share("mean", "its mean, over pairs of first moves", |row| row.2.0)
        .ends("mean", "its interval at 95 %", |row| row.2.1)
        .mean("sd", "its standard deviation over games", |row| {
            moments(values(row.0, row.1)).1.sqrt()
        })
        .without_units()
        .done()
}
