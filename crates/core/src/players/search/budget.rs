//! Budget of a search: the positions that it may search, and the observer that may stop it.

use super::SearchObserver;

/// Number of positions between two calls of the observer.
const POLL_INTERVAL: u64 = 1 << 15;

/// Interruption: node limit reached, or stopped by the observer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted;

/// Positions searched so far, their limit, and the observer.
pub struct Budget {
    /// Number of positions searched: every position that a move leads to counts at each visit.
    pub nodes: u64,
    /// Maximum number of positions.
    pub(super) limit: u64,
    /// Number of positions after which the limits are checked next: `limit`, or less with an
    /// observer.
    next_check: u64,
    pub(super) observer: Option<Box<dyn SearchObserver>>,
}

impl Budget {
    /// No limit and no observer.
    pub const UNLIMITED: Budget =
        Budget { nodes: 0, limit: u64::MAX, next_check: u64::MAX, observer: None };

    /// Sets an observer.
    pub fn set_observer(&mut self, observer: impl SearchObserver + 'static) {
        self.observer = Some(Box::new(observer));
        self.set_limit(self.limit.saturating_sub(self.nodes));
    }

    /// Limits the search to `nodes` more positions.
    pub fn set_limit(&mut self, nodes: u64) {
        self.limit = self.nodes.saturating_add(nodes);
        self.next_check = match self.observer {
            Some(_) => self.limit.min(self.nodes.saturating_add(POLL_INTERVAL)),
            None => self.limit,
        };
    }

    /// Forgets the positions beyond the limit, which an interrupted search has not searched.
    pub(super) fn settle(&mut self) {
        self.nodes = self.nodes.min(self.limit);
    }

    /// Counts positions.
    ///
    /// # Errors
    /// If the search is to stop.
    #[inline(always)]
    pub fn count(&mut self, nodes: u64) -> Result<(), Interrupted> {
        self.nodes += nodes;
        if self.nodes > self.next_check { self.check() } else { Ok(()) }
    }

    /// Stops beyond the limit, or if the observer asks for it.
    ///
    /// # Errors
    /// If the search is to stop.
    #[cold]
    #[inline(never)]
    pub fn check(&mut self) -> Result<(), Interrupted> {
        let stops = |observer: &mut Box<dyn SearchObserver>| !observer.should_continue(self.nodes);
        if self.nodes > self.limit || self.observer.as_mut().is_some_and(stops) {
            return Err(Interrupted);
        }
        self.next_check = self.limit.min(self.nodes.saturating_add(POLL_INTERVAL));
        Ok(())
    }
}
