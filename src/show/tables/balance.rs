//! `balance.csv`: one row a cell that a crew plays; and `columns.csv`: one row a cell, side and
//! first move of that side.

use crate::answer::balance::Credible;
use crate::answer::interval::ALPHA;
use crate::answer::{CellStats, ExperimentStats};
use crate::show::Table;
use crate::show::table::TableBuilder;
use pasang_balance::answer::{JointRow, Openings};

type Row<'c> = (&'c CellStats<'c>, &'c JointRow);

fn rows<'c>(all: &'c ExperimentStats<'c>) -> impl Iterator<Item = Row<'c>> {
    all.cells.iter().filter_map(|cell| Some((cell, cell.balance?)))
}

pub fn balance(all: &ExperimentStats<'_>) -> Table {
    Table::file("balance.csv", "One row a cell that a crew plays.", rows(all))
        .cell(|row| row.0)
        .answer(|row| row.1)
        .done()
}

impl<R> TableBuilder<R> {
    /// Adds the answer on a pattern, from all games together.
    pub(super) fn answer<'r>(self, of: impl Fn(&R) -> &'r JointRow) -> TableBuilder<R> {
        const ALONE: &str = "the same from the row's own games alone";
        const VALUE: &str = "the score with best openings (maximin)";
        const UNSEEN: &str = "the prediction interval at 95 % for the score of an unseen bot";
        const INTERVAL: &str = "its interval at 95 %, for the mean over bots";
        const FIRST_MOVE: &str = "the first move that is most probably the best";
        const UNKNOWN: &str = "unknown";
        let summary = |row: &R| Some(&of(row).openings.as_ref()?.summary);
        let best = |row: &R| of(row).openings.as_ref()?.best.first();
        self.whole("games", "games of the row", |row| of(row).games)
            .share(
                "score",
                "the first player's score with random openings, by all games together",
                |row| of(row).score.mean,
            )
            .ends("score", INTERVAL, |row| Some(of(row).interval()))
            .share("alone", ALONE, |row| Some(of(row).alone?.mean))
            .empty(UNKNOWN)
            .ends("alone", INTERVAL, |row| Some(of(row).alone?.score_interval(ALPHA)))
            .ends("unseen", UNSEEN, |row| Some(of(row).unseen.score_interval(ALPHA)))
            .statement("", "the score", |row| Some(of(row).statement))
            .share("value", VALUE, |row| Some(summary(row)?.value.mean))
            .empty(UNKNOWN)
            .ends("value", INTERVAL, |row| Some(summary(row)?.value.interval))
            .statement("value_", "the score with best openings", |row| {
                Some(summary(row)?.value_statement)
            })
            .word("first_move", FIRST_MOVE, |row| Some(best(row)?.0.words.join("/")))
            .empty(UNKNOWN)
            .share("best", "that probability", |row| Some(best(row)?.0.chance))
            .empty(UNKNOWN)
    }
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
    let openings = rows(all).filter_map(|(cell, row)| Some((cell, row.openings.as_ref()?)));
    let rows = openings.flat_map(|(cell, Openings { design, summary, .. })| {
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
