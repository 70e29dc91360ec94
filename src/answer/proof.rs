//! Who wins a position under best play, by how much, and by which line.

use pasang_core::base::cancel::CancelToken;
use pasang_core::players::opening_table::OpeningTable;
use pasang_core::players::search::ValueRange;
use pasang_core::{EndReason, Limits, Position, Solution, SolveGoal, Solver};

/// Proven values of a position, with a principal variation.
pub struct ProvenLine {
    pub solution: Solution,
    pub line: Vec<String>,
    /// Scores at the end of the line; `None` if it stops before the end of the game.
    pub scores: Option<[u16; 2]>,
    /// Reason for the win there, unless it is more points.
    pub by: Option<&'static str>,
    pub nodes: u64,
    /// Proven result of each first move, by its notation; empty once the game has begun.
    pub columns: Vec<(String, ValueRange)>,
}

/// Returns the reason for a win if it is not more points; `None` otherwise.
fn by(position: &Position) -> Option<&'static str> {
    let outcome = position.outcome()?;
    let scores = position.scores();
    let more = scores[0].cmp(&scores[1]) as i32;
    match outcome.winners.of_two() {
        result if result == more || result == 0 => None,
        _ if outcome.ending == EndReason::Stuck && position.rules().stuck_loses() => Some("stuck"),
        _ => Some("points in advance"),
    }
}

/// A solver with its goal and its limit.
pub struct Prover {
    pub solver: Solver,
    pub goal: SolveGoal,
    /// Maximum number of nodes.
    pub nodes: u64,
}

impl Prover {
    /// Proves a position, from the first move of a game with the result of each pair of first moves.
    pub fn prove(&mut self, position: &Position, cancel: &CancelToken) -> ProvenLine {
        match OpeningTable::of(position) {
            Some(pairs) => self.prove_whole(position, pairs, cancel),
            None => self.line(position),
        }
    }

    /// Proves a game from its first move: the winner after each pair of first moves, then, if these
    /// decide the game, the margin.
    fn prove_whole(
        &mut self,
        start: &Position,
        mut pairs: OpeningTable,
        cancel: &CancelToken,
    ) -> ProvenLine {
        let budget = [self.nodes, u64::MAX];
        pairs.prove(&mut self.solver, SolveGoal::Outcome, budget, |_| !cancel.is_cancelled());
        let result = pairs.result();
        let columns = pairs.first_moves().into_iter();
        let columns = columns.map(|column| (column.first.to_string(), column.result)).collect();
        if result.value().is_some() && !cancel.is_cancelled() {
            return ProvenLine { columns, ..self.line(start) };
        }
        let (solution, nodes) = (Solution { result, ..Solution::OPEN }, self.solver.nodes());
        ProvenLine { solution, line: Vec::new(), scores: None, by: None, nodes, columns }
    }

    /// Solves the positions of the line of best play, one after the other.
    fn line(&mut self, start: &Position) -> ProvenLine {
        let mut position = *start;
        let mut first: Option<Solution> = None;
        let mut line = Vec::new();
        // Each is solved quickly thanks to the transposition table.
        let (scores, by) = loop {
            let left = self.nodes.saturating_sub(self.solver.nodes());
            let found = self.solver.solve(&position, self.goal, Limits::nodes(left));
            let best_move = found.best_move;
            first.get_or_insert(found);
            let Some(mv) = best_move else {
                let [one, two, ..] = position.scores().padded();
                break (position.outcome().map(|_| [one, two]), by(&position));
            };
            line.push(mv.to_string());
            position.play_unchecked(mv);
        };
        let (solution, nodes) = (first.unwrap_or(Solution::OPEN), self.solver.nodes());
        ProvenLine { solution, line, scores, by, nodes, columns: Vec::new() }
    }
}
