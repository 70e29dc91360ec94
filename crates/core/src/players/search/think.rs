//! Choosing a move: deeper and deeper.

use super::negamax::{Aim, BEYOND, DEEPEST, Engine, Stopped};
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

struct Root<G: Searched> {
    branch: BranchOf<G>,
    /// What it was worth in the last iteration that searched all moves; one that is worth so much
    /// less than the best that it does not matter may be worth less.
    value: i32,
    /// The same in the iteration that goes on.
    next: i32,
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
    limits: (u8, u64),
) -> Thought {
    deepen(engine, game, aim, position, roots, limits, 0).0
}

/// The ranks of all moves that are worth as much as the best one, or less by up to `spread`
/// hundredths of a point, by the last iteration that came to the end of all moves. Where none did,
/// the best move found.
pub fn think_wide<G: Searched>(
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
        return vec![thought.rank];
    }
    let best = searched.iter().map(|root| root.value).max().unwrap_or(0);
    let near = searched.iter().filter(|root| root.value >= best - spread);
    let mut ranks: Vec<u32> = near.map(|root| root.branch.rank).collect();
    // Not in the order that searches left behind.
    ranks.sort_unstable();
    ranks
}

fn deepen<G: Searched>(
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
    branches.sort_by_key(|branch| roots.iter().position(|&root| root == branch.rank));
    let root = |branch| Root { branch, value: -BEYOND, next: -BEYOND };
    let mut searched: Vec<Root<G>> = branches.into_iter().map(root).collect();
    let mut thought = Thought { rank: roots[0], value: None, depth: 0 };
    let deepest = match aim.selective {
        // A ply may be more than a move.
        true => DEEPEST,
        // Each move takes a stone at least: deeper than that there is nothing.
        false => game.stones(position).points().len() as u8 + 1,
    };
    for depth in 1..=depth.min(deepest) {
        let open = engine.open;
        let (best, whole) = iterate(engine, game, aim, &mut searched, depth, spread);
        if let Some((rank, value)) = best {
            thought = Thought { rank, value: Some(value), ..thought };
        }
        if whole.is_err() {
            break;
        }
        searched.iter_mut().for_each(|root| root.value = root.next);
        thought.depth = depth;
        if aim.selective && engine.open == open {
            // All lines came to the end of the game.
            break;
        }
    }
    engine.look_at(u64::MAX);
    (thought, searched)
}

/// Searches all moves to a depth, as far as the limit of nodes lets it: the best of those
/// searched, and whether these are all. The best one is put in front.
fn iterate<G: Searched>(
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
            // Whatever is near enough to the best is to be known as it is.
            Some((_, most)) if spread > 0 => search((most - spread - 1, BEYOND)),
            // It is asked first whether a move beats the best at all.
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
    let found = best.map(|(place, value)| (roots[place].branch.rank, value));
    if let Some((place, _)) = best {
        roots[..=place].rotate_right(1);
    }
    (found, whole)
}
