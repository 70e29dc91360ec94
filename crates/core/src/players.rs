//! Bots and solver over positions of either game, the search behind them, and play of a game from
//! the first move to the last.

pub mod bot;
pub mod bots;
pub mod crew;
pub mod opening_table;
pub mod runner;
pub mod search;
pub mod solver;
