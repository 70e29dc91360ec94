//! A cell as the tables see it: its names, its tally, and means with their intervals.

use super::distinct::Distinct;
use super::histogram::Histogram;
use super::interval::{Interval, student, wilson};
use super::tally::{Tally, WHOLE};
use crate::game::Seat;

/// What a cell is called.
#[derive(Clone, Copy, Debug)]
pub struct Labels<'a> {
    /// Its setup.
    pub setup: &'a str,
    /// Its rules.
    pub rules: &'a str,
    /// Its bots.
    pub bots: &'a str,
    /// The phases of its game, in order.
    pub phases: &'a [&'a str],
}

/// A cell and what its games came to.
#[derive(Clone, Copy, Debug)]
pub struct Counted<'a> {
    /// What it is called.
    pub labels: Labels<'a>,
    /// The sums over its games.
    pub tally: &'a Tally,
    /// How many of its games are different; nothing where games were not recorded.
    pub distinct: Option<Distinct>,
}

/// A mean and how far it may mislead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// The mean.
    pub mean: f64,
    /// Where the mean of endlessly many games is expected, unless nothing can be said.
    pub interval: Option<Interval>,
    /// How the interval was made, or why there is none.
    pub method: &'static str,
}

const ONE_DISTINCT: &str = "none: one distinct game";

impl Measured {
    /// A mean score from the sum of scores in twelfths; nothing without games. Games that are all
    /// the same one have no interval: playing it once more says nothing new.
    pub(super) fn score(twelfths: u64, games: u64, one_game: bool) -> Option<Measured> {
        if games == 0 {
            return None;
        }
        let mean = twelfths as f64 / (WHOLE as f64 * games as f64);
        Some(if one_game {
            Measured { mean, interval: None, method: ONE_DISTINCT }
        } else {
            Measured { mean, interval: wilson(twelfths, games), method: "wilson-95" }
        })
    }
}

impl Measured {
    /// The mean score of a round from the sums, in twelfths, of each match's rounds.
    pub(super) fn of_matches(sums: &Histogram, rounds: usize, one_match: bool) -> Option<Measured> {
        let whole = WHOLE as f64 * rounds as f64;
        let mean = sums.mean()? / whole;
        let none = |method| Measured { mean, interval: None, method };
        Some(match student(sums) {
            _ if one_match => none(ONE_DISTINCT),
            Some(Interval { low, high }) => {
                let (low, high) = (low / whole, high / whole);
                let interval = Interval { low: low.max(0.0), high: high.min(1.0) };
                Measured { mean, interval: Some(interval), method: "t-95 over matches" }
            }
            None => none("none: no spread"),
        })
    }
}

impl Counted<'_> {
    /// How many of the games are different, as far as is known.
    pub fn distinct(&self) -> Option<Distinct> {
        self.distinct.or_else(|| Distinct::known_to(self.tally))
    }

    /// Whether there were several games, and all of them the same one.
    pub fn one_game(&self) -> bool {
        self.tally.games() > 1 && self.distinct().is_some_and(|distinct| distinct.games == 1)
    }

    /// A seat's mean score; nothing without games, or where nobody sits there.
    pub fn score(&self, seat: Seat) -> Option<Measured> {
        if seat.number() > self.tally.seats() {
            return None;
        }
        Measured::score(self.tally.score(seat), self.tally.games(), self.one_game())
    }

    /// The mean score of whoever was the first to move in a round; nothing where no matches are
    /// played.
    pub fn starters(&self) -> Option<Measured> {
        let matches = self.tally.matches()?;
        Measured::of_matches(matches.starters(), matches.rounds().len(), self.one_game())
    }

    /// The mean of the first seat's points less the second's; nothing without games, or beyond
    /// two seats.
    pub fn margin(&self) -> Option<Measured> {
        let margin = self.tally.margin();
        let mean = margin.mean()?;
        let none = |method| Measured { mean, interval: None, method };
        Some(match student(margin) {
            _ if self.one_game() => none(ONE_DISTINCT),
            Some(interval) => Measured { mean, interval: Some(interval), method: "t-95" },
            None if margin.count() == 1 => none("none: one game"),
            None => none("none: no spread"),
        })
    }
}
