//! Counts random steps a second: all legal moves are listed, and one of them is made. It is what
//! `pasang.Batch` is compared with in docs/python.md.
//!
//! ```text
//! steps [SETUP [RULES [STEPS]]]
//! ```

use std::time::Instant;

use pasang_core::{Game, GameRng, Position, Setup, engine};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let word = |place, default| given.get(place).map_or(default, String::as_str);
    let start =
        Game::preset(word(1, "brunei-slide"))?.start(&Setup::builtin(word(0, "catalogue-05"))?)?;
    let (steps, begin) = (word(2, "20000000").parse()?, Instant::now());
    let games = match start {
        Position::Brunei(rules, start) => play(&rules, start, steps),
        Position::Bell(rules, start) => play(&rules, start, steps),
    };
    let rate = steps as f64 / begin.elapsed().as_secs_f64();
    println!("{rate:.0} steps a second, {games} games");
    Ok(())
}

/// Makes random steps in games from a position, and returns the number of games that ended.
fn play<G: engine::GameRules>(rules: &G, start: G::Position, steps: u64) -> u64 {
    let (mut rng, mut moves) = (GameRng::new(1, "steps"), Vec::new());
    let (mut games, mut position) = (0, start);
    rules.moves(&position, &mut moves);
    for _ in 0..steps {
        rules.apply(&mut position, moves[rng.below(moves.len() as u32) as usize]);
        rules.moves(&position, &mut moves);
        if moves.is_empty() {
            games += 1;
            position = start;
            rules.moves(&position, &mut moves);
        }
    }
    games
}
