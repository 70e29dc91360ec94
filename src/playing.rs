//! Plays the games of a schedule on many threads and hands them on in order.

pub mod agenda;
mod crew;
mod interrupt;
pub mod journal;
pub mod prepared;
mod progress;
mod sums;

pub use crew::{Batch, Crew, Played};
pub use interrupt::{Interrupt, Signal};
pub use progress::{Mix, Progress};
