//! Plays the games of a schedule on many threads and hands them on in order.

pub mod agenda;
mod interrupt;
pub mod journal;
pub mod player;
pub mod prepared;
mod progress;
mod sums;
mod workers;

pub use interrupt::{Interrupt, Signal};
pub use progress::{Mix, Progress};
pub use workers::{Batch, Played, Workers};
