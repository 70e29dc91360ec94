//! Choosing a move: deeper and deeper.

use super::aim::{Aim, BEYOND};
use super::negamax::Engine;
use crate::games::{BranchOf, Searched};

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The rank of the best move.
    pub rank: u32,
    /// What it is worth to the mover beyond the difference of the scores, in hundredths of a
    /// point; nothing where not even one move was searched to its end.
    pub value: Option<i32>,
    /// To what depth all moves were searched.
    pub depth: u8,
}

/// Looks for the best move, one move deeper each time, up to a depth, as long as less than so many
/// nodes were looked at. `roots` are the ranks of the legal moves, at least one: of equal ones the
/// first is best.
pub fn think<G: Searched>(
    engine: &mut Engine<G>,
    game: &G,
    aim: &Aim<'_>,
    position: &G::Position,
    roots: &[u32],
    (depth, nodes): (u8, u64),
) -> Thought {
    engine.look_at(nodes);
    let node = engine.node(game, position);
    let mut branches = engine.branches_of(game, &node);
    let place = |rank: u32| roots.iter().position(|&root| root == rank);
    branches.sort_by_key(|branch| place(branch.rank));
    let mut thought = Thought { rank: roots[0], value: None, depth: 0 };
    // Each move takes a stone at least: deeper than that there is nothing.
    let deepest = depth.min(game.stones(position).points().len() as u8 + 1);
    for depth in 1..=deepest {
        let (best, whole) = iterate(engine, game, aim, &mut branches, depth);
        if let Some((rank, value)) = best {
            thought = Thought { rank, value: Some(value), ..thought };
        }
        if !whole {
            break;
        }
        thought.depth = depth;
    }
    engine.look_at(u64::MAX);
    thought
}

/// Searches all moves to a depth, as far as the limit of nodes lets it: the best of those
/// searched, and whether these are all. The best one is put in front.
fn iterate<G: Searched>(
    engine: &mut Engine<G>,
    game: &G,
    aim: &Aim<'_>,
    branches: &mut [BranchOf<G>],
    depth: u8,
) -> (Option<(u32, i32)>, bool) {
    let mut best: Option<(usize, i32)> = None;
    let mut whole = true;
    for (place, branch) in branches.iter().enumerate() {
        let full = (best.map_or(-BEYOND, |(_, value)| value), BEYOND);
        let mut searched = match best {
            None => engine.search_branch(game, aim, branch, depth - 1, full),
            Some((_, value)) => {
                engine.search_branch(game, aim, branch, depth - 1, (value, value + 1))
            }
        };
        if best.is_some_and(|(_, most)| searched.is_ok_and(|value| value > most)) {
            searched = engine.search_branch(game, aim, branch, depth - 1, full);
        }
        let Ok(value) = searched else {
            whole = false;
            break;
        };
        if best.is_none_or(|(_, most)| value > most) {
            best = Some((place, value));
        }
    }
    let found = best.map(|(place, value)| (branches[place].rank, value));
    if let Some((place, _)) = best {
        branches[..=place].rotate_right(1);
    }
    (found, whole)
}
