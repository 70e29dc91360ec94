//! Setups: how the stones lie before the first move. Text to stones and back.

use crate::board::{Colour, Point, PointSet, Stones, Symmetry, draw};
use crate::fault::{Fault, Faults, Source};
use crate::sheet::Sheet;
use crate::words::{Choice, one_of};

crate::words! {
    /// Where a setup comes from.
    pub enum Origin ("origin") {
        /// One of the 39 numbered arrangements that computer versions have carried since 2017.
        Catalogue = "catalogue",
        /// The arrangement that Bell's book offers.
        Bell = "bell",
        /// Laid out by a person.
        Designed = "designed",
        /// Made by a program.
        Generated = "generated",
    }
}

/// How the stones lie before the first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// What results call it.
    pub name: String,
    /// Where it was found or who made it.
    pub source: Option<String>,
    /// Which kind of source that is.
    pub origin: Origin,
    /// The stones; never one on f6.
    pub stones: Stones,
    /// Whether other counts than 60 black and 60 white are meant (`stones: any`).
    pub any_counts: bool,
}
