//! Counting move sequences: the usual proof that a move generator is right.

use super::Ruled;

/// How many sequences of exactly `depth` moves there are from a position.
///
/// Sequences count by their moves: two that lead to equal positions are two.
pub fn perft<G: Ruled>(game: &G, position: &G::Position, depth: u32) -> u64 {
    // One list a depth, so that the count allocates nothing on its way.
    let mut lists: Vec<Vec<G::Move>> = (0..depth).map(|_| Vec::new()).collect();
    descend(game, position, &mut lists)
}

fn descend<G: Ruled>(game: &G, position: &G::Position, lists: &mut [Vec<G::Move>]) -> u64 {
    match lists {
        [] => 1,
        [last] => u64::from(game.count(position, last)),
        [moves, deeper @ ..] => {
            game.moves(position, moves);
            moves.iter().map(|&mv| descend(game, &game.play(position, mv), deeper)).sum()
        }
    }
}

/// How many moves there are in a position.
pub fn count_moves<G: Ruled>(game: &G, position: &G::Position) -> u32 {
    game.count(position, &mut Vec::new())
}
