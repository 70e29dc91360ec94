//! On what terms a cell's figures are to be read.

use crate::words;

/// The chance that any statement of an experiment is wrong.
pub const ALPHA: f64 = 0.05;

/// The margin of a verdict where the experiment names none. Two points of a hundred move a match
/// of a hundred games by two wins, less than half of its standard deviation, which is five.
pub const WITHIN: f64 = 0.02;

words! {
    /// Whether the number of games was fixed before the first of them.
    pub enum Sampling ("sampling") {
        /// It was
        Fixed = "fixed",
        /// Games were added to results that had been looked at, or may still be added
        Open = "open",
    }
}

words! {
    /// How games began.
    pub enum Begun ("begun") {
        /// As the bots chose
        Chosen = "chosen",
        /// With every pair of first moves, each equally often
        All = "all",
        /// With given pairs of first moves, each equally often
        Given = "given",
    }
}

words! {
    /// Who sits at the table.
    pub enum Lineup ("line-up") {
        /// The same bot in every seat: who starts a round makes no difference to it, and the
        /// rounds of a match are as independent as games are
        Mirror = "mirror",
        /// Different bots: who starts a round may depend on the rounds before it
        Mixed = "mixed",
    }
}

words! {
    /// Which games points decide.
    pub enum PointsDecide ("points decide") {
        /// Whoever is stuck loses, whatever the points; they decide the other games
        UnlessStuck = "unless stuck",
        /// They decide every game, however it ends
        Always = "always",
    }
}

/// On what terms a cell's figures are to be read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terms {
    /// How many statements share the chance [`ALPHA`] of an error: one for each cell of two
    /// seats, one for each seat of others.
    pub statements: u64,
    /// The margin of the verdict: how far from its share a score may be and count as even.
    pub within: f64,
    /// How the number of games came about.
    pub sampling: Sampling,
    /// How games began.
    pub begun: Begun,
    /// Who plays.
    pub lineup: Lineup,
    /// Which games points decide.
    pub points_decide: PointsDecide,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms {
            statements: 1,
            within: WITHIN,
            sampling: Sampling::Fixed,
            begun: Begun::Chosen,
            lineup: Lineup::Mirror,
            points_decide: PointsDecide::UnlessStuck,
        }
    }
}

impl Terms {
    /// Each statement's part of the chance of an error (Bonferroni).
    pub fn alpha(&self) -> f64 {
        ALPHA / self.statements.max(1) as f64
    }
}

/// How many statements a cell of so many seats makes: with two, the second's score is what the
/// first's leaves.
pub fn statements(seats: u8) -> u64 {
    if seats == 2 { 1 } else { seats.into() }
}
