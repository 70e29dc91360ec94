//! Pooled results: all setups together, and more than two seats.

use super::parts::SHOWN;
use super::{MAX_LINES, ReportContext, section as made};
use crate::answer::CellStats;
use crate::answer::balance::{Direction, Size, Statement};
use crate::answer::pooled::pool_cells;
use crate::show::Table;
use crate::show::document::{Block, Section};
use crate::show::format::{ends, percent, range};
use pasang_core::base::text::{Keyword, rounded};
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
        .right("points", |(cell, seat, _)| {
            rounded(cell.tally.points(*seat) as f64 / games(cell), 1)
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
