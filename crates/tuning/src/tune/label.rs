//! Self-play games by search, with the search values of their positions.
//!
//! A search of some thousand positions sees more than the evaluation at its leaves: what it finds
//! is what the evaluation should have returned at once. Positions off the path of a game are
//! searched too, reached by random moves, for a search meets mostly such.

use pasang_core::base::random::GameRng;
use pasang_core::games::SearchGame;
use pasang_core::players::search::{AlphaBeta, Limits, SearchConfig, search_root};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labelled {
    pub stage: usize,
    pub inputs: Vec<u8>,
    /// Value to the mover beyond the score, in hundredths of a point.
    pub value: i32,
}

/// Number of positions per search.
const NODES: u64 = 2000;

/// Number of random moves at the start of a game: the minimum, and the size of its range.
const RANDOM: (u32, u32) = (4, 14);

/// Inverse rate of random moves in a game.
const ASTRAY: u32 = 25;

/// Plays a game and returns the positions that were searched and that nets evaluate.
pub(super) fn play<G: SearchGame>(
    game: &G,
    start: &G::Position,
    (engine, config): (&mut AlphaBeta<G>, &SearchConfig<'_>),
    rng: &mut GameRng,
) -> Vec<Labelled> {
    engine.clear();
    let mut moves = Vec::new();
    let mut position = *start;
    for _ in 0..RANDOM.0 + rng.below(RANDOM.1) {
        let Some(chosen) = game.random_move(&position, &mut moves, rng) else { break };
        game.apply(&mut position, chosen.mv);
    }
    let mut seen = Vec::new();
    let mut look = |position: &G::Position, rng: &mut GameRng| {
        game.moves(position, &mut moves);
        let mut indices: Vec<u32> = (0..moves.len() as u32).collect();
        if indices.is_empty() {
            return None;
        }
        rng.shuffle(&mut indices);
        let found = search_root(engine, game, config, position, &indices, Limits::nodes(NODES));
        let mut inputs = vec![0; G::INPUTS.len()];
        if let (Some(value), Some(stage)) = (found.value, game.inputs(position, &mut inputs)) {
            seen.push(Labelled { stage, inputs, value });
        }
        Some(moves[found.move_index as usize])
    };
    let mut scratch = Vec::new();
    while let Some(best) = look(&position, rng) {
        if rng.below(2) == 0 {
            let mut aside = position;
            for _ in 0..1 + rng.below(2) {
                if let Some(chosen) = game.random_move(&aside, &mut scratch, rng) {
                    game.apply(&mut aside, chosen.mv);
                }
            }
            look(&aside, rng);
        }
        let astray = rng.below(ASTRAY) == 0;
        let random = game.random_move(&position, &mut scratch, rng).filter(|_| astray);
        game.apply(&mut position, random.map_or(best, |chosen| chosen.mv));
    }
    seen
}
