//! Choice of a move by iterative deepening.

use super::alpha_beta::{AlphaBeta, INFINITE, MAX_DEPTH, SearchConfig};
use super::{Interrupted, Limits};
use crate::base::cancel::CancelToken;
use crate::games::position::either;
use crate::games::{ChildOf, GameRules, Position, SearchGame};

/// Result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// Index of the best move.
    pub move_index: u32,
    /// Its value to the mover beyond the score difference, in hundredths of a point; `None` if not
    /// even one move was fully searched.
    pub value: Option<i32>,
    /// Depth to which all moves were searched.
    pub depth: u8,
}

struct Root<G: SearchGame> {
    child: ChildOf<G>,
    /// Value in the last iteration that searched all moves; only an upper bound if the move is too
    /// far below the best to matter.
    value: i32,
    /// Value in the current iteration.
    next: i32,
}

/// Searches for the best move by iterative deepening, up to a depth and a number of nodes. `roots`
/// holds the indices of the legal moves, at least one: of equal ones the first is best.
pub fn search_root<G: SearchGame>(
    search: &mut AlphaBeta<G>,
    game: &G,
    config: &SearchConfig<'_>,
    position: &G::Position,
    roots: &[u32],
    limits: Limits,
) -> SearchResult {
    iterative_deepening(search, game, config, position, roots, limits, 0).0
}

/// Searches from a position with the scores as its only evaluation; returns the result, and the number
/// of positions: the same work on every machine.
pub fn search_by_score(
    position: &Position,
    mebibytes: u32,
    limits: Limits,
    cancel: &CancelToken,
) -> (SearchResult, u64) {
    either!(position, game, at => {
        let mut search = AlphaBeta::new(mebibytes);
        search.set_observer(cancel.clone());
        let roots: Vec<u32> = (0..game.move_count(at, &mut Vec::new())).collect();
        let config = SearchConfig::for_play(game, None);
        let found = search_root(&mut search, game, &config, at, &roots, limits);
        (found, search.nodes())
    })
}

/// Returns the indices of all moves that are at most `spread` hundredths of a point worse than the
/// best, by the last iteration that searched all moves; if there was none, the best move found.
pub fn near_best_moves<G: SearchGame>(
    search: &mut AlphaBeta<G>,
    game: &G,
    config: &SearchConfig<'_>,
    position: &G::Position,
    roots: &[u32],
    limits: Limits,
    spread: i32,
) -> Vec<u32> {
    let (result, searched) =
        iterative_deepening(search, game, config, position, roots, limits, spread);
    if result.depth == 0 {
        return vec![result.move_index];
    }
    let best = searched.iter().map(|root| root.value).max().unwrap_or(0);
    let near = searched.iter().filter(|root| root.value >= best - spread);
    let mut indices: Vec<u32> = near.map(|root| root.child.move_index).collect();
    // Restores the order, which searches change.
    indices.sort_unstable();
    indices
}

fn iterative_deepening<G: SearchGame>(
    search: &mut AlphaBeta<G>,
    game: &G,
    config: &SearchConfig<'_>,
    position: &G::Position,
    roots: &[u32],
    Limits { depth, nodes }: Limits,
    spread: i32,
) -> (SearchResult, Vec<Root<G>>) {
    search.budget.set_limit(nodes);
    let mut children = search.children_of(game, position);
    children.sort_by_key(|child| roots.iter().position(|&root| root == child.move_index));
    let root = |child| Root { child, value: -INFINITE, next: -INFINITE };
    let mut searched: Vec<Root<G>> = children.into_iter().map(root).collect();
    let mut result = SearchResult { move_index: roots[0], value: None, depth: 0 };
    let deepest = match config.selective {
        // A ply of depth may cover several moves.
        true => MAX_DEPTH,
        // Each move removes at least one stone, which limits the depth.
        false => game.stones(position).points().len() as u8 + 1,
    };
    for depth in 1..=depth.min(deepest) {
        let horizon_leaves = search.horizon_leaves;
        let (best, whole) = search_depth(search, game, config, &mut searched, depth, spread);
        if let Some((move_index, value)) = best {
            result = SearchResult { move_index, value: Some(value), ..result };
        }
        if whole.is_err() {
            search.budget.settle();
            break;
        }
        searched.iter_mut().for_each(|root| root.value = root.next);
        result.depth = depth;
        if config.selective && search.horizon_leaves == horizon_leaves {
            // All lines reached the end of the game.
            break;
        }
    }
    search.budget.set_limit(u64::MAX);
    (result, searched)
}

/// Searches all moves to a depth, as far as the node limit allows. Returns the best of those
/// searched, and whether these are all. The best one is put in front.
fn search_depth<G: SearchGame>(
    search: &mut AlphaBeta<G>,
    game: &G,
    config: &SearchConfig<'_>,
    roots: &mut [Root<G>],
    depth: u8,
    spread: i32,
) -> (Option<(u32, i32)>, Result<(), Interrupted>) {
    let mut best: Option<(usize, i32)> = None;
    let mut whole = Ok(());
    for (place, Root { child, next, .. }) in roots.iter_mut().enumerate() {
        let mut search = |window| search.child(game, config, child, depth, window);
        let searched = match best {
            None => search((-INFINITE, INFINITE)),
            // Moves near enough to the best need their exact values.
            Some((_, most)) if spread > 0 => search((most - spread - 1, INFINITE)),
            // A null window tests first whether the move beats the best.
            Some((_, most)) => match search((most, most + 1)) {
                Ok(value) if value > most => search((most, INFINITE)),
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
    let found = best.map(|(place, value)| (roots[place].child.move_index, value));
    if let Some((place, _)) = best {
        roots[..=place].rotate_right(1);
    }
    (found, whole)
}
