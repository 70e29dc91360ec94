//! How the setups of a `[find]` contest stand.

use super::counted::Counted;
use super::find::{Contest, End, Find, Standing};
use super::shrink::shrunken;
use super::sums::Sums;
use crate::experiment::MOST_GAMES;

pub(crate) fn end_word(end: Option<End>) -> &'static str {
    match end {
        None => "open",
        Some(End::Winner) => "winner",
        Some(End::Set) => "set",
        Some(End::MostGames) => "max-games",
    }
}

/// A contest with what its cells came to.
pub(crate) struct Seen<'c> {
    contest: &'c Contest,
    pub(crate) sums: Vec<Sums>,
    /// The scores drawn towards their mean.
    pub(crate) shrunken: Vec<f64>,
    alpha: f64,
}

impl<'c> Seen<'c> {
    pub(crate) fn new(cells: &[Counted<'_>], contest: &'c Contest, find: &Find) -> Seen<'c> {
        let sums: Vec<Sums> =
            contest.cells().iter().map(|&cell| Sums::of(cells[cell].tally)).collect();
        let shrunken = shrunken(&sums);
        Seen { contest, sums, shrunken, alpha: find.alpha_each() }
    }

    pub(crate) fn standing(&self, place: usize) -> &'static str {
        match self.contest.standings()[place] {
            Standing::Out { .. } => "out",
            _ if self.contest.end() == Some(End::Winner) => "winner",
            Standing::Close { .. } => "close",
            Standing::Open => "open",
        }
    }

    /// About how many games more would tell a contender from the leader, if the leader had as many
    /// in all and both true scores were the shrunken estimates; nothing for the leader, for what
    /// is out, and where no number of games would do.
    pub(crate) fn more_games(&self, place: usize) -> Option<u64> {
        let leader = self.contest.leader()?;
        if place == leader || self.standing(place) == "out" {
            return None;
        }
        let apart = |games: u64| {
            let [one, other] = [place, leader].map(|place| {
                let twelfths = (self.shrunken[place] * 12.0 * games as f64) as u64;
                let interval = Sums { twelfths, games }.interval(self.alpha);
                super::find::Distance::of(interval, self.contest.fair())
            });
            one.low > other.high || other.low > one.high
        };
        let mut too_few = self.sums[place].games.max(1);
        let mut enough = too_few;
        while !apart(enough) {
            too_few = enough;
            enough *= 2;
            if enough > MOST_GAMES {
                return None;
            }
        }
        // To three figures: it is an estimate.
        while enough - too_few > (enough / 1000).max(1) {
            let middle = too_few + (enough - too_few) / 2;
            if apart(middle) { enough = middle } else { too_few = middle }
        }
        Some(enough - self.sums[place].games)
    }
}
