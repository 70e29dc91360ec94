//! Every cell by itself, folded away.

use super::{boards, games, openings, shapes};
use crate::games::Seat;
use crate::report::document::{Block, Section, Table};
use crate::report::material::{Material, hollow_of};
use crate::report::words::{count, percent, sign, signed, verdict};
use crate::results::survey::MOST_CELLS;
use crate::stats::{Counted, Variety, decimal};

/// Whether each cell has all its figures here.
pub(super) fn are_shown(material: &Material<'_>) -> bool {
    material.experiment.setups.len() > 1 && material.cells.len() <= MOST_CELLS
}

pub fn section(material: &Material<'_>) -> Option<Section> {
    // With one setup each cell is a group by itself, and shown above.
    if material.experiment.setups.len() < 2 {
        return None;
    }
    let title = "Every cell: a setup, a rule set and who plays".to_owned();
    let many = material.cells.len();
    if !are_shown(material) {
        let words = format!(
            "There are {} cells, too many to show each. All their figures stand in cells.csv, \
             openings.csv and branching.csv beside this report.",
            count(many as u64)
        );
        return Some(Section { id: "cells", title, blocks: vec![Block::Text(words)] });
    }
    let blocks = material
        .cells
        .iter()
        .enumerate()
        .filter(|(_, cell)| cell.tally.games() > 0)
        .map(|(number, cell)| fold(material, number, cell))
        .collect();
    Some(Section { id: "cells", title, blocks })
}

fn fold(material: &Material<'_>, number: usize, cell: &Counted<'_>) -> Block {
    let labels = &cell.labels;
    let score = cell.score(Seat::FIRST);
    let shown = score.map_or_else(String::new, |score| format!("{} %", percent(score.mean)));
    let summary = format!(
        "{} \u{b7} {} \u{b7} {} \u{b7} {shown} {}",
        labels.setup,
        labels.rules,
        labels.bots,
        sign(cell.verdict())
    );
    let mut blocks = vec![Block::Beside(vec![
        Block::Setup(material.setup_of(number)),
        Block::Table(figures(cell)),
    ])];
    blocks.push(openings::of_cell(material, number, cell));
    blocks.push(Block::Beside(shapes::of_cell(cell.tally)));
    if let Some(sample) = material.sample(number) {
        blocks.push(Block::Beside(boards::of_maps(
            &sample.maps,
            (material.side(number), hollow_of(material.experiment.cell(number).rules)),
            cell.tally.seats(),
        )));
        blocks.push(games::of_cell(sample));
    }
    Block::Cell(number, summary, blocks)
}

/// The cell's most important figures.
fn figures(cell: &Counted<'_>) -> Table {
    let tally = cell.tally;
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut row = |name: &str, figure: String| rows.push(vec![name.to_owned(), figure]);
    let units = if tally.matches().is_some() { "matches" } else { "games" };
    row(units, count(tally.games()));
    if let Some(distinct) = cell.distinct() {
        let mut text = count(distinct.games);
        if cell.variety() == Variety::Few {
            text += " \u{2020} few, so these bots repeat themselves";
        }
        row(&format!("different {units}"), text);
    }
    if let Some(score) = cell.joint(Seat::FIRST) {
        row("first player's score", format!("{} %", percent(score.mean)));
        if let Some(interval) = score.interval {
            let ends = [interval.low, interval.high].map(percent);
            row("its interval", format!("{} to {} %", ends[0], ends[1]));
        }
        row("verdict", verdict(cell.verdict()).to_owned());
    }
    if let Some(margin) = cell.margin() {
        let mut text = signed(margin.mean);
        if let Some(interval) = margin.interval {
            text += &format!(" ({} to {})", signed(interval.low), signed(interval.high));
        }
        row("mean margin", text);
    }
    if let Some(mean) = tally.lead_changes().mean() {
        row("lead changes a game", decimal(mean, 2));
    }
    if let Some(ply) = tally.lead_for_good().percentile(50) {
        row("lead for good from ply", decimal(ply, 0));
    }
    Table {
        caption: "In figures".to_owned(),
        columns: ["figure", "value"].map(str::to_owned).to_vec(),
        rows,
    }
}
