//! `cells.csv`: one row a cell, and `seats.csv`: one row a cell and seat.

use super::{NO_STATEMENT, NOT_TWO};
use crate::answer::balance::Direction;
use crate::answer::{CellStats, Estimate, ExperimentStats};
use crate::run::{DistinctGames, Tally, part};
use crate::show::Table;
use crate::show::table::NO_GAMES;
use pasang_core::base::text::Keyword;
use pasang_core::games::{EndReason, Seat};

/// A cell and the values that several of its columns use.
struct Row<'c> {
    cell: &'c CellStats<'c>,
    tally: &'c Tally,
    first: Option<Estimate>,
    margin: Option<Estimate>,
    distinct: Option<DistinctGames>,
}

impl Row<'_> {
    /// Returns a count; `None` for a cell without games.
    fn count(&self, count: u64) -> Option<u64> {
        (self.tally.games() > 0).then_some(count)
    }
}

fn rows<'c>(all: &'c ExperimentStats<'c>) -> Vec<Row<'c>> {
    let row = |cell: &'c CellStats<'c>| Row {
        cell,
        tally: cell.tally,
        first: cell.score(Seat::FIRST),
        margin: cell.margin(),
        distinct: cell.distinct.filter(|_| cell.tally.games() > 0),
    };
    all.cells.iter().map(row).collect()
}

pub fn cells(all: &ExperimentStats<'_>) -> Table {
    let seats = all.cells.iter().fold(2, |most, cell| cell.tally.seats.max(most));
    let mut table = Table::file(
        "cells.csv",
        "One row a cell: a setup, a rule set, a bot in each seat.",
        rows(all),
    )
    .cell(|row| row.cell)
    .whole("games", "games played", |row| row.tally.games());
    for seat in Seat::first(seats) {
        let what = format!("games that the {} player won alone", seat.word());
        let sits = |row: &Row<'_>| seat.number() <= row.tally.seats;
        table = table
            .whole(&format!("wins_{seat}"), &what, |row| {
                row.count(row.tally.wins(seat)).filter(|_| sits(row))
            })
            .empty(if seat.number() > 2 { "no games, or no such seat" } else { NO_GAMES });
    }
    table = table
        .whole("draws", "games that several players won together", |row| {
            row.count(row.tally.draws())
        })
        .score("first_score", "the first player's mean score: 1 for a win, 1/k for a draw of k", {
            |row| row.first
        })
        .points("margin_mean", "the first player's points less the second's", NOT_TWO, |row| {
            Some(row.margin?.mean)
        })
        .points("margin_low", "its interval at 95 %: its lower end", NO_STATEMENT, |row| {
            Some(row.margin?.interval?.low)
        })
        .points("margin_high", "its upper end", NO_STATEMENT, |row| {
            Some(row.margin?.interval?.high)
        })
        .share("stuck_share", "games that end with somebody stuck", |row| row.tally.stuck_share())
        .mean("plies_mean", "the length of a game", |row| row.tally.plies.mean())
        .unit("plies")
        .whole("plies_max", "the longest game", |row| row.tally.plies.greatest())
        .unit("plies")
        .whole("distinct_games", "how many games are different", |row| Some(row.distinct?.games))
        .statement("", "`first_score`", |row| {
            row.cell.statement(Seat::FIRST).filter(|_| row.tally.seats == 2)
        })
        .word("interval_method", "how the score's interval was made, or why there is none", |row| {
            Some(row.first?.method)
        })
        .word("margin_method", "the same of the margin's", |row| Some(row.margin?.method))
        .empty(NOT_TWO)
        .points(
            "margin_sd",
            "the margin's standard deviation",
            "fewer than two games, or more than two seats",
            |row| row.tally.margin.deviation(),
        )
        .points("margin_median", "its median", NOT_TWO, |row| row.tally.margin.percentile(50))
        .mean("plies_sd", "the length's standard deviation", |row| row.tally.plies.deviation())
        .unit("plies")
        .empty("fewer than two games")
        .mean("plies_median", "its median", |row| row.tally.plies.percentile(50))
        .unit("plies")
        .whole("largest_multiplicity", "how often the most frequent game was played", |row| {
            Some(row.distinct?.largest)
        });
    table.done()
}

struct SeatRow<'c> {
    cell: &'c CellStats<'c>,
    seat: Seat,
}

impl SeatRow<'_> {
    /// Counts the games that the seat won alone with this end reason. `None` if the end reason
    /// belongs to the other game: a game of Bell ends with `no-hops`, a game of Brunei never does,
    /// so one game tells which it is.
    fn won(&self, ending: EndReason) -> Option<u64> {
        let tally = self.cell.tally;
        let bell = tally.endings[EndReason::NoHops as usize].iter().any(|&won| won > 0);
        let applies = tally.games() > 0 && bell == (ending == EndReason::NoHops);
        applies.then(|| tally.endings[ending as usize][self.seat.index()])
    }
}

pub fn seats(all: &ExperimentStats<'_>) -> Table {
    let rows = all
        .cells
        .iter()
        .flat_map(|cell| Seat::first(cell.tally.seats).map(move |seat| SeatRow { cell, seat }));
    let mut table = Table::file("seats.csv", "One row a cell and seat.", rows)
        .cell(|row| row.cell)
        .whole("seat", "the seat, from 1", |row| u64::from(row.seat.number()))
        .word("bot", "who sits there", |row| {
            let each = row.cell.labels.each;
            each.get(row.seat.index()).or(each.first()).map_or("", String::as_str)
        })
        .whole("wins", "games that it won alone", |row| {
            Some(row.cell.tally.wins(row.seat)).filter(|_| row.cell.tally.games() > 0)
        })
        .score("score", "its mean score", |row| row.cell.score(row.seat))
        .word(
            "side",
            "`above` or `below`: the score is so of even, with probability 0.975",
            |row| {
                Some(match row.cell.statement(row.seat)?.direction()? {
                    Direction::First => "above",
                    Direction::Second => "below",
                })
            },
        )
        .empty("not shown")
        .mean("points_mean", "its points a game", |row| {
            part(row.cell.tally.points(row.seat), row.cell.tally.games())
        })
        .unit("points");
    for &ending in EndReason::ALL {
        let name = format!("won_{}", ending.word().replace('-', "_"));
        let what = format!("games that it won alone and that ended `{}`", ending.word());
        table = table
            .whole(&name, &what, |row| row.won(ending))
            .empty("no games, or of the other game");
    }
    table.done()
}
