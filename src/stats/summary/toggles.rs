//! What rules change, game by game, where games draw the same random numbers.

use super::{NO_INTERVALS, figure, percent};
use crate::base::words::counted;
use crate::stats::across::across;
use crate::stats::columns::decimal;
use crate::stats::grid::{Grid, Side};
use crate::stats::interval::Interval;
use crate::stats::overview::Overview;
use crate::stats::paired::Toggled;
use crate::stats::part::Part;
use crate::stats::terms::{ALPHA, Sampling};

/// All setups together, then at most so many pairs of cells: if there are more, those that are
/// shown to differ.
pub(crate) fn parts(all: &Overview<'_>, most: usize) -> Vec<Part> {
    let played: Vec<&Toggled> =
        all.toggled.iter().filter(|toggled| toggled.paired.games() > 0).collect();
    if played.is_empty() {
        return Vec::new();
    }
    let mut parts =
        vec![Part::Title("What the rules change, on the same random numbers".to_owned())];
    parts.extend(together(all));
    parts.extend(pairs(all, &played, most));
    parts.push(Part::Words(format!(
        "moves %: {units} whose moves are not all the same, from ply: where half of these have \
         parted,\nresult %: {units} that somebody else wins, first %: how many points of 100 more \
         the first player\nscores.\n",
        units = all.units()
    )));
    parts
}

/// A line for each rule set and line-up, over all setups.
fn together(all: &Overview<'_>) -> Vec<Part> {
    let mut grid = Grid::new(&[
        ("rules", Side::Left),
        ("against", Side::Left),
        ("bots", Side::Left),
        ("setups", Side::Right),
        (all.units(), Side::Right),
        ("moves %", Side::Right),
        ("result %", Side::Right),
        ("first %", Side::Right),
        ("interval", Side::Left),
    ]);
    for line in across(all) {
        let Some(change) = &line.change else { continue };
        let difference = change.difference;
        grid.row([
            line.rules.to_owned(),
            change.against.to_owned(),
            line.bots.to_owned(),
            line.setups.to_string(),
            change.games.to_string(),
            figure(change.moves),
            figure(change.results),
            difference.map_or_else(String::new, |it| signed(it.mean)),
            range(change.joint),
        ]);
    }
    if grid.rows().next().is_none() {
        return Vec::new();
    }
    let units = all.units();
    let words = match all.may_grow() {
        true => format!("Over all setups, each with so many {units}; {NO_INTERVALS}.\n"),
        false => format!(
            "Over all setups, each with so many {units}; the intervals hold together with a chance of \
             about 95 %.\n"
        ),
    };
    vec![Part::Table(grid), Part::Note(words)]
}

/// A line a pair of cells.
fn pairs(all: &Overview<'_>, played: &[&Toggled], most: usize) -> Vec<Part> {
    let alpha = ALPHA / all.toggled.len() as f64;
    let interval = |toggled: &Toggled| {
        let sampling = all.cells[toggled.cell].terms.sampling;
        toggled.paired.interval(alpha).filter(|_| sampling == Sampling::Fixed)
    };
    let mut shown = played.to_vec();
    let mut words = Vec::new();
    if played.len() > most {
        let is_shown = |it: Interval| it.low > 0.0 || it.high < 0.0;
        shown.retain(|toggled| interval(toggled).is_some_and(is_shown));
        let size = |toggled: &Toggled| toggled.paired.mean().map_or(0.0, f64::abs);
        shown.sort_by(|one, other| size(other).total_cmp(&size(one)));
        let differ = if shown.len() == 1 { "differs" } else { "differ" };
        words.push(format!(
            "Of {} {} {differ} in the first player's score{}. All stand in paired.csv.\n",
            counted(played.len() as u64, "pair"),
            shown.len(),
            if shown.len() > most {
                format!("; here the {most} that differ most")
            } else {
                String::new()
            }
        ));
        shown.truncate(most);
    }
    if !all.may_grow() {
        words.push("Their intervals hold together with a chance of about 95 %.\n".to_owned());
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
    for toggled in &shown {
        let Toggled { against, cell, paired } = toggled;
        let (cell, against) = (&all.cells[*cell], &all.cells[*against]);
        let games = paired.games() as f64;
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
            range(interval(toggled)),
        ]);
    }
    let mut parts = Vec::new();
    if !shown.is_empty() {
        parts.push(Part::Table(grid));
    }
    if !words.is_empty() {
        parts.push(Part::Note(words.concat()));
    }
    parts
}

fn range(interval: Option<Interval>) -> String {
    interval.map_or_else(
        || "none".to_owned(),
        |interval| format!("{} to {}", signed(interval.low), signed(interval.high)),
    )
}

fn signed(share: f64) -> String {
    let text = percent(share);
    if text.starts_with('-') || text == "0.0" { text } else { format!("+{text}") }
}
