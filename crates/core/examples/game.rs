//! Plays one game between two bots and prints it as a record that reads back.

use pasang_core::{Game, GameRecord, GameRunner, Setup};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let start = Game::preset("brunei-slide")?.start(&Setup::builtin("catalogue-05")?)?;
    let record = GameRunner::new(&start)
        .bots(["greedy", "search:nodes=1000"])?
        .seed(7)
        .opening(["c", "h"])?
        .on_move(|position, mv| println!("player {} plays {mv}", position.turn()))
        .play();
    let last = record.last();
    println!("\n{}\n{}", record, last.outcome().expect("the game is over"));
    assert_eq!(record.to_string().parse::<GameRecord>()?.moves, record.moves);
    Ok(())
}
