//! The wish that work should stop, seen by whoever does it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether somebody wants the work to stop; all its copies tell the same. Nobody does at first,
/// and once somebody did it stays so.
///
/// Work that was told to stop comes to nothing: a game is dropped, and no part of it is kept. So
/// it does not matter to any result when somebody looks at it.
#[derive(Clone, Debug, Default)]
pub struct Halt(Arc<AtomicBool>);

impl Halt {
    /// Wants the work to stop.
    pub fn set(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Whether somebody wants it to stop. Costs as much as looking at any other variable.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
