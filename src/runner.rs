//! Plays the games of a schedule on many threads and hands them on in order.

mod crew;
mod interrupt;
mod progress;
mod sums;

pub use crew::{Batch, Crew, Played};
pub use interrupt::{Interrupt, Signal};
pub use progress::{Mix, Progress};
