//! Scores by the first two moves, if each pair of them was played equally often.

use std::collections::BTreeSet;

use super::parts::is_known;
use super::{ReportContext, section as made};
use crate::answer::{CellStats, ExperimentStats};
use crate::run::TWELFTHS;
use crate::show::Table;
use crate::show::document::{Block, Section};
use crate::show::format::{named, percent};

/// The largest number of cells with an opening table each.
const MAX_TABLES: usize = 4;

pub fn section(context: &ReportContext<'_>) -> Option<Section> {
    let is_there = |cell: &CellStats<'_>| {
        context.all.given_openings && cell.tally.seats == 2 && cell.tally.games() > 0
    };
    let cells: Vec<&CellStats<'_>> =
        context.all.cells.iter().filter(|cell| is_there(cell)).collect();
    if cells.len() > MAX_TABLES {
        return None;
    }
    made("openings", "Openings", cells.iter().map(|cell| scores(context.all, cell)).collect())
}

/// Tabulates the first player's score in a cell by first move, downwards, and second move.
fn scores(all: &ExperimentStats<'_>, cell: &CellStats<'_>) -> Block {
    let mut scores = Vec::new();
    let mut widest: f64 = 0.0;
    for (pair, opening) in &cell.tally.openings {
        let &[Some(first), Some(second)] = pair else { continue };
        let interval = cell.opening_joint(opening);
        widest = interval.map_or(widest, |it| widest.max((it.high - it.low) / 2.0));
        let side = match interval {
            Some(interval) if interval.low > cell.even_share() => "+",
            Some(interval) if interval.high < cell.even_share() => "-",
            _ => " ",
        };
        let score = opening.first_score as f64 / (TWELFTHS * opening.games) as f64;
        let text = percent(score) + side;
        let text = if is_known(interval) { text } else { format!("({})", text.trim()) };
        scores.push((all.texts(cell.number, &[first, second]), text));
    }
    let names = |place: usize| -> BTreeSet<&str> {
        scores.iter().filter_map(|(pair, _)| pair.get(place)).map(String::as_str).collect()
    };
    let (firsts, seconds) = (names(0), names(1));
    let mut table = Table::of(&firsts).left("", |first| **first);
    for second in seconds {
        table = table.left(second, |first| {
            let found = scores.iter().find(|(pair, _)| pair.as_slice() == [**first, second]);
            found.map(|(_, score)| score.trim_end().to_owned())
        });
    }
    let mut blocks = vec![Block::Table(String::new(), table.done())];
    if widest > 0.0 {
        blocks.push(Block::Note(format!(
            "+ and -: significantly above or below even; all intervals hold simultaneously at about 95 %, less often near \
             0 and 100 %; the widest is \u{b1}{} percentage points. In brackets: too few games.",
            percent(widest)
        )));
    }
    Block::Fold(format!("{}: first-player score in %, first move by second", named(cell)), blocks)
}
