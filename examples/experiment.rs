//! A bot of one's own in an experiment: games, tables and report are written as for any other bot.

use std::path::Path;

use pasang::text::diagnostic::Source;
use pasang::{Workers, play_into};
use pasang_core::{Bot, GameRng, Move, Position};

/// Captures as many stones as it can.
struct MostStones;

impl Bot for MostStones {
    fn choose_move(&mut self, position: &Position, _: &mut GameRng) -> Option<Move> {
        position.legal_moves().into_iter().max_by_key(|&mv| position.captures(mv).len())
    }
}

const EXPERIMENT: &str = r#"
seed = 1
games = 120
setups = ["catalogue-05"]
rules = ["brunei-slide"]
bots = [["engine:most-stones", "greedy"]]
"#;

/// Plays the experiment in a temporary folder, and returns its table of cells.
pub fn cells() -> Result<String, Box<dyn std::error::Error>> {
    let workers = Workers::new(2)?.with_bot("most-stones", || MostStones);
    let experiment = workers.experiment(&Source::new("own bot", EXPERIMENT), Path::new(""))?;
    let place = tempfile::tempdir()?;
    let out = place.path().join("results");
    play_into(experiment, &out, &workers)?;
    Ok(std::fs::read_to_string(out.join("cells.csv"))?)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    cells().map(|table| print!("{table}"))
}
