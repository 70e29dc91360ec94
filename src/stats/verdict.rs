//! Derives verdicts on cells from where their intervals lie, never from a failure to reject.
//!
//! An experiment makes one statement on every cell. All of them hold together with a probability of
//! 95 %: each uses an interval at the level 5 % divided by the number of statements (Bonferroni;
//! see [`InferenceConfig`](super::InferenceConfig)). The tables show the same interval, so that verdict and picture
//! cannot disagree.

use super::balance::BalanceVerdict;
use super::cell_stats::{CellStats, Estimate};
use super::interval::{Interval, wilson_at};
use super::quantile;
use super::tally::ScoreSum;
use pasang_core::games::Seat;
use pasang_core::keyword_enum;

keyword_enum! {
    /// The verdict on a cell.
    pub enum Verdict ("verdict") {
        /// The first player is favoured: the interval lies above an even share
        First = "first",
        /// The second of two players is favoured: the interval lies below an even share
        Second = "second",
        /// Of three or four players one scores more, or less, than an even share
        Uneven = "uneven",
        /// Every player's interval lies within the equivalence margin of an even share
        Balanced = "balanced",
        /// Inconclusive: none of these is shown
        Undecided = "undecided",
    }
}

keyword_enum! {
    /// The verdict on one player's score.
    pub enum Standing ("standing") {
        /// The interval lies above an even share
        Ahead = "ahead",
        /// The interval lies below an even share
        Behind = "behind",
        /// The interval lies within the equivalence margin of an even share
        Even = "even",
        /// Inconclusive: none of these is shown
        Open = "open",
    }
}

impl From<BalanceVerdict> for Verdict {
    fn from(verdict: BalanceVerdict) -> Verdict {
        match verdict {
            BalanceVerdict::First => Verdict::First,
            BalanceVerdict::Second => Verdict::Second,
            BalanceVerdict::Within5 | BalanceVerdict::Within10 => Verdict::Balanced,
            BalanceVerdict::Inconclusive => Verdict::Undecided,
        }
    }
}

impl Verdict {
    pub fn by_first(standing: Standing) -> Verdict {
        match standing {
            Standing::Ahead => Verdict::First,
            Standing::Behind => Verdict::Second,
            Standing::Even => Verdict::Balanced,
            Standing::Open => Verdict::Undecided,
        }
    }

    /// Returns the sign for tables without room for words.
    pub fn sign(self) -> &'static str {
        match self {
            Verdict::First => "+",
            Verdict::Second => "-",
            Verdict::Uneven => "*",
            Verdict::Balanced => "=",
            Verdict::Undecided => "",
        }
    }
}

/// Returns the p-value of a mean score under the null hypothesis `even_share`; `None` without
/// games. It is the score test, which rejects exactly if Wilson's interval excludes `even_share`.
pub fn p_value(sum: ScoreSum, even_share: f64) -> Option<f64> {
    let mean = sum.mean()?;
    let deviation = (even_share * (1.0 - even_share) / sum.games as f64).sqrt();
    Some(quantile::normal_beyond((mean - even_share) / deviation))
}

/// Classifies an interval. The margin comes first (equivalence test): an interval within it may lie
/// on one side of the even share too, and shows an advantage too small to matter.
pub fn standing(interval: Interval, even_share: f64, within: f64) -> Standing {
    if interval.low >= even_share - within && interval.high <= even_share + within {
        Standing::Even
    } else if interval.low > even_share {
        Standing::Ahead
    } else if interval.high < even_share {
        Standing::Behind
    } else {
        Standing::Open
    }
}

impl CellStats<'_> {
    /// Returns the even share of a seat.
    pub fn even_share(&self) -> f64 {
        1.0 / f64::from(self.tally.seats)
    }

    /// Returns a seat's mean score with the simultaneous interval that the verdict uses; `None`
    /// without games, or if there is no such seat.
    pub fn simultaneous(&self, seat: Seat) -> Option<Estimate> {
        if let Some(joint) = self.by_crew(seat, |score| score.joint, "crew-joint") {
            return Some(joint);
        }
        let alone = self.score(seat)?;
        // A cell without a valid single interval has no valid wider one.
        if alone.interval.is_none() {
            return Some(alone);
        }
        let z = quantile::normal(self.inference.alpha() / 2.0);
        let interval = wilson_at(self.tally.sum(seat), z);
        Some(Estimate { interval, method: "wilson-joint", ..alone })
    }

    /// Returns the verdict on a seat's score; `None` without an interval.
    pub fn standing(&self, seat: Seat) -> Option<Standing> {
        let interval = self.simultaneous(seat)?.interval?;
        Some(standing(interval, self.even_share(), self.inference.within))
    }

    /// Returns the verdict on the cell; `None` without an interval.
    pub fn verdict(&self) -> Option<Verdict> {
        if let Some(balance) = self.balance {
            return Some(balance.verdict.into());
        }
        let seats = self.tally.seats;
        if seats == 2 {
            return self.standing(Seat::FIRST).map(Verdict::by_first);
        }
        let standings: Vec<Standing> =
            Seat::first(seats).map(|seat| self.standing(seat)).collect::<Option<_>>()?;
        let some = |wanted| standings.contains(&wanted);
        Some(if standings.iter().all(|&standing| standing == Standing::Even) {
            Verdict::Balanced
        } else if some(Standing::Ahead) || some(Standing::Behind) {
            Verdict::Uneven
        } else {
            Verdict::Undecided
        })
    }

    /// Returns the p-value of the hypothesis that all seats score alike: with more than two seats
    /// the least of the seats' p-values times the number of seats (Bonferroni). `None` without an
    /// interval.
    pub fn p_value(&self) -> Option<f64> {
        // A crew's games are a sample of bots, too: the test does not know them.
        if self.balance.is_some() {
            return None;
        }
        self.score(Seat::FIRST)?.interval?;
        let value = |seat| p_value(self.tally.sum(seat), self.even_share());
        if self.tally.seats == 2 {
            return value(Seat::FIRST);
        }
        let least = Seat::first(self.tally.seats).filter_map(value).fold(1.0, f64::min);
        Some((least * f64::from(self.tally.seats)).min(1.0))
    }
}

/// Adjusts p-values for multiple comparisons: rejecting where the adjusted value is below 0.05
/// keeps the family-wise error rate at 5 % (Holm 1979, "A simple sequentially rejective multiple
/// test procedure", Scand. J. Stat. 6, pp. 65-70). A cell without a p-value does not count.
pub fn holm(values: &[Option<f64>]) -> Vec<Option<f64>> {
    let known = values.iter().enumerate().filter_map(|(at, value)| Some((at, (*value)?)));
    let mut order: Vec<(usize, f64)> = known.collect();
    order.sort_by(|(_, one), (_, other)| one.total_cmp(other));
    let mut adjusted = vec![None; values.len()];
    let mut most: f64 = 0.0;
    for (left, (at, value)) in (1..=order.len()).rev().zip(order) {
        most = most.max((value * left as f64).min(1.0));
        adjusted[at] = Some(most);
    }
    adjusted
}
