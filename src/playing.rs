//! Plays the games of a schedule on many threads and hands them on in order.

pub(crate) mod agenda;
mod engine;
mod interrupt;
pub mod journal;
pub(crate) mod player;
pub(crate) mod prepared;
mod progress;
mod workers;

pub(crate) use interrupt::{Interrupt, Signal};
pub(crate) use progress::{Mix, Progress};
pub(crate) use workers::{Batch, Played, Workers};
