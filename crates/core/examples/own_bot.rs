//! A bot of one's own against a search, over all openings of a pattern.

use pasang_core::{Bot, BotSpec, Game, GameRng, GameRunner, Move, Position, Seat, Setup};

/// Captures as many points as it can, and of equal captures leaves the fewest replies.
struct Stingy;

impl Bot for Stingy {
    fn choose_move(&mut self, position: &Position, _: &mut GameRng) -> Option<Move> {
        let value = |&mv: &Move| {
            let replies = position.after_unchecked(mv).legal_moves().len();
            (position.captured_points(mv), usize::MAX - replies)
        };
        position.legal_moves().into_iter().max_by_key(value)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let start = Game::preset("brunei-slide")?.start(&Setup::builtin("catalogue-05")?)?;
    let mut search = "search:nodes=1000".parse::<BotSpec>()?.build();
    let (mut won, mut drawn) = (0, 0);
    let openings = start.opening_pairs();
    for (seed, opening) in (0..).zip(&openings) {
        let record = GameRunner::new(&start)
            .players(vec![Box::new(Stingy), Box::new(&mut search)])
            .seed(seed)
            .opening(opening)?
            .play();
        let outcome = record.last().outcome().expect("the game is over");
        match outcome.winner() {
            None => drawn += 1,
            Some(winner) => won += u32::from(winner == Seat::FIRST),
        }
    }
    println!("of {} games as first player: {won} won, {drawn} drawn", openings.len());
    Ok(())
}
