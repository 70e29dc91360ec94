//! Who is linked to whom, directly or by way of others.

/// Who reaches whom.
pub(super) struct Reach {
    size: usize,
    links: Vec<bool>,
}

impl Reach {
    pub(super) fn new(size: usize) -> Reach {
        Reach { size, links: vec![false; size * size] }
    }

    pub(super) fn link(&mut self, from: usize, to: usize) {
        self.links[from * self.size + to] = true;
    }

    pub(super) fn reaches(&self, from: usize, to: usize) -> bool {
        self.links[from * self.size + to]
    }

    /// Adds all ways by way of others (Warshall 1962).
    pub(super) fn close(&mut self) {
        for by in 0..self.size {
            for from in 0..self.size {
                if self.reaches(from, by) {
                    for to in 0..self.size {
                        if self.reaches(by, to) {
                            self.link(from, to);
                        }
                    }
                }
            }
        }
    }
}
