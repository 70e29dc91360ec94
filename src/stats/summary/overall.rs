//! All setups together: what rules and bots come to, whichever setup it is.

use super::{NO_INTERVALS, ends, figure};
use crate::base::words::Choice;
use crate::stats::across::across;
use crate::stats::columns::decimal;
use crate::stats::grid::{Grid, Side};
use crate::stats::overview::Overview;
use crate::stats::part::Part;
use crate::stats::verdict::Verdict;

/// Nothing where there are no such lines.
pub(crate) fn parts(all: &Overview<'_>) -> Vec<Part> {
    let lines = across(all);
    if lines.is_empty() {
        return Vec::new();
    }
    let found = |wanted: Verdict| all.cells.iter().any(|cell| cell.verdict() == Some(wanted));
    let verdicts: Vec<Verdict> = Verdict::ALL
        .iter()
        .copied()
        .filter(|&verdict| verdict != Verdict::Undecided && found(verdict))
        .collect();
    // What is empty in every line while games may be added is left out.
    let has_intervals = !all.may_grow();
    let mut columns = vec![
        ("rules", Side::Left),
        ("bots", Side::Left),
        ("setups", Side::Right),
        ("first %", Side::Right),
    ];
    if has_intervals {
        let more = [("interval", Side::Left), ("imbalance", Side::Right), ("interval", Side::Left)];
        columns.extend(more);
    }
    let columns = columns.into_iter().chain(verdicts.iter().map(|it| (it.word(), Side::Right)));
    let last = [("draws %", Side::Right), ("stuck %", Side::Right), ("plies", Side::Right)];
    let mut grid = Grid::new(&columns.chain(last).collect::<Vec<_>>());
    for line in lines {
        let mut fields = vec![line.rules.to_owned(), line.bots.to_owned(), line.setups.to_string()];
        fields.push(figure(line.first.map(|first| first.mean)));
        if has_intervals {
            fields.push(line.first.and_then(|first| first.interval).map_or_else(String::new, ends));
            fields.push(figure(line.imbalance.root));
            fields.push(line.imbalance.interval.map_or_else(String::new, ends));
        }
        fields.extend(verdicts.iter().map(|&wanted| {
            line.cells.iter().filter(|cell| cell.verdict() == Some(wanted)).count().to_string()
        }));
        fields.push(figure(line.draws));
        fields.push(figure(line.stuck));
        fields.push(line.plies.map_or_else(String::new, |plies| decimal(plies, 1)));
        grid.row(fields);
    }
    let verdicts = match verdicts.as_slice() {
        [] => "",
        _ => "; then how many setups have which verdict",
    };
    let words = match has_intervals {
        true => format!(
            "Every setup counts alike. interval: at 95 % for each line alone; imbalance: how far a \
             setup's true\nscore lies from an even one, the root of the mean square{verdicts}.\n"
        ),
        false => format!("Every setup counts alike; {NO_INTERVALS}{verdicts}.\n"),
    };
    vec![Part::Title("All setups together".to_owned()), Part::Table(grid), Part::Note(words)]
}
