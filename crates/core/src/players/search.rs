//! Alpha-beta search of games for two, and exact solutions.
//!
//! # Values
//!
//! A position's value is what the mover will have more than the other player in the end than now:
//! it does not depend on the scores, so that positions which differ in them alone share what is
//! known. A move that brings `gain` points to a position of value `v` is worth `gain - v`. A
//! position without a move is worth 0, unless its player is stuck and loses by that: then it is
//! worth minus [`Aim`]'s penalty. Where a search stops before the end, a position is worth what
//! [`Judged::judge`](crate::games::Judged::judge) says, or 0, but never more than the points that are
//! left, with the penalty.
//!
//! # What a search promises
//!
//! Asked for the value of a position with a window from `alpha` to `beta`, with `v` the value that
//! a plain negamax to the same depth finds, it answers
//!
//! - a number up to `alpha`, which is at least `v`, where `v` is up to `alpha`;
//! - `v`, where it lies inside the window;
//! - a number from `beta`, which is at most `v`, where `v` is `beta` or more.
//!
//! Nothing is pruned on a guess: neither the order of moves, nor the table, nor its size change a
//! value. The solver, whose windows have no width, promises that, too. What the table knows of a position is
//! used only where it was searched to the same depth, or to the end of the game in all lines.
//!
//! One aim promises none of this: under [`Aim::selective`], for bots that play within a budget of
//! positions, much is pruned on a guess, as `negamax.rs` says. Solutions, and searches to a given
//! depth, have nothing to do with it.

mod exact;
mod negamax;
mod pairs;
mod prove;
mod solution;
mod solve;
mod table;
mod think;

pub use exact::{Alone, Crew, Solver, Work};
pub use negamax::{Aim, Engine};
pub use pairs::{Column, Pair, Pairs, standing, winner_word};
pub use prove::{Finding, Prover};
pub use solution::{Bound, Extent, Solution};
pub use solve::solve;
pub use think::{Thought, think, think_wide};

use crate::base::halt::Halt;
use table::Key;

/// Watches a search at work.
pub trait Watch: Send {
    /// So many positions have been looked at: whether to go on. Asked every few hundredths of a
    /// second.
    fn goes_on(&mut self, nodes: u64) -> bool;

    /// Something has been proved of the position that is being solved.
    fn proved(&mut self, _: &Solution) {}
}

/// Lets a search work until somebody wants it to stop.
impl Watch for Halt {
    fn goes_on(&mut self, _: u64) -> bool {
        !self.is_set()
    }
}

/// What a reply more and a point more weigh where moves are put in order. Found by trial: these
/// took a third fewer nodes in all than to let points decide only between equal numbers of replies.
const REPLY: u32 = 64;
const GAIN: u32 = 24;

/// More than any move's points weigh.
const AHEAD: u32 = 1 << 16;

#[derive(Clone, Copy, Debug)]
struct Queued {
    /// The least comes first.
    order: u32,
    /// Where the branch is.
    branch: u32,
    key: Key,
}

#[derive(Clone, Copy)]
struct Best {
    value: i32,
    rank: Option<u32>,
}

impl Best {
    #[inline(always)]
    fn offer(&mut self, value: i32, rank: u32) {
        if value > self.value {
            *self = Best { value, rank: Some(rank) };
        }
    }
}

/// Where a branch stands in the order: those that leave the other player few replies come first, and
/// those that bring much; a reply less is worth two or three points.
#[inline(always)]
fn order(replies: u32, gain: u16) -> u32 {
    (AHEAD + REPLY * replies).saturating_sub(GAIN * u32::from(gain))
}

/// Puts the least of those that wait next: a full order is seldom needed.
#[inline(always)]
fn least_first(queue: &mut [Queued], next: usize) -> Queued {
    let mut least = next;
    for index in next + 1..queue.len() {
        if queue[index].order < queue[least].order {
            least = index;
        }
    }
    queue.swap(next, least);
    queue[next]
}
