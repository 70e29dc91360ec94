//! Where the advantage comes from: openings, being stuck, points.

use super::{figure, percent, range};
use crate::base::words::Choice;
use crate::games::{Ending, Seat};
use crate::stats::compensation::Points;
use crate::stats::counted::Counted;
use crate::stats::grid::{Grid, Side};
use crate::stats::overview::Overview;
use crate::stats::part::Part;
use crate::stats::terms::{Begun, PointsDecide};

/// So many cells have their openings drawn up as a table each.
const MOST_MATRICES: usize = 4;

/// More cells than `most` are too many to show.
pub(crate) fn parts(all: &Overview<'_>, most: usize) -> Vec<Part> {
    let cells: Vec<(usize, &Counted<'_>)> = all
        .cells
        .iter()
        .enumerate()
        .filter(|(_, cell)| cell.tally.seats() == 2 && cell.tally.games() > 0)
        .collect();
    let Some((_, one)) = cells.first() else { return Vec::new() };
    let begun = one.terms.begun;
    if cells.len() > most {
        let mut text = "Where the advantage comes from: cells.csv has for each cell the wins by \
                        being stuck and by points,\nand the points that would even it out\
                        "
        .to_owned();
        text += match begun {
            Begun::Chosen => ".\n",
            Begun::All | Begun::Given => "; openings.csv has the openings.\n",
        };
        return vec![Part::Words(text)];
    }
    let mut parts =
        vec![Part::Title("Where the advantage comes from".to_owned()), Part::Table(wins(&cells))];
    parts.push(Part::Words(
        "1 stuck %: games that the first player won by the second being stuck, 1 points %: \
             by points; so for 2.\npoints: so many given to the second player would bring the \
             first to one half, games lost by being\nstuck standing as they ended, with an \
             interval as above; none: no number would. Of bots that did not\nknow it. margin: the \
             median of the first's points less the second's where points decided the game.\n"
            .to_owned(),
    ));
    if begun != Begun::Chosen {
        parts.extend(openings(all, &cells));
    }
    parts
}

fn wins(cells: &[(usize, &Counted<'_>)]) -> Grid {
    let mut grid = Grid::new(&[
        ("setup", Side::Left),
        ("rules", Side::Left),
        ("bots", Side::Left),
        ("1 stuck %", Side::Right),
        ("1 points %", Side::Right),
        ("2 stuck %", Side::Right),
        ("2 points %", Side::Right),
        ("points", Side::Right),
        ("interval", Side::Left),
        ("margin", Side::Right),
    ]);
    for (_, cell) in cells {
        let (tally, labels) = (cell.tally, &cell.labels);
        let by_stuck = |ending| {
            ending == Ending::Stuck && cell.terms.points_decide == PointsDecide::UnlessStuck
        };
        let won = |seat: Seat, stuck: bool| {
            let counts = |&ending: &Ending| by_stuck(ending) == stuck;
            let wins = Ending::ALL.iter().copied().filter(counts);
            let wins: u64 = wins.map(|ending| tally.ended(ending, Some(seat))).sum();
            percent(wins as f64 / tally.rounds() as f64)
        };
        let compensation = cell.compensation();
        let interval = compensation.and_then(|it| it.interval);
        let margin = cell.decided_margin().percentile(50);
        grid.row([
            labels.setup.to_owned(),
            labels.rules.to_owned(),
            labels.bots.to_owned(),
            won(Seat::FIRST, true),
            won(Seat::FIRST, false),
            won(Seat::SECOND, true),
            won(Seat::SECOND, false),
            compensation.map_or_else(String::new, |it| it.points.to_string()),
            interval.map_or_else(String::new, |it| match it {
                [Points::NoneTaken, Points::NoneGiven] => "any".to_owned(),
                [low, high] => format!("{low} to {high}"),
            }),
            margin.map_or_else(String::new, |margin| margin.to_string()),
        ]);
    }
    grid
}

fn openings(all: &Overview<'_>, cells: &[(usize, &Counted<'_>)]) -> [Part; 3] {
    let mut grid = Grid::new(&[
        ("setup", Side::Left),
        ("rules", Side::Left),
        ("bots", Side::Left),
        ("openings", Side::Right),
        ("alike %", Side::Right),
        ("best", Side::Left),
        ("chosen by %", Side::Right),
        ("worth %", Side::Right),
        ("interval", Side::Left),
    ]);
    for &(number, cell) in cells {
        let labels = &cell.labels;
        let best = cell.best_opening();
        let texts = |pair: [u32; 2]| (all.texts)(number, &pair).join(" ");
        grid.row([
            labels.setup.to_owned(),
            labels.rules.to_owned(),
            labels.bots.to_owned(),
            cell.pairs().to_string(),
            figure(cell.starters().or(cell.score(Seat::FIRST)).map(|score| score.mean)),
            best.map_or_else(String::new, |best| texts(best.pair)),
            figure(best.map(|best| best.chosen_by)),
            figure(best.map(|best| best.score.mean)),
            best.map_or_else(String::new, |best| range(&best.score)),
        ]);
    }
    let title = Part::Title("The first two moves".to_owned());
    let words = "alike %: the first player's score where every opening is as frequent as the others. \
             Games of bots\nthat choose their openings are another experiment, without `openings`.\n\
             best: the first move whose worst reply leaves the first player most, and that reply, \
             chosen by one\nhalf of the games; worth %: what the other half says, which had no \
             part in the choice.\n";
    [title, Part::Table(grid), Part::Words(words.to_owned())]
}

/// The openings of a few cells, each drawn up as a table of its own.
pub(super) fn matrices(all: &Overview<'_>) -> Vec<Part> {
    let cells = || {
        let cells = all.cells.iter().enumerate();
        cells.filter(|(_, cell)| cell.tally.seats() == 2 && cell.tally.games() > 0)
    };
    let given = cells().any(|(_, cell)| cell.terms.begun != Begun::Chosen);
    if !given || cells().count() > MOST_MATRICES {
        return Vec::new();
    }
    cells().flat_map(|(number, cell)| matrix(all, number, cell)).collect()
}

/// The first player's score by first move, downwards, and second move.
fn matrix(all: &Overview<'_>, number: usize, cell: &Counted<'_>) -> Vec<Part> {
    let mut scores = std::collections::BTreeMap::new();
    let (mut firsts, mut seconds) = (Vec::new(), std::collections::BTreeSet::new());
    let mut widest: f64 = 0.0;
    for (pair, opening) in cell.tally.openings() {
        let [Some(first), Some(second)] = pair else { continue };
        let texts = (all.texts)(number, &[first, second]);
        let [first, second] = texts.as_slice() else { continue };
        if !firsts.contains(first) {
            firsts.push(first.clone());
        }
        seconds.insert(second.clone());
        let mean = opening.first_score as f64 / (12 * opening.games) as f64;
        let interval = cell.opening_joint(opening);
        if let Some(interval) = interval {
            widest = widest.max((interval.high - interval.low) / 2.0);
        }
        let side = match interval {
            Some(interval) if interval.low > cell.fair() => "+",
            Some(interval) if interval.high < cell.fair() => "-",
            _ => " ",
        };
        scores.insert((first.clone(), second.clone()), format!("{}{side}", percent(mean)));
    }
    let columns: Vec<(&str, Side)> = std::iter::once(("", Side::Left))
        .chain(seconds.iter().map(|second| (second.as_str(), Side::Left)))
        .collect();
    let mut grid = Grid::new(&columns);
    for first in &firsts {
        let row = seconds.iter().map(|second| {
            scores.get(&(first.clone(), second.clone())).cloned().unwrap_or_default()
        });
        grid.row(std::iter::once(first.clone()).chain(row));
    }
    let title = format!("{}: first-player score in %, first move by second", super::named(cell));
    let mut parts = vec![Part::Title(title), Part::Table(grid)];
    if widest > 0.0 {
        parts.push(Part::Note(format!(
            "All these intervals hold together with a chance of about 95 %, but for those near 0 and \
             100 %;\nthe widest is {} to either side; + and - are beyond their interval.\n",
            percent(widest)
        )));
    }
    parts
}
