//! `stop.csv`: one row a cell, and when enough was known of it.

use crate::stats::adaptive::Sums;
use crate::stats::columns::{SHARE, Table};
use crate::stats::counted::{Counted, Labels};
use crate::stats::interval::Interval;
use crate::stats::stop::{State, Stop};

/// A cell with its score, and the interval that may be looked at at any time.
#[derive(Clone, Copy)]
pub(super) struct Looked<'c> {
    pub(super) number: usize,
    pub(super) labels: Labels<'c>,
    pub(super) sums: Sums,
    pub(super) interval: Interval,
}

impl<'c> Looked<'c> {
    pub(super) fn of(number: usize, cell: &Counted<'c>, alpha: f64) -> Looked<'c> {
        let sums = Sums::of(cell.tally);
        Looked { number, labels: cell.labels, sums, interval: sums.interval(alpha) }
    }
}

impl<'r, R: 'r> Table<'r, R> {
    /// Adds a cell's number and names, its games, and its score with the interval.
    pub(super) fn looked(self, of: impl Fn(&R) -> Looked<'r> + Copy + 'r) -> Table<'r, R> {
        self.cell(move |row| (of(row).number, of(row).labels))
            .whole("games", "games played", move |row| of(row).sums.games)
            .share("first_score", "the first player's mean score", move |row| {
                let sums = of(row).sums;
                (sums.games > 0).then(|| sums.mean())
            })
            .empty("no games")
            .ends(
                "first_score",
                SHARE,
                "its interval, which holds with those of all cells at `confidence`, however often one looks",
                move |row| Some(of(row).interval),
            )
    }
}

/// A cell, and whether enough is known of it.
pub struct StopRow<'c> {
    looked: Looked<'c>,
    side: &'static str,
    state: State,
}

impl<'c> StopRow<'c> {
    /// The rows of an experiment's cells.
    pub fn all(cells: &'c [Counted<'c>], stop: &'c Stop) -> impl Iterator<Item = StopRow<'c>> {
        let cells = cells.iter().zip(stop.states()).enumerate();
        cells.map(|(number, (cell, &state))| {
            let looked = Looked::of(number, cell, stop.alpha_each());
            StopRow { looked, side: stop.side(looked.interval, number), state }
        })
    }
}

/// The columns of `stop.csv`.
pub fn stop<'c>() -> Table<'c, StopRow<'c>> {
    Table::new("stop.csv", "One row a cell, with `[stop]`.")
        .looked(|row: &StopRow<'c>| row.looked)
        .share("half_width", "half the width of the interval", |row| {
            (row.looked.interval.high - row.looked.interval.low) / 2.0
        })
        .word(
            "side",
            "where the interval lies: `balanced`, `first`, `second`, `undecided`",
            |row| row.side,
        )
        .empty("no verdict was asked for")
        .word("state", "`known`; `max-games`; `open` while it plays on", |row| row.state.word())
        .whole("round", "after which round it was known", |row| match row.state {
            State::Known { round } => Some(round),
            State::Open | State::MostGames => None,
        })
        .empty("it is not")
}
