//! Statistics of one cell: its labels, its tally, and means with confidence intervals.

use super::interval::{ALPHA, Interval, Z, student, wilson};
use super::quantile;
use crate::run::{DistinctGames, Opening, ScoreSum, Tally};
use pasang_balance::answer::JointRow;
use pasang_core::games::Seat;

#[derive(Clone, Copy, Debug)]
pub struct Labels<'a> {
    pub setup: &'a str,
    pub rules: &'a str,
    pub bots: &'a str,
    /// The bots one by one: one for all seats, or one for each.
    pub each: &'a [String],
    pub phases: &'a [&'a str],
}

/// A cell and the statistics of its games.
#[derive(Clone, Copy, Debug)]
pub struct CellStats<'a> {
    /// The number of the cell in the experiment, from 0.
    pub number: usize,
    pub labels: Labels<'a>,
    pub tally: &'a Tally,
    /// The number of distinct games; `None` if it is unknown.
    pub distinct: Option<DistinctGames>,
    /// The answer by the games of crews; `None` if other bots play.
    pub balance: Option<&'a JointRow>,
}

/// A cell with a smaller share of distinct games has few of them.
const MOST_ARE_DISTINCT: f64 = 0.9;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    pub mean: f64,
    /// The confidence interval of the mean; `None` if there is none.
    pub interval: Option<Interval>,
    /// The method of the interval, or the reason why there is none.
    pub method: &'static str,
}

const ONE_DISTINCT: &str = "none: one distinct game";

impl Estimate {
    pub(super) fn none(mean: f64, method: &'static str) -> Estimate {
        Estimate { mean, interval: None, method }
    }

    /// Estimates a mean score with Wilson's 95 % confidence interval. `None` without games. Identical games
    /// have no interval: playing the game once more adds no information.
    fn score(sums: ScoreSum, one_game: bool) -> Option<Estimate> {
        let mean = sums.mean()?;
        Some(match one_game {
            true => Estimate::none(mean, ONE_DISTINCT),
            false => Estimate { mean, interval: wilson(sums, Z), method: "wilson-95" },
        })
    }

    /// Returns the mean with its interval; `None` without one.
    pub fn with_interval(&self) -> Option<(f64, Interval)> {
        Some((self.mean, self.interval?))
    }

    /// Estimates a seat's mean score, by the model of a crew's games if there is one. `None` without games.
    pub(super) fn of_seat(
        seat: Seat,
        sum: ScoreSum,
        one_game: bool,
        balance: Option<&JointRow>,
    ) -> Option<Estimate> {
        let alone = Estimate::score(sum, one_game)?;
        Some(balance.map_or(alone, |row| Estimate::by_crew(row, seat)))
    }

    /// Returns a seat's score by the model of a crew's games.
    fn by_crew(row: &JointRow, seat: Seat) -> Estimate {
        let (mean, interval) = (row.score.mean, row.interval());
        let Interval { low, high } = interval;
        let (mean, interval) = match seat {
            Seat::FIRST => (mean, interval),
            _ => (1.0 - mean, Interval { low: 1.0 - high, high: 1.0 - low }),
        };
        Estimate { mean, interval: Some(interval), method: "crew-95" }
    }
}

impl<'a> CellStats<'a> {
    /// Returns the names of first and second player where two different bots met; `None` without
    /// games.
    pub fn contest(&self) -> Option<[&'a str; 2]> {
        let [first, second] = self.labels.each else { return None };
        let has_met = self.tally.seats == 2 && first != second && self.tally.games() > 0;
        has_met.then_some([first, second])
    }
}

impl CellStats<'_> {
    /// Returns whether the same bot sits in every seat.
    pub fn is_self_play(&self) -> bool {
        self.labels.each.windows(2).all(|pair| pair[0] == pair[1])
    }

    /// Returns the share of distinct games, as far as is known; `None` without games.
    pub fn distinct_share(&self) -> Option<f64> {
        let games = self.tally.games();
        let distinct = self.distinct.filter(|_| games > 0)?;
        Some(distinct.games as f64 / games as f64)
    }

    /// Returns whether fewer than nine of ten games are distinct, as far as is known.
    pub fn has_few_games(&self) -> bool {
        self.distinct_share().is_some_and(|share| share < MOST_ARE_DISTINCT)
    }

    /// Returns whether the cell has several games, all identical.
    pub fn one_game(&self) -> bool {
        self.tally.games() > 1 && self.distinct.is_some_and(|distinct| distinct.games == 1)
    }

    /// Estimates a seat's mean score; `None` without games, or if there is no such seat.
    pub fn score(&self, seat: Seat) -> Option<Estimate> {
        if seat.number() > self.tally.seats {
            return None;
        }
        Estimate::of_seat(seat, self.tally.sum(seat), self.one_game(), self.balance)
    }

    /// Estimates the mean score margin, the first seat's points less the second's; `None` without
    /// games, or with more than two seats.
    pub fn margin(&self) -> Option<Estimate> {
        let margin = &self.tally.margin;
        let mean = margin.mean()?;
        if self.one_game() {
            return Some(Estimate::none(mean, ONE_DISTINCT));
        }
        Some(match student(margin, ALPHA) {
            Some(interval) => Estimate { mean, interval: Some(interval), method: "t-95" },
            None if margin.count() == 1 => Estimate::none(mean, "none: one game"),
            None => Estimate::none(mean, "none: no spread"),
        })
    }

    /// Estimates the first player's score in an opening, with its 95 % confidence interval; `None`
    /// without games.
    pub fn opening_score(&self, opening: &Opening) -> Option<Estimate> {
        Estimate::score(opening.sum(), opening.one_game())
    }

    /// Returns an opening's simultaneous interval (Bonferroni over the cell's openings): all of
    /// them hold together with a probability of 95 %.
    pub fn opening_joint(&self, opening: &Opening) -> Option<Interval> {
        self.opening_score(opening)?.interval?;
        let alpha = ALPHA / self.tally.openings.len().max(1) as f64;
        wilson(opening.sum(), quantile::normal(alpha / 2.0))
    }
}
