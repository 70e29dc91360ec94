//! The exact solver.

use std::sync::{Arc, Mutex, PoisonError};

pub use super::search::Solution;
use super::search::{Limits, NullWindowSearch, SearchObserver, SolveGoal, ValueRange, solve};
use crate::base::cancel::CancelToken;
use crate::games::position::either;
use crate::games::{Game, GameRules, Move, Position, bell, brunei};

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
    observer: SharedObserver,
    threads: usize,
    /// The rules that the tables are about.
    rules: Option<Game>,
    brunei: Option<NullWindowSearch<brunei::Rules>>,
    bell: Option<NullWindowSearch<bell::Rules>>,
}

impl Solver {
    /// Creates a solver whose transposition table has up to this many MiB.
    pub fn with_table_mib(mebibytes: u32) -> Solver {
        let observer = Arc::new(Mutex::new(CancelToken::default()));
        Solver { mebibytes, observer, threads: 1, rules: None, brunei: None, bell: None }
    }

    /// Lets `threads` threads search in parallel. Results do not depend on their number unless a
    /// limit of positions stops the search.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Solver {
        Solver { threads, ..self }
    }

    /// Sets the token that cancels the solver.
    pub fn set_cancel_token(&mut self, cancel: &CancelToken) {
        self.set_observer(cancel.clone());
    }

    /// Sets an observer, which may stop the search at any time.
    pub fn set_observer(&mut self, observer: impl SearchObserver + 'static) {
        self.observer = Arc::new(Mutex::new(observer));
        let observer = || self.observer.clone();
        self.brunei.iter_mut().for_each(|it| it.set_observer(observer()));
        self.bell.iter_mut().for_each(|it| it.set_observer(observer()));
    }

    /// Returns the number of positions searched since the solver was made or cleared.
    pub fn nodes(&self) -> u64 {
        self.brunei.as_ref().map_or(0, |it| it.nodes())
            + self.bell.as_ref().map_or(0, |it| it.nodes())
    }

    /// Empties the tables, and counts from 0 again.
    pub fn clear(&mut self) {
        self.brunei.iter_mut().for_each(NullWindowSearch::clear);
        self.bell.iter_mut().for_each(NullWindowSearch::clear);
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
            return Solution { result: ValueRange::UNBOUNDED, ..Solution::OPEN };
        }
        let rules = position.rules();
        if self.rules.replace(rules).is_some_and(|last| last != rules) {
            self.clear();
        }
        either!(position, game, at, wrap, slot of self => {
            let search = slot.get_or_insert_with(|| {
                let mut search = NullWindowSearch::new(self.mebibytes).with_threads(self.threads);
                search.set_observer(self.observer.clone());
                search
            });
            let moves = game.all_moves(at);
            let roots: Vec<u32> = (0..moves.len() as u32).collect();
            let found = solve(search, game, at, &roots, goal, limits);
            let best_move = found.best_move.map(|index| wrap(moves[index as usize]));
            Solution { result: found.result, lead: found.lead, best_move, nodes: found.nodes }
        })
    }
}

/// An observer of the searches of both games.
type SharedObserver = Arc<Mutex<dyn SearchObserver>>;

impl SearchObserver for SharedObserver {
    fn should_continue(&mut self, nodes: u64) -> bool {
        self.lock().unwrap_or_else(PoisonError::into_inner).should_continue(nodes)
    }
}
