//! Pooled results: all setups together, and more than two seats.

use super::answer::verdict_of;
use super::{MAX_LINES, ReportContext, section as made};
use crate::base::text::Keyword;
use crate::report::document::{Block, Section};
use crate::report::format::{ends, percent, range, verdict};
use crate::stats::pooled::pool_cells;
use crate::stats::{CellStats, Table, Verdict, rounded};
use pasang_core::games::Seat;

pub fn section(context: &ReportContext<'_>) -> Option<Section> {
    let all = context.all;
    let lines = pool_cells(all);
    if lines.is_empty() {
        return None;
    }
    let joint = context.joint();
    let is_found = |cell: &CellStats<'_>, wanted| verdict_of(joint, cell) == Some(wanted);
    let is_shown = |&wanted: &Verdict| {
        wanted != Verdict::Undecided && all.cells.iter().any(|cell| is_found(cell, wanted))
    };
    let verdicts: Vec<Verdict> = Verdict::ALL.iter().copied().filter(is_shown).collect();
    let mut table = Table::of(lines)
        .left("rules", |line| line.rules)
        .left("bots", |line| line.bots)
        .right("setups", |line| line.setups)
        .right("first %", |line| line.first.map(|first| percent(first.mean)))
        .left("95 % CI", |line| line.first?.interval.map(ends));
    for &wanted in &verdicts {
        table = table.right(verdict(Some(wanted)), |line| {
            line.cells.iter().filter(|cell| is_found(cell, wanted)).count()
        });
    }
    let table = table
        .right("draws %", |line| line.draws.map(percent))
        .right("stuck %", |line| line.stuck.map(percent))
        .right("plies", |line| line.plies.map(|plies| rounded(plies, 1)))
        .done();
    let verdicts = match verdicts.as_slice() {
        [] => "",
        _ => "; then the number of setups with each verdict",
    };
    let words = format!("All setups have equal weight. 95 % CI: for each line alone{verdicts}.");
    let blocks = vec![Block::Table(String::new(), table), Block::Note(words)];
    made("overall", "All setups together", blocks)
}

/// Tabulates wins and scores by seat, with more than two seats, for the first cells.
pub fn seats(context: &ReportContext<'_>) -> Option<Section> {
    let is_there = |cell: &&CellStats<'_>| cell.tally.seats > 2 && cell.tally.games() > 0;
    let cells: Vec<&CellStats<'_>> = context.all.cells.iter().filter(is_there).collect();
    let rows = cells.iter().take(MAX_LINES).flat_map(|&cell| {
        let seats = Seat::first(cell.tally.seats);
        seats.filter_map(move |seat| Some((cell, seat, cell.simultaneous(seat)?)))
    });
    let games = |cell: &CellStats<'_>| cell.tally.games() as f64;
    let table = Table::of(rows)
        .left("setup", |(cell, ..)| cell.labels.setup)
        .left("rules", |(cell, ..)| cell.labels.rules)
        .left("bots", |(cell, ..)| cell.labels.bots)
        .right("seat", |(_, seat, _)| seat.to_string())
        .right("wins %", |(cell, seat, _)| percent(cell.tally.wins(*seat) as f64 / games(cell)))
        .right("score %", |(.., score)| percent(score.mean))
        .left("joint 95 % CI", |(.., score)| range(score))
        .left("", |(cell, seat, _)| cell.standing(*seat).map(Keyword::word))
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
