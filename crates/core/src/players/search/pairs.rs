//! Whole games: the value of every pair of first moves.

use super::exact::Solver;
use super::solution::{Bound, Extent, Solution};
use crate::board::Symmetry;
use crate::games::Seat;
use crate::players::PlayableGame;

/// Proven value of a game after two moves.
#[derive(Clone, Debug)]
pub struct Pair<M> {
    /// First player's move and second player's reply.
    pub moves: [M; 2],
    /// Solution of the position after them.
    pub solution: Solution,
}

/// Proven values of a game, by pair of first moves.
#[derive(Clone, Debug)]
pub struct Pairs<M> {
    /// All pairs, in the order of moves.
    pub all: Vec<Pair<M>>,
}

/// Result of a first move over all its pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column<M> {
    /// First move.
    pub first: M,
    /// Result after the best reply, as in [`Solution`].
    pub result: Bound,
}

/// Node limit of the first attempt at each pair; later attempts have four times as many. Easy
/// proofs are thus found early.
const FIRST_TRY: u64 = 1 << 22;

impl<M: Copy + PartialEq> Pairs<M> {
    /// Creates the table of a game from this position, with nothing proven; `None` if its opening
    /// is not two moves.
    pub fn of<G: PlayableGame<Move = M>>(game: &G, start: &G::Position) -> Option<Pairs<M>> {
        let mut all = Vec::new();
        let (mut firsts, mut seconds) = (Vec::new(), Vec::new());
        game.moves(start, &mut firsts);
        for &first in &firsts {
            let after = game.after_move(start, first);
            if (game.phase(start), game.phase(&after)) != (0, 0) {
                return None;
            }
            game.moves(&after, &mut seconds);
            for &second in &seconds {
                let (result, margin) = (Bound { low: -1, high: 1 }, Bound::OPEN);
                let solution = Solution { result, margin, move_index: None };
                all.push(Pair { moves: [first, second], solution });
            }
        }
        (!all.is_empty()).then_some(Pairs { all })
    }

    /// Proves what at most `nodes` positions in all can prove, at most `limit` for each pair.
    /// Results of mirror images are copied, not searched. `goes_on` is asked after each pair.
    pub fn prove<G: PlayableGame<Move = M>>(
        &mut self,
        solver: &mut Solver<G>,
        (game, start): (&G, &G::Position),
        (extent, nodes, limit): (Extent, u64, u64),
        mut goes_on: impl FnMut(&Pairs<M>) -> bool,
    ) {
        const MIRROR: Symmetry = Symmetry::MirrorColumnF;
        let is_mirrored =
            game.respects(start, MIRROR) && game.map_position(start, MIRROR) == *start;
        let end = solver.nodes().saturating_add(nodes);
        let mut share = FIRST_TRY.min(limit);
        loop {
            for index in 0..self.all.len() {
                let Pair { moves, ref solution } = self.all[index];
                if solution.answers(extent) {
                    continue;
                }
                let image = moves.map(|mv| game.map_move(mv, MIRROR));
                let twin = self.all.iter().position(|pair| is_mirrored && pair.moves == image);
                if let Some(twin) = twin.filter(|&twin| twin < index) {
                    // Move indices differ in the mirror image.
                    self.all[index].solution =
                        Solution { move_index: None, ..self.all[twin].solution.clone() };
                    continue;
                }
                let left = end.saturating_sub(solver.nodes());
                let position =
                    moves.iter().fold(*start, |position, &mv| game.after_move(&position, mv));
                let roots: Vec<u32> = (0..game.move_count(&position, &mut Vec::new())).collect();
                let nodes = share.min(left);
                self.all[index].solution = game.solve(solver, &position, &roots, (extent, nodes));
                if !goes_on(self) {
                    return;
                }
            }
            let is_whole = self.all.iter().all(|pair| pair.solution.answers(extent));
            if is_whole || share == limit || solver.nodes() >= end {
                return;
            }
            share = share.saturating_mul(4).min(limit);
        }
    }

    /// Returns the first moves, each with the result after the best reply.
    pub fn columns(&self) -> Vec<Column<M>> {
        let mut columns: Vec<Column<M>> = Vec::new();
        for Pair { moves: [first, _], solution: Solution { result, .. } } in &self.all {
            match columns.last_mut().filter(|column| column.first == *first) {
                Some(column) => column.result = least(column.result, *result),
                None => columns.push(Column { first: *first, result: *result }),
            }
        }
        columns
    }

    /// Returns the result of the game.
    pub fn result(&self) -> Bound {
        let results = self.columns().into_iter().map(|column| column.result);
        let (low, high) =
            (results.clone().map(|result| result.low).max(), results.map(|it| it.high).max());
        Bound { low: low.unwrap_or(-1), high: high.unwrap_or(1) }
    }

    /// Counts the pairs that are proven as won by the first player, drawn, or won by the second
    /// player, and those that are unknown.
    pub fn counts(&self) -> [u64; 4] {
        let mut counts = [0; 4];
        self.all.iter().for_each(|pair| counts[standing(pair.solution.result)] += 1);
        counts
    }
}

/// Returns the minimum of two values, as far as they are known.
fn least(one: Bound, other: Bound) -> Bound {
    Bound { low: one.low.min(other.low), high: one.high.min(other.high) }
}

/// Classifies a result: the first player wins (0), a draw (1), the second wins (2), unknown (3).
pub fn standing(result: Bound) -> usize {
    match result.value() {
        Some(1) => 0,
        Some(0) => 1,
        Some(_) => 2,
        None => 3,
    }
}

/// Returns the winner in a word of files; `None` if the result is unknown.
pub fn winner_word(result: Bound) -> Option<&'static str> {
    [Some(Seat::FIRST.word()), Some("draw"), Some(Seat::SECOND.word()), None][standing(result)]
}
