//! `pasang solve`: proves who wins under best play, and by how much.

use std::time::Instant;

use clap::Args;
use serde_json::json;

use super::moves::ending;
use super::position::PositionArgs;
use crate::base::cancel::CancelToken;
use crate::base::terminal::Line;
use crate::cli::exit::{CommandResult, complain, note, print, print_json, wrong};
use crate::cli::options::{TableSize, Threads, listen, whole};
use crate::games::{EndReason, Position, Seat, State};
use crate::players::PlayableGame;
use crate::players::search::{
    Limits, OpeningTable, SearchObserver, Solution, SolveGoal, Solver, ValueRange, result_class,
    winner_word,
};

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
        self.position.each(self.json, |position, listed| match position {
            Position::Brunei(state) => self.at(&state, hash, listed),
            Position::Bell(state) => self.at(&state, hash, listed),
        })
    }
}

/// Proven values of a position, with a principal variation.
struct ProvenLine {
    solution: Solution,
    line: Vec<String>,
    /// Scores at the end of the line; `None` if it stops before the end of the game.
    scores: Option<[u16; 2]>,
    /// Reason for the win there, unless it is more points.
    by: Option<&'static str>,
    nodes: u64,
    /// Proven result of each first move, by its notation; empty once the game has begun.
    columns: Vec<(String, ValueRange)>,
}

impl Solve {
    fn goal(&self) -> SolveGoal {
        if self.outcome { SolveGoal::Outcome } else { SolveGoal::Margin }
    }

    fn node_limit(&self) -> u64 {
        self.nodes.unwrap_or(u64::MAX)
    }

    fn at<G: PlayableGame>(
        &self,
        state: &State<G>,
        hash: u32,
        listed: Option<&str>,
    ) -> CommandResult {
        let (game, position) = (&state.game, state.position);
        let seats = game.seats();
        if seats != 2 {
            let what = format!("games for two can be solved, and these rules seat {seats}");
            return Err(wrong(what, "add `--set players=2`"));
        }
        if let Some(ending) = ending(&game.wrap(position)) {
            note(format_args!("the game is over: {ending}"));
        }
        let interrupt = listen()?;
        let whole = OpeningTable::of(game, &position);
        // With a node limit, the result of several threads is not deterministic.
        let threads = if self.nodes.is_some() { 1 } else { self.threads.started() };
        let mut solver = Solver::new(hash).with_pool(crate::playing::Threads(threads));
        let (cancel, line) = (interrupt.cancel().clone(), Line::on_stderr());
        solver.set_observer(Looker { cancel, line, begin: Instant::now() });
        let proved = match whole {
            Some(pairs) => self.prove_whole(&mut solver, game, position, pairs, interrupt.cancel()),
            None => self.prove(&mut solver, game, position),
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
    fn prove_whole<G: PlayableGame>(
        &self,
        solver: &mut Solver<G>,
        game: &G,
        start: G::Position,
        mut pairs: OpeningTable<G::Move>,
        cancel: &CancelToken,
    ) -> ProvenLine {
        let budget = [self.node_limit(), u64::MAX];
        let goal = SolveGoal::Outcome;
        pairs.prove(solver, (game, &start), goal, budget, |_| !cancel.is_cancelled());
        let result = pairs.result();
        let proved = if result.value().is_some() && !cancel.is_cancelled() {
            self.prove(solver, game, start)
        } else {
            ProvenLine { nodes: solver.nodes(), ..ProvenLine::open(result) }
        };
        let columns = pairs.first_moves().into_iter();
        let columns =
            columns.map(|column| (game.format_move(&start, column.first), column.result)).collect();
        ProvenLine { columns, ..proved }
    }

    fn prove<G: PlayableGame>(
        &self,
        solver: &mut Solver<G>,
        game: &G,
        mut position: G::Position,
    ) -> ProvenLine {
        let mut moves = Vec::new();
        let mut first: Option<Solution> = None;
        let mut line = Vec::new();
        // Each position of the line is solved in turn, quickly thanks to the transposition table.
        let (scores, by) = loop {
            game.moves(&position, &mut moves);
            let indices: Vec<u32> = (0..moves.len() as u32).collect();
            let left = self.node_limit().saturating_sub(solver.nodes());
            let found = game.solve(solver, &position, &indices, self.goal(), Limits::nodes(left));
            let move_index = found.move_index;
            first.get_or_insert(found);
            let Some(&mv) = move_index.and_then(|move_index| moves.get(move_index as usize)) else {
                let [one, two, ..] = game.scores(&position);
                break (moves.is_empty().then_some([one, two]), by(game, &position));
            };
            line.push(game.format_move(&position, mv));
            game.apply(&mut position, mv);
        };
        let open = ProvenLine::open(ValueRange::UNBOUNDED);
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

/// Returns the reason for a win if it is not more points; `None` otherwise.
fn by<G: PlayableGame>(game: &G, position: &G::Position) -> Option<&'static str> {
    let outcome = game.outcome(position)?;
    let scores = game.scores(position);
    let more = scores[0].cmp(&scores[1]) as i32;
    match outcome.winners.of_two() {
        result if result == more || result == 0 => None,
        _ if outcome.ending == EndReason::Stuck && game.stuck_loses() => Some("stuck"),
        _ => Some("points in advance"),
    }
}

fn winner(result: ValueRange) -> &'static str {
    match (result.low, result.high) {
        (1, _) => "player 1",
        (_, -1) => "player 2",
        (0, 0) => "neither player, a draw",
        (0, _) => "not proved: player 2 does not win",
        (_, 0) => "not proved: player 1 does not win",
        _ => "not proved",
    }
}

impl ProvenLine {
    /// Creates a line without moves, of which only the result is known.
    fn open(result: ValueRange) -> ProvenLine {
        let solution = Solution { result, margin: ValueRange::UNBOUNDED, move_index: None };
        let (line, scores, by, nodes, columns) = Default::default();
        ProvenLine { solution, line, scores, by, nodes, columns }
    }

    fn in_words(&self, goal: SolveGoal, counted: bool) -> String {
        let Solution { result, margin, .. } = self.solution;
        let winner = winner(result);
        let mut text = format!("winner  {winner}\n");
        let line = if self.line.is_empty() { String::new() } else { self.line.join(" ") + "\n" };
        match (self.scores, margin.value()) {
            (Some([one, two]), Some(_)) => {
                text += &format!("score   {one}-{two}\n");
                text += &self.by.map_or_else(String::new, |by| format!("by      {by}\n"));
            }
            (_, Some(points)) => {
                text += &format!("margin  player 1 has {points} points more than player 2\n");
            }
            (_, None) if margin == ValueRange::UNBOUNDED => {}
            (_, None) if goal == SolveGoal::Margin => {
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
        let mut columns = [const { Vec::new() }; 4];
        for (word, result) in &self.columns {
            columns[result_class(*result)].push(word.as_str());
        }
        for (what, words) in ["wins", "draws", "loses", "open"].into_iter().zip(columns) {
            if !words.is_empty() {
                text += &format!("{what:<6}  {}\n", words.join(" "));
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
        let shown =
            |bound: ValueRange| (bound != ValueRange::UNBOUNDED).then_some([bound.low, bound.high]);
        let mut object = json!({
            "winner": winner,
            "result": [result.low, result.high],
            "margin": shown(margin),
            "score": margin.value().and(self.scores),
            "by": self.by,
            "line": self.line,
            "nodes": counted.then_some(self.nodes),
        });
        if !self.columns.is_empty() {
            let columns = self.columns.iter().map(|(word, result)| {
                json!({ "column": word, "winner": winner_word(*result), "result": shown(*result) })
            });
            object["columns"] = columns.collect();
        }
        object
    }
}
