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
//! positions, much is pruned on a guess, as `selective.rs` says. Solutions, and searches to a given
//! depth, have nothing to do with it.

mod aim;
mod bounds;
mod exact;
mod hash;
mod judged;
mod negamax;
mod numbers;
mod pairs;
mod prove;
mod selective;
mod solution;
mod solve;
mod think;
mod transpositions;
mod watch;

pub use aim::Aim;
pub use exact::Solver;
pub use negamax::Engine;
pub use pairs::{Column, Pair, Pairs, is_proved, standing, winner_word};
pub use prove::{Finding, Prover};
pub use solution::{Bound, Extent, Solution};
pub use solve::solve;
pub use think::{Thought, think, think_wide};
pub use watch::Watch;
