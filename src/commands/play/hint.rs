//! A good move, with what it is worth.

use crate::games::{Game, Seat, Weights};
use crate::players::bots::Worth;
use crate::players::search::{Aim, Engine, Extent, Solution, Solver, solve, think};

/// Where so few stones are left, the rest is solved to its end first.
const FEW: u32 = 24;
/// Looking at so many positions at most: a second or two.
const SOLVED: u64 = 2_000_000;
/// Where that does not do, so many are looked at to find a good move.
const LOOKED_AT: u64 = 100_000;
const DEEPEST: u8 = 120;
const HASH: u32 = 16;

/// A move by its rank, and what there is to say of its worth.
pub fn hint<G: Game>(game: &G, position: &G::Position, of: u32) -> (u32, String) {
    let ranks: Vec<u32> = (0..of).collect();
    if game.seats() > 2 {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let most = |&rank: &u32| (game.gain(position, moves[rank as usize]), u32::MAX - rank);
        let rank = ranks.iter().copied().max_by_key(most).unwrap_or(0);
        return (rank, "no move takes more at once".to_owned());
    }
    if game.stones(position).points().len() <= FEW {
        let mut solver = Solver::new(HASH);
        let asked = (Extent::Margin, SOLVED);
        let found = solve(&mut solver, game, position, &ranks, asked);
        if let (Some(rank), Some(worth)) = (found.rank, proved(&found)) {
            return (rank, worth);
        }
    }
    let mut engine = Engine::new(HASH);
    let aim = Aim::selective(game, Some(game.fitted()));
    let thought = think(&mut engine, game, &aim, position, &ranks, (DEEPEST, LOOKED_AT));
    let mover = game.to_move(position);
    let worth = match thought.value.map(|value| Worth::searched(game, position, value)) {
        Some(Worth::Lead(hundredths)) => estimated(mover, hundredths),
        Some(Worth::Stuck { wins: true }) => won_by_stuck(mover),
        Some(Worth::Stuck { wins: false }) => won_by_stuck(mover.next(2)),
        _ => "it looks as good as any".to_owned(),
    };
    (thought.rank, worth)
}

/// What is proved of a position under best play.
fn proved(found: &Solution) -> Option<String> {
    Some(match found.proven()? {
        None => "proved: a draw, if both play their best".to_owned(),
        Some((winner, ahead @ 1..)) => {
            format!("proved: player {winner} wins by {}, if both play their best", points(ahead))
        }
        Some((winner, _)) => format!(
            "proved: player {winner} wins, for the other gets stuck, if both play their best"
        ),
    })
}

fn won_by_stuck(winner: Seat) -> String {
    format!("player {winner} seems to win: the other gets stuck")
}

/// What is guessed: by how much the mover will lead, in hundredths of a point.
fn estimated(mover: Seat, hundredths: i32) -> String {
    let whole = (hundredths.abs() + Weights::POINT / 2) / Weights::POINT;
    let ahead = if hundredths > 0 { mover } else { mover.next(2) };
    match whole {
        0 => "it looks even".to_owned(),
        _ => format!("player {ahead} will be ahead by about {}, it seems", points(whole)),
    }
}

fn points(number: i32) -> String {
    crate::base::words::counted(number.unsigned_abs().into(), "point")
}
