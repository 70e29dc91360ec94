//! `balance.csv`: one row a cell that a crew plays; and `columns.csv`: one row a cell, side and
//! first move of that side.

use crate::base::text::Keyword;
use crate::stats::balance::{CellBalance, Credible};
use crate::stats::{CellStats, ExperimentStats, Table};

type Row<'c> = (&'c CellStats<'c>, &'c CellBalance);

fn rows<'c>(all: &'c ExperimentStats<'c>) -> impl Iterator<Item = Row<'c>> {
    all.cells.iter().filter_map(|cell| Some((cell, cell.balance?)))
}

pub fn balance(all: &ExperimentStats<'_>) -> Table {
    Table::file("balance.csv", "One row a cell that a crew plays.", rows(all))
        .cell(|row| row.0)
        .whole("games", "games played", |row| row.0.tally.games())
        .share("score", "the first player's score with random openings", |row| {
            row.1.summary.score.mean
        })
        .ends("score", "its interval at 95 %, for the mean over bots", |row| {
            Some(row.1.summary.score.interval)
        })
        .ends("score_joint", "the same when those of all cells are to hold", |row| {
            Some(row.1.summary.score.joint)
        })
        .ends("unseen", "the prediction interval at 95 % for the score of an unseen bot", |row| {
            Some(row.1.summary.unseen)
        })
        .share("value", "the first player's score with best openings (maximin)", |row| {
            row.1.summary.value.mean
        })
        .ends("value", "its interval at 95 %, for the mean over bots", |row| {
            Some(row.1.summary.value.interval)
        })
        .share("within_5", "the probability that an unseen bot scores 45 to 55 %", |row| {
            row.1.summary.score_balanced[0]
        })
        .share("within_10", "the probability that an unseen bot scores 40 to 60 %", |row| {
            row.1.summary.score_balanced[1]
        })
        .share("value_within_5", "the same of its score with best openings", |row| {
            row.1.summary.value_balanced[0]
        })
        .share("value_within_10", "the same of its score with best openings", |row| {
            row.1.summary.value_balanced[1]
        })
        .word(
            "verdict",
            "`balanced-5` or `balanced-10` if that probability is 0.95 or more; else `first` or `second` if the \
             joint interval of the score excludes one half; else `inconclusive`",
            |row| row.1.verdict.word(),
        )
        .done()
}

/// A move of a side: its effect, and, of a first move, its value and the probability to be best.
struct Move<'c> {
    cell: &'c CellStats<'c>,
    side: &'static str,
    word: String,
    effect: Credible,
    first: Option<(Credible, f64)>,
}

pub fn columns(all: &ExperimentStats<'_>) -> Table {
    let rows = rows(all).flat_map(|(cell, CellBalance { design, summary, .. })| {
        let firsts = design.firsts.iter().zip(&summary.firsts).map(move |(mv, it)| Move {
            cell,
            side: "first",
            word: mv.words.join("/"),
            effect: it.effect,
            first: Some((it.value, it.best)),
        });
        let replies = design.replies.iter().zip(&summary.replies).map(move |(mv, it)| Move {
            cell,
            side: "second",
            word: mv.words.join("/"),
            effect: *it,
            first: None,
        });
        firsts.chain(replies)
    });
    Table::file("columns.csv", "One row a cell that a crew plays, side and first move.", rows)
        .cell(|row| row.cell)
        .word("side", "`first`: first moves; `second`: replies", |row| row.side)
        .word("move", "the move; with its mirror image, joined by `/`, if that is equal", |row| {
            row.word.clone()
        })
        .share("effect", "its effect on the first player's score, less the side's mean", |row| {
            row.effect.mean
        })
        .ends("effect", "its interval at 95 %", |row| Some(row.effect.interval))
        .share("value", "the first player's score after the best reply", |row| {
            Some(row.first?.0.mean)
        })
        .empty("a reply")
        .ends("value", "its interval at 95 %", |row| Some(row.first?.0.interval))
        .share("best", "the probability that it is the best first move", |row| Some(row.first?.1))
        .empty("a reply")
        .done()
}
