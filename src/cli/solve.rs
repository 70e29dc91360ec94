//! `pasang solve`: who wins under best play, and by how much.

use std::io::Write;
use std::time::Instant;

use clap::Args;
use serde_json::json;

use super::ended::{Done, note};
use super::moves::in_words;
use super::options::{Threads, listen, whole};
use super::position::{AtPosition, PositionArgs};
use crate::base::fault::{Fault, Source};
use crate::base::halt::Halt;
use crate::base::memory;
use crate::base::terminal::Line;
use crate::games::{Game, Seat};
use crate::players::search::{Bound, Extent, Solution, Solver, Watch, solve};

/// The options of `pasang solve`.
#[derive(Clone, Debug, Args)]
pub struct Solve {
    #[command(flatten)]
    position: PositionArgs,
    /// Find out who wins, and not by how much
    #[arg(long)]
    outcome: bool,
    /// Look at so many positions at most, and say what is proved by then
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX))]
    #[arg(allow_negative_numbers = true)]
    nodes: Option<u64>,
    /// Remember positions in so much memory
    #[arg(long, value_name = "MiB", default_value_t = 256, value_parser = whole::<u32>(1..=1 << 20))]
    #[arg(allow_negative_numbers = true)]
    hash: u32,
    #[command(flatten)]
    threads: Threads,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Solve {
    /// Solves the position, and prints what was proved.
    ///
    /// # Errors
    /// When the options are wrong, nothing can be written, or somebody interrupts.
    pub fn run(self) -> Done {
        if let Some(what) = memory::lacks(self.hash.into()) {
            let fault = Fault::whole(format!("`--hash {}`: {what}", self.hash));
            return Err(Source::new("--hash", "").faults(vec![fault]).into());
        }
        let extent = if self.outcome { Extent::Outcome } else { Extent::Margin };
        let nodes = self.nodes.unwrap_or(u64::MAX);
        // How far several threads come with so many positions differs from run to run.
        let threads = if self.nodes.is_some() { 1 } else { self.threads.started() };
        let prove = Prove { extent, nodes, hash: self.hash, threads, json: self.json };
        self.position.at(prove)?
    }
}

struct Prove {
    extent: Extent,
    nodes: u64,
    hash: u32,
    threads: usize,
    json: bool,
}

/// What is proved of a position, with a line of best play.
struct Proved {
    solution: Solution,
    line: Vec<String>,
    /// The scores at the end of the line, where it comes to the end.
    scores: Option<[u16; 2]>,
    nodes: u64,
}

impl AtPosition for Prove {
    type Output = Done;

    fn at<G: Game>(self, game: &G, position: G::Position) -> Done {
        let seats = game.seats();
        if seats != 2 {
            let what = format!("games for two can be solved, and these rules seat {seats}");
            let fault = Fault::whole(what).help("add `--set players=2`");
            return Err(Source::new("--rules", "").faults(vec![fault]).into());
        }
        if let Some(outcome) = game.outcome(&position) {
            let scores = &game.scores(&position)[..usize::from(seats)];
            note(format_args!("the game is over: {}", in_words(&outcome, scores)));
        }
        let interrupt = listen()?;
        let proved = self.prove(game, position, interrupt.halt());
        // With several threads it differs from run to run how many it takes: then only where that
        // is asked for, or says how much was tried.
        let counted = self.nodes < u64::MAX || interrupt.is_set();
        let mut out = std::io::stdout().lock();
        if self.json {
            writeln!(out, "{:#}", proved.to_json(counted))?;
        } else {
            write!(out, "{}", proved.in_words(self.extent, counted))?;
        }
        out.flush()?;
        if interrupt.is_set() {
            note("stopped: this is what is proved so far");
        }
        interrupt.ends()
    }
}

impl Prove {
    fn prove<G: Game>(&self, game: &G, mut position: G::Position, halt: &Halt) -> Proved {
        let mut solver = Solver::new(self.hash).with_threads(self.threads);
        solver.watched_by(Looker::new(self.extent, halt));
        let mut moves = Vec::new();
        let mut first: Option<Solution> = None;
        let mut line = Vec::new();
        // Each position of the line is solved in its turn: what the table holds makes that quick.
        let scores = loop {
            game.moves(&position, &mut moves);
            let ranks: Vec<u32> = (0..moves.len() as u32).collect();
            let left = self.nodes.saturating_sub(solver.nodes());
            let found = solve(&mut solver, game, &position, &ranks, (self.extent, left));
            let rank = found.rank;
            first.get_or_insert(found);
            let Some(&mv) = rank.and_then(|rank| moves.get(rank as usize)) else {
                let [one, two, ..] = game.scores(&position);
                break moves.is_empty().then_some([one, two]);
            };
            line.push(game.word(&position, mv));
            game.apply(&mut position, mv);
        };
        let open = Bound { low: i32::MIN, high: i32::MAX };
        let solution = first.unwrap_or(Solution { result: open, margin: open, rank: None });
        Proved { solution, line, scores, nodes: solver.nodes() }
    }
}

/// Tells people how far it has come, and stops when they want it.
struct Looker {
    extent: Extent,
    halt: Halt,
    line: Line,
    begin: Instant,
    /// What is proved of the first position.
    first: Option<Solution>,
    /// Whether that is all that is asked of it, and its line of best play is being found.
    is_proved: bool,
}

impl Looker {
    fn new(extent: Extent, halt: &Halt) -> Looker {
        let (halt, line, begin) = (halt.clone(), Line::new(), Instant::now());
        Looker { extent, halt, line, begin, first: None, is_proved: false }
    }

    fn in_columns(&self, nodes: u64) -> String {
        let speed = nodes as f64 / self.begin.elapsed().as_secs_f64().max(f64::MIN_POSITIVE);
        let known = match &self.first {
            Some(solution) => in_short(solution, self.extent),
            None => "nothing proved yet".to_owned(),
        };
        format!("{known}; {nodes} positions, {:.1} million a second", speed / 1e6)
    }
}

impl Watch for Looker {
    fn goes_on(&mut self, nodes: u64) -> bool {
        self.line.write(|_| self.in_columns(nodes));
        !self.halt.is_set()
    }

    fn proved(&mut self, solution: &Solution) {
        if !self.is_proved {
            self.is_proved = is_whole(solution, self.extent);
            self.first = Some(solution.clone());
        }
    }
}

impl Drop for Looker {
    fn drop(&mut self) {
        self.line.clear();
    }
}

/// Whether nothing more is asked.
fn is_whole(solution: &Solution, extent: Extent) -> bool {
    solution.result.value().is_some()
        && (extent == Extent::Outcome || solution.margin.value().is_some())
}

/// Who wins, as far as it is proved.
fn winner(result: Bound) -> &'static str {
    match (result.low, result.high) {
        (1, _) => "player 1",
        (_, -1) => "player 2",
        (0, 0) => "nobody, a draw",
        (0, _) => "not proved: player 2 does not win",
        (_, 0) => "not proved: player 1 does not win",
        _ => "not proved",
    }
}

/// What is proved, in a line that moves.
fn in_short(solution: &Solution, extent: Extent) -> String {
    let Solution { result, margin, .. } = solution;
    let winner = winner(*result);
    if extent == Extent::Outcome {
        return format!("winner {winner}");
    }
    format!("winner {winner}; margin {} to {}", margin.low, margin.high)
}

impl Proved {
    fn in_words(&self, extent: Extent, counted: bool) -> String {
        let Solution { result, margin, .. } = self.solution;
        let winner = winner(result);
        let mut text = format!("winner  {winner}\n");
        let line = if self.line.is_empty() { String::new() } else { self.line.join(" ") + "\n" };
        match (self.scores, margin.value()) {
            (Some([one, two]), Some(_)) => text += &format!("score   {one}-{two}\n"),
            (_, Some(points)) => {
                text += &format!("margin  player 1 has {points} points more than player 2\n");
            }
            (_, None) if extent == Extent::Margin => {
                text += &format!(
                    "margin  not proved: player 1 has between {} and {} points more than player 2\n",
                    margin.low, margin.high
                );
            }
            _ => {}
        }
        if !line.is_empty() {
            text += &format!("line    {line}");
            if self.scores.is_none() {
                text += "        and on: the rest of the line is not proved\n";
            }
        }
        if counted {
            text += &format!("nodes   {}\n", self.nodes);
        }
        text
    }

    fn to_json(&self, counted: bool) -> serde_json::Value {
        let Solution { result, margin, .. } = self.solution;
        let winner = match result.value() {
            Some(1) => json!(Seat::FIRST.number()),
            Some(-1) => json!(Seat::SECOND.number()),
            Some(_) => json!("draw"),
            None => json!(null),
        };
        json!({
            "winner": winner,
            "result": [result.low, result.high],
            "margin": [margin.low, margin.high],
            "score": margin.value().and(self.scores),
            "line": self.line,
            "nodes": counted.then_some(self.nodes),
        })
    }
}
