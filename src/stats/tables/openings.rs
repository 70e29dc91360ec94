//! `openings.csv`: one row a cell, first move and second move, in the order of their ranks.

use crate::stats::columns::{MEAN, SHARE, Table};
use crate::stats::counted::{Counted, Measured};
use crate::stats::minimax::Choice;
use crate::stats::openings::{Half, Opening, Pair};

/// An opening of a cell. A game that ended earlier has no such move, and its field is empty.
pub struct OpeningRow<'c> {
    number: usize,
    cell: &'c Counted<'c>,
    pair: Pair,
    opening: &'c Opening,
    best: Option<Choice>,
    texts: Vec<String>,
    score: Option<Measured>,
}

impl<'c> OpeningRow<'c> {
    /// The rows of an experiment's cells, made one by one: there may be very many. `texts` gives the
    /// texts of a cell's first moves by their ranks, as [`opening_texts`](crate::stats::opening_texts)
    /// does.
    pub fn all(
        cells: &'c [Counted<'c>],
        texts: &'c dyn Fn(usize, &[u32]) -> Vec<String>,
    ) -> impl Iterator<Item = OpeningRow<'c>> {
        cells.iter().enumerate().flat_map(move |(number, cell)| {
            let best = cell.best_opening();
            cell.tally.openings().map(move |(pair, opening)| {
                let ranks: Vec<u32> = pair.into_iter().flatten().collect();
                let (texts, score) = (texts(number, &ranks), cell.opening_score(opening));
                OpeningRow { number, cell, pair, opening, best, texts, score }
            })
        })
    }

    fn text(&self, place: usize) -> Option<String> {
        self.pair[place].and_then(|_| self.texts.get(place).cloned())
    }

    fn margin(&self) -> Option<f64> {
        let Opening { games, margin, .. } = *self.opening;
        (self.cell.tally.seats() == 2 && games > 0).then(|| margin as f64 / games as f64)
    }
}

/// The columns of `openings.csv`.
pub fn openings<'c>() -> Table<'c, OpeningRow<'c>> {
    let mut table = Table::new("openings.csv", "One row a cell, first move and second move.")
        .cell(|row: &OpeningRow<'c>| (row.number, row.cell.labels))
        .word("first", "the first move", |row| row.text(0))
        .empty("the game ended before it")
        .word("second", "the second move", |row| row.text(1))
        .empty("the game ended before it")
        .whole("games", "games that began so", |row| row.opening.games)
        .whole("wins_1", "those that the first player won alone", |row| row.opening.wins_1)
        .whole("draws", "those that several players won together", |row| row.opening.draws)
        .share("first_score", "the first player's mean score", |row| {
            row.score.map(|score| score.mean)
        })
        .empty("no games")
        .ends("first_score", SHARE, "its interval at 95 % for this opening alone", |row| {
            row.score?.interval
        })
        .column("margin_mean", MEAN, "the mean of the first player's points less the second's", {
            OpeningRow::margin
        })
        .unit("points")
        .empty("no games, or more than two seats")
        .ends(
            "joint",
            SHARE,
            "the score's interval when all openings of the cell are to hold",
            |row| row.cell.opening_joint(row.opening),
        );
    for (place, name) in ["even", "odd"].into_iter().enumerate() {
        let half = move |row: &OpeningRow<'c>| -> Half { row.opening.halves[place] };
        table = table
            .whole(format!("{name}_games"), format!("its games of {name} rounds"), move |row| {
                half(row).games
            })
            .share(format!("{name}_score"), "the first player's mean score in these", move |row| {
                half(row).mean()
            })
            .empty("no such games");
    }
    table
        .word(
            "best",
            "`best` for the pair of which `best_opening_score` in cells.csv speaks",
            |row| {
                let is_best = row.best.is_some_and(|best| row.pair == best.pair.map(Some));
                is_best.then_some("best")
            },
        )
        .empty("it is another one")
}
