//! `choice.csv`: one row a cell: what the first player scores where both choose their first moves.

use crate::base::words::Choice as _;
use crate::stats::choice::{Choice, Chooser, Value, end_word, verdict};
use crate::stats::counted::Counted;
use crate::stats::overview::Overview;
use crate::stats::table::{SHARE, Table};

struct Row<'f> {
    cell: &'f Counted<'f>,
    chooser: &'f Chooser,
    value: Value,
}

pub fn choice(all: &Overview<'_>, choice: &Choice) -> Table {
    let cells = all.cells.iter().zip(&choice.cells);
    let rows = cells.map(|(cell, chooser)| Row {
        cell,
        chooser,
        value: choice.value(cell.number, cell.tally),
    });
    Table::file("choice.csv", "One row a cell, with `[choice]`.", rows)
        .cell(|row| row.cell)
        .whole("games", "games played", |row| row.cell.tally.games())
        .share(
            "value",
            "the first player's score where both choose their first moves: the greatest, over the first \
             moves, of the least mean score over the replies",
            |row| (row.cell.tally.games() > 0).then_some(row.value.estimate),
        )
        .empty("no games")
        .ends("value", SHARE, "its interval, which holds at any time", |row| {
            Some(row.value.interval)
        })
        .ends("value_joint", SHARE, "the same, together with those of all cells", |row| {
            Some(row.value.joint)
        })
        .word("verdict", "what may be said of the value, from where its joint interval lies", |row| {
            verdict(&row.value, row.cell.terms.within).word()
        })
        .word(
            "best",
            "the first moves that may be best, joined by `/`, that of the value first",
            |row| row.chooser.starts.words(&row.value.best),
        )
        .word("replies", "the replies to the first of them that may be best, likewise", |row| {
            row.chooser.starts.reply_words(&row.value, usize::MAX)
        })
        .word(
            "losing",
            "first moves with a reply that is shown to leave less than one half, joined by `/`",
            |row| Some(row.chooser.starts.words(&row.value.losing)).filter(|words| !words.is_empty()),
        )
        .empty("none")
        .whole("pairs", "pairs of first moves that were weighed: of two mirror images one", |row| {
            row.chooser.starts.pairs()
        })
        .whole("pair_games", "games of the pair that the value is the score of", |row| {
            row.value.games
        })
        .word("ended", "how it ended: `width`, `max-games`; `open` while it goes on", |row| {
            end_word(row.chooser.end)
        })
        .done()
}
