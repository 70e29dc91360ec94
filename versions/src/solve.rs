//! The same positions, solved by both versions in turn.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::clock;
use crate::side::{self, Side, Solved, Version};

/// The options of a comparison of solvers.
#[derive(Clone, Debug, Args)]
pub struct Solve {
    #[arg(long, default_value = "brunei-slide")]
    rules: String,
    #[arg(long, default_value = "catalogue-01")]
    setup: String,
    /// Positions with so many stones left
    #[arg(long, default_value_t = 34)]
    stones: u32,
    /// Find out who wins, and not by how much
    #[arg(long)]
    outcome: bool,
    /// So many positions, each from a game of its own
    #[arg(long, default_value_t = 15)]
    positions: usize,
    /// Who plays the games
    #[arg(long, default_value = "greedy")]
    bot: String,
    /// The size of the table in MiB
    #[arg(long, default_value_t = 256)]
    hash: u32,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// What one version needed for a position.
struct Taken {
    solved: Solved,
    processor: Duration,
    wall: Duration,
}

impl Solve {
    /// Solves the positions, and prints what each took and the medians.
    pub fn run(self) -> Result<()> {
        let mut rows: Vec<[Taken; 2]> = Vec::new();
        let mut number = 0;
        while rows.len() < self.positions {
            number += 1;
            ensure!(
                number < 1000 * (self.positions as u64 + 1),
                "hardly any game passes a position with {} stones",
                self.stones
            );
            let Some(moves) = self.moves(number)? else { continue };
            // Who begins changes from position to position.
            let new_first = rows.len().is_multiple_of(2);
            let one = self.take(if new_first { Version::New } else { Version::Old }, &moves)?;
            let two = self.take(if new_first { Version::Old } else { Version::New }, &moves)?;
            let [new, old] = if new_first { [one, two] } else { [two, one] };
            let answer = |taken: &Taken| (taken.solved.result, taken.solved.margin);
            ensure!(
                answer(&new) == answer(&old)
                    || self.outcome && new.solved.result == old.solved.result,
                "the versions disagree after {}: new {:?}, old {:?}",
                moves.join(" "),
                new.solved,
                old.solved
            );
            println!(
                "game {number}: new {:.3} s, {} nodes; old {:.3} s, {} nodes",
                new.processor.as_secs_f64(),
                new.solved.nodes,
                old.processor.as_secs_f64(),
                old.solved.nodes
            );
            rows.push([new, old]);
        }
        let of = |what: &dyn Fn(&[Taken; 2]) -> f64| median(rows.iter().map(what).collect());
        for (side, name) in ["new", "old"].into_iter().enumerate() {
            println!(
                "median {name}: {:.3} s of processor time, {:.3} s on the wall, {:.0} nodes",
                of(&|row| row[side].processor.as_secs_f64()),
                of(&|row| row[side].wall.as_secs_f64()),
                of(&|row| row[side].solved.nodes as f64)
            );
        }
        let time = |side: usize| of(&|row| row[side].processor.as_secs_f64());
        let ratio =
            |row: &[Taken; 2]| row[0].processor.as_secs_f64() / row[1].processor.as_secs_f64();
        println!(
            "new by old: medians {:.3}, median of the ratios {:.3}",
            time(0) / time(1),
            of(&ratio)
        );
        Ok(())
    }

    fn seat(&self, version: Version) -> Result<Box<dyn Side>> {
        side::seat(version, &self.bot, &self.setup, &self.rules)
    }

    /// The moves to a position with as many stones as asked for, if the game passes one.
    fn moves(&self, number: u64) -> Result<Option<Vec<String>>> {
        let mut side = self.seat(Version::Old)?;
        side.begin(self.seed, number);
        let mut moves = Vec::new();
        while side.stones() > self.stones {
            let Some(text) = side.choose() else { return Ok(None) };
            side.play(&text)?;
            moves.push(text);
        }
        Ok((side.stones() == self.stones && side.result().is_none()).then_some(moves))
    }

    fn take(&self, version: Version, moves: &[String]) -> Result<Taken> {
        let mut side = self.seat(version)?;
        side.begin(0, 0);
        for text in moves {
            side.play(text).context("the versions disagree on the rules")?;
        }
        let (begin, wall) = (clock::of_process(), Instant::now());
        let solved = side.solve(self.outcome, self.hash);
        Ok(Taken { solved, processor: clock::of_process() - begin, wall: wall.elapsed() })
    }
}

/// The middle, or the mean of both.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len().is_multiple_of(2) {
        (values[middle - 1] + values[middle]) / 2.0
    } else {
        values[middle]
    }
}
