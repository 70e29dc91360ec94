//! Cells whose games were drawn alike, held against each other game by game.

use super::histogram::Histogram;
use super::interval::{Interval, student_at};
use super::score::WHOLE;

/// Games of two cells that were drawn alike, compared one by one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paired {
    /// With which ply they part, for those whose moves are not all the same.
    pub parting: Histogram,
    /// How many have another winner.
    pub result_changed: u64,
    /// The first player's score in twelfths, the second game's less the first's.
    pub difference: Histogram,
}

impl Paired {
    pub fn merge(&mut self, other: &Paired) {
        self.parting.merge(&other.parting);
        self.result_changed += other.result_changed;
        self.difference.merge(&other.difference);
    }

    pub fn games(&self) -> u64 {
        self.difference.count()
    }

    pub fn moves_changed(&self) -> u64 {
        self.parting.count()
    }

    /// How much more the first player scores under the second rules, on average.
    pub fn mean(&self) -> Option<f64> {
        self.difference.mean().map(|mean| mean / WHOLE as f64)
    }

    /// Its interval, Student's, that misses with the chance `alpha`; nothing where all differences
    /// are the same.
    pub fn interval(&self, alpha: f64) -> Option<Interval> {
        student_at(&self.difference, alpha).map(|it| it.part(WHOLE as f64))
    }
}

/// The pairs of cells of two rule sets between the same bots, one for each setup.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Together {
    /// The places of the pairs in the list of all of them.
    pub pairs: Vec<usize>,
    /// For each index that all setups have played, the sum of their differences in the first
    /// player's score, in twelfths.
    pub sums: Histogram,
}

/// Two cells of one experiment, whose games were drawn alike, and how they compare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toggled {
    /// The cell that is compared with.
    pub against: usize,
    pub cell: usize,
    pub paired: Paired,
}
