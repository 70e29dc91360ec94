//! What contests come to.

use super::{Lead, MOST_DRAWN, MOST_NAMED, MOST_TOLD};
use crate::base::words::listed;
use crate::games::Seat;
use crate::report::material::Material;
use crate::report::words::percent;
use crate::stats::Counted;
use crate::stats::decisions::Found;
use crate::stats::find::End;

/// Contests: who is left, and of whom something is proved.
pub(super) fn contests(material: &Material<'_>, contests: &[Found<'_>]) -> Lead {
    let words = contests.iter().take(MOST_TOLD).map(contest).collect();
    let setups = contests.first().map_or(Vec::new(), |found| nearest(material, found));
    Lead { words, setups }
}

/// The setups of a contest of which something is shown, then those that are left.
fn nearest(material: &Material<'_>, found: &Found<'_>) -> Vec<(usize, String)> {
    let mut names = found.close.clone();
    names.extend(found.contenders.iter().filter(|name| !found.close.contains(name)));
    let drawn = |name: &&str| {
        let is_it = |cell: &&Counted<'_>| {
            let labels = cell.labels;
            (labels.setup, labels.rules, labels.bots) == (*name, found.rules, found.bots)
        };
        let cell = material.cells.iter().find(is_it)?;
        let score = percent(cell.score(Seat::FIRST)?.mean);
        let number = material.experiment.setups.iter().position(|it| it.name == *name)?;
        Some((number, format!("{name}: first player {score} %")))
    };
    names.iter().take(MOST_DRAWN).filter_map(drawn).collect()
}

fn contest(found: &Found<'_>) -> String {
    let Found { rules, bots, setups, contenders, close, within, .. } = found;
    let names = |names: &[&str]| listed(names.iter().map(|&name| name.to_owned()), "and");
    let out = setups - contenders.len();
    let between = format!("Between {bots} players under {rules}");
    let others = match out {
        0 => String::new(),
        1 => "; the other one is shown to be less even".to_owned(),
        out => format!("; the other {out} are shown to be less even"),
    };
    match (found.end, contenders.as_slice()) {
        (Some(End::Winner), &[winner]) => format!(
            "{between}, {winner} is the most balanced of {setups} setups: every other one is shown to be \
             less even."
        ),
        (Some(End::Set), contenders) => format!(
            "{between}, {} of {setups} setups are the most balanced{}: they are shown to differ by no more \
             than {within} points of a hundred{others}.",
            contenders.len(),
            if contenders.len() <= MOST_NAMED {
                format!(", {}", names(contenders))
            } else {
                String::new()
            }
        ),
        (end, contenders) => {
            let so_far = if end.is_none() { "so far " } else { "" };
            let mut text = format!("{between}, ");
            text += &match close.as_slice() {
                [] => format!("{so_far}no setup is shown to be the most balanced. "),
                close if close.len() <= MOST_NAMED => format!(
                    "{so_far}{} {} shown to be within {within} points of a hundred of the most balanced. ",
                    names(close),
                    if close.len() == 1 { "is" } else { "are" }
                ),
                close => format!(
                    "{so_far}{} setups are shown to be within {within} points of a hundred of the most \
                     balanced. ",
                    close.len()
                ),
            };
            text += &format!(
                "{} of {setups} setups are not told apart by these games",
                contenders.len()
            );
            if contenders.len() <= MOST_NAMED {
                text += &format!(": {}", names(contenders));
            }
            text + &others + "."
        }
    }
}
