//! All setups as boards, from the most even one on.

use crate::games::Seat;
use crate::report::document::{Block, Section};
use crate::report::material::{Group, Material};
use crate::report::words::percent;

/// So many are shown at once.
const MOST_OPEN: usize = 60;

/// Nothing where there is one setup, or no bot plays against itself.
pub fn section(material: &Material<'_>) -> Option<Section> {
    let is_one = |group: &&Group<'_>| group.is_mirror() && group.tally.games() > 0;
    let first = material.groups.iter().find(is_one)?;
    let of_rules = |group: &&Group<'_>| is_one(group) && std::ptr::eq(group.rules, first.rules);
    let group = material.groups.iter().rfind(of_rules)?;
    if material.experiment.setups.len() < 2 {
        return None;
    }
    let mut shown = by_balance(material, group);
    let folded = shown.split_off(shown.len().min(MOST_OPEN));
    let mut blocks = vec![
        Block::Text(format!(
            "From the first player's score nearest to even to the one farthest from it, between {} players under \
             {}. Neighbours may have changed places by chance.",
            group.lineup, group.rules.name
        )),
        Block::Gallery(shown),
    ];
    if !folded.is_empty() {
        let title = format!("{} more", folded.len());
        blocks.push(Block::Fold(title, vec![Block::Gallery(folded)]));
    }
    let title = "All setups, from the most even one on".to_owned();
    Some(Section { id: "gallery", title, blocks })
}

/// The numbers of a group's setups with the first player's score, from the one nearest to even on.
pub(super) fn by_balance(material: &Material<'_>, group: &Group<'_>) -> Vec<(usize, String)> {
    let fair = group.fair();
    let mut order: Vec<(f64, usize, String)> = group
        .cells
        .iter()
        .filter_map(|(number, cell)| {
            let score = cell.score(Seat::FIRST)?.mean;
            let words = format!("{}: first player {} %", cell.labels.setup, percent(score));
            Some(((score - fair).abs(), material.setup_of(*number), words))
        })
        .collect();
    // The sort is stable: of equal scores the earlier setup comes first.
    order.sort_by(|one, other| one.0.total_cmp(&other.0));
    order.into_iter().map(|(_, setup, words)| (setup, words)).collect()
}
