//! Who plays: the bots, the search behind them, how its judgement is fitted, and one game
//! from the first move to the last.

pub mod bots;
pub mod play;
pub mod search;
