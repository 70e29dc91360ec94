//! How fast endings are solved, over all patterns: the easy ones alone would flatter.

use std::fs;

use anyhow::Context;
use clap::Args;
use pasang_core::base::digest::digest_of;
use pasang_core::base::random::Key;
use pasang_core::games::rules;
use pasang_core::games::setup::{Setup, builtins};
use pasang_core::players::search::{Extent, Solver, solve};
use pasang_core::players::{Game, Work};

/// Solves endings of all patterns, and prints what that took
#[derive(Debug, Args)]
pub struct Endings {
    /// Stones left: a random game down to so many, or fewer, gives each ending
    #[arg(long, default_value_t = 20)]
    left: u32,
    /// Endings of each pattern
    #[arg(long, default_value_t = 4)]
    each: u64,
    /// The rules
    #[arg(long, default_value = "brunei-slide")]
    rules: String,
    /// The solver's table, in MiB
    #[arg(long, default_value_t = 64)]
    hash: u32,
    /// Who wins, and not by how much
    #[arg(long)]
    outcome: bool,
    /// Prints each ending
    #[arg(long)]
    list: bool,
}

/// What one ending took, or several together.
#[derive(Clone, Copy, Default)]
struct Cost {
    nodes: u64,
    nanoseconds: u64,
}

impl Cost {
    fn add(&mut self, other: Cost) {
        self.nodes += other.nodes;
        self.nanoseconds += other.nanoseconds;
    }
}

impl Endings {
    pub fn run(&self) -> anyhow::Result<()> {
        let rules = rules::preset(&self.rules).context("no such rules")?;
        let mut seen = Vec::new();
        let (mut all, mut found, mut worst) = (Cost::default(), String::new(), Cost::default());
        println!("{:<14} {:>12} {:>10} {:>12}", "pattern", "positions", "seconds", "worst");
        for setup in builtins() {
            if seen.contains(&setup.stones) {
                continue;
            }
            seen.push(setup.stones);
            let costs = rules.play(Pattern { endings: self, setup, found: &mut found });
            let (mut sum, mut most) = (Cost::default(), Cost::default());
            for cost in costs {
                sum.add(cost);
                if cost.nanoseconds > most.nanoseconds {
                    most = cost;
                }
            }
            self.row(&setup.name, sum, most);
            all.add(sum);
            if most.nanoseconds > worst.nanoseconds {
                worst = most;
            }
        }
        self.row("all", all, worst);
        println!("answers {}", &digest_of(found.as_bytes())[..16]);
        Ok(())
    }

    fn row(&self, name: &str, sum: Cost, worst: Cost) {
        let seconds = |cost: Cost| cost.nanoseconds as f64 / 1e9;
        println!("{name:<14} {:>12} {:>10.3} {:>12.3}", sum.nodes, seconds(sum), seconds(worst));
    }
}

struct Pattern<'a> {
    endings: &'a Endings,
    setup: &'a Setup,
    found: &'a mut String,
}

impl Work for Pattern<'_> {
    type Output = Vec<Cost>;

    fn with<G: Game>(self, game: &G) -> Vec<Cost> {
        let Endings { left, each, hash, outcome, list, .. } = *self.endings;
        let extent = if outcome { Extent::Outcome } else { Extent::Margin };
        let mut solver = Solver::new(hash);
        let (mut costs, mut moves) = (Vec::new(), Vec::new());
        for number in 0..each {
            let mut stream = Key::new(0, &[b"endings", self.setup.name.as_bytes()]).stream(number);
            let mut position = game.start(self.setup.stones);
            while game.stones(&position).points().len() > left {
                let Some(chosen) = game.random_move(&position, &mut moves, &mut stream) else {
                    break;
                };
                game.apply(&mut position, chosen.mv);
            }
            let roots: Vec<u32> = (0..game.count(&position, &mut moves)).collect();
            solver.clear();
            let begin = busy();
            let answer = solve(&mut solver, game, &position, &roots, (extent, u64::MAX));
            let cost = Cost { nodes: solver.nodes(), nanoseconds: busy() - begin };
            if list {
                let ms = cost.nanoseconds as f64 / 1e6;
                println!(
                    "  {number:>4} {:>12} positions {ms:>12.3} ms {:?}",
                    cost.nodes, answer.margin
                );
            }
            *self.found += &format!("{:?} {:?} {:?}\n", answer.result, answer.margin, answer.rank);
            costs.push(cost);
        }
        costs
    }
}

/// Nanoseconds for which this thread has had a processor, where the system tells.
fn busy() -> u64 {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|number| number.parse().ok()).unwrap_or(0)
}
