//! Games that the program plays against itself, and the positions they bring.

use std::cmp::Reverse;

use super::Sample;
use pasang_core::base::random::Stream;
use pasang_core::games::{Judged, Ruled, Weights};

/// A game begins with fewer random moves than this: any number, each as likely as the others.
const RANDOM: u32 = 17;

/// What a won game is worth, beside the points.
const WON: i32 = 1_000_000;

/// Plays a game and yields its positions from the first chosen move on.
pub(super) fn play<G: Judged>(
    game: &G,
    start: &G::Position,
    (weights, depth): (&Weights, u32),
    stream: &mut Stream,
) -> Vec<Sample> {
    let mut moves = Vec::new();
    let mut position = *start;
    for _ in 0..stream.below(RANDOM) {
        let Some(chosen) = game.random_move(&position, &mut moves, stream) else { break };
        game.apply(&mut position, chosen.mv);
    }
    let mut seen = Vec::new();
    while let Some(mv) = choose(game, &position, (weights, depth), stream) {
        seen.push(position);
        game.apply(&mut position, mv);
    }
    let outcome = game.outcome(&position);
    let sample = |position: &G::Position| {
        let mover = game.to_move(position);
        let result = match outcome {
            Some(outcome) if outcome.winners.count() > 1 => 1,
            Some(outcome) if outcome.winners.has(mover) => 2,
            _ => 0,
        };
        let mut features = vec![0; G::FEATURES.len()];
        let stage = game.features(position, &mut features);
        Sample { stage, difference: difference(game, position), features, result }
    };
    seen.iter().map(sample).collect()
}

/// The mover's score less the other's, as they are held against each other.
fn difference<G: Ruled>(game: &G, position: &G::Position) -> i32 {
    let scores = game.held(&game.scores(position));
    let mover = game.to_move(position).index();
    i32::from(scores[mover]) - i32::from(scores[1 - mover])
}

/// The best move that looking a few plies ahead finds, of equal ones any; nothing where the game
/// is over.
fn choose<G: Judged>(
    game: &G,
    position: &G::Position,
    (weights, depth): (&Weights, u32),
    stream: &mut Stream,
) -> Option<G::Move> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    // Moves of equal gain are looked at in random order, and the first of the best is taken.
    stream.shuffle(&mut moves);
    moves.sort_by_key(|&mv| Reverse(game.gain(position, mv)));
    let mut best = None;
    let mut most = -i32::MAX;
    for mv in moves {
        let next = game.play(position, mv);
        let worth = -look(game, &next, weights, depth - 1, -i32::MAX, -most);
        if best.is_none() || worth > most {
            (best, most) = (Some(mv), worth);
        }
    }
    best
}

/// What a position is worth to the mover, looking so many plies ahead: exact between `least` and
/// `most`; at most `least`, or at least `most`, beyond them.
fn look<G: Judged>(
    game: &G,
    position: &G::Position,
    weights: &Weights,
    depth: u32,
    mut least: i32,
    most: i32,
) -> i32 {
    let points = difference(game, position) * Weights::POINT;
    if let Some(outcome) = game.outcome(position) {
        return match outcome.winners.count() {
            1 if outcome.winners.has(game.to_move(position)) => WON + points,
            1 => points - WON,
            _ => 0,
        };
    }
    if depth == 0 {
        return points + game.judge(position, weights);
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves.sort_by_key(|&mv| Reverse(game.gain(position, mv)));
    for mv in moves {
        let next = game.play(position, mv);
        least = least.max(-look(game, &next, weights, depth - 1, -most, -least));
        if least >= most {
            break;
        }
    }
    least
}
