//! Seat and skill of unequal players: log odds that are a sum of the seat's worth on a pattern and of
//! the players' strengths, fitted (Bradley and Terry 1952) or given by ratings.

use super::super::{dot, inverse};
use super::cells::{Cell, Entry};
use super::share::logistic;
use super::summed;

/// Most rounds of Newton's method. First the spread of the strengths is estimated too; then it is made wider:
/// strengths drawn together would be told as the seat's, where the stronger sit there more often.
const ROUNDS: usize = 20;
const WIDER: f64 = 9.0;
/// Most players whose strengths are fitted.
pub(super) const MOST_FITTED: usize = 800;
/// Log odds of an Elo point, ten of which are a unit of the ratings kept.
const LOG_ODDS: f64 = 10.0 * std::f64::consts::LN_10 / 400.0;
/// Bound of log odds.
const FAR: f64 = 25.0;

/// Strengths of a class's players.
#[derive(Clone, Debug, Default)]
pub(super) struct Skill {
    pub is_rated: bool,
    /// Players in the order of their strengths.
    players: Vec<i32>,
    strengths: Vec<f64>,
    covariance: Vec<Vec<f64>>,
}

/// Worth of a seat for equal players.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    /// Share of the games won.
    pub share: f64,
    /// Number of games between equal players that would tell as much.
    pub games: f64,
    /// Log odds.
    pub odds: f64,
}

impl Skill {
    /// Fits the strengths of a class, if seats have different players. `Err` has the number of players
    /// if they are too many.
    pub fn of(cells: &[Cell<'_>], told: &[usize], is_rated: bool) -> Result<Skill, usize> {
        let entries = || cells.iter().flat_map(|it| &it.entries);
        let mut skill = Skill { is_rated, ..Skill::default() };
        if is_rated {
            skill.strengths = vec![1.0];
        } else {
            let unequal = entries().filter(|it| it.sitting.len() > 1);
            let sat = unequal.flat_map(|it| it.sitting.iter().map(|it| (*it, [])));
            skill.players = summed(sat).into_iter().map(|it| it.0).collect();
            skill.strengths = vec![0.0; skill.players.len()];
        }
        if skill.strengths.len() > MOST_FITTED {
            return Err(skill.strengths.len());
        }
        if !skill.strengths.is_empty() {
            skill.fit(cells, told);
        }
        Ok(skill)
    }

    pub fn is_fitted(&self) -> bool {
        !self.strengths.is_empty()
    }

    /// Returns the log odds by which a seat's player is stronger than the others together, and how they
    /// change with each strength.
    fn parts(&self, entry: &Entry<'_>, seat: usize) -> (f64, Vec<(usize, f64)>) {
        if entry.sitting.len() <= 1 || self.strengths.is_empty() {
            return (0.0, Vec::new());
        }
        let by = |at: usize| match self.is_rated {
            true => (0, LOG_ODDS * f64::from(entry.sitting[at])),
            false => (self.players.partition_point(|it| *it < entry.sitting[at]), 1.0),
        };
        let strength = |at: usize| {
            let (place, by) = by(at);
            (by * self.strengths[place]).clamp(-FAR, FAR)
        };
        let others: Vec<(usize, f64)> = (0..entry.sitting.len())
            .filter(|&at| at != seat)
            .map(|at| (at, libm::exp(strength(at))))
            .collect();
        let sum: f64 = others.iter().map(|it| it.1).sum();
        let mut parts = vec![by(seat)];
        for &(at, odds) in &others {
            let (place, by) = by(at);
            parts.push((place, -by * odds / sum));
        }
        (strength(seat) - libm::log(sum / others.len() as f64), parts)
    }

    /// Returns the log odds by which a seat's player is stronger than the others.
    pub fn offset(&self, entry: &Entry<'_>, seat: usize) -> f64 {
        self.parts(entry, seat).0.clamp(-FAR, FAR)
    }

    /// Finds what a seat is worth for equal players; half a game won and half a game lost are added.
    pub fn level(&self, entries: &[Entry<'_>], seat: usize) -> Level {
        let all = entries.iter().map(|it| [self.offset(it, seat), it.games, it.seats[seat][0]]);
        let all: Vec<[f64; 3]> = all.collect();
        let (games, won) = all.iter().fold((0.0, 0.0), |sum, it| (sum.0 + it[1], sum.1 + it[2]));
        if all.iter().all(|it| it[0] == 0.0) {
            let share = (won + 0.5) / (games + 1.0);
            return Level { share: won / games, games, odds: libm::log(share / (1.0 - share)) };
        }
        let excess = |odds: f64| {
            let of = |&[offset, games, _]: &[f64; 3]| games * logistic(odds + offset);
            won + 0.5 - logistic(odds) - all.iter().map(of).sum::<f64>()
        };
        let (mut low, mut high) = (-FAR, FAR);
        for _ in 0..48 {
            let middle = 0.5 * (low + high);
            *(if excess(middle) > 0.0 { &mut low } else { &mut high }) = middle;
        }
        let odds = 0.5 * (low + high);
        let variance = |odds: f64| logistic(odds) * logistic(-odds);
        let sum: f64 = all.iter().map(|&[offset, games, _]| games * variance(odds + offset)).sum();
        let games = sum / variance(odds);
        let won = logistic(odds) * (games + 1.0) - 0.5;
        Level { share: (won / games).clamp(0.0, 1.0), games, odds }
    }

    /// Weighs the strengths in a cell by what its games tell.
    fn weighed(&self, cell: &Cell<'_>, seat: usize, odds: f64) -> (Vec<(usize, f64)>, f64) {
        let own = logistic(odds) * logistic(-odds);
        let (mut sums, mut all) = (Vec::new(), own);
        for entry in &cell.entries {
            let expected = logistic(odds + self.offset(entry, seat));
            let weight = entry.games * expected * (1.0 - expected);
            all += weight;
            sums.extend(self.parts(entry, seat).1.iter().map(|(at, by)| (*at, [weight * by])));
        }
        let sums = summed(sums.into_iter()).into_iter().map(|(at, [by])| (at, by));
        (sums.collect(), all)
    }

    /// Returns the variance of a seat's log odds that is due to that of the strengths.
    pub fn variance(&self, cell: &Cell<'_>, seat: usize, odds: f64) -> f64 {
        if self.strengths.is_empty() {
            return 0.0;
        }
        let (sums, all) = self.weighed(cell, seat, odds);
        let row =
            |one: &usize| sums.iter().map(|(it, by)| by * self.covariance[*one][*it]).sum::<f64>();
        sums.iter().map(|(one, by)| by * row(one)).sum::<f64>() / (all * all)
    }

    fn fit(&mut self, cells: &[Cell<'_>], told: &[usize]) {
        let count = self.strengths.len();
        let (prior, mut spread) = if self.is_rated { (1.0, 0.25) } else { (0.0, 1.0) };
        let (mut is_wide, mut rounds) = (self.is_rated, 0);
        while rounds < ROUNDS {
            rounds += 1;
            let mut information = vec![vec![0.0; count]; count];
            let mut slope: Vec<f64> =
                self.strengths.iter().map(|it| (prior - it) / spread).collect();
            (0..count).for_each(|at| information[at][at] = 1.0 / spread);
            for cell in cells {
                for &seat in told {
                    self.add(cell, seat, &mut slope, &mut information);
                }
            }
            self.covariance = inverse(&information);
            let step: Vec<f64> = self.covariance.iter().map(|row| dot(row, &slope)).collect();
            let most = step.iter().fold(0.0_f64, |most, it| most.max(it.abs()));
            let by = 1.0 / (0.5 * most).max(1.0);
            self.strengths.iter_mut().zip(&step).for_each(|(it, step)| *it += by * step);
            if most < 1e-3 && is_wide {
                break;
            } else if !is_wide && (most < 1e-2 || rounds > ROUNDS / 2) {
                (is_wide, spread) = (true, WIDER * spread);
            } else if !is_wide {
                let square =
                    |at: usize| self.strengths[at] * self.strengths[at] + self.covariance[at][at];
                spread = ((0..count).map(square).sum::<f64>() / count as f64).clamp(1e-3, 4.0);
            }
        }
    }

    /// Adds a cell's games to the slope and the information of the likelihood, in which the seat's own
    /// worth is at its best.
    fn add(&self, cell: &Cell<'_>, seat: usize, slope: &mut [f64], information: &mut [Vec<f64>]) {
        let Level { odds, .. } = self.level(&cell.entries, seat);
        for entry in &cell.entries {
            let expected = logistic(odds + self.offset(entry, seat));
            let weight = entry.games * expected * (1.0 - expected);
            let rest = entry.seats[seat][0] - entry.games * expected;
            let parts = self.parts(entry, seat).1;
            for &(one, by) in &parts {
                slope[one] += by * rest;
                for &(other, with) in &parts {
                    information[one][other] += weight * by * with;
                }
            }
        }
        let (sums, all) = self.weighed(cell, seat, odds);
        for &(one, by) in &sums {
            for &(other, with) in &sums {
                information[one][other] -= by * with / all;
            }
        }
    }
}
