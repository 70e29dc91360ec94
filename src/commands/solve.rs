//! `pasang solve`: proves who wins under best play, and by how much.

use std::time::Instant;

use clap::Args;

use super::options::{TableSize, Threads, listen, whole};
use super::position::PositionArgs;
use crate::show::proven_line::{ProvenLine, by};
use crate::show::steps::ending;
use crate::text::failure::{CommandResult, wrong};
use crate::text::messages::{complain, note, print, print_json};
use crate::text::terminal::Line;
use pasang_core::base::cancel::CancelToken;
use pasang_core::players::opening_table::OpeningTable;
use pasang_core::players::search::SearchObserver;
use pasang_core::{Limits, Position, Solution, SolveGoal, Solver};

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
}

impl Solve {
    fn goal(&self) -> SolveGoal {
        if self.outcome { SolveGoal::Outcome } else { SolveGoal::Margin }
    }

    fn node_limit(&self) -> u64 {
        self.nodes.unwrap_or(u64::MAX)
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
        let proved = match OpeningTable::of(position) {
            Some(pairs) => self.prove_whole(&mut solver, position, pairs, interrupt.cancel()),
            None => self.prove(&mut solver, position),
        };
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

    /// Proves a game from its first move: the winner after each pair of first moves, then, if these
    /// decide the game, the margin.
    fn prove_whole(
        &self,
        solver: &mut Solver,
        start: &Position,
        mut pairs: OpeningTable,
        cancel: &CancelToken,
    ) -> ProvenLine {
        let budget = [self.node_limit(), u64::MAX];
        pairs.prove(solver, SolveGoal::Outcome, budget, |_| !cancel.is_cancelled());
        let result = pairs.result();
        let proved = if result.value().is_some() && !cancel.is_cancelled() {
            self.prove(solver, start)
        } else {
            ProvenLine { nodes: solver.nodes(), ..ProvenLine::open(result) }
        };
        let columns = pairs.first_moves().into_iter();
        let columns = columns.map(|column| (column.first.to_string(), column.result)).collect();
        ProvenLine { columns, ..proved }
    }

    fn prove(&self, solver: &mut Solver, start: &Position) -> ProvenLine {
        let mut position = *start;
        let mut first: Option<Solution> = None;
        let mut line = Vec::new();
        // Each position of the line is solved in turn, quickly thanks to the transposition table.
        let (scores, by) = loop {
            let left = self.node_limit().saturating_sub(solver.nodes());
            let found = solver.solve(&position, self.goal(), Limits::nodes(left));
            let best_move = found.best_move;
            first.get_or_insert(found);
            let Some(mv) = best_move else {
                let [one, two, ..] = position.scores().padded();
                break (position.outcome().map(|_| [one, two]), by(&position));
            };
            line.push(mv.to_string());
            position.play_unchecked(mv);
        };
        let open = ProvenLine::open(Solution::OPEN.result);
        let solution = first.unwrap_or(open.solution);
        ProvenLine { solution, line, scores, by, nodes: solver.nodes(), ..open }
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
