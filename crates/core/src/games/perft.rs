//! Counting move sequences: the usual proof that a move generator is right.

use super::Ruled;
use crate::base::halt::Halt;

/// How many sequences of exactly `depth` moves there are from a position.
///
/// Sequences count by their moves: two that lead to equal positions are two.
pub fn perft<G: Ruled>(game: &G, position: &G::Position, depth: u32) -> u64 {
    // Nobody else can set a wish of its own.
    perft_until(game, position, depth, &Halt::default()).unwrap_or(0)
}

/// How many sequences of exactly `depth` moves there are; nothing where somebody wants to stop.
pub fn perft_until<G: Ruled>(
    game: &G,
    position: &G::Position,
    depth: u32,
    halt: &Halt,
) -> Option<u64> {
    // One list a depth, so that the count allocates nothing on its way.
    let mut lists: Vec<Vec<G::Move>> = (0..depth).map(|_| Vec::new()).collect();
    let count = descend(game, position, &mut lists, halt);
    (!halt.is_set()).then_some(count)
}

fn descend<G: Ruled>(
    game: &G,
    position: &G::Position,
    lists: &mut [Vec<G::Move>],
    halt: &Halt,
) -> u64 {
    match lists {
        [] => 1,
        [last] => u64::from(game.count(position, last)),
        [_, _, _, _, ..] if halt.is_set() => 0,
        [moves, deeper @ ..] => {
            game.moves(position, moves);
            moves.iter().map(|&mv| descend(game, &game.play(position, mv), deeper, halt)).sum()
        }
    }
}

/// How many moves there are in a position.
pub fn count_moves<G: Ruled>(game: &G, position: &G::Position) -> u32 {
    game.count(position, &mut Vec::new())
}
