//! `balance.csv`: one row a cell that a crew plays; and `columns.csv`: one row a cell, side and
//! first move of that side.

use crate::base::text::Keyword;
use crate::stats::balance::{BalanceSummary, CellBalance, Credible};
use crate::stats::{CellStats, ExperimentStats, Table};

type Row<'c> = (&'c CellStats<'c>, &'c CellBalance, &'c BalanceSummary);

fn rows<'c>(all: &'c ExperimentStats<'c>) -> impl Iterator<Item = Row<'c>> {
    all.cells.iter().filter_map(|cell| Some((cell, cell.balance?, &cell.balance?.summary)))
}

pub fn balance(all: &ExperimentStats<'_>) -> Table {
    const OF_MEAN: &str = "its interval at 95 %, for the mean over bots";
    const UNSEEN: &str = "the prediction interval at 95 % for the score of an unseen bot";
    const WITHIN_5: &str = "the probability that an unseen bot scores 45 to 55 %";
    const WITHIN_10: &str = "the probability that an unseen bot scores 40 to 60 %";
    const OF_VALUE: &str = "the same of its score with best openings";
    const VERDICT: &str = "`balanced-5` or `balanced-10` if that probability is 0.95 or more; else `first` or \
                           `second` if the joint interval of the score excludes one half; else `inconclusive`";
    Table::file("balance.csv", "One row a cell that a crew plays.", rows(all))
        .cell(|row| row.0)
        .whole("games", "games played", |row| row.0.tally.games())
        .share("score", "the first player's score with random openings", |(.., it)| it.score.mean)
        .ends("score", OF_MEAN, |(.., it)| Some(it.score.interval))
        .ends("score_joint", "the same when those of all cells are to hold", |(.., it)| {
            Some(it.score.joint)
        })
        .ends("unseen", UNSEEN, |(.., it)| Some(it.unseen))
        .share("value", "the first player's score with best openings (maximin)", |(.., it)| {
            it.value.mean
        })
        .ends("value", OF_MEAN, |(.., it)| Some(it.value.interval))
        .share("within_5", WITHIN_5, |(.., it)| it.score_balanced[0])
        .share("within_10", WITHIN_10, |(.., it)| it.score_balanced[1])
        .share("value_within_5", OF_VALUE, |(.., it)| it.value_balanced[0])
        .share("value_within_10", OF_VALUE, |(.., it)| it.value_balanced[1])
        .word("verdict", VERDICT, |(_, balance, _)| balance.verdict.word())
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
    let rows = rows(all).flat_map(|(cell, CellBalance { design, .. }, summary)| {
        let row = move |side, words: &[String], effect, first| Move {
            cell,
            side,
            word: words.join("/"),
            effect,
            first,
        };
        let firsts = design.firsts.iter().zip(&summary.firsts);
        let firsts = firsts
            .map(move |(mv, it)| row("first", &mv.words, it.effect, Some((it.value, it.best))));
        let replies = design.replies.iter().zip(&summary.replies);
        firsts.chain(replies.map(move |(mv, it)| row("second", &mv.words, *it, None)))
    });
    const WHAT: &str = "the move; with its mirror image, joined by `/`, if that is equal";
    const EFFECT: &str = "its effect on the first player's score, less the side's mean";
    const VALUE: &str = "the first player's score after the best reply";
    Table::file("columns.csv", "One row a cell that a crew plays, side and first move.", rows)
        .cell(|row| row.cell)
        .word("side", "`first`: first moves; `second`: replies", |row| row.side)
        .word("move", WHAT, |row| row.word.clone())
        .share("effect", EFFECT, |row| row.effect.mean)
        .ends("effect", "its interval at 95 %", |row| Some(row.effect.interval))
        .share("value", VALUE, |row| Some(row.first?.0.mean))
        .empty("a reply")
        .ends("value", "its interval at 95 %", |row| Some(row.first?.0.interval))
        .share("best", "the probability that it is the best first move", |row| Some(row.first?.1))
        .empty("a reply")
        .done()
}
