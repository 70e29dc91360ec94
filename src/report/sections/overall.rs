//! Pooled results: all setups together, rounds of matches, and more than two seats.

use super::balance::SHOWN;
use super::{MAX_LINES, ReportContext, section as made};
use crate::base::text::Keyword;
use crate::report::document::{Block, Section};
use crate::report::format::{ends, percent, range};
use crate::stats::balance::{Direction, Size, Statement};
use crate::stats::pooled::{mean, over, pool_cells};
use crate::stats::{CellStats, Matches, TWELFTHS, Table, part, rounded};
use pasang_core::games::Seat;

pub fn section(context: &ReportContext<'_>) -> Option<Section> {
    let all = context.all;
    let lines = pool_cells(all);
    if lines.is_empty() {
        return None;
    }
    let count = |cells: &[&CellStats<'_>], is_shown: &dyn Fn(Statement) -> bool| {
        cells.iter().filter(|cell| cell.statement(Seat::FIRST).is_some_and(is_shown)).count()
    };
    let is_of_two = all.cells.iter().all(|cell| cell.tally.seats == 2);
    let mut table = Table::of(lines)
        .left("rules", |line| line.rules)
        .left("bots", |line| line.bots)
        .right("setups", |line| line.setups)
        .right("first %", |line| line.first.map(|first| percent(first.mean)))
        .left("95 % CI", |line| line.first?.interval.map(ends));
    let all_cells: Vec<&CellStats<'_>> = all.cells.iter().filter(|_| is_of_two).collect();
    for &size in Size::ALL {
        let is_shown = |it: Statement| it.size() == Some(size);
        if count(&all_cells, &is_shown) > 0 {
            table = table.right(size.word(), |line| count(&line.cells, &is_shown));
        }
    }
    for &of in Direction::ALL {
        let is_shown = |it: Statement| it.direction() == Some(of);
        if count(&all_cells, &is_shown) > 0 {
            table = table.right(&format!("{of}'s"), |line| count(&line.cells, &is_shown));
        }
    }
    let table = table
        .right("draws %", |line| line.draws.map(percent))
        .right("stuck %", |line| line.stuck.map(percent))
        .right("plies", |line| line.plies.map(|plies| rounded(plies, 1)))
        .done();
    let words = format!(
        "All setups have equal weight. 95 % CI: for each line alone; then the number of setups for which a distance \
         from even, in percentage points, or a player ahead is shown. {SHOWN}"
    );
    let blocks = vec![Block::Table(String::new(), table), Block::Note(words)];
    made("overall", "All setups together", blocks)
}

/// The largest number of rounds with a column each.
const MAX_ROUNDS: usize = 8;

/// Tabulates the score of the first to move in a round.
pub fn rounds(context: &ReportContext<'_>) -> Option<Section> {
    let all = context.all;
    let rounds = all.cells.iter().filter_map(|cell| cell.tally.matches.as_ref());
    let rounds = rounds.map(|matches| matches.rounds.len()).max()?;
    // One row a cell, or, with many cells, one for all setups with the same rules and bots.
    let lines: Vec<(&str, Vec<&CellStats<'_>>)> =
        match all.cells.len() > MAX_LINES && context.rules.len() > 1 {
            true => context.groups.iter().map(|group| ("mean", group.cells.clone())).collect(),
            false => all.cells.iter().map(|cell| (cell.labels.setup, vec![cell])).collect(),
        };
    let words = "seat 1 starts %: the share of rounds in which seat 1 moved first; it starts round 1. The 95 % \
                 CI, of all rounds, is for each line alone.";
    let table = by_round(lines, rounds.min(MAX_ROUNDS), all.common_random);
    let blocks = vec![Block::Table(String::new(), table), Block::Text(words.to_owned())];
    made("rounds", "Score of the first mover of a round, in %", blocks)
}

/// Tabulates groups of cells, with a column for each of the first rounds, one for all rounds, and
/// one for the share of rounds that seat 1 starts.
fn by_round(lines: Vec<(&str, Vec<&CellStats<'_>>)>, rounds: usize, common_random: bool) -> Table {
    let mean = |cells: &[&CellStats<'_>], figure: &dyn Fn(&Matches) -> Option<f64>| {
        let matches = cells.iter().filter_map(|cell| cell.tally.matches.as_ref());
        mean(matches.filter_map(figure)).map(percent)
    };
    let mut table = Table::of(lines)
        .left("setup", |(setup, _)| *setup)
        .left("rules", |(_, cells)| cells[0].labels.rules)
        .left("bots", |(_, cells)| cells[0].labels.bots);
    for round in 0..rounds {
        table = table.right(&format!("round {}", round + 1), |(_, cells)| {
            mean(cells, &|matches| {
                part(matches.rounds.get(round)?.starter_score, TWELFTHS * matches.count())
            })
        });
    }
    let starters = |cells: &[&CellStats<'_>]| over(cells, common_random).starters;
    table
        .right("all", |(_, cells)| starters(cells).map(|it| percent(it.mean)))
        .left("95 % CI", |(_, cells)| starters(cells)?.interval.map(ends))
        .right("seat 1 starts %", |(_, cells)| {
            mean(cells, &|matches| {
                let starts = matches.rounds.iter().map(|sums| sums.first_starts).sum();
                part(starts, matches.count() * matches.rounds.len() as u64)
            })
        })
        .done()
}

/// Says how far from an even share a seat's score is, and on which side.
fn side(cell: &CellStats<'_>, seat: Seat) -> Option<String> {
    let of = cell.statement(seat)?;
    let side = of.direction().map(|it| match it {
        Direction::First => "above",
        Direction::Second => "below",
    });
    let both: Vec<&str> = of.size().map(Keyword::word).into_iter().chain(side).collect();
    Some(both.join(", "))
}

/// Tabulates wins and scores by seat, with more than two seats, for the first cells.
pub fn seats(context: &ReportContext<'_>) -> Option<Section> {
    let is_there = |cell: &&CellStats<'_>| cell.tally.seats > 2 && cell.tally.games() > 0;
    let cells: Vec<&CellStats<'_>> = context.all.cells.iter().filter(is_there).collect();
    let rows = cells.iter().take(MAX_LINES).flat_map(|&cell| {
        let seats = Seat::first(cell.tally.seats);
        seats.filter_map(move |seat| Some((cell, seat, cell.score(seat)?)))
    });
    let games = |cell: &CellStats<'_>| cell.tally.games() as f64;
    let table = Table::of(rows)
        .left("setup", |(cell, ..)| cell.labels.setup)
        .left("rules", |(cell, ..)| cell.labels.rules)
        .left("bots", |(cell, ..)| cell.labels.bots)
        .right("seat", |(_, seat, _)| seat.to_string())
        .right("wins %", |(cell, seat, _)| percent(cell.tally.wins(*seat) as f64 / games(cell)))
        .right("score %", |(.., score)| percent(score.mean))
        .left("95 % CI", |(.., score)| range(score))
        .left("shown", |(cell, seat, _)| side(cell, *seat))
        // For rounds, points are summed by turn only, not by seat.
        .right("points", |(cell, seat, _)| match cell.tally.matches {
            None => rounded(cell.tally.points(*seat) as f64 / games(cell), 1),
            Some(_) => String::new(),
        })
        .done();
    let mut blocks = match table.is_empty() {
        true => Vec::new(),
        false => vec![Block::Table(String::new(), table)],
    };
    if cells.len() > MAX_LINES {
        let more = cells.len() - MAX_LINES;
        blocks.push(Block::Note(format!("{more} cells more: see seats.csv.")));
    }
    made("seats", "Seat by seat, against an even share for each", blocks)
}
