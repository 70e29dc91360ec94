//! `[find]`: which setup is the most balanced? Games are spent where the doubt is.
//!
//! A contest is between the setups under one rule set, with one line-up of bots. The distance of a
//! setup is how far the first player's true score is from an even one, d = |p - f|, with f = 1/2,
//! or 1/3 and 1/4 where three and four play. An interval from `low` to `high` for p bounds it:
//!
//! ```text
//! lower bound  L = f - high, or low - f, or 0 where f lies inside
//! upper bound  U = the greater of f - low and high - f
//! ```
//!
//! The *leader* is the setup with the least U. Before each round,
//!
//! - a setup whose L is above the leader's U is *out*: it is proved less balanced than the leader;
//! - a setup whose U is at most `within` above the least L of all that are not out is *close*: it
//!   is proved that no setup is more balanced than it by more than `within`;
//! - all others are *open*.
//!
//! If one setup alone is not out it is the winner. If none is open, those that are not out are a
//! set that need not be told apart. Otherwise every open setup plays a batch, and the leader with
//! them, whose bound the others are held against. What is proved stays proved: true distances do
//! not change. So when setups are exactly even, or equally far on two sides, the contest
//! ends as soon as the intervals are narrow enough for `within`.
//!
//! Games are played in rounds; in a round each chosen cell plays one batch, so that cells which play
//! up to the most games come to them in the same round, and with a larger maximum only rounds are
//! added. Which cells those are follows from sums alone, and simulations can drive the very code that
//! decides in earnest. All statements rest on intervals that may be looked at at any time
//! ([`super::anytime`]), each at alpha / K for K cells: the chance that any interval of any cell ever
//! misses its truth is at most alpha (Bonferroni's inequality), so the chance that anything said is
//! wrong is at most alpha, whenever and for whatever reason games end.
//!
//! Dropping what is proved worse is successive elimination (Even-Dar, Mannor and Mansour 2006,
//! "Action elimination and stopping conditions for the multi-armed bandit and reinforcement
//! learning problems", J. Mach. Learn. Res. 7); holding the open ones against one leader is from
//! LUCB (Kalyanakrishnan, Tewari, Auer and Stone 2012, "PAC subset selection in stochastic
//! multi-armed bandits", ICML). LUCB alone would play only one challenger a round, and leave the
//! others with nothing proved.

use super::anytime::anytime;
use super::interval::Interval;
use super::score::WHOLE;
use super::tally::Tally;
use crate::experiment::Experiment;
use crate::games::Seat;

/// What a cell's games came to, as far as decisions go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// The sum of the first seat's scores, in twelfths of a game.
    pub twelfths: u64,
    /// How many games.
    pub games: u64,
}

impl Sums {
    /// Those of a cell's tally.
    pub fn of(tally: &Tally) -> Sums {
        Sums { twelfths: tally.score(Seat::FIRST), games: tally.games() }
    }

    /// The mean score; one half without games.
    pub fn mean(self) -> f64 {
        if self.games == 0 {
            return 0.5;
        }
        self.twelfths as f64 / (WHOLE as f64 * self.games as f64)
    }

    /// The interval that may be looked at at any time.
    pub fn interval(self, alpha: f64) -> Interval {
        anytime(self.twelfths, self.games, alpha)
    }
}

/// How many games there may be, and how they are added.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terms {
    /// The chance of a mistake anywhere.
    pub alpha: f64,
    /// How many games a cell plays in a round.
    pub batch: u64,
    /// How many games a cell plays at most.
    pub most: u64,
}

/// Contests between setups, all with the same terms.
#[derive(Clone, Debug)]
pub struct Find {
    terms: Terms,
    within: f64,
    cells: usize,
    contests: Vec<Contest>,
    rounds: u64,
}

/// The setups under one rule set, with one line-up of bots.
#[derive(Clone, Debug)]
pub struct Contest {
    cells: Vec<usize>,
    fair: f64,
    places: Vec<Standing>,
    /// The bounds of each, and the games that they rest on. Those of a setup that is out stay as
    /// they were.
    bounds: Vec<(u64, Distance)>,
    end: Option<End>,
}

/// What is proved of a setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Nothing yet.
    Open,
    /// No setup is more balanced by more than `within`.
    Close {
        /// After which round, counted from 1.
        round: u64,
    },
    /// It is less balanced than another setup.
    Out {
        /// After which round, counted from 1.
        round: u64,
        /// Which cell is more balanced.
        than: usize,
    },
}

/// How a contest ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All setups but one are out.
    Winner,
    /// Those that are not out are all close.
    Set,
    /// Some are open, and one that should play on has played as many games as it may.
    MostGames,
}

/// Between which bounds a setup's distance from an even score lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distance {
    /// It is not less.
    pub low: f64,
    /// It is not more.
    pub high: f64,
}

impl Distance {
    /// The bounds that an interval for the score gives.
    pub fn of(interval: Interval, fair: f64) -> Distance {
        let (below, above) = (fair - interval.high, interval.low - fair);
        Distance { low: below.max(above).max(0.0), high: (-below).max(-above) }
    }
}

impl Find {
    /// The contests of an experiment that has them.
    pub fn of(experiment: &Experiment) -> Option<Find> {
        let find = experiment.find?;
        let alpha = find.confidence.alpha();
        let terms = Terms { alpha, batch: find.batch, most: experiment.games };
        let kinds = experiment.rules.len() * experiment.lineups.len();
        // Setups are outermost, so the cells of a contest are `kinds` apart.
        let contests = (0..kinds).map(|kind| {
            let cells: Vec<usize> = (kind..experiment.cell_count()).step_by(kinds).collect();
            (cells, 1.0 / f64::from(experiment.cell(kind).rules.rules.seats()))
        });
        Some(Find::new(terms, find.within.share(), contests))
    }

    /// Contests: the cells of each, and its even score.
    pub fn new(
        terms: Terms,
        within: f64,
        contests: impl IntoIterator<Item = (Vec<usize>, f64)>,
    ) -> Find {
        let contests: Vec<Contest> = contests
            .into_iter()
            .map(|(cells, fair)| {
                let places = vec![Standing::Open; cells.len()];
                let nothing = Distance { low: 0.0, high: fair.max(1.0 - fair) };
                let bounds = vec![(0, nothing); cells.len()];
                Contest { cells, fair, places, bounds, end: None }
            })
            .collect();
        let cells = contests.iter().map(|contest| contest.cells.len()).sum();
        Find { terms, within, cells, contests, rounds: 0 }
    }

    /// How games are added, and how many.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The chance of a mistake that each cell's interval has.
    pub fn alpha_each(&self) -> f64 {
        self.terms.alpha / self.cells as f64
    }

    /// How far distances may be apart and need not be told apart.
    pub fn within(&self) -> f64 {
        self.within
    }

    /// The contests.
    pub fn contests(&self) -> &[Contest] {
        &self.contests
    }

    /// Sees the sums, and says which cells play in the next round, in order.
    pub fn next_round(&mut self, sums: &[Sums]) -> Vec<usize> {
        let (alpha, within, round) = (self.alpha_each(), self.within, self.rounds);
        let contests = self.contests.iter_mut();
        let mut chosen: Vec<usize> = contests
            .flat_map(|contest| contest.next_round(sums, alpha, within, &self.terms, round))
            .collect();
        chosen.sort_unstable();
        self.rounds += 1;
        chosen
    }
}

impl Contest {
    /// Its cells, one for each setup.
    pub fn cells(&self) -> &[usize] {
        &self.cells
    }

    /// The even score.
    pub fn fair(&self) -> f64 {
        self.fair
    }

    /// What is proved of each cell, in the order of the cells.
    pub fn standings(&self) -> &[Standing] {
        &self.places
    }

    /// How it ended; nothing while it goes on.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// The places of the cells that are not out.
    pub fn contenders(&self) -> impl Iterator<Item = usize> {
        let is_in = |&place: &usize| !matches!(self.places[place], Standing::Out { .. });
        (0..self.cells.len()).filter(is_in)
    }

    /// The bounds of the distance of the cell at this place; where it is out, those when it went.
    pub fn distance(&self, place: usize) -> Distance {
        self.bounds[place].1
    }

    /// The place of the contender with the least upper bound: of several the first.
    pub fn leader(&self) -> Option<usize> {
        let high = |place: usize| self.distance(place).high;
        self.contenders().min_by(|&a, &b| high(a).total_cmp(&high(b)))
    }

    fn next_round(
        &mut self,
        sums: &[Sums],
        alpha_each: f64,
        within: f64,
        terms: &Terms,
        round: u64,
    ) -> Vec<usize> {
        if self.end.is_some() {
            return Vec::new();
        }
        for place in 0..self.cells.len() {
            let sums = sums[self.cells[place]];
            let is_out = matches!(self.places[place], Standing::Out { .. });
            if !is_out && self.bounds[place].0 != sums.games {
                let distance = Distance::of(sums.interval(alpha_each), self.fair);
                self.bounds[place] = (sums.games, distance);
            }
        }
        let Some(leader) = self.leader() else { return Vec::new() };
        let (than, most) = (self.cells[leader], self.distance(leader).high);
        for (standing, (_, distance)) in self.places.iter_mut().zip(&self.bounds) {
            let is_out = matches!(standing, Standing::Out { .. });
            if !is_out && distance.low > most {
                *standing = Standing::Out { round, than };
            }
        }
        let least = self.contenders().map(|place| self.distance(place).low);
        let least = least.fold(f64::MAX, f64::min);
        for (standing, (_, distance)) in self.places.iter_mut().zip(&self.bounds) {
            if *standing == Standing::Open && distance.high <= least + within {
                *standing = Standing::Close { round };
            }
        }
        let playing: Vec<usize> = self
            .contenders()
            .filter(|&place| self.places[place] == Standing::Open || place == leader)
            .map(|place| self.cells[place])
            .collect();
        self.end = if self.contenders().count() == 1 {
            Some(End::Winner)
        } else if !self.places.contains(&Standing::Open) {
            Some(End::Set)
        } else if playing.iter().any(|&cell| sums[cell].games + terms.batch > terms.most) {
            Some(End::MostGames)
        } else {
            None
        };
        if self.end.is_some() { Vec::new() } else { playing }
    }
}
