//! Seats beyond two: what each of them wins and scores.

use super::{percent, range};
use crate::base::words::{Choice, counted};
use crate::games::Seat;
use crate::stats::columns::decimal;
use crate::stats::grid::{Grid, Side};
use crate::stats::overview::Overview;
use crate::stats::part::Part;

/// At most so many cells.
pub(crate) fn parts(all: &Overview<'_>, most: usize) -> Vec<Part> {
    let cells: Vec<_> = all.cells.iter().filter(|cell| cell.tally.seats() > 2).collect();
    let shown = &cells[..cells.len().min(most)];
    if shown.iter().all(|cell| cell.tally.games() == 0) {
        return Vec::new();
    }
    let mut grid = Grid::new(&[
        ("setup", Side::Left),
        ("rules", Side::Left),
        ("bots", Side::Left),
        ("seat", Side::Right),
        ("wins %", Side::Right),
        ("score %", Side::Right),
        ("interval", Side::Left),
        ("", Side::Left),
        ("points", Side::Right),
    ]);
    for cell in shown {
        let (tally, labels) = (cell.tally, &cell.labels);
        for seat in Seat::first(tally.seats()) {
            let Some(score) = cell.joint(seat) else { continue };
            let games = tally.games() as f64;
            grid.row([
                labels.setup.to_owned(),
                labels.rules.to_owned(),
                labels.bots.to_owned(),
                seat.to_string(),
                percent(tally.wins(seat) as f64 / games),
                percent(score.mean),
                range(&score),
                cell.standing(seat).map_or("", Choice::word).to_owned(),
                // Of rounds only the turns' points are summed, not those of the seats.
                match tally.matches() {
                    None => decimal(tally.points(seat) as f64 / games, 1),
                    Some(_) => String::new(),
                },
            ]);
        }
    }
    let title = "Seat by seat, against an even share for each".to_owned();
    let mut parts = vec![Part::Title(title), Part::Table(grid)];
    if cells.len() > shown.len() {
        let more = counted((cells.len() - shown.len()) as u64, "cell");
        parts.push(Part::Note(format!("{more} more: see cells.csv.\n")));
    }
    parts
}
