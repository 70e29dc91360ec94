//! Who watches a search.

use super::solution::Solution;
use crate::base::halt::Halt;

/// Watches an engine at work.
pub trait Watch: Send {
    /// So many positions have been looked at: whether to go on. Asked every few hundredths of a
    /// second.
    fn goes_on(&mut self, nodes: u64) -> bool;

    /// Something has been proved of the position that is being solved.
    fn proved(&mut self, _: &Solution) {}
}

/// Lets an engine work until somebody wants it to stop.
impl Watch for Halt {
    fn goes_on(&mut self, _: u64) -> bool {
        !self.is_set()
    }
}
