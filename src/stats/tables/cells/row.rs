//! A cell, and what several columns of `cells.csv` are made from.

use crate::games::{Ending, Seat};
use crate::stats::compensation::{Compensation, Points};
use crate::stats::counted::{Counted, Measured};
use crate::stats::distinct::Distinct;
use crate::stats::minimax::Choice as Best;
use crate::stats::verdict::holm;

/// A cell, and what several of its columns are made from.
pub struct CellRow<'c> {
    pub(super) number: usize,
    pub(crate) cell: &'c Counted<'c>,
    /// The p-value as one of many.
    pub(super) adjusted: Option<f64>,
    pub(super) first: Option<Measured>,
    pub(super) margin: Option<Measured>,
    pub(super) joint: Option<Measured>,
    pub(super) distinct: Option<Distinct>,
    pub(super) compensation: Option<Compensation>,
    pub(super) best: Option<Best>,
}

impl<'c> CellRow<'c> {
    /// The rows of an experiment's cells: they stand in order, the first one has the number 0.
    pub fn all(cells: &'c [Counted<'c>]) -> impl Iterator<Item = CellRow<'c>> {
        let values: Vec<Option<f64>> = cells.iter().map(Counted::p_value).collect();
        let cells = cells.iter().zip(holm(&values)).enumerate();
        cells.map(|(number, (cell, adjusted))| CellRow {
            number,
            cell,
            adjusted,
            first: cell.score(Seat::FIRST),
            margin: cell.margin(),
            joint: cell.joint(Seat::FIRST),
            distinct: cell.distinct().filter(|_| cell.tally.games() > 0),
            compensation: cell.compensation(),
            best: cell.best_opening(),
        })
    }

    /// A count; of no games nothing is known, but that there are none.
    pub(super) fn count(&self, count: u64) -> Option<u64> {
        (self.cell.tally.games() > 0).then_some(count)
    }

    pub(super) fn sits(&self, seat: Seat) -> bool {
        seat.number() <= self.cell.tally.seats()
    }

    /// How many games ended like this; nothing where the ending is of the other game. Bell's games
    /// end without a hop, and Brunei's never do: one game tells which it is.
    pub(super) fn ended(&self, ending: Ending, winner: Option<Seat>) -> Option<u64> {
        let bell = self.cell.tally.endings(Ending::NoHops) > 0;
        let applies = bell == (ending == Ending::NoHops);
        let sits = winner.is_none_or(|seat| self.sits(seat));
        self.count(self.cell.tally.ended(ending, winner)).filter(|_| applies && sits)
    }

    /// The place of a phase among those of the cell's game.
    pub(super) fn phase(&self, name: &str) -> Option<usize> {
        self.cell.labels.phases.iter().position(|&phase| phase == name)
    }

    pub(super) fn ends(&self) -> Option<[Points; 2]> {
        self.compensation?.interval
    }

    /// Which ends of the compensation's interval are numbers of points.
    pub(super) fn reach(&self) -> Option<&'static str> {
        Some(match self.ends()? {
            [Points::Given(_), Points::Given(_)] => "closed",
            [Points::NoneTaken, Points::Given(_)] => "open below",
            [Points::Given(_), Points::NoneGiven] => "open above",
            [Points::NoneTaken, Points::NoneGiven] => "open",
            _ => "beyond",
        })
    }
}

/// The points, where they are a number.
pub(super) fn given(points: Points) -> Option<f64> {
    match points {
        Points::Given(points) => Some(points),
        Points::NoneTaken | Points::NoneGiven => None,
    }
}
