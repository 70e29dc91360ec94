//! Bots, games from first move to last, and the solver, over positions of either game.
//!
//! These types are exported at the crate's root. They call the generic layer,
//! [`engine`](crate::engine), which loops that play by the million use directly.

mod bot;
mod runner;
mod slot;
mod solver;

pub use bot::{Analysis, Bot, BuiltinBot};
pub use runner::GameRunner;
pub use solver::{Solution, Solver};
