//! The wish that work should stop, seen by whoever does it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Whether somebody wants the work to stop; all its copies tell the same. Nobody does at first,
/// and once somebody did it stays so.
///
/// Work that was told to stop comes to nothing: a game is dropped, and no part of it is kept. So
/// it does not matter to any result when somebody looks at it.
#[derive(Clone, Debug, Default)]
pub struct Halt {
    wish: Arc<Wish>,
}

#[derive(Debug, Default)]
struct Wish {
    is_set: AtomicBool,
    /// What went wrong, where that is why.
    why: OnceLock<String>,
    /// What others have said of themselves.
    met: Mutex<BTreeMap<String, String>>,
}

impl Halt {
    /// Wants the work to stop.
    pub fn set(&self) {
        self.wish.is_set.store(true, Ordering::SeqCst);
    }

    /// Wants the work to stop because something went wrong. The first to say so is heard.
    pub fn fail(&self, why: String) {
        let _ = self.wish.why.set(why);
        self.set();
    }

    /// Notes what somebody says of itself.
    pub fn meet(&self, who: &str, says: &str) {
        let mut met = self.wish.met.lock().unwrap_or_else(PoisonError::into_inner);
        met.insert(who.to_owned(), says.to_owned());
    }

    /// What others have said of themselves, by who they are.
    pub fn met(&self) -> BTreeMap<String, String> {
        self.wish.met.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether somebody wants it to stop. Costs as much as looking at any other variable.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.wish.is_set.load(Ordering::Relaxed)
    }

    /// What went wrong, where that is why.
    pub fn why(&self) -> Option<&str> {
        self.wish.why.get().map(String::as_str)
    }
}
