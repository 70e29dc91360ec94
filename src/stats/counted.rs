//! A cell as the tables see it: its names, its tally, and means with their intervals.

use super::anytime::anytime;
use super::distinct::Distinct;
use super::histogram::Histogram;
use super::interval::{
    ALPHA, Interval, Sampling, Z, score_interval, student, wilson, wilson_share,
};
use super::score::WHOLE;
use super::tally::{Opening, Sums, Tally};
use crate::games::Seat;

/// The margin of a verdict where the experiment names none. Two points of a hundred move a match
/// of a hundred games by two wins, less than half of its standard deviation, which is five.
pub const WITHIN: f64 = 0.02;

/// On what terms a cell's figures are to be read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terms {
    /// How many statements share the chance [`ALPHA`] of an error: one for each cell of two
    /// seats, one for each seat of others.
    pub statements: u64,
    /// The margin of the verdict: how far from its share a score may be and count as even.
    pub within: f64,
    pub sampling: Sampling,
    /// Whether the first two moves were given, each pair equally often, and not the bots' choice.
    pub given_openings: bool,
    /// Whether the same bot sits in every seat. Then who starts a round makes no difference to it, and
    /// the rounds of a match are as independent as games are; with different bots who starts a round
    /// may depend on the rounds before it.
    pub mirror: bool,
    /// Whether games went to the pairs of first moves that were in doubt, so that their mean means nothing.
    pub by_doubt: bool,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms {
            statements: 1,
            within: WITHIN,
            sampling: Sampling::Fixed,
            given_openings: false,
            mirror: true,
            by_doubt: false,
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

#[derive(Clone, Copy, Debug)]
pub struct Labels<'a> {
    pub setup: &'a str,
    pub rules: &'a str,
    pub bots: &'a str,
    /// The same bots one by one: one for all seats, or one for each.
    pub each: &'a [String],
    pub phases: &'a [&'a str],
}

/// A cell and what its games came to.
#[derive(Clone, Copy, Debug)]
pub struct Counted<'a> {
    /// Its number in the experiment, from 0.
    pub number: usize,
    pub labels: Labels<'a>,
    pub tally: &'a Tally,
    /// How many of its games are different; nothing where games were not recorded.
    pub distinct: Option<Distinct>,
    pub terms: Terms,
}

/// With a smaller share of different games a cell has few of them.
const MOST_ARE_DISTINCT: f64 = 0.9;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    pub mean: f64,
    /// Where the mean of endlessly many games is expected, unless nothing can be said.
    pub interval: Option<Interval>,
    /// How the interval was made, or why there is none.
    pub method: &'static str,
}

pub(super) const ONE_DISTINCT: &str = "none: one distinct game";
const BY_DOUBT: &str = "none: games went where the doubt was";
const LINKED: &str = "none: rounds of different bots depend on one another";
pub(super) const OPEN: &str = "none: games may be added";

impl Measured {
    /// Why there is no interval, in two words at most: the games are all the same one, or they are
    /// rounds that depend on one another, or went where the doubt was.
    pub(crate) fn why_none(&self) -> &'static str {
        match self.method {
            ONE_DISTINCT => "one game",
            BY_DOUBT => "by doubt",
            _ => "linked",
        }
    }

    pub(super) fn none(mean: f64, method: &'static str) -> Measured {
        Measured { mean, interval: None, method }
    }

    /// A mean score with its interval at 95 %; nothing without games, and no interval where it is
    /// told why.
    pub(super) fn score(
        sums: Sums,
        sampling: Sampling,
        why_none: Option<&'static str>,
    ) -> Option<Measured> {
        let Sums { twelfths, games } = sums;
        let mean = sums.mean()?;
        Some(match (why_none, sampling) {
            (Some(why), _) => Measured::none(mean, why),
            (None, Sampling::Fixed) => {
                Measured { mean, interval: wilson(twelfths, games), method: "wilson-95" }
            }
            (None, Sampling::Open) => {
                let interval = Some(anytime(twelfths, games, ALPHA));
                Measured { mean, interval, method: "anytime-95" }
            }
        })
    }

    /// The mean score of a round from the sums, in twelfths, of each match's rounds; no interval
    /// where it is told why.
    pub(super) fn of_matches(
        sums: &Histogram,
        rounds: usize,
        sampling: Sampling,
        why_none: Option<&'static str>,
    ) -> Option<Measured> {
        let whole = WHOLE as f64 * rounds as f64;
        let mean = sums.mean()? / whole;
        // A sum of rounds has its bounds, but no interval for any time is made of it here.
        let open = (sampling == Sampling::Open).then_some(OPEN);
        if let Some(why) = why_none.or(open) {
            return Some(Measured::none(mean, why));
        }
        Some(match student(sums) {
            Some(sum) => {
                let Interval { low, high } = sum.part(whole);
                let interval = Interval { low: low.max(0.0), high: high.min(1.0) };
                Measured { mean, interval: Some(interval), method: "t-95 over matches" }
            }
            // Matches that all come to the same show no spread, and are not certain for that: their
            // mean scores lie between 0 and 1, and no such score varies more than wins and losses.
            None => {
                let interval = wilson_share(mean, sums.count() as f64, Z);
                Measured { mean, interval: Some(interval), method: "wilson-95 over matches" }
            }
        })
    }
}

impl Counted<'_> {
    /// How many of the games are different, as far as is known.
    pub fn distinct(&self) -> Option<Distinct> {
        let one = || Distinct { games: 1, largest: self.tally.games() };
        self.distinct.or_else(|| self.tally.one_game().then(one))
    }

    /// The share of different games, as far as is known; nothing without games.
    pub fn distinct_share(&self) -> Option<f64> {
        let games = self.tally.games();
        let distinct = self.distinct().filter(|_| games > 0)?;
        Some(distinct.games as f64 / games as f64)
    }

    /// Whether fewer than nine of ten games are different, as far as is known.
    pub fn has_few_games(&self) -> bool {
        self.distinct_share().is_some_and(|share| share < MOST_ARE_DISTINCT)
    }

    /// Whether there were several games, and all of them the same one.
    pub fn one_game(&self) -> bool {
        self.tally.games() > 1 && self.distinct().is_some_and(|distinct| distinct.games == 1)
    }

    /// Why the cell's scores have no interval, if so. Games that are all the same one have none:
    /// playing it once more says nothing new.
    pub(super) fn why_none(&self) -> Option<&'static str> {
        let by_doubt = self.terms.by_doubt.then_some(BY_DOUBT);
        by_doubt.or(self.one_game().then_some(ONE_DISTINCT))
    }

    /// A seat's mean score; nothing without games, or where nobody sits there.
    pub fn score(&self, seat: Seat) -> Option<Measured> {
        if seat.number() > self.tally.seats {
            return None;
        }
        let sums = Sums { twelfths: self.tally.score(seat), games: self.tally.games() };
        Measured::score(sums, self.terms.sampling, self.why_none())
    }

    /// Why scores of such rounds, taken one by one and by turn, have no interval, if so; of games
    /// that are no rounds the same as ever.
    pub(super) fn why_no_rounds(&self, one_game: bool) -> Option<&'static str> {
        match one_game {
            true => Some(ONE_DISTINCT),
            false => (self.tally.matches.is_some() && !self.terms.mirror).then_some(LINKED),
        }
    }

    /// The mean score of whoever was the first to move in a round; nothing where no matches are
    /// played.
    pub fn starters(&self) -> Option<Measured> {
        let matches = self.tally.matches.as_ref()?;
        let rounds = matches.rounds.len();
        Measured::of_matches(&matches.starters, rounds, self.terms.sampling, self.why_none())
    }

    /// The mean of the first seat's points less the second's; nothing without games, or beyond
    /// two seats.
    pub fn margin(&self) -> Option<Measured> {
        let margin = self.tally.margin();
        let mean = margin.mean()?;
        // Points have no bound that would make an interval for any time narrow enough to use.
        let open = (self.terms.sampling == Sampling::Open).then_some(OPEN);
        if let Some(why) = self.why_none().or(open) {
            return Some(Measured::none(mean, why));
        }
        Some(match student(margin) {
            Some(interval) => Measured { mean, interval: Some(interval), method: "t-95" },
            None if margin.count() == 1 => Measured::none(mean, "none: one game"),
            None => Measured::none(mean, "none: no spread"),
        })
    }

    /// The first player's score in an opening, with its interval at 95 %; nothing without games.
    pub fn opening_score(&self, opening: &Opening) -> Option<Measured> {
        let sums = Sums { twelfths: opening.first_score, games: opening.games };
        let why = self.why_no_rounds(opening.one_game());
        Measured::score(sums, self.terms.sampling, why)
    }

    /// An opening's interval at the level that all openings of the cell share: together they are
    /// right with a chance of 95 %.
    pub fn opening_joint(&self, opening: &Opening) -> Option<Interval> {
        if self.why_no_rounds(opening.one_game()).is_some() {
            return None;
        }
        let alpha = ALPHA / self.tally.openings.len().max(1) as f64;
        score_interval(opening.first_score, opening.games, alpha, self.terms.sampling)
    }
}
