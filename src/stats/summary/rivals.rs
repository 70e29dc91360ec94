//! Who is better, where bots differ: a stronger bot in one seat hides what the seat is worth.

use super::{ends, percent};
use crate::games::Seat;
use crate::stats::grid::{Grid, Side};
use crate::stats::overview::{Overview, Rivals};
use crate::stats::part::Part;
use crate::stats::score::WHOLE;
use crate::stats::terms::ALPHA;
use crate::stats::verdict::score_interval;

pub(crate) fn parts(all: &Overview<'_>) -> Vec<Part> {
    if all.rivals.is_empty() {
        return Vec::new();
    }
    let mut grid = Grid::new(&[
        ("rules", Side::Left),
        ("bot", Side::Left),
        ("against", Side::Left),
        (all.units(), Side::Right),
        ("score %", Side::Right),
        ("interval", Side::Left),
        ("seats", Side::Left),
    ]);
    let rules = all.names(|cell| cell.labels.rules);
    let alpha = ALPHA / (rules.len() * all.rivals.len()) as f64;
    for rules in rules {
        for rivals in all.rivals {
            let Some((twelfths, games)) = sums(all, rules, rivals) else { continue };
            let mean = twelfths as f64 / (WHOLE as f64 * games as f64);
            let sampling = all.cells.first().map(|cell| cell.terms.sampling);
            let interval = sampling.and_then(|it| score_interval(twelfths, games, alpha, it));
            let [bot, other] = &rivals.bots;
            let seats = if rivals.swapped.is_some() { "both" } else { "first only" };
            grid.row([
                rules.to_owned(),
                bot.clone(),
                other.clone(),
                games.to_string(),
                percent(mean),
                interval.map_or_else(String::new, ends),
                seats.to_owned(),
            ]);
        }
    }
    let mut text =
        "The intervals hold together with a chance of about 95 %. Where one bot is better, the \
             first player's\nscore says less of the seat than between equals: the bias shrinks \
             as strength decides.\n"
            .to_owned();
    if all.rivals.iter().any(|rivals| rivals.swapped.is_none()) {
        text += "With one order of seats only, seat and strength cannot be told apart: \
                 `swap = true` plays both.\n";
    }
    let title = "Who is better, over all setups".to_owned();
    vec![Part::Title(title), Part::Table(grid), Part::Words(text)]
}

/// What the first of two bots scored in all games of two seats, and how many these are. Both
/// orders count alike: where one has more games, as in a run that was stopped, so it is.
fn sums(all: &Overview<'_>, rules: &str, rivals: &Rivals) -> Option<(u64, u64)> {
    let of = |lineup: &str, seat: Seat| {
        let cells = all.cells.iter().filter(|cell| {
            (cell.labels.rules, cell.labels.bots) == (rules, lineup) && cell.tally.seats() == 2
        });
        cells.fold((0, 0), |(score, games), cell| {
            (score + cell.tally.score(seat), games + cell.tally.games())
        })
    };
    let one = of(&rivals.lineup, Seat::FIRST);
    let other = rivals.swapped.as_ref().map_or((0, 0), |lineup| of(lineup, Seat::SECOND));
    let sum = (one.0 + other.0, one.1 + other.1);
    (sum.1 > 0).then_some(sum)
}
