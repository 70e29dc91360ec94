//! The wish that work should stop, seen by whoever does it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// Whether somebody wants the work to stop; all its copies tell the same. Nobody does at first,
/// and once somebody did it stays so.
///
/// Work that was told to stop comes to nothing: a game is dropped, and no part of it is kept. So
/// it does not matter to any result when somebody looks at it.
#[derive(Clone, Debug, Default)]
pub struct Halt(Arc<Wish>);

#[derive(Debug, Default)]
struct Wish {
    is_set: AtomicBool,
    /// What went wrong, where that is why.
    why: OnceLock<String>,
}

impl Halt {
    /// Wants the work to stop.
    pub fn set(&self) {
        self.0.is_set.store(true, Ordering::SeqCst);
    }

    /// Wants the work to stop because something went wrong. The first to say so is heard.
    pub fn fail(&self, why: String) {
        let _ = self.0.why.set(why);
        self.set();
    }

    /// Whether somebody wants it to stop. Costs as much as looking at any other variable.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.0.is_set.load(Ordering::Relaxed)
    }

    /// What went wrong, where that is why.
    pub fn why(&self) -> Option<&str> {
        self.0.why.get().map(String::as_str)
    }
}
