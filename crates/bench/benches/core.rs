//! Instructions of the core's hot paths, counted by Valgrind, so that they hardly depend on the
//! machine's load. `cargo install gungraun-runner`, then `cargo bench -p pasang-bench`.

use gungraun::{library_benchmark, library_benchmark_group, main};
use pasang_core::{
    Bot, BotSpec, Game, GameRecord, GameRunner, Limits, Position, Setup, Solution, SolveGoal,
    Solver,
};

fn start(rules: &str, setup: &str) -> Position {
    let game = Game::preset(rules).expect("a preset");
    game.start(&Setup::builtin(setup).expect("a built-in setup")).expect("a playable setup")
}

/// A position with this number of stones or fewer, from a game between greedy bots.
fn ending(stones: u32) -> Position {
    let record = play(start("brunei-slide", "catalogue-05"), "greedy");
    let few = |position: &Position| position.stones().points().len() <= stones;
    record.positions().find(few).expect("the game reaches it")
}

fn play(start: Position, bot: &str) -> GameRecord {
    GameRunner::new(&start).bots([bot]).expect("a bot").seed(1).play()
}

#[library_benchmark]
#[bench::brunei(start("brunei-slide", "catalogue-05"))]
#[bench::bell(start("bell", "bell-chequer"))]
fn perft(position: Position) -> u64 {
    position.perft(5)
}

#[library_benchmark]
#[bench::brunei(start("brunei-slide", "catalogue-05"))]
fn random_game(position: Position) -> GameRecord {
    play(position, "random")
}

#[library_benchmark]
#[bench::alpha_beta(start("brunei-slide", "catalogue-05"), "search:nodes=20000")]
#[bench::monte_carlo(start("brunei-slide", "catalogue-05"), "mcts:playouts=500")]
fn analysis(position: Position, bot: &str) -> u64 {
    let mut bot = bot.parse::<BotSpec>().expect("a bot").build();
    bot.analyze(&position, Limits::NONE).map_or(0, |analysis| analysis.nodes)
}

#[library_benchmark]
#[bench::stones(ending(24))]
fn solving(position: Position) -> Solution {
    Solver::with_table_mib(16).solve(&position, SolveGoal::Margin, Limits::nodes(100_000))
}

library_benchmark_group!(
    name = core;
    benchmarks = perft, random_game, analysis, solving
);

main!(library_benchmark_groups = core);
