//! Whole games: the value of every pair of first moves.

use super::search::{Limits, SolveGoal, ValueRange};
use super::solver::{Solution, Solver};
use crate::board::Symmetry;
use crate::games::{Move, Position, Seat};

/// Proven value of a game after two moves.
#[derive(Clone, Debug)]
pub struct OpeningPair {
    /// First player's move and second player's reply.
    pub moves: [Move; 2],
    /// Solution of the position after them.
    pub solution: Solution,
}

/// Proven values of a game, by pair of first moves.
#[derive(Clone, Debug)]
pub struct OpeningTable {
    /// Position before the first move.
    start: Position,
    /// All pairs, in the order of moves.
    pub all: Vec<OpeningPair>,
}

/// Result of a first move over all its pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstMoveResult {
    /// First move.
    pub first: Move,
    /// Result after the best reply, as in [`Solution`].
    pub result: ValueRange,
}

/// Node limit of the first attempt at each pair; later attempts have four times as many. Easy
/// proofs are thus found early.
const FIRST_TRY: u64 = 1 << 22;

impl OpeningTable {
    /// Creates the table of a game from this position, with nothing proven; `None` if its opening
    /// is not two moves.
    pub fn of(start: &Position) -> Option<OpeningTable> {
        let is_opening = |position: &Position| position.phase_index() == 0;
        let mut firsts = start.legal_moves().into_iter().map(|mv| start.after_unchecked(mv));
        if !is_opening(start) || !firsts.all(|after| is_opening(&after)) {
            return None;
        }
        let open = |moves| OpeningPair { moves, solution: Solution::OPEN };
        let all: Vec<OpeningPair> = start.opening_pairs().into_iter().map(open).collect();
        (!all.is_empty()).then_some(OpeningTable { start: *start, all })
    }

    /// Proves what at most `nodes` positions in all can prove, at most `limit` for each pair.
    /// Results of mirror images are copied, not searched. `should_continue` is asked after each
    /// pair.
    pub fn prove(
        &mut self,
        solver: &mut Solver,
        goal: SolveGoal,
        [nodes, limit]: [u64; 2],
        mut should_continue: impl FnMut(&OpeningTable) -> bool,
    ) {
        const MIRROR: Symmetry = Symmetry::MirrorColumnF;
        let is_mirrored = self.start.mapped(MIRROR) == Some(self.start);
        let end = solver.nodes().saturating_add(nodes);
        let mut share = FIRST_TRY.min(limit);
        loop {
            for index in 0..self.all.len() {
                let OpeningPair { moves, ref solution } = self.all[index];
                if solution.answers(goal) {
                    continue;
                }
                let image = moves.map(|mv| mv.mapped(MIRROR));
                let twin = self.all.iter().position(|pair| is_mirrored && pair.moves == image);
                if let Some(twin) = twin.filter(|&twin| twin < index) {
                    // Moves differ in the mirror image.
                    self.all[index].solution =
                        Solution { best_move: None, ..self.all[twin].solution.clone() };
                    continue;
                }
                let left = end.saturating_sub(solver.nodes());
                let position = moves.into_iter().fold(self.start, Position::after_unchecked);
                let limits = Limits::nodes(share.min(left));
                self.all[index].solution = solver.solve(&position, goal, limits);
                if !should_continue(self) {
                    return;
                }
            }
            let is_whole = self.all.iter().all(|pair| pair.solution.answers(goal));
            if is_whole || share == limit || solver.nodes() >= end {
                return;
            }
            share = share.saturating_mul(4).min(limit);
        }
    }

    /// Returns the first moves, each with the result after the best reply.
    pub fn first_moves(&self) -> Vec<FirstMoveResult> {
        let mut columns: Vec<FirstMoveResult> = Vec::new();
        for OpeningPair { moves: [first, _], solution: Solution { result, .. } } in &self.all {
            match columns.last_mut().filter(|column| column.first == *first) {
                Some(column) => column.result = least(column.result, *result),
                None => columns.push(FirstMoveResult { first: *first, result: *result }),
            }
        }
        columns
    }

    /// Returns the result of the game.
    pub fn result(&self) -> ValueRange {
        let results = self.first_moves().into_iter().map(|column| column.result);
        let (low, high) =
            (results.clone().map(|result| result.low).max(), results.map(|it| it.high).max());
        ValueRange { low: low.unwrap_or(-1), high: high.unwrap_or(1) }
    }

    /// Counts the pairs that are proven as won by the first player, drawn, or won by the second
    /// player, and those that are unknown.
    pub fn counts(&self) -> [u64; 4] {
        let mut counts = [0; 4];
        self.all.iter().for_each(|pair| counts[result_class(pair.solution.result)] += 1);
        counts
    }
}

/// Returns the minimum of two values, as far as they are known.
fn least(one: ValueRange, other: ValueRange) -> ValueRange {
    ValueRange { low: one.low.min(other.low), high: one.high.min(other.high) }
}

/// Classifies a result: the first player wins (0), a draw (1), the second wins (2), unknown (3).
pub fn result_class(result: ValueRange) -> usize {
    match result.value() {
        Some(1) => 0,
        Some(0) => 1,
        Some(_) => 2,
        None => 3,
    }
}

/// Returns the winner in a word of files; `None` if the result is unknown.
pub fn winner_word(result: ValueRange) -> Option<&'static str> {
    [Some(Seat::FIRST.word()), Some("draw"), Some(Seat::SECOND.word()), None][result_class(result)]
}
