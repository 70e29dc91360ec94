//! `find.csv`: one row a cell, and what was decided of it.

use crate::stats::counted::Counted;
use crate::stats::find::{Contest, Find, Seen, Standing, end_word, interval, mean_or_half};
use crate::stats::overview::Overview;
use crate::stats::table::{SHARE, Table};

struct Row<'f, 'c> {
    cell: &'c Counted<'c>,
    contest: &'f Contest,
    seen: &'f Seen<'f>,
    place: usize,
}

impl Row<'_, '_> {
    fn mean(&self) -> f64 {
        mean_or_half(self.cell.tally.first())
    }

    fn shrunken(&self) -> f64 {
        self.seen.shrunken[self.place]
    }

    fn standing(&self) -> Standing {
        self.contest.standings[self.place]
    }
}

pub fn find(all: &Overview<'_>, find: &Find) -> Table {
    let cells = all.cells;
    let seen: Vec<Seen<'_>> =
        find.contests.iter().map(|contest| Seen::new(cells, contest, find)).collect();
    let mut rows: Vec<Row<'_, '_>> = Vec::new();
    for (contest, seen) in find.contests.iter().zip(&seen) {
        let places = contest.cells.iter().enumerate();
        rows.extend(places.map(|(place, &of)| Row { cell: &cells[of], contest, seen, place }));
    }
    rows.sort_by_key(|row| row.cell.number);
    Table::file("find.csv", "One row a cell, with `[find]`.", rows)
        .cell(|row| row.cell)
        .whole("games", "games played", |row| row.cell.tally.games())
        .share("first_score", "the first player's mean score", |row| {
            row.cell.tally.first().mean()
        })
        .ends("first_score", SHARE, "its interval, which holds with those of all cells at any time", {
            |row| Some(interval(row.cell.tally.first(), find.alpha_each()))
        })
        .share("distance", "how far the score is from an even one", |row| {
            (row.mean() - row.contest.fair).abs()
        })
        .share("distance_low", "no true distance is less", |row| row.contest.distance(row.place).low)
        .share("distance_high", "no true distance is more", |row| {
            row.contest.distance(row.place).high
        })
        .share("shrunken_score", "the score drawn towards the mean of the contest", Row::shrunken)
        .share("shrunken_distance", "how far that is from an even one", |row| {
            (row.shrunken() - row.contest.fair).abs()
        })
        .word(
            "standing",
            "`winner`; `close`: none is more balanced by more than `within`; `open`: nothing proved; `out`: \
             less balanced than another",
            |row| row.seen.standing(row.place),
        )
        .whole("round", "after which round that was proved", |row| match row.standing() {
            Standing::Open => None,
            Standing::Close { round } | Standing::Out { round, .. } => Some(round),
        })
        .empty("nothing is")
        .word("than", "which setup is more balanced", |row| match row.standing() {
            Standing::Out { than, .. } => Some(cells[than].labels.setup),
            _ => None,
        })
        .empty("it is not out")
        .word("contest", "how it ended: `winner`, `set`, `max-games`; `open` while it goes on", |row| {
            end_word(row.contest.end)
        })
        .whole("more_games", "about how many more games would tell it from the leader", |row| {
            row.seen.more_games(row.place)
        })
        .empty("it is out, or the leader, or no number would")
        .done()
}
