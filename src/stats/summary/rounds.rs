//! Matches of several rounds: what moving first is worth in a round.

use super::{MOST_LINES, ends, figure};
use crate::stats::across::{mean, over};
use crate::stats::counted::{Counted, Labels};
use crate::stats::grid::{Grid, Side};
use crate::stats::matches::Matches;
use crate::stats::overview::Overview;
use crate::stats::score::{WHOLE, part};

/// So many rounds have a column each.
const MOST_ROUNDS: usize = 8;

pub(super) fn section(all: &Overview<'_>, room: usize) -> String {
    let rounds = all.cells.iter().filter_map(|cell| cell.tally.matches());
    let Some(rounds) = rounds.map(|matches| matches.rounds().len()).max() else {
        return String::new();
    };
    let rules = all.names(|cell| cell.labels.rules);
    let wide = all.cells.len() > MOST_LINES && rules.len() > 1;
    let mut text = "Score of whoever is the first to move in a round, in %\n\n".to_owned();
    text += &by_round(all, rounds, wide).text(room);
    text += "\nseat 1 starts %: in so many rounds seat 1 was the first to move; it starts round 1. \
             The interval,\nof all rounds, is at 95 % for each line alone.\n";
    text
}

/// A line a cell, or for many cells one for all setups of the same rules and bots, with a column
/// for each of the first rounds, one for all of them, and how often seat 1 starts.
fn by_round(all: &Overview<'_>, rounds: usize, wide: bool) -> Grid {
    let shown = rounds.min(MOST_ROUNDS);
    let names: Vec<String> = (1..=shown).map(|round| format!("round {round}")).collect();
    let heads = [("setup", Side::Left), ("rules", Side::Left), ("bots", Side::Left)];
    let columns = heads.into_iter().chain(names.iter().map(|name| (&**name, Side::Right)));
    let last = [("all", Side::Right), ("interval", Side::Left), ("seat 1 starts %", Side::Right)];
    let mut grid = Grid::new(&columns.chain(last).collect::<Vec<_>>());
    let mut line = |setup: &str, of: &[&Counted<'_>]| {
        let Some(Labels { rules, bots, .. }) = of.first().map(|cell| cell.labels) else { return };
        let mean = |figure: &dyn Fn(&Matches) -> Option<f64>| {
            mean(of.iter().filter_map(|cell| cell.tally.matches()).filter_map(figure))
        };
        let mut fields = vec![setup.to_owned(), rules.to_owned(), bots.to_owned()];
        fields.extend((0..shown).map(|round| {
            figure(mean(&|matches| {
                part(matches.rounds().get(round)?.starter_score, WHOLE * matches.count())
            }))
        }));
        let starters = over(of, all.draws).starters;
        fields.push(figure(starters.map(|it| it.mean)));
        fields.push(starters.and_then(|it| it.interval).map_or_else(String::new, ends));
        fields.push(figure(mean(&|matches| {
            let starts = matches.rounds().iter().map(|sums| sums.first_starts).sum();
            part(starts, matches.count() * matches.rounds().len() as u64)
        })));
        grid.row(fields);
    };
    if !wide {
        all.cells.iter().for_each(|cell| line(cell.labels.setup, &[cell]));
        return grid;
    }
    for rules in all.names(|cell| cell.labels.rules) {
        for bots in all.names(|cell| cell.labels.bots) {
            let of_both = all
                .cells
                .iter()
                .filter(|cell| (cell.labels.rules, cell.labels.bots) == (rules, bots));
            line("mean", &of_both.collect::<Vec<_>>());
        }
    }
    grid
}
