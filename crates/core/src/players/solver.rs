//! The exact solver.

use std::sync::{Arc, Mutex, PoisonError};

use super::search::{Limits, NullWindowSearch, SearchObserver, SolveGoal, ValueRange, solve};
use crate::base::cancel::CancelToken;
use crate::games::{Game, GameRules, Move, Position, SearchGame, Seat, bell, brunei};

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
    /// Nothing is known.
    pub const OPEN: Solution = Solution {
        result: ValueRange { low: -1, high: 1 },
        lead: ValueRange::UNBOUNDED,
        best_move: None,
        nodes: 0,
    };

    /// Returns whether the result is proven.
    pub fn is_proven(&self) -> bool {
        self.result.value().is_some()
    }

    /// Returns whether the goal is proven.
    pub fn answers(&self, goal: SolveGoal) -> bool {
        self.is_proven() && (goal == SolveGoal::Outcome || self.lead.value().is_some())
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
        let observer = SharedObserver::of(CancelToken::default());
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
        self.observer = SharedObserver::of(observer);
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
        let made = (self.mebibytes, self.threads, &self.observer);
        match position {
            Position::Brunei(game, at) => {
                let wrap = |mv| Move::Brunei(mv, game.board_size(at));
                by(own(&mut self.brunei, made), (game, at), goal, limits, wrap)
            }
            Position::Bell(game, at) => {
                by(own(&mut self.bell, made), (game, at), goal, limits, Move::Bell)
            }
        }
    }
}

/// Size of the table in MiB, number of threads, and observer.
type Parts<'s> = (u32, usize, &'s SharedObserver);

/// Returns the search of one game, which is made when it is first needed.
fn own<'s, G: SearchGame>(
    slot: &'s mut Option<NullWindowSearch<G>>,
    (mebibytes, threads, observer): Parts<'_>,
) -> &'s mut NullWindowSearch<G> {
    slot.get_or_insert_with(|| {
        let mut search = NullWindowSearch::new(mebibytes).with_threads(threads);
        search.set_observer(observer.clone());
        search
    })
}

fn by<G: SearchGame>(
    search: &mut NullWindowSearch<G>,
    (game, at): (&G, &G::Position),
    goal: SolveGoal,
    limits: Limits,
    wrap: impl Fn(G::Move) -> Move,
) -> Solution {
    let moves = game.all_moves(at);
    let roots: Vec<u32> = (0..moves.len() as u32).collect();
    let before = search.nodes();
    let found = solve(search, game, at, &roots, goal, limits);
    let best_move = found.move_index.map(|index| wrap(moves[index as usize]));
    let nodes = search.nodes() - before;
    Solution { result: found.result, lead: found.margin, best_move, nodes }
}

/// An observer of the searches of both games.
#[derive(Clone)]
struct SharedObserver(Arc<Mutex<dyn SearchObserver>>);

impl SharedObserver {
    fn of(observer: impl SearchObserver + 'static) -> SharedObserver {
        SharedObserver(Arc::new(Mutex::new(observer)))
    }
}

impl SearchObserver for SharedObserver {
    fn should_continue(&mut self, nodes: u64) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).should_continue(nodes)
    }
}
