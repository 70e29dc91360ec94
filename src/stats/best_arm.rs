//! `[find]`: finds the most balanced setup (best-arm identification). docs/statistics.md has the
//! rules by which setups are out, close and open, with their sources.
//!
//! A contest is between the setups under one rule set, with one line-up of bots. The distance of a
//! setup is |p - f|, with p the first player's true score and f the even share; an interval for p
//! bounds it. Proofs stay valid: true distances do not change.
//!
//! Games are played in rounds. In a round each chosen cell plays one batch, so that the cells that
//! play up to the maximum reach it in the same round, and a larger maximum only adds rounds. The
//! choice of cells follows from sums alone, so simulations run the same decision code. All
//! statements rest on confidence sequences ([`super::confidence_sequence`]), each at alpha / K for K cells: the
//! probability that any statement is false is at most alpha, whenever and for whatever reason
//! sampling stops.

use super::cell_stats::CellStats;
use super::confidence_sequence::confidence_sequence;
use super::interval::Interval;
use super::tally::ScoreSum;
use crate::experiment::{Experiment, MAX_GAMES};
pub use pasang_core::maximin::{StoppingRule, mean_or_half};

/// The contests between setups, all with the same stopping rule.
#[derive(Clone, Debug)]
pub struct BestArmSearch {
    pub stopping: StoppingRule,
    /// The indifference zone: distances that differ by at most this need not be told apart.
    pub within: f64,
    cells: usize,
    pub contests: Vec<Contest>,
    rounds: u64,
}

/// The setups under one rule set, with one line-up of bots.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The cells, one for each setup.
    pub cells: Vec<usize>,
    pub even_share: f64,
    pub standings: Vec<ArmStatus>,
    /// For each cell the number of games and the bounds that they give. Frozen once a setup is out.
    bounds: Vec<(u64, Distance)>,
    /// The reason why the contest ended; `None` while it is running.
    pub end: Option<End>,
}

/// Returns the confidence sequence of a cell's score at its present number of games.
pub fn interval(sums: ScoreSum, alpha: f64) -> Interval {
    confidence_sequence(sums.twelfths, sums.games, alpha)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArmStatus {
    Active,
    /// No setup is more balanced by more than `within`.
    NearBest {
        round: u64,
    },
    /// Less balanced than cell `than`, as proved after `round`. Rounds are counted from 1.
    Eliminated {
        round: u64,
        than: usize,
    },
}

crate::keyword_enum! {
    /// The reason why a contest ended.
    pub enum End ("contest") {
        /// All setups but one are out.
        Winner = "winner",
        /// All setups that are not out are close.
        Set = "set",
        /// Some setups are open, and one that would play on has reached the maximum number of
        /// games.
        MostGames = "max-games",
    }
}

/// Bounds for the distance of a setup's score from an even one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distance {
    pub low: f64,
    pub high: f64,
}

impl Distance {
    pub fn of(interval: Interval, even_share: f64) -> Distance {
        let (below, above) = (even_share - interval.high, interval.low - even_share);
        Distance { low: below.max(above).max(0.0), high: (-below).max(-above) }
    }
}

impl BestArmSearch {
    pub fn of(experiment: &Experiment, stopping: StoppingRule, within: f64) -> BestArmSearch {
        let kinds = experiment.rules.len() * experiment.lineups.len();
        // Setups are outermost, so the cells of a contest are `kinds` apart.
        let contests = (0..kinds).map(|kind| {
            let cells: Vec<usize> = (kind..experiment.cell_count()).step_by(kinds).collect();
            (cells, 1.0 / f64::from(experiment.cell(kind).rules.rules.seats()))
        });
        BestArmSearch::new(stopping, within, contests)
    }

    /// Creates the contests, each from its cells and its even share.
    pub fn new(
        stopping: StoppingRule,
        within: f64,
        contests: impl IntoIterator<Item = (Vec<usize>, f64)>,
    ) -> BestArmSearch {
        let contests: Vec<Contest> = contests
            .into_iter()
            .map(|(cells, even_share)| {
                let standings = vec![ArmStatus::Active; cells.len()];
                let nothing = Distance { low: 0.0, high: even_share.max(1.0 - even_share) };
                let bounds = vec![(0, nothing); cells.len()];
                Contest { cells, even_share, standings, bounds, end: None }
            })
            .collect();
        let cells = contests.iter().map(|contest| contest.cells.len()).sum();
        BestArmSearch { stopping, within, cells, contests, rounds: 0 }
    }

    /// Returns the error level of each cell's interval (Bonferroni).
    pub fn alpha_each(&self) -> f64 {
        self.stopping.alpha / self.cells as f64
    }

    /// Returns the cells that play in the next round, in order. Empty once every contest has ended.
    pub fn next_round(&mut self, sums: &[ScoreSum]) -> Vec<usize> {
        let (alpha, within, round) = (self.alpha_each(), self.within, self.rounds);
        let contests = self.contests.iter_mut();
        let mut chosen: Vec<usize> = contests
            .flat_map(|contest| contest.next_round(sums, alpha, within, &self.stopping, round))
            .collect();
        chosen.sort_unstable();
        self.rounds += 1;
        chosen
    }
}

impl Contest {
    /// Returns the indices of the cells that are not out.
    pub fn contenders(&self) -> impl Iterator<Item = usize> {
        let is_in = |&place: &usize| !matches!(self.standings[place], ArmStatus::Eliminated { .. });
        (0..self.cells.len()).filter(is_in)
    }

    /// Returns the bounds on the distance of the cell at `place`; for a cell that is out, the
    /// bounds at that time.
    pub fn distance(&self, place: usize) -> Distance {
        self.bounds[place].1
    }

    /// Returns the index of the contender with the least upper bound, the first of several; `None`
    /// without contenders.
    pub fn leader(&self) -> Option<usize> {
        let high = |place: usize| self.distance(place).high;
        self.contenders().min_by(|&a, &b| high(a).total_cmp(&high(b)))
    }

    fn next_round(
        &mut self,
        sums: &[ScoreSum],
        alpha_each: f64,
        within: f64,
        stopping: &StoppingRule,
        round: u64,
    ) -> Vec<usize> {
        if self.end.is_some() {
            return Vec::new();
        }
        for place in 0..self.cells.len() {
            let sums = sums[self.cells[place]];
            let is_out = matches!(self.standings[place], ArmStatus::Eliminated { .. });
            if !is_out && self.bounds[place].0 != sums.games {
                let distance = Distance::of(interval(sums, alpha_each), self.even_share);
                self.bounds[place] = (sums.games, distance);
            }
        }
        let Some(leader) = self.leader() else { return Vec::new() };
        let (than, most) = (self.cells[leader], self.distance(leader).high);
        for (standing, (_, distance)) in self.standings.iter_mut().zip(&self.bounds) {
            let is_out = matches!(standing, ArmStatus::Eliminated { .. });
            if !is_out && distance.low > most {
                *standing = ArmStatus::Eliminated { round, than };
            }
        }
        let least = self.contenders().map(|place| self.distance(place).low);
        let least = least.fold(f64::MAX, f64::min);
        for (standing, (_, distance)) in self.standings.iter_mut().zip(&self.bounds) {
            if *standing == ArmStatus::Active && distance.high <= least + within {
                *standing = ArmStatus::NearBest { round };
            }
        }
        let playing: Vec<usize> = self
            .contenders()
            .filter(|&place| self.standings[place] == ArmStatus::Active || place == leader)
            .map(|place| self.cells[place])
            .collect();
        self.end = if self.contenders().count() == 1 {
            Some(End::Winner)
        } else if !self.standings.contains(&ArmStatus::Active) {
            Some(End::Set)
        } else if playing.iter().any(|&cell| sums[cell].games + stopping.batch > stopping.most) {
            Some(End::MostGames)
        } else {
            None
        };
        if self.end.is_some() { Vec::new() } else { playing }
    }
}

pub(crate) struct ContestView<'c> {
    pub(crate) contest: &'c Contest,
    pub(crate) sums: Vec<ScoreSum>,
    /// The shrinkage estimates of the scores.
    pub(crate) shrunken: Vec<f64>,
    alpha: f64,
}

impl<'c> ContestView<'c> {
    pub(crate) fn new(
        cells: &[CellStats<'_>],
        contest: &'c Contest,
        find: &BestArmSearch,
    ) -> ContestView<'c> {
        let sums: Vec<ScoreSum> =
            contest.cells.iter().map(|&cell| cells[cell].tally.first()).collect();
        let shrunken = shrunken(&sums);
        ContestView { contest, sums, shrunken, alpha: find.alpha_each() }
    }

    pub(crate) fn standing(&self, place: usize) -> &'static str {
        match self.contest.standings[place] {
            ArmStatus::Eliminated { .. } => "out",
            _ if self.contest.end == Some(End::Winner) => "winner",
            ArmStatus::NearBest { .. } => "close",
            ArmStatus::Active => "open",
        }
    }

    /// Estimates the number of further games that would tell a contender from the leader, if the
    /// leader had the same total and both true scores were the shrinkage estimates. `None` for the
    /// leader, for setups that are out, and if no number of games suffices.
    pub(crate) fn more_games(&self, place: usize) -> Option<u64> {
        let leader = self.contest.leader()?;
        if place == leader || self.standing(place) == "out" {
            return None;
        }
        let apart = |games: u64| {
            let [one, other] = [place, leader].map(|place| {
                let twelfths = (self.shrunken[place] * 12.0 * games as f64) as u64;
                let interval = interval(ScoreSum { twelfths, games }, self.alpha);
                Distance::of(interval, self.contest.even_share)
            });
            one.low > other.high || other.low > one.high
        };
        let mut too_few = self.sums[place].games.max(1);
        let mut enough = too_few;
        while !apart(enough) {
            too_few = enough;
            enough *= 2;
            if enough > MAX_GAMES {
                return None;
            }
        }
        // Three significant figures suffice for an estimate.
        while enough - too_few > (enough / 1000).max(1) {
            let middle = too_few + (enough - too_few) / 2;
            if apart(middle) { enough = middle } else { too_few = middle }
        }
        Some(enough - self.sums[place].games)
    }
}

/// Returns the empirical Bayes (shrinkage) estimates of the cells' mean scores; a cell without
/// games gets the common mean. With fewer than three cells that have games, returns the raw means:
/// too little is known of how true scores spread.
///
/// The best of many raw scores is partly the luckiest: chance flatters the setup that looks most
/// balanced. An estimate that is shrunk towards the common mean, the more so the fewer games it
/// rests on, is nearer to the truth on average (James and Stein 1961, "Estimation with quadratic
/// loss"; Efron and Morris 1975, "Data analysis using Stein's estimator and its generalizations",
/// J. Am. Stat. Assoc. 70).
///
/// The model: true scores are normal around a mean m with variance t, raw scores x around the true
/// ones with variance v = q (1 - q) / n, where q = (S + 1) / (n + 2), so that the variance of a
/// cell that won all its games is not 0. t comes from the method of moments for unequal v
/// (DerSimonian and Laird 1986, "Meta-analysis in clinical trials", Controlled Clinical Trials 7,
/// pp. 177-188):
///
/// ```text
/// w = 1 / v      a = sum(w x) / sum(w)      Q = sum(w (x - a)^2)
/// t = max(0, (Q - (K - 1)) / (sum(w) - sum(w^2) / sum(w)))
/// m = sum(x / (v + t)) / sum(1 / (v + t))
/// estimate = m + t / (t + v) (x - m)
/// ```
pub fn shrunken(cells: &[ScoreSum]) -> Vec<f64> {
    let played: Vec<(f64, f64)> =
        cells.iter().filter(|sums| sums.games > 0).map(|&sums| observed(sums)).collect();
    if played.len() < 3 {
        return cells.iter().map(|sums| mean_or_half(*sums)).collect();
    }
    let sum = |of: &dyn Fn(f64, f64) -> f64| played.iter().map(|&(x, v)| of(x, v)).sum::<f64>();
    let weights = sum(&|_, v| 1.0 / v);
    let centre = sum(&|x, v| x / v) / weights;
    let spread = sum(&|x, v| (x - centre) * (x - centre) / v);
    let surplus = spread - (played.len() - 1) as f64;
    let t = (surplus / (weights - sum(&|_, v| 1.0 / (v * v)) / weights)).max(0.0);
    let mean = sum(&|x, v| x / (v + t)) / sum(&|_, v| 1.0 / (v + t));
    let drawn = |&sums: &ScoreSum| {
        if sums.games == 0 {
            return mean;
        }
        let (x, v) = observed(sums);
        mean + t / (t + v) * (x - mean)
    };
    cells.iter().map(drawn).collect()
}

/// Returns a cell's raw mean and its variance.
fn observed(sums: ScoreSum) -> (f64, f64) {
    let (mean, n) = (mean_or_half(sums), sums.games as f64);
    let q = (mean * n + 1.0) / (n + 2.0);
    (mean, q * (1.0 - q) / n)
}
