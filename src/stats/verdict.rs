//! What may be said of a cell: from where its interval lies, never from what was not found.
//!
//! An experiment makes a statement on every cell. So that all of them together are right with a
//! chance of 95 %, each has an interval that misses with a chance of 5 % divided by their number
//! (Bonferroni; see [`Terms`](super::Terms)). A verdict only says where that interval lies, and the tables
//! show that interval: verdict and picture cannot disagree.

use super::anytime::ln_evidence;
use super::counted::{Counted, Measured};
use super::interval::{Interval, Sampling, score_interval};
use super::quantile;
use super::score::WHOLE;
use crate::games::Seat;
use crate::words;

words! {
    /// What may be said of a cell.
    pub enum Verdict ("verdict") {
        /// The first player scores more than an even share: the interval lies above it
        First = "first",
        /// The second player does, of two: the interval lies below
        Second = "second",
        /// Of three or four players one scores more, or less, than an even share
        Uneven = "uneven",
        /// Every player's interval lies within the margin of an even share
        Balanced = "balanced",
        /// None of these is shown
        Undecided = "undecided",
    }
}

words! {
    /// What may be said of one player's score.
    pub enum Standing ("standing") {
        /// The interval lies above an even share
        Ahead = "ahead",
        /// It lies below
        Behind = "behind",
        /// It lies within the margin
        Even = "even",
        /// None of these is shown
        Open = "open",
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

    /// The sign in tables that have no room for words.
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

/// How surprising a mean score is if the true one is `fair`. For a fixed number of games the
/// score test, which rejects where Wilson's interval leaves `fair` out; else the inverse of what
/// a stake against it has become, which does so where the interval that holds at any time does.
pub fn p_value(twelfths: u64, games: u64, fair: f64, sampling: Sampling) -> Option<f64> {
    if games == 0 {
        return None;
    }
    Some(match sampling {
        Sampling::Fixed => {
            let n = games as f64;
            let mean = twelfths as f64 / (WHOLE as f64 * n);
            quantile::normal_beyond((mean - fair) / (fair * (1.0 - fair) / n).sqrt())
        }
        Sampling::Open => libm::exp(-ln_evidence(twelfths, games, fair)).min(1.0),
    })
}

/// Where an interval lies. Within the margin comes first: an interval there may lie on one side
/// of the even share too, and says that whoever is ahead is so by less than matters.
pub fn standing(interval: Interval, fair: f64, within: f64) -> Standing {
    if interval.low >= fair - within && interval.high <= fair + within {
        Standing::Even
    } else if interval.low > fair {
        Standing::Ahead
    } else if interval.high < fair {
        Standing::Behind
    } else {
        Standing::Open
    }
}

impl Counted<'_> {
    /// The share of each seat where all are alike.
    pub fn fair(&self) -> f64 {
        1.0 / f64::from(self.tally.seats)
    }

    /// A seat's mean score with the interval that the verdict uses; nothing without games, or
    /// where nobody sits there.
    pub fn joint(&self, seat: Seat) -> Option<Measured> {
        let alone = self.score(seat)?;
        // Where a single interval means nothing, a wider one does no more.
        if alone.interval.is_none() {
            return Some(alone);
        }
        let (twelfths, games) = (self.tally.score(seat), self.tally.games());
        let interval = score_interval(twelfths, games, self.terms.alpha(), self.terms.sampling);
        let method = match self.terms.sampling {
            Sampling::Fixed => "wilson-joint",
            Sampling::Open => "anytime-joint",
        };
        Some(Measured { interval, method, ..alone })
    }

    /// What may be said of a seat's score; nothing where there is no interval.
    pub fn standing(&self, seat: Seat) -> Option<Standing> {
        let interval = self.joint(seat)?.interval?;
        Some(standing(interval, self.fair(), self.terms.within))
    }

    /// What may be said of the cell; nothing where there is no interval.
    pub fn verdict(&self) -> Option<Verdict> {
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

    /// How surprising the games are if all seats were alike: the least of the seats' values,
    /// times their number beyond two seats. Nothing where there is no interval.
    pub fn p_value(&self) -> Option<f64> {
        self.score(Seat::FIRST)?.interval?;
        let (games, fair) = (self.tally.games(), self.fair());
        let value = |seat| p_value(self.tally.score(seat), games, fair, self.terms.sampling);
        if self.tally.seats == 2 {
            return value(Seat::FIRST);
        }
        let least = Seat::first(self.tally.seats).filter_map(value).fold(1.0, f64::min);
        Some((least * f64::from(self.tally.seats)).min(1.0))
    }
}

/// Values of p adjusted for being many, so that all that are below 0.05 are right together with a
/// chance of 95 % (Holm 1979, "A simple sequentially rejective multiple test procedure", Scand. J.
/// Stat. 6, pp. 65-70). A cell without a value counts as none.
pub fn holm(values: &[Option<f64>]) -> Vec<Option<f64>> {
    let mut order: Vec<usize> = (0..values.len()).filter(|&at| values[at].is_some()).collect();
    order.sort_by(|&a, &b| {
        let value = |at: usize| values[at].unwrap_or(1.0);
        value(a).total_cmp(&value(b)).then(a.cmp(&b))
    });
    let mut adjusted = vec![None; values.len()];
    let mut most: f64 = 0.0;
    for (place, &at) in order.iter().enumerate() {
        let left = (order.len() - place) as f64;
        most = most.max((values[at].unwrap_or(1.0) * left).min(1.0));
        adjusted[at] = Some(most);
    }
    adjusted
}
