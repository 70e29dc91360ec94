//! What is measured, and what is said of it.

use crate::stats::interval::Interval;

/// A factor of e in the odds, in points of Elo: 400 / ln 10.
pub(super) const ELO: f64 = 173.717_792_761_248_75;

/// What the first of two different players scored against the second, in one cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// Who moved first, and who second.
    pub players: [usize; 2],
    /// How many games count.
    pub games: f64,
    /// What the first scored in them: 1 for a win, 1/2 for a draw.
    pub score: f64,
    /// On which setup, by any number that no other one has.
    pub setup: usize,
}

/// Players that met, directly or by way of others, the strongest first.
#[derive(Clone, Debug, PartialEq)]
pub struct Ladder {
    /// The players.
    pub steps: Vec<Step>,
    /// What moving first is worth, in Elo.
    pub seat: Option<Estimate>,
    /// Pearson's statistic by its degrees of freedom, where there are any.
    pub dispersion: Option<f64>,
    /// On how many setups the games were played that tell.
    pub setups: usize,
    /// Why there are no estimates, where there are none and might be.
    pub missing: Option<Missing>,
}

/// A player of a ladder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Who.
    pub player: usize,
    /// Counted from 1: players of different groups cannot be told apart by a number.
    pub group: usize,
    /// How much stronger than the weakest of its group, in Elo.
    pub elo: Option<Estimate>,
    /// How much stronger than the next player of the ladder.
    pub above: Above,
}

/// A figure in Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimate.
    pub elo: f64,
    /// Its interval at 95 %.
    pub interval: Interval,
}

/// How a player stands to the next one of a ladder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Above {
    /// There is no next one.
    Last,
    /// Of the same group: by so much.
    By(Estimate),
    /// Of a higher group, and never lost against the next: by at least so much.
    AtLeast(f64),
    /// Of a higher group, without a game against the next.
    ByWayOfOthers,
    /// No game says so.
    Unknown,
}

/// Why there are no estimates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// Whoever is better was always on the same side: seats were not swapped.
    Confounded,
    /// Moving first or second decided all games.
    SeatDecides,
}

impl Above {
    /// Whether the player is shown to be stronger: what an interval, or a bound, says.
    pub fn separated(self) -> Option<bool> {
        match self {
            Above::By(by) => Some(by.interval.low > 0.0),
            Above::AtLeast(bound) => Some(bound > 0.0),
            Above::Last | Above::ByWayOfOthers | Above::Unknown => None,
        }
    }
}
