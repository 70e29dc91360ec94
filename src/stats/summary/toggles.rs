//! What rules change, game by game, where games draw the same random numbers.

use super::{counted, percent};
use crate::stats::grid::{Grid, Side};
use crate::stats::overview::Overview;
use crate::stats::paired::Toggled;
use crate::stats::part::Part;
use crate::stats::tables::decimal;
use crate::stats::terms::{ALPHA, Sampling};

/// At most so many pairs of cells.
pub(crate) fn parts(all: &Overview<'_>, most: usize) -> Vec<Part> {
    let played: Vec<&Toggled> =
        all.toggled.iter().filter(|toggled| toggled.paired.games() > 0).collect();
    let shown = &played[..played.len().min(most)];
    if shown.is_empty() {
        return Vec::new();
    }
    let mut grid = Grid::new(&[
        ("setup", Side::Left),
        ("bots", Side::Left),
        ("rules", Side::Left),
        ("against", Side::Left),
        (all.units(), Side::Right),
        ("moves %", Side::Right),
        ("from ply", Side::Right),
        ("result %", Side::Right),
        ("first %", Side::Right),
        ("interval", Side::Left),
    ]);
    let alpha = ALPHA / all.toggled.len() as f64;
    for &Toggled { against, cell, paired } in shown {
        let (cell, against) = (&all.cells[*cell], &all.cells[*against]);
        let games = paired.games() as f64;
        let interval = paired.interval(alpha).filter(|_| cell.terms.sampling == Sampling::Fixed);
        grid.row([
            cell.labels.setup.to_owned(),
            cell.labels.bots.to_owned(),
            cell.labels.rules.to_owned(),
            against.labels.rules.to_owned(),
            paired.games().to_string(),
            percent(paired.moves_changed() as f64 / games),
            paired.parting.percentile(50).map_or_else(String::new, |ply| decimal(ply, 0)),
            percent(paired.result_changed as f64 / games),
            paired.mean().map_or_else(String::new, signed),
            interval.map_or_else(
                || "none".to_owned(),
                |interval| format!("{} to {}", signed(interval.low), signed(interval.high)),
            ),
        ]);
    }
    let mut parts = vec![
        Part::Title("What the rules change, on the same random numbers".to_owned()),
        Part::Table(grid),
    ];
    let mut words = format!(
        "moves %: {units} whose moves are not all the same, from ply: where half of these have \
         parted,\nresult %: {units} that somebody else wins, first %: how many points of 100 more \
         the first player\nscores; its intervals hold together with a chance of 95 %.\n",
        units = all.units()
    );
    if played.len() > shown.len() {
        let more = counted(played.len() - shown.len(), "pair");
        words += &format!("{more} more: see paired.csv.\n");
    }
    parts.push(Part::Words(words));
    parts
}

fn signed(share: f64) -> String {
    let text = percent(share);
    if text.starts_with('-') || text == "0.0" { text } else { format!("+{text}") }
}
