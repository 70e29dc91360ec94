//! The exact solver.

use super::slot::Slot;
use crate::base::cancel::CancelToken;
use crate::games::rules::Game;
use crate::games::{Move, Position, Seat, State};
use crate::players::PlayableGame;
use crate::players::search::{self, Limits, SolveGoal, ValueRange};

/// Solves positions exactly: the winner under best play, and the margin.
///
/// Time grows exponentially with the moves that are left: without a limit of positions a middle game
/// may take days. The depth of limits has no effect.
///
/// # Examples
/// ```
/// use pasang_core::{Limits, Position, Seat, SolveGoal, Solver};
///
/// let text = "..........1/.........../.........../.........../.........../w...._...../\
///             .........../2........../.........../..b......../...........:main:1:85-89:brunei-slide";
/// let position: Position = text.parse()?;
/// let solution = Solver::with_table_mib(16).solve(&position, SolveGoal::Margin, Limits::nodes(1_000));
/// // The first player takes c2, and the second is stuck with a6 on the board.
/// assert_eq!((solution.winner(), solution.margin()), (Some(Seat::FIRST), Some(-3)));
/// # Ok::<(), pasang_core::Diagnostic>(())
/// ```
pub struct Solver {
    mebibytes: u32,
    cancel: CancelToken,
    /// The generic layer's solver, by the rules that its table is about.
    slot: Slot<Game>,
}

/// Proven value of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Bounds on the result: 1 if the first player wins, 0 for a draw, -1 if the second wins.
    pub result: ValueRange,
    /// Bounds on the first player's final lead in points, whole points of a handicap included.
    pub lead: ValueRange,
    /// A best move; `None` if the game is over or none is proven best.
    pub best_move: Option<Move>,
    /// Number of positions searched.
    pub nodes: u64,
}

impl Solution {
    /// Returns whether the result is proven.
    pub fn is_proven(&self) -> bool {
        self.result.value().is_some()
    }

    /// Returns the winner; `None` for a draw, or if the result is unknown.
    pub fn winner(&self) -> Option<Seat> {
        match self.result.value()? {
            1 => Some(Seat::FIRST),
            -1 => Some(Seat::SECOND),
            _ => None,
        }
    }

    /// Returns the margin in points: the winner's lead, which is negative if the winner has fewer
    /// points; 0 for a draw; `None` if result or lead is unknown.
    pub fn margin(&self) -> Option<i32> {
        Some(self.result.value()? * self.lead.value()?)
    }
}

impl Solver {
    /// Creates a solver whose transposition table has up to this many MiB.
    pub fn with_table_mib(mebibytes: u32) -> Solver {
        Solver { mebibytes, cancel: CancelToken::default(), slot: Slot::EMPTY }
    }

    /// Sets the token that cancels the solver.
    pub fn set_cancel_token(&mut self, cancel: &CancelToken) {
        self.cancel = cancel.clone();
        self.slot = Slot::EMPTY;
    }

    /// Solves a position of two players as far as the limits allow: bounds that are proven within
    /// them stay in the solution. The table is kept for the next position under the same rules, so
    /// the line of best play is quickly found by solving again after each best move. With more
    /// players nothing is proven.
    ///
    /// # Panics
    /// If there is no memory for the table.
    pub fn solve(&mut self, position: &Position, goal: SolveGoal, limits: Limits) -> Solution {
        if position.seats() != 2 {
            let (result, lead) = (ValueRange::UNBOUNDED, ValueRange::UNBOUNDED);
            return Solution { result, lead, best_move: None, nodes: 0 };
        }
        match position {
            Position::Brunei(state) => self.solve_state(state, goal, limits),
            Position::Bell(state) => self.solve_state(state, goal, limits),
        }
    }

    fn solve_state<G: PlayableGame>(
        &mut self,
        State { game, position }: &State<G>,
        goal: SolveGoal,
        limits: Limits,
    ) -> Solution {
        let Solver { mebibytes, cancel, slot } = self;
        let solver = slot.get(game.wrap(*position).rules(), || {
            let mut solver = search::Solver::<G>::new(*mebibytes);
            solver.set_observer(cancel.clone());
            solver
        });
        let moves = game.all_moves(position);
        let roots: Vec<u32> = (0..moves.len() as u32).collect();
        let before = solver.nodes();
        let found = game.solve(solver, position, &roots, goal, limits);
        let best = found.move_index.map(|index| game.wrap_move(position, moves[index as usize]));
        let nodes = solver.nodes() - before;
        Solution { result: found.result, lead: found.margin, best_move: best, nodes }
    }
}
