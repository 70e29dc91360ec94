//! Paired comparison of cells whose games use common random numbers.

use super::histogram::Histogram;
use super::interval::{Interval, student_at};
use super::score::TWELFTHS;

/// The paired differences between the games of two cells with common random numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairedComparison {
    /// The first ply that differs, from 1, of the pairs whose moves differ.
    pub parting: Histogram,
    /// The number of pairs whose winner differs.
    pub result_changed: u64,
    /// The difference in the first player's score, in twelfths: the second game's less the first's.
    pub difference: Histogram,
}

impl PairedComparison {
    pub fn games(&self) -> u64 {
        self.difference.count()
    }

    pub fn moves_changed(&self) -> u64 {
        self.parting.count()
    }

    /// Returns the mean difference in the first player's score, the second rules' less the first's;
    /// `None` without games.
    pub fn mean(&self) -> Option<f64> {
        self.difference.mean().map(|mean| mean / TWELFTHS as f64)
    }

    /// Returns Student's interval of the mean difference at error level `alpha`; `None` if all
    /// differences are equal.
    pub fn interval(&self, alpha: f64) -> Option<Interval> {
        student_at(&self.difference, alpha).map(|it| it.part(TWELFTHS as f64))
    }
}

/// The pairs of cells of two rule sets with the same bots, one for each setup.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PooledPairs {
    /// The indices of the pairs in the list of all of them.
    pub pairs: Vec<usize>,
    /// For each game index that all setups have played, the sum over setups of the differences in
    /// the first player's score, in twelfths.
    pub sums: Histogram,
}

/// Two cells of an experiment with common random numbers, and their comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairedCells {
    /// The baseline cell.
    pub against: usize,
    pub cell: usize,
    pub paired: PairedComparison,
}
