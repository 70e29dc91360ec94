//! Plays the games of a schedule on several threads and delivers them in order.

mod engine;
mod interrupt;
pub mod journal;
mod played;
pub(crate) mod player;
pub(crate) mod prepared;
mod progress;
mod workers;

pub(crate) use engine::build_bot;
#[cfg(unix)]
pub(crate) use interrupt::on_signals;
pub(crate) use interrupt::{Interrupt, Signal};
pub(crate) use played::Played;
pub(crate) use progress::{Progress, duration};
pub use workers::Threads;
pub(crate) use workers::{Batch, Workers};
