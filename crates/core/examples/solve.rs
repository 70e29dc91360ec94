//! Plays a game at random until 16 stones are left, and solves the rest.

use pasang_core::{Bot, BotSpec, Game, GameRng, Limits, Setup, SolveGoal, Solver};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut position = Game::preset("brunei-slide")?.start(&Setup::builtin("catalogue-01")?)?;
    let (mut bot, mut rng) = ("random".parse::<BotSpec>()?.build(), GameRng::new(1, "example"));
    while position.stones().points().len() > 16 {
        let Some(mv) = bot.choose_move(&position, &mut rng) else { break };
        position.play(mv)?;
    }
    println!("{}", position.diagram());
    let mut solver = Solver::with_table_mib(16);
    let solution = solver.solve(&position, SolveGoal::Margin, Limits::nodes(10_000_000));
    match (solution.is_proven(), solution.winner(), solution.margin()) {
        (true, Some(winner), Some(margin)) => println!("player {winner} wins by {margin}"),
        (true, ..) => println!("a draw, or an unknown margin"),
        (false, ..) => println!("not proven in {} positions", solution.nodes),
    }
    if let Some(mv) = solution.best_move {
        println!("best move: {mv}");
    }
    Ok(())
}
