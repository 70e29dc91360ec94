//! `pasang solve`: proves who wins under best play, and by how much.

use std::time::Instant;

use clap::Args;

use super::options::{TableSize, Threads, listen, whole};
use super::position::PositionArgs;
use crate::answer::proof::Prover;
use crate::show::steps::ending;
use crate::text::failure::{CommandResult, wrong};
use crate::text::messages::{complain, note, print, print_json};
use crate::text::terminal::Line;
use pasang_core::base::cancel::CancelToken;
use pasang_core::players::search::SearchObserver;
use pasang_core::{Position, SolveGoal, Solver};

#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Examples:\n  pasang solve --position late.txt\n  pasang solve --setup fourfold-5-1"
)]
pub struct Solve {
    #[command(flatten)]
    position: PositionArgs,
    /// Prove only the winner, not the margin
    #[arg(long)]
    outcome: bool,
    /// Node limit; prints what is proved by then
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX))]
    nodes: Option<u64>,
    #[command(flatten)]
    hash: TableSize,
    #[command(flatten)]
    threads: Threads,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Solve {
    pub fn run(self) -> CommandResult {
        let hash = self.hash.of_tables(1)?;
        self.position.each(self.json, |position, listed| self.at(&position, hash, listed))
    }

    fn goal(&self) -> SolveGoal {
        if self.outcome { SolveGoal::Outcome } else { SolveGoal::Margin }
    }

    fn at(&self, position: &Position, hash: u32, listed: Option<&str>) -> CommandResult {
        let seats = position.seats();
        if seats != 2 {
            let what = format!("games for two can be solved, and these rules seat {seats}");
            return Err(wrong(what, "add `--set players=2`"));
        }
        if let Some(ending) = ending(position) {
            note(format_args!("the game is over: {ending}"));
        }
        let interrupt = listen()?;
        // With a node limit, the result of several threads is not deterministic.
        let threads = if self.nodes.is_some() { 1 } else { self.threads.started() };
        let mut solver = Solver::with_table_mib(hash).with_threads(threads);
        let (cancel, line) = (interrupt.cancel().clone(), Line::on_stderr());
        solver.set_observer(Looker { cancel, line, begin: Instant::now() });
        let mut prover =
            Prover { solver, goal: self.goal(), nodes: self.nodes.unwrap_or(u64::MAX) };
        let proved = prover.prove(position, interrupt.cancel());
        // The node count is not deterministic with several threads: printed only with a node limit
        // or after an interruption.
        let counted = self.nodes.is_some() || interrupt.is_set();
        match listed {
            _ if !self.json => print(proved.in_words(self.goal(), counted))?,
            Some(word) => {
                let mut said = proved.to_json(counted);
                said["position"] = word.into();
                print(format_args!("{said}\n"))?;
            }
            None => print_json(&proved.to_json(counted))?,
        }
        if interrupt.is_set() {
            complain("stopped: this is what is proved so far");
        }
        interrupt.ends()
    }
}

/// Prints progress, and stops the solver on cancellation.
struct Looker {
    cancel: CancelToken,
    line: Line,
    begin: Instant,
}

impl SearchObserver for Looker {
    fn should_continue(&mut self, nodes: u64) -> bool {
        let speed = nodes as f64 / self.begin.elapsed().as_secs_f64().max(f64::MIN_POSITIVE);
        self.line.write(|| format!("{nodes} positions, {:.1} million a second", speed / 1e6));
        !self.cancel.is_cancelled()
    }
}
