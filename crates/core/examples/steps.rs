//! Counts random steps a second: all legal moves are listed, and one of them is made. It is what
//! `pasang.Batch` is compared with in docs/python.md.

use std::time::{Duration, Instant};

use pasang_core::engine::{Game, brunei};
use pasang_core::{GameRng, Setup};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules = brunei::Rules::default();
    let start = Setup::builtin("catalogue-05")?.start(&rules)?;
    let (mut rng, mut moves) = (GameRng::new(1, "steps"), Vec::new());
    let (mut steps, mut games, begin) = (0_u64, 0_u64, Instant::now());
    while begin.elapsed() < Duration::from_secs(2) {
        let mut position = start;
        loop {
            rules.moves(&position, &mut moves);
            if moves.is_empty() {
                break;
            }
            rules.apply(&mut position, moves[rng.below(moves.len() as u32) as usize]);
            steps += 1;
        }
        games += 1;
    }
    let rate = steps as f64 / begin.elapsed().as_secs_f64();
    println!("{rate:.0} steps a second, {games} games");
    Ok(())
}
