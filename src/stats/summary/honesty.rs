//! What must be known before any figure is believed.

use std::fmt::Write;

use super::{counted, named, percent};
use crate::stats::counted::Counted;
use crate::stats::null::{Null, nulls};
use crate::stats::overview::{Draws, Overview};
use crate::stats::terms::Chance;

/// With a smaller share of different games there is a warning.
const MOST_ARE_DISTINCT: f64 = 0.9;

pub(super) fn section(all: &Overview<'_>) -> String {
    let mut text = String::new();
    distinct(all, &mut text);
    chance(all, &mut text);
    let nulls = nulls(all);
    tested(all, &nulls, &mut text);
    null_tests(all, &nulls, &mut text);
    text
}

/// How many games are different.
fn distinct(all: &Overview<'_>, text: &mut String) {
    let share = |cell: &Counted<'_>| {
        let games = cell.tally.games();
        let distinct = cell.distinct().filter(|_| games > 0)?;
        Some(distinct.games as f64 / games as f64)
    };
    let known = all.cells.iter().filter_map(|cell| Some((share(cell)?, cell)));
    let Some((least, worst)) = known.min_by(|a, b| a.0.total_cmp(&b.0)) else { return };
    let Some(most) = worst.distinct() else { return };
    let few = |cell: &&Counted<'_>| share(cell).is_some_and(|share| share < MOST_ARE_DISTINCT);
    let warned = all.cells.iter().filter(few).count();
    // Writing to memory does not fail.
    let _ = if warned == 0 {
        writeln!(
            text,
            "Different {}: {} % of all or more in every cell; the fewest in {},\nwhere the most \
             frequent {} was played {}.",
            all.units(),
            percent(least),
            named(worst),
            all.unit(),
            times(most.largest)
        )
    } else {
        writeln!(
            text,
            "Warning: in {} fewer than 90 % of the {} are different, the fewest in\n{}: {} %, \
             one {} {}. {} are drawn independently,\nso the intervals are right, but they \
             speak of these bots, which know few games.",
            counted(warned, "cell"),
            all.units(),
            named(worst),
            percent(least),
            all.unit(),
            times(most.largest),
            if all.has_matches() { "Matches" } else { "Games" }
        )
    };
}

fn times(number: u64) -> String {
    if number == 1 { "once".to_owned() } else { format!("{number} times") }
}

/// Bots that draw nothing.
fn chance(all: &Overview<'_>, text: &mut String) {
    let without = all.cells.iter().filter(|cell| cell.terms.chance == Chance::None).count();
    if without > 0 {
        let _ = writeln!(
            text,
            "In {} no bot draws random numbers: games follow from their openings, and there is no \
             interval.",
            counted(without, "cell")
        );
    }
}

/// What was tested, and how often.
fn tested(all: &Overview<'_>, nulls: &[Null<'_>], text: &mut String) {
    let Some(cell) = all.cells.first() else { return };
    let mut tests = vec![counted(cell.terms.statements as usize, "score")];
    let pairs = [(all.toggled.len(), "rule comparison"), (nulls.len(), "null test")];
    let there = pairs.into_iter().filter(|&(number, _)| number > 0);
    tests.extend(there.map(|(number, what)| counted(number, what)));
    let _ = writeln!(
        text,
        "Tested: {}; each kind may go wrong once in twenty experiments.\nWhatever else is \
         picked from these tables because it stands out was picked from many.",
        tests.join(", ")
    );
}

/// Mirror images: the truth about both is the same.
fn null_tests(all: &Overview<'_>, nulls: &[Null<'_>], text: &mut String) {
    if nulls.is_empty() {
        return;
    }
    let failed: Vec<&Null<'_>> = nulls.iter().filter(|null| null.differs()).collect();
    if failed.is_empty() {
        let _ = writeln!(
            text,
            "Null tests: mirror images must score alike, and no difference is shown in {}.",
            counted(nulls.len(), "pair")
        );
    }
    for null in &failed {
        let interval = null.interval;
        let _ = writeln!(
            text,
            "Null test failed: {} and its mirror image differ by {} points of 100 ({} to {}).\n\
             The rules treat both alike, so it is the bots that do not: what they do with equal \
             moves is at fault.",
            named(null.cell),
            percent(null.difference),
            percent(interval.low),
            percent(interval.high)
        );
    }
    if all.draws == Draws::Common {
        text.push_str(
            "With `common-random` mirror images share their random numbers, and the null tests are \
             only about right.\n",
        );
    }
}
