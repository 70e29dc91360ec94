//! What must be known before any figure is believed.

use super::{filled, named, percent};
use crate::base::words::counted;
use crate::stats::counted::Variety;
use crate::stats::null::{Null, nulls};
use crate::stats::overview::{Draws, Overview};

/// Each with its line breaks.
pub(crate) fn words(all: &Overview<'_>) -> Vec<String> {
    let nulls = nulls(all);
    let mut words = Vec::new();
    words.extend(same(all));
    words.extend(distinct(all));
    words.extend(tested(all, &nulls));
    words.extend(null_tests(all, &nulls));
    words
}

/// So many things of several names are told.
const MOST_SAME: usize = 20;

/// Which names are one thing.
fn same(all: &Overview<'_>) -> Option<String> {
    let kinds = [("stones", "setup"), ("toggles", "rule set")].into_iter().zip(all.same);
    let there = kinds.filter(|(_, lists)| !lists.is_empty());
    let words: String = there
        .map(|((what, one), lists)| {
            let shown = lists.iter().take(MOST_SAME).map(|names| names.join(" = "));
            let more = match lists.len().saturating_sub(MOST_SAME) {
                0 => String::new(),
                more => format!(", and {more} more in experiment.toml"),
            };
            filled(&format!(
                "Same {what}: {}{more}. Each is one {one}, played and counted once, under the \
                 first of its names.",
                shown.collect::<Vec<String>>().join(", ")
            ))
        })
        .collect();
    (!words.is_empty()).then_some(words)
}

/// How many games are different.
fn distinct(all: &Overview<'_>) -> Option<String> {
    let known = all.cells.iter().filter_map(|cell| Some((cell.distinct_share()?, cell)));
    let (least, worst) = known.min_by(|a, b| a.0.total_cmp(&b.0))?;
    let most = worst.distinct()?;
    let warned = all.cells.iter().filter(|cell| cell.variety() == Variety::Few).count();
    Some(if warned == 0 {
        format!(
            "Different {}: {} % of all or more in every cell; the fewest in {},\nwhere the most \
             frequent {} was played {}.\n",
            all.units(),
            percent(least),
            named(worst),
            all.unit(),
            times(most.largest)
        )
    } else {
        format!(
            "Warning: in {} fewer than 90 % of the {} are different, the fewest in\n{}: {} %, \
             one {} {}. {}\n",
            counted(warned as u64, "cell"),
            all.units(),
            named(worst),
            percent(least),
            all.unit(),
            times(most.largest),
            match all.has_matches() {
                true =>
                    "Matches are drawn independently,\nso the intervals are right, but they speak of these bots, which know few games.",
                false =>
                    "Games are drawn independently,\nso the intervals are right, but they speak of these bots, which know few games.",
            }
        )
    })
}

fn times(number: u64) -> String {
    if number == 1 { "once".to_owned() } else { format!("{number} times") }
}

/// What was tested, and how often.
fn tested(all: &Overview<'_>, nulls: &[Null<'_>]) -> Option<String> {
    let cell = all.cells.first()?;
    let mut tests = vec![counted(cell.terms.statements, "score")];
    let pairs = [(all.toggled.len(), "rule comparison"), (nulls.len(), "null test")];
    let there = pairs.into_iter().filter(|&(number, _)| number > 0);
    tests.extend(there.map(|(number, what)| counted(number as u64, what)));
    Some(format!(
        "Tested: {}; each kind may go wrong once in twenty experiments.\nWhatever else \
         stands out in these tables stands out among many figures, and may do so by luck.\n",
        tests.join(", ")
    ))
}

/// Mirror images: the truth about both is the same.
fn null_tests(all: &Overview<'_>, nulls: &[Null<'_>]) -> Vec<String> {
    if nulls.is_empty() {
        return Vec::new();
    }
    let failed: Vec<&Null<'_>> = nulls.iter().filter(|null| null.differs()).collect();
    let mut words = Vec::new();
    if failed.is_empty() {
        words.push(format!(
            "Null tests: mirror images must score alike, and no difference is shown in {}.\n",
            counted(nulls.len() as u64, "pair")
        ));
    }
    words.extend(failed.iter().map(|null| {
        let interval = null.interval;
        format!(
            "Null test failed: {} and its mirror image differ by {} points of 100 ({} to {}).\n\
             The rules treat both alike, so it is the bots that do not: what they do with equal \
             moves is at fault.\n",
            named(null.cell),
            percent(null.difference),
            percent(interval.low),
            percent(interval.high)
        )
    }));
    if all.draws == Draws::Common {
        words.push(
            "With `common-random` mirror images share their random numbers, and the null tests are \
             only about right.\n"
                .to_owned(),
        );
    }
    words
}
