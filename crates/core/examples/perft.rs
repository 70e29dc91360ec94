//! Counts move sequences: `cargo run --release -p pasang-core --example perft -- brunei-slide 5`.

use pasang_core::{Game, Setup};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let rules = args.next().unwrap_or("brunei-slide".to_owned());
    let depth = args.next().map_or(Ok(4), |depth| depth.parse())?;
    let position = Game::preset(&rules)?.start(&Setup::builtin("catalogue-01")?)?;
    for depth in 1..=depth {
        println!("{depth} {}", position.perft(depth));
    }
    Ok(())
}
