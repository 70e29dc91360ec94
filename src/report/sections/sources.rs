//! Where the advantage comes from: how games are won, and the first two moves.

use super::blocks_of;
use crate::base::words::Choice;
use crate::games::{Ending, Seat};
use crate::report::chart::stacked;
use crate::report::document::{Block, Section};
use crate::report::material::{Group, Material};
use crate::results::survey::MOST_CELLS;
use crate::stats::summary;

/// So many pairs of rules and bots have a bar.
const MOST_BARS: usize = 24;

/// How a game of two can end, from the first player's side to the second's.
const KINDS: [(&str, &str); 5] = [
    ("b1", "the first player wins, for the second is stuck"),
    ("b1 half", "the first player wins by points"),
    ("b0", "drawn"),
    ("b2 half", "the second player wins by points"),
    ("b2", "the second player wins, for the first is stuck"),
];

pub fn section(material: &Material<'_>) -> Option<Section> {
    let title = "Where the advantage comes from".to_owned();
    let mut blocks = Vec::new();
    let is_shown = |group: &&Group<'_>| group.tally.seats() == 2 && group.tally.games() > 0;
    let rows: Vec<(String, Vec<f64>)> = material
        .groups
        .iter()
        .filter(is_shown)
        .take(MOST_BARS)
        .map(|group| (group.name(), shares(group)))
        .collect();
    let what = if material.all.has_matches() { "rounds" } else { "games" };
    let figure = stacked(&format!("How {what} are won"), &KINDS, &rows);
    blocks.extend(figure.map(|figure| Block::Beside(vec![Block::Figure(figure)])));
    blocks.extend(blocks_of(summary::sources::parts(material.all, MOST_CELLS), &title));
    (!blocks.is_empty()).then_some(Section { id: "sources", title, blocks })
}

/// The shares of the kinds.
fn shares(group: &Group<'_>) -> Vec<f64> {
    let tally = &group.tally;
    let of = tally.rounds().max(1) as f64;
    let mut shares = vec![0.0; KINDS.len()];
    for ending in Ending::ALL.iter().copied() {
        let is_stuck = ending == Ending::Stuck;
        for (seat, kinds) in Seat::first(2).zip([[0, 1], [4, 3]]) {
            let kind = kinds[usize::from(!is_stuck)];
            shares[kind] += tally.ended(ending, Some(seat)) as f64 / of;
        }
        shares[2] += tally.ended(ending, None) as f64 / of;
    }
    shares
}
