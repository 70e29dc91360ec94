//! Choice of a move by iterative deepening.

use super::negamax::{Aim, BEYOND, DEEPEST, Engine, Stopped};
use crate::games::{BranchOf, SearchGame};

/// Result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thought {
    /// Index of the best move.
    pub move_index: u32,
    /// Its value to the mover beyond the score difference, in hundredths of a point; `None` if not
    /// even one move was fully searched.
    pub value: Option<i32>,
    /// Depth to which all moves were searched.
    pub depth: u8,
}

struct Root<G: SearchGame> {
    branch: BranchOf<G>,
    /// Value in the last iteration that searched all moves; only an upper bound if the move is too
    /// far below the best to matter.
    value: i32,
    /// Value in the current iteration.
    next: i32,
}

/// Searches for the best move by iterative deepening, up to a depth and a number of nodes. `roots`
/// holds the indices of the legal moves, at least one: of equal ones the first is best.
pub fn think<G: SearchGame>(
    engine: &mut Engine<G>,
    game: &G,
    aim: &Aim<'_>,
    position: &G::Position,
    roots: &[u32],
    limits: (u8, u64),
) -> Thought {
    deepen(engine, game, aim, position, roots, limits, 0).0
}

/// Returns the indices of all moves that are at most `spread` hundredths of a point worse than the
/// best, by the last iteration that searched all moves; if there was none, the best move found.
pub fn think_wide<G: SearchGame>(
    engine: &mut Engine<G>,
    game: &G,
    aim: &Aim<'_>,
    position: &G::Position,
    roots: &[u32],
    limits: (u8, u64),
    spread: i32,
) -> Vec<u32> {
    let (thought, searched) = deepen(engine, game, aim, position, roots, limits, spread);
    if thought.depth == 0 {
        return vec![thought.move_index];
    }
    let best = searched.iter().map(|root| root.value).max().unwrap_or(0);
    let near = searched.iter().filter(|root| root.value >= best - spread);
    let mut indices: Vec<u32> = near.map(|root| root.branch.move_index).collect();
    // Restores the order, which searches change.
    indices.sort_unstable();
    indices
}

fn deepen<G: SearchGame>(
    engine: &mut Engine<G>,
    game: &G,
    aim: &Aim<'_>,
    position: &G::Position,
    roots: &[u32],
    (depth, nodes): (u8, u64),
    spread: i32,
) -> (Thought, Vec<Root<G>>) {
    engine.look_at(nodes);
    let mut branches = engine.branches_of(game, position);
    branches.sort_by_key(|branch| roots.iter().position(|&root| root == branch.move_index));
    let root = |branch| Root { branch, value: -BEYOND, next: -BEYOND };
    let mut searched: Vec<Root<G>> = branches.into_iter().map(root).collect();
    let mut thought = Thought { move_index: roots[0], value: None, depth: 0 };
    let deepest = match aim.selective {
        // A ply of depth may cover several moves.
        true => DEEPEST,
        // Each move removes at least one stone, which limits the depth.
        false => game.stones(position).points().len() as u8 + 1,
    };
    for depth in 1..=depth.min(deepest) {
        let open = engine.open;
        let (best, whole) = iterate(engine, game, aim, &mut searched, depth, spread);
        if let Some((move_index, value)) = best {
            thought = Thought { move_index, value: Some(value), ..thought };
        }
        if whole.is_err() {
            break;
        }
        searched.iter_mut().for_each(|root| root.value = root.next);
        thought.depth = depth;
        if aim.selective && engine.open == open {
            // All lines reached the end of the game.
            break;
        }
    }
    engine.look_at(u64::MAX);
    (thought, searched)
}

/// Searches all moves to a depth, as far as the node limit allows. Returns the best of those
/// searched, and whether these are all. The best one is put in front.
fn iterate<G: SearchGame>(
    engine: &mut Engine<G>,
    game: &G,
    aim: &Aim<'_>,
    roots: &mut [Root<G>],
    depth: u8,
    spread: i32,
) -> (Option<(u32, i32)>, Result<(), Stopped>) {
    let mut best: Option<(usize, i32)> = None;
    let mut whole = Ok(());
    for (place, Root { branch, next, .. }) in roots.iter_mut().enumerate() {
        let mut search = |window| engine.branch(game, aim, branch, depth, window);
        let searched = match best {
            None => search((-BEYOND, BEYOND)),
            // Moves near enough to the best need their exact values.
            Some((_, most)) if spread > 0 => search((most - spread - 1, BEYOND)),
            // A null window tests first whether the move beats the best.
            Some((_, most)) => match search((most, most + 1)) {
                Ok(value) if value > most => search((most, BEYOND)),
                searched => searched,
            },
        };
        match searched {
            Ok(value) => *next = value,
            Err(stopped) => {
                whole = Err(stopped);
                break;
            }
        }
        if best.is_none_or(|(_, most)| *next > most) {
            best = Some((place, *next));
        }
    }
    let found = best.map(|(place, value)| (roots[place].branch.move_index, value));
    if let Some((place, _)) = best {
        roots[..=place].rotate_right(1);
    }
    (found, whole)
}
