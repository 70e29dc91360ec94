//! Compensation: so many points given to the second player that the first scores one half.
//!
//! Points decide a game unless it ended stuck and whoever is stuck loses: such a game stands as it
//! ended, whatever the points. Of the others the first player wins those whose margin, first less
//! second, is above the compensation. So let every game have a number: its margin where points
//! decide; else plus infinity where the first player won, minus infinity where the second did, half
//! a game of each for a draw. The compensation is the median of these
//! numbers: there as many games are above as below. It is none where the median is infinite, for
//! then one player wins half of all games or more by the other being stuck.
//!
//! The true compensation c has at most half of all games above it and at most half below it. The
//! interval has all c that the games do not speak against: those where the interval of the share
//! above, and that of the share below, reach down to one half. This is the sign test turned into
//! an interval, the oldest one for medians (Thompson 1936, "On confidence ranges for the median
//! and other expectation distributions for populations of unknown distribution form", Ann. Math.
//! Stat. 7, pp. 122-128), with the cell's own interval for shares. Games on c itself count for
//! neither side, which makes it wider, never narrower.
//!
//! Of matches the rounds are what is told of, by turn: the first player is whoever is the first to
//! move in a round.
//!
//! All of it is said of bots that did not know c: players who know it play for other ends.

use std::fmt;

use super::counted::Counted;
use super::histogram::Histogram;
use super::tally::WHOLE;
use super::verdict::score_interval;
use crate::games::{Ending, Seat};

/// So many points, or more than any number of points can make good.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub enum Points {
    /// The second player would be ahead even with any number of points taken away.
    NoneTaken,
    /// So many points for the second player; below 0, for the first.
    Given(f64),
    /// The first player would be ahead whatever the second were given.
    NoneGiven,
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Points::Given(points) => f.pad(&points.to_string()),
            Points::NoneTaken | Points::NoneGiven => f.pad("none"),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compensation {
    pub points: Points,
    /// Its interval, unless nothing can be said; at the level of the verdict.
    pub interval: Option<[Points; 2]>,
}

/// Games in order of their numbers: each number with how many half games have it.
struct Ordered(Vec<(Points, u64)>);

impl Ordered {
    fn of(cell: &Counted<'_>) -> Ordered {
        // Games that no number of points decides otherwise.
        let beyond = |winner| match cell.terms.stuck_loses {
            true => cell.tally.ended(Ending::Stuck, winner),
            false => 0,
        };
        let (won, lost) = (beyond(Some(Seat::FIRST)), beyond(Some(Seat::SECOND)));
        let drawn = beyond(None);
        let mut games = vec![(Points::NoneTaken, 2 * lost + drawn)];
        let decided = cell.decided_margin().iter();
        games.extend(decided.map(|(margin, times)| (Points::Given(margin as f64), 2 * times)));
        games.push((Points::NoneGiven, 2 * won + drawn));
        games.retain(|&(_, times)| times > 0);
        Ordered(games)
    }

    fn count(&self) -> u64 {
        self.0.iter().map(|&(_, times)| times).sum()
    }

    /// The numbers, each with how many half games are below it and above it.
    fn sides(&self) -> impl Iterator<Item = (Points, [u64; 2])> {
        let all = self.count();
        self.0.iter().scan(0, move |below, &(number, times)| {
            let sides = [*below, all - *below - times];
            *below += times;
            Some((number, sides))
        })
    }

    /// The median; between the two in the middle where it is no number of its own.
    fn median(&self) -> Option<Points> {
        let all = self.count();
        let mut middle =
            self.sides().filter(|(_, sides)| sides.iter().all(|&side| 2 * side <= all));
        let first = middle.next()?.0;
        let last = middle.last().map_or(first, |(number, _)| number);
        Some(match (first, last) {
            (Points::Given(low), Points::Given(high)) => Points::Given((low + high) / 2.0),
            // Any number of points beyond the last will do: the last is told.
            (number @ Points::Given(_), _) | (_, number @ Points::Given(_)) => number,
            (first, _) => first,
        })
    }
}

impl Counted<'_> {
    /// The first seat's points less the second's in the games that points decided, be they rounds
    /// of matches or not; of rounds by turn, the first to move first.
    pub fn decided_margin(&self) -> &Histogram {
        match self.terms.stuck_loses {
            true => &self.tally.decided_margin,
            false => &self.tally.margin_by_turn,
        }
    }

    /// The compensation, of matches that of their rounds; nothing without games, or beyond two seats.
    pub fn compensation(&self) -> Option<Compensation> {
        if self.tally.seats != 2 {
            return None;
        }
        let games = Ordered::of(self);
        let points = games.median()?;
        let has_interval = self.joint(Seat::FIRST)?.interval.is_some()
            && self.why_no_rounds(self.one_game()).is_none();
        let all = self.tally.rounds();
        // A number is spoken against where more than half are shown to lie on one side of it.
        let holds = |half_games: u64| {
            let share = half_games * (WHOLE / 2);
            score_interval(share, all, self.terms.alpha(), self.terms.sampling)
                .is_none_or(|interval| interval.low <= 0.5)
        };
        let mut held = games
            .sides()
            .filter(|&(_, [below, above])| holds(below) && holds(above))
            .map(|(number, _)| number);
        let interval = held.next().map(|low| [low, held.last().unwrap_or(low)]);
        Some(Compensation { points, interval: interval.filter(|_| has_interval) })
    }
}
