//! Plays the games of a schedule on several threads and delivers them in order.

pub(crate) mod allotment;
pub(crate) mod compiled_experiment;
mod engine;
pub(crate) mod game_command;
mod interrupt;
pub mod journal;
pub(crate) mod player;
mod progress;
mod wire;
mod workers;

pub(crate) use interrupt::{Interrupt, Signal, leave, on_signals, stop_with_stdin};
pub(crate) use progress::{Look, Progress, duration};
pub use workers::Workers;
pub(crate) use workers::{Batch, RunState};
