//! One value that is kept while its key stays the same, such as the tables of a rule set.

use std::any::Any;

/// A value of a type that depends on the game, and the key that it was made for.
pub(super) struct Slot<K>(Option<(K, Box<dyn Any + Send>)>);

impl<K: PartialEq> Slot<K> {
    pub(super) const EMPTY: Slot<K> = Slot(None);

    /// Returns the value, made anew if the key differs from that of the last call. The key decides
    /// the type.
    pub(super) fn get<T: Send + 'static>(&mut self, key: K, make: impl FnOnce() -> T) -> &mut T {
        if self.0.as_ref().is_none_or(|(own, _)| *own != key) {
            // The old tables are freed before there are new ones.
            self.0 = None;
            self.0 = Some((key, Box::new(make())));
        }
        let value = self.0.as_mut().and_then(|(_, value)| value.downcast_mut());
        value.unwrap_or_else(|| unreachable!("the key decides the type"))
    }
}
