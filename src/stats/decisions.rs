//! How the setups of a `[find]` contest stand.
//!
//! # Estimates that are drawn towards what cells have in common
//!
//! The best of many raw scores is partly the luckiest: the setup that looks most balanced is
//! flattered by chance. An estimate that is drawn towards the mean of all setups, the more so the
//! fewer games it rests on, is nearer to the truth on average (James and Stein 1961, "Estimation
//! with quadratic loss"; Efron and Morris 1975, "Data analysis using Stein's estimator and its
//! generalizations", J. Am. Stat. Assoc. 70).

use super::counted::Counted;
use super::find::{Contest, End, Find, Standing, Sums};
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

/// The mean scores of cells, drawn towards their common mean; a cell without games gets that
/// mean. With fewer than three cells that have games, the raw means: too little can be
/// known of how true scores spread.
///
/// True scores are taken to spread normally around a mean m with variance t, raw ones around the
/// true ones with variance v = q (1 - q) / n, where q = (S + 1) / (n + 2), so that a cell that won all its games
/// is not thought certain. t comes from the method of moments for unequal v (DerSimonian and
/// Laird 1986, "Meta-analysis in clinical trials", Controlled Clinical Trials 7, pp. 177-188):
///
/// ```text
/// w = 1 / v      a = sum(w x) / sum(w)      Q = sum(w (x - a)^2)
/// t = max(0, (Q - (K - 1)) / (sum(w) - sum(w^2) / sum(w)))
/// m = sum(x / (v + t)) / sum(1 / (v + t))
/// estimate = m + t / (t + v) (x - m)
/// ```
pub fn shrunken(cells: &[Sums]) -> Vec<f64> {
    let played: Vec<(f64, f64)> =
        cells.iter().filter(|sums| sums.games > 0).map(|&sums| observed(sums)).collect();
    if played.len() < 3 {
        return cells.iter().map(|sums| sums.mean()).collect();
    }
    let sum = |of: &dyn Fn(f64, f64) -> f64| played.iter().map(|&(x, v)| of(x, v)).sum::<f64>();
    let weights = sum(&|_, v| 1.0 / v);
    let centre = sum(&|x, v| x / v) / weights;
    let spread = sum(&|x, v| (x - centre) * (x - centre) / v);
    let surplus = spread - (played.len() - 1) as f64;
    let t = (surplus / (weights - sum(&|_, v| 1.0 / (v * v)) / weights)).max(0.0);
    let mean = sum(&|x, v| x / (v + t)) / sum(&|_, v| 1.0 / (v + t));
    let drawn = |&sums: &Sums| {
        if sums.games == 0 {
            return mean;
        }
        let (x, v) = observed(sums);
        mean + t / (t + v) * (x - mean)
    };
    cells.iter().map(drawn).collect()
}

/// A cell's raw mean and the variance of it.
fn observed(sums: Sums) -> (f64, f64) {
    let n = sums.games as f64;
    let q = (sums.mean() * n + 1.0) / (n + 2.0);
    (sums.mean(), q * (1.0 - q) / n)
}
