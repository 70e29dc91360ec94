//! `find.csv`: one row a cell, and what was decided of it.

use crate::stats::columns::{SHARE, Table};
use crate::stats::counted::{Counted, Labels};
use crate::stats::decisions::Seen;
use crate::stats::find::{Distance, Find, Standing};
use crate::stats::interval::Interval;
use crate::stats::sums::Sums;

/// A setup of a contest.
pub struct FindRow<'c> {
    looked: Looked<'c>,
    fair: f64,
    distance: Distance,
    shrunken: f64,
    standing: &'static str,
    /// After which round that was proved, and of which setup.
    proved: Option<u64>,
    than: Option<&'c str>,
    contest: &'static str,
    more_games: Option<u64>,
}

impl<'c> FindRow<'c> {
    /// The rows of an experiment's cells, in their order.
    pub fn all(cells: &'c [Counted<'c>], find: &'c Find) -> impl Iterator<Item = FindRow<'c>> {
        let mut rows: Vec<FindRow<'c>> = Vec::new();
        for contest in find.contests() {
            let seen = Seen::new(cells, contest, find);
            for (place, &number) in contest.cells().iter().enumerate() {
                let (proved, than) = match contest.standings()[place] {
                    Standing::Open => (None, None),
                    Standing::Close { round } => (Some(round), None),
                    Standing::Out { round, than } => (Some(round), Some(cells[than].labels.setup)),
                };
                rows.push(FindRow {
                    looked: Looked::of(number, &cells[number], find.alpha_each()),
                    fair: contest.fair(),
                    distance: contest.distance(place),
                    shrunken: seen.shrunken[place],
                    standing: seen.standing(place),
                    proved,
                    than,
                    contest: crate::stats::decisions::end_word(contest.end()),
                    more_games: seen.more_games(place),
                });
            }
        }
        rows.sort_by_key(|row| row.looked.number);
        rows.into_iter()
    }
}

/// A cell with its score, and the interval that may be looked at at any time.
#[derive(Clone, Copy)]
struct Looked<'c> {
    number: usize,
    labels: Labels<'c>,
    sums: Sums,
    interval: Interval,
}

impl<'c> Looked<'c> {
    fn of(number: usize, cell: &Counted<'c>, alpha: f64) -> Looked<'c> {
        let sums = Sums::of(cell.tally);
        Looked { number, labels: cell.labels, sums, interval: sums.interval(alpha) }
    }
}

impl<'r, R: 'r> Table<'r, R> {
    /// Adds a cell's number and names, its games, and its score with the interval.
    fn looked(self, of: impl Fn(&R) -> Looked<'r> + Copy + 'r) -> Table<'r, R> {
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

/// The columns of `find.csv`.
pub fn find<'c>() -> Table<'c, FindRow<'c>> {
    Table::new("find.csv", "One row a cell, with `[find]`.")
        .looked(|row: &FindRow<'c>| row.looked)
        .share("distance", "how far the score is from an even one", |row| {
            (row.looked.sums.mean() - row.fair).abs()
        })
        .empty("no games")
        .share("distance_low", "no true distance is less", |row| row.distance.low)
        .share("distance_high", "no true distance is more", |row| row.distance.high)
        .share("shrunken_score", "the score drawn towards the mean of the contest", |row| row.shrunken)
        .share("shrunken_distance", "how far that is from an even one", |row| {
            (row.shrunken - row.fair).abs()
        })
        .word(
            "standing",
            "`winner`; `close`: none is more balanced by more than `within`; `open`: nothing proved; `out`: \
             less balanced than another",
            |row| row.standing,
        )
        .whole("round", "after which round that was proved", |row| row.proved)
        .empty("nothing is")
        .word("than", "which setup is more balanced", |row| row.than)
        .empty("it is not out")
        .word("contest", "how the contest ended: `winner`, `set`, `max-games`; `open` while it goes on", {
            |row| row.contest
        })
        .whole(
            "more_games",
            "about how many more games would tell it from the leader, if the estimates were true",
            |row| row.more_games,
        )
        .empty("it is out, or the leader, or no number would")
}
