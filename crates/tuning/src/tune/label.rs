//! Self-play games by search, with the search values of their positions.
//!
//! A search of some thousand positions sees more than the evaluation at its leaves: what it finds
//! is what the evaluation should have returned at once. Positions off the path of a game are
//! searched too, reached by random moves, for a search meets mostly such.
//!
//! Or the results of games are the labels: each position's game is then played on by the search
//! alone, so that the result says what the position is worth, and no move was random after it.

use pasang_core::base::random::GameRng;
use pasang_core::games::{SearchGame, Seat};
use pasang_core::players::search::{AlphaBeta, Limits, SearchConfig, search_root};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labelled {
    pub stage: usize,
    pub inputs: Vec<u8>,
    /// Value to the mover beyond the score, in hundredths of a point; or the mover's result, 1 for
    /// a win, 0 for a draw, -1 for a loss.
    pub value: i32,
    /// The mover's lead with the handicap, in points.
    pub lead: i32,
}

/// Number of positions per search.
const NODES: u64 = 2000;

/// Number of positions per search where results are the labels: few, for a game has one result, so
/// that many games are needed.
const RESULT_NODES: u64 = 400;

/// Number of games that are played on from random moves off each game whose result is a label.
const BRANCHES: u32 = 3;

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
    let mut position = *start;
    move_randomly(game, &mut position, RANDOM.0 + rng.below(RANDOM.1), rng);
    let mut seen = Vec::new();
    let mut look = |position: &G::Position, rng: &mut GameRng| {
        let (best, value) = search(game, (engine, config), position, NODES, rng)?;
        seen.extend(value.and_then(|value| labelled(game, position, value)));
        Some(best)
    };
    let mut scratch = Vec::new();
    while let Some(best) = look(&position, rng) {
        if rng.below(2) == 0 {
            let mut aside = position;
            let count = 1 + rng.below(2);
            move_randomly(game, &mut aside, count, rng);
            look(&aside, rng);
        }
        let astray = rng.below(ASTRAY) == 0;
        let random = game.random_move(&position, &mut scratch, rng).filter(|_| astray);
        game.apply(&mut position, random.map_or(best, |chosen| chosen.mv));
    }
    seen
}

/// Plays a game, and others that leave it by a random move or two, and returns the positions that
/// nets evaluate, labelled with the results.
pub(super) fn play_for_results<G: SearchGame>(
    game: &G,
    start: &G::Position,
    (engine, config): (&mut AlphaBeta<G>, &SearchConfig<'_>),
    rng: &mut GameRng,
) -> Vec<Labelled> {
    engine.clear();
    let mut begin = *start;
    move_randomly(game, &mut begin, RANDOM.0 + rng.below(RANDOM.1), rng);
    let (mut seen, mut first) = (Vec::new(), Vec::new());
    for branch in 0..=BRANCHES {
        let mut path = vec![begin];
        let mut position = begin;
        while let Some((best, _)) = search(game, (engine, config), &position, RESULT_NODES, rng) {
            game.apply(&mut position, best);
            path.push(position);
        }
        let result = game.outcome(&position).map_or(0, |outcome| outcome.winners.of_two());
        seen.extend(path.iter().filter_map(|position| {
            let of_first = game.to_move(position) == Seat::FIRST;
            labelled(game, position, if of_first { result } else { -result })
        }));
        if branch == 0 {
            first = path;
        }
        begin = first[rng.below(first.len() as u32) as usize];
        let count = 1 + rng.below(2);
        move_randomly(game, &mut begin, count, rng);
    }
    seen
}

/// Makes random moves, fewer if the game ends.
fn move_randomly<G: SearchGame>(
    game: &G,
    position: &mut G::Position,
    count: u32,
    rng: &mut GameRng,
) {
    let mut moves = Vec::new();
    for _ in 0..count {
        let Some(chosen) = game.random_move(position, &mut moves, rng) else { break };
        game.apply(position, chosen.mv);
    }
}

/// Searches a position. Returns the best move and its value; `None` if the game is over.
fn search<G: SearchGame>(
    game: &G,
    (engine, config): (&mut AlphaBeta<G>, &SearchConfig<'_>),
    position: &G::Position,
    nodes: u64,
    rng: &mut GameRng,
) -> Option<(G::Move, Option<i32>)> {
    let moves = game.all_moves(position);
    let mut indices: Vec<u32> = (0..moves.len() as u32).collect();
    if indices.is_empty() {
        return None;
    }
    rng.shuffle(&mut indices);
    let found = search_root(engine, game, config, position, &indices, Limits::nodes(nodes));
    Some((moves[found.move_index as usize], found.value))
}

/// Labels a position; `None` if the game is over or nets do not evaluate it.
fn labelled<G: SearchGame>(game: &G, position: &G::Position, value: i32) -> Option<Labelled> {
    let mut moves = Vec::new();
    let mut inputs = vec![0; G::INPUTS.len()];
    let node = game.node(position, &mut moves);
    let stage = game.inputs(position, &mut inputs).filter(|_| node.mobility > 0)?;
    Some(Labelled { stage, inputs, value, lead: SearchGame::lead(game, &node) })
}
