//! Puzzles for the page: endings of bots' games in which one move alone keeps the win or the draw.

use clap::Args;
use pasang_core::base::random::SeedKey;
use pasang_core::games::setup::{Setup, builtins};
use pasang_core::games::{Game, IndexedMove, brunei};
use pasang_core::players::bots::BotSpec;
use pasang_core::players::play::GameRunner;
use pasang_core::players::search::{Limits, SolveGoal, Solver, solve};

/// Make puzzles and print them, fewest stones first: pattern, moves so far, the only move, its result
#[derive(Debug, Args)]
pub struct Puzzles {
    /// Seed of the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of puzzles
    #[arg(long, default_value_t = 30)]
    count: usize,
}

/// Range of the number of stones, and least number of legal moves.
const STONES: (u32, u32) = (7, 15);
const CHOICES: usize = 4;

type Rules = brunei::Rules;

impl Puzzles {
    pub fn run(&self) -> String {
        let mut found: Vec<(u32, String)> =
            builtins().iter().filter_map(|setup| self.of(setup)).take(self.count).collect();
        found.sort();
        found.into_iter().map(|(_, line)| line + "\n").collect()
    }

    /// Returns the first ending of a game on this pattern that makes a puzzle, with its number of
    /// stones.
    fn of(&self, setup: &Setup) -> Option<(u32, String)> {
        let game = Rules::default();
        let start = setup.start(&game).ok()?;
        let bots: Vec<BotSpec> = vec!["search:nodes=250".parse().ok()?; 2];
        let key = SeedKey::new(self.seed, &[b"puzzles", setup.name.as_bytes()]);
        (0..20).find_map(|number| {
            let mut moves = Vec::new();
            let mut see = |_: &Rules, _: &brunei::Position, chosen: &IndexedMove<brunei::Move>| {
                moves.push(chosen.mv);
            };
            GameRunner::new(&bots).play(&game, &start, (&key, number), &[], &mut see)?;
            let mut position = start;
            let mut words = Vec::new();
            for mv in moves {
                if let Some((solution, keeps)) = puzzle(&game, &position) {
                    let stones = game.stones(&position).points().len();
                    let (name, so_far) = (&setup.name, words.join(" "));
                    return Some((stones, format!("{name}\t{so_far}\t{solution}\t{keeps}")));
                }
                words.push(game.format_move(&position, mv));
                game.apply(&mut position, mv);
            }
            None
        })
    }
}

/// Returns the only move that keeps the result, and that result; `None` if there are several, if
/// all is lost, or if it is the move that captures most.
fn puzzle(game: &Rules, position: &brunei::Position) -> Option<(String, &'static str)> {
    let stones = game.stones(position).points().len();
    let moves = game.all_moves(position);
    if !(STONES.0..=STONES.1).contains(&stones) || moves.len() < CHOICES {
        return None;
    }
    let results = moves.iter().map(|&mv| result(game, &game.after_move(position, mv)));
    let sign = if game.to_move(position).index() == 0 { 1 } else { -1 };
    let results: Vec<i32> = results.map(|result| sign * result).collect();
    let best = *results.iter().max()?;
    let place = results.iter().position(|&result| result == best)?;
    let is_one = results.iter().filter(|&&result| result == best).count() == 1;
    let most = moves.iter().map(|&mv| game.captured_points(position, mv)).max()?;
    let is_plain = game.captured_points(position, moves[place]) == most;
    (is_one && !is_plain && best >= 0)
        .then(|| (game.format_move(position, moves[place]), if best > 0 { "win" } else { "draw" }))
}

/// Returns the result: 1 if the first player wins, -1 if the second does.
fn result(game: &Rules, position: &brunei::Position) -> i32 {
    let roots: Vec<u32> = (0..game.move_count(position, &mut Vec::new())).collect();
    let (goal, limits) = (SolveGoal::Outcome, Limits::NONE);
    let solution = solve(&mut Solver::new(1), game, position, &roots, goal, limits);
    solution.result.low
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEPT: &str = include_str!("../../web/page/puzzles.txt");

    #[test]
    fn the_pages_puzzles_are_those_of_their_seed() {
        assert_eq!(Puzzles { seed: 1, count: 30 }.run(), KEPT);
    }
}
