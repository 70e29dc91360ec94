//! Alpha-beta search of two-player games, and exact solutions.
//!
//! # Values
//!
//! A position's value is the change of the mover's lead from now to the end of the game. It does
//! not depend on the scores, so that positions which differ in them alone share table entries. A
//! move that gains `gain` points and leads to a position of value `v` is worth `gain - v`. A
//! position without a move is worth 0 or, if its player is stuck and loses by that, minus [`SearchConfig`]'s
//! penalty. Where a search stops before the end, a position is worth its static evaluation
//! ([`Evaluate::evaluate`](crate::games::Evaluate::evaluate)), or 0, but never more than the points that are
//! left, with the penalty.
//!
//! # Guarantees
//!
//! For a window from `alpha` to `beta`, and `v` the value that a plain negamax finds at the same
//! depth, a search returns (fail-soft)
//!
//! - a number from `v` up to `alpha`, if `v` is at most `alpha`;
//! - `v`, if it lies inside the window;
//! - a number from `beta` up to `v`, if `v` is at least `beta`.
//!
//! Only what cannot change the value is pruned: the order of moves, the table and its size change
//! no value inside the window, and no side of it on which a value lies. The solver, which searches
//! null windows, guarantees the same. A table entry is used only if it was searched to the same
//! depth, or to the end of the game in all lines.
//!
//! The exception is [`SearchConfig::selective`], for bots with a budget of positions: much is pruned
//! heuristically, as `alpha_beta.rs` describes. Solutions, and searches to a given depth, never use
//! it.

mod alpha_beta;
mod budget;
mod iterative;
mod null_window;
mod solution;
mod solve;
mod table;

pub use alpha_beta::{AlphaBeta, SearchConfig};
pub use budget::{Budget, Interrupted};
pub use iterative::{SearchResult, near_best_moves, search_by_score, search_root};
pub use null_window::NullWindowSearch;
pub use solution::{Solution, SolveGoal, ValueRange};
pub use solve::solve;
pub use table::{Entry, Key, Table, buckets};

use crate::base::cancel::CancelToken;

/// Limits of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum depth in plies, for alpha-beta and max^n searches.
    pub depth: u8,
    /// Maximum number of positions.
    pub nodes: u64,
}

impl Limits {
    /// No limit.
    pub const NONE: Limits = Limits { depth: u8::MAX, nodes: u64::MAX };

    /// Limits the number of positions.
    pub const fn nodes(nodes: u64) -> Limits {
        Limits { nodes, ..Limits::NONE }
    }

    /// Limits the depth.
    pub const fn depth(depth: u8) -> Limits {
        Limits { depth, ..Limits::NONE }
    }
}

/// Observer of a search.
pub trait SearchObserver: Send {
    /// Returns whether to go on after this number of positions. Called every few hundredths of a
    /// second.
    fn should_continue(&mut self, nodes: u64) -> bool;
}

/// Runs a search until it is cancelled.
impl SearchObserver for CancelToken {
    fn should_continue(&mut self, _: u64) -> bool {
        !self.is_cancelled()
    }
}

/// Weights of one reply and of one point in move ordering. Found by trial: they took a third fewer
/// nodes in all than points that break ties between equal numbers of replies.
const MOBILITY_WEIGHT: u32 = 64;
const GAIN_WEIGHT: u32 = 24;

/// Base of order keys: an upper bound on the weight of a move's points.
const ORDER_BASE: u32 = 1 << 16;

#[derive(Clone, Copy, Debug)]
struct ScoredChild {
    /// Order key: the least comes first.
    order_key: u32,
    /// Index of the child.
    child: u32,
    key: Key,
}

#[derive(Clone, Copy)]
struct Best {
    value: i32,
    move_index: Option<u32>,
}

impl Best {
    #[inline(always)]
    fn offer(&mut self, value: i32, move_index: u32) {
        if value > self.value {
            *self = Best { value, move_index: Some(move_index) };
        }
    }
}

/// Returns the order key of a child: moves that leave few replies (low mobility) and gain much
/// come first; one reply less is worth two or three points.
#[inline(always)]
fn order_key(replies: u32, gain: u16) -> u32 {
    (ORDER_BASE + MOBILITY_WEIGHT * replies).saturating_sub(GAIN_WEIGHT * u32::from(gain))
}

/// Selects the waiting child or move with the least key: a full sort is seldom needed.
#[inline(always)]
fn select_next<T: Copy, K: Ord>(queue: &mut [T], next: usize, key: impl Fn(&T) -> K) -> T {
    let mut least = next;
    for index in next + 1..queue.len() {
        if key(&queue[index]) < key(&queue[least]) {
            least = index;
        }
    }
    queue.swap(next, least);
    queue[next]
}
