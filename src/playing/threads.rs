//! Threads for those of the library that can use several.

use crate::players::search::{Crew, Work};

/// So many threads that solve a position together.
#[derive(Clone, Copy, Debug)]
pub struct Threads(pub usize);

impl Crew for Threads {
    fn size(&self) -> usize {
        self.0
    }

    fn run<'w>(&self, work: Vec<Work<'w>>) {
        std::thread::scope(|scope| {
            for work in work {
                scope.spawn(work);
            }
        });
    }
}
