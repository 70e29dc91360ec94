//! Cooperative cancellation.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A cancellation token. Clones share state; cancellation is irreversible.
///
/// Cancelled work is discarded as a whole: a game is dropped, and no part of it is kept. Therefore
/// no result depends on when the token is polled.
#[derive(Clone, Debug, Default)]
pub struct CancelToken {
    wish: Arc<Wish>,
}

#[derive(Debug, Default)]
struct Wish {
    is_set: AtomicBool,
    /// The failure, if one was the reason.
    why: OnceLock<String>,
    /// The identification of each external engine, by name.
    met: Mutex<BTreeMap<String, String>>,
}

impl CancelToken {
    /// Cancels the work.
    pub fn cancel(&self) {
        self.wish.is_set.store(true, Ordering::SeqCst);
    }

    /// Cancels the work because of a failure. The first reason is kept.
    pub fn fail(&self, why: String) {
        let _ = self.wish.why.set(why);
        self.cancel();
    }

    /// Records the identification that an external engine reports.
    pub fn meet(&self, who: &str, says: &str) {
        let mut met = self.wish.met.lock().unwrap_or_else(PoisonError::into_inner);
        met.insert(who.to_owned(), says.to_owned());
    }

    /// Returns the identifications recorded so far, by engine name.
    pub fn met(&self) -> BTreeMap<String, String> {
        self.wish.met.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns whether the work is cancelled. A relaxed load, as cheap as reading any variable.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.wish.is_set.load(Ordering::Relaxed)
    }

    /// Returns the reason; `None` if no failure cancelled the work.
    pub fn why(&self) -> Option<&str> {
        self.wish.why.get().map(String::as_str)
    }
}
