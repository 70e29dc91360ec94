//! Measures of games beside who wins them: drama, when a game is settled, how well a judgement
//! foretells its end, how openings vary, how large the tree is. `docs/measures.md` defines each, with
//! its source. None of them is made one number with another.
//!
//! What is added up over games are whole numbers, but for the logarithms of Knuth's products, which
//! are added in the order of the games.

mod evened;
mod skill;
mod variety;

pub use evened::Evened;
pub use skill::{Skill, skills};

use std::collections::BTreeMap;

use super::counted::{Counted, Measured, Variety};
use super::interval::{Interval, Z};
use super::openings::Pair;
use super::ratio::{Ratio, Scale, ratio};
use super::terms::{Begun, Sampling};
use variety::Entropy;

/// After so many plies it is asked how well the judgement foretells the end.
pub const PLIES: [usize; 5] = [4, 8, 16, 24, 32];

/// So many hundredths of a point are a chance of 1 / (1 + 1/e): what `mcts` takes them for.
const SPREAD: f64 = 1000.0;

/// Chances, and what comes of them, are counted in these parts of one.
const PARTS: f64 = 1e4;

/// What is to be known of a game to measure it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Seen {
    /// How many moves there were at every ply.
    pub choices: Vec<u32>,
    /// The first two moves.
    pub opening: Pair,
    /// By how much the first player was judged to lead before each ply, in hundredths of a point;
    /// nothing where more than two play.
    pub judged: Vec<i32>,
    /// 1 where the first player won, 0 for a draw, -1 where the second won.
    pub result: i32,
}

/// What the games of a cell come to.
#[derive(Clone, Debug, Default)]
pub struct Sums {
    games: u64,
    /// How many of them were judged, and are no draws.
    decided: u64,
    behind: Ratio,
    drama: Ratio,
    drama_most: Ratio,
    drama_chance: Ratio,
    settled: Ratio,
    settled_share: Ratio,
    right: [Ratio; PLIES.len()],
    brier: [Ratio; PLIES.len()],
    branching: Ratio,
    log_size: Ratio,
    /// The natural logarithm of each game's product of numbers of moves.
    products: Vec<f64>,
    openings: BTreeMap<Pair, u64>,
}

/// The chance that a lead is worth.
fn chance(judged: i32) -> f64 {
    1.0 / (1.0 + libm::exp(-f64::from(judged) / SPREAD))
}

/// A mean of a few whole numbers, rounded to the nearest.
fn rounded(sum: i64, count: i64) -> i64 {
    (2 * sum + count).div_euclid(2 * count)
}

impl Sums {
    /// Adds a game.
    pub fn add(&mut self, seen: &Seen) {
        self.games += 1;
        *self.openings.entry(seen.opening).or_default() += 1;
        let plies = seen.choices.len() as u64;
        self.branching.add(seen.choices.iter().map(|&of| i64::from(of)).sum(), plies);
        let log: f64 = seen.choices.iter().map(|&of| libm::log(of.into())).sum();
        self.log_size.add((log / std::f64::consts::LN_10 * PARTS).round() as i64, 1);
        self.products.push(log);
        if seen.judged.is_empty() {
            return;
        }
        self.foretold(seen);
        if seen.result != 0 {
            self.decided += 1;
            self.drama(seen);
        }
    }

    /// How the winner stood on the way.
    fn drama(&mut self, seen: &Seen) {
        let sign = seen.result;
        let behind: Vec<i32> =
            seen.judged.iter().map(|&judged| -sign * judged).filter(|&by| by > 0).collect();
        let positions = seen.judged.len() as u64;
        self.behind.add(behind.len() as i64, positions);
        let mean = |sum: i64| match behind.len() as i64 {
            0 => 0,
            count => rounded(sum, count),
        };
        self.drama.add(mean(behind.iter().map(|&by| i64::from(by)).sum()), 1);
        self.drama_most.add(behind.iter().copied().max().unwrap_or(0).into(), 1);
        // How far below an even chance.
        let lost = |&by: &i32| ((chance(by) - 0.5) * PARTS).round() as i64;
        self.drama_chance.add(mean(behind.iter().map(lost).sum()), 1);
        // The last position whose judgement does not name the winner: the move made there settled it.
        let last = seen.judged.iter().rposition(|&judged| sign * judged <= 0);
        let settled = last.map_or(0, |place| place as i64 + 1);
        self.settled.add(settled, 1);
        self.settled_share.add(settled, positions);
    }

    /// How well the judgement after so many plies says what came.
    fn foretold(&mut self, seen: &Seen) {
        let score = f64::from(seen.result + 1) / 2.0;
        for (place, &ply) in PLIES.iter().enumerate() {
            let Some(&judged) = seen.judged.get(ply) else { continue };
            if seen.result != 0 {
                // In halves: a judgement that names nobody is half right.
                self.right[place].add((1 + seen.result * judged.signum()).into(), 1);
            }
            let off = chance(judged) - score;
            self.brier[place].add((off * off * PARTS).round() as i64, 1);
        }
    }
}

/// A figure that may have an interval.
pub type Figure = Option<Measured>;

/// The measures of a cell's games, or of those of several setups with the same rules and bots.
#[derive(Clone, Debug)]
pub struct Measures<'a> {
    /// The rule set.
    pub rules: &'a str,
    /// The bots.
    pub bots: &'a str,
    /// The setup; nothing where there are several.
    pub setup: Option<&'a str>,
    /// How many setups.
    pub setups: usize,
    /// How many games were looked at.
    pub games: u64,
    /// How many of them were judged, and are no draws.
    pub decided: u64,
    /// The share of positions in which the later winner was judged to be behind.
    pub behind: Figure,
    /// By how many points, on the mean over these positions of a game.
    pub drama: Figure,
    /// By how many points at most in a game.
    pub drama_most: Figure,
    /// The same as `drama`, as a chance below one half.
    pub drama_chance: Figure,
    /// The ply from which on the judgement named the winner.
    pub settled: Figure,
    /// Such plies as a share of all.
    pub settled_share: Figure,
    /// By [`PLIES`]: the share of decided games whose winner was named.
    pub right: [Figure; PLIES.len()],
    /// By [`PLIES`]: the mean square of the chance less the result.
    pub brier: [Figure; PLIES.len()],
    /// How many pairs of first moves, equally likely, would be as uncertain as those that were
    /// chosen.
    pub variety: Figure,
    /// How many moves there were in a position.
    pub branching: Figure,
    /// The logarithm to base 10 of the tree's size, by the mean logarithm of its branches.
    pub tuah: Figure,
    /// The same by Knuth's estimate, and how much of that the greatest game has.
    pub knuth: Option<(f64, f64)>,
}

/// What a row of measures is made from.
pub struct Row<'a> {
    /// The cells, each with the sums over its games.
    pub cells: Vec<(&'a Counted<'a>, &'a Sums)>,
    /// Whether the setups share random numbers.
    pub shared: bool,
    /// Whether moves behind the openings were drawn.
    pub drawn: bool,
}

const FEW: &str = "none: few of the games are different";

impl<'a> Row<'a> {
    /// The measures; nothing without a cell.
    pub fn measures(&self) -> Option<Measures<'a>> {
        let (first, _) = *self.cells.first()?;
        let one = self.cells.len() == 1;
        let sums = || self.cells.iter().map(|(_, sums)| *sums);
        let why = self.why_none();
        let of = |of: &dyn Fn(&Sums) -> Ratio, scale: Scale, unit: f64| -> Figure {
            let each: Vec<Ratio> = sums().map(of).collect();
            ratio(&each, scale, why).map(|measured| scaled(measured, unit))
        };
        let points = |field: fn(&Sums) -> Ratio, unit: f64| of(&field, Scale::Points, unit);
        let share = |field: fn(&Sums) -> Ratio| of(&field, Scale::Share(1.0), 1.0);
        let chosen = first.terms.begun == Begun::Chosen && !self.drawn;
        let random = first.labels.each.iter().all(|bot| bot == "random");
        Some(Measures {
            rules: first.labels.rules,
            bots: first.labels.bots,
            setup: one.then_some(first.labels.setup),
            setups: self.cells.len(),
            games: sums().map(|sums| sums.games).sum(),
            decided: sums().map(|sums| sums.decided).sum(),
            behind: share(|sums| sums.behind),
            drama: points(|sums| sums.drama, 100.0),
            drama_most: points(|sums| sums.drama_most, 100.0),
            drama_chance: points(|sums| sums.drama_chance, PARTS),
            settled: points(|sums| sums.settled, 1.0),
            settled_share: share(|sums| sums.settled_share),
            right: std::array::from_fn(|place| {
                of(&|sums| sums.right[place], Scale::Share(2.0), 1.0)
            }),
            brier: std::array::from_fn(|place| of(&|sums| sums.brier[place], Scale::Points, PARTS)),
            variety: if chosen { self.variety(why) } else { None },
            branching: points(|sums| sums.branching, 1.0),
            tuah: points(|sums| sums.log_size, PARTS),
            knuth: if chosen && random { self.knuth() } else { None },
        })
    }

    /// What the handicap does, where these cells have several; `handicaps` has that of each.
    pub fn evened(&self, handicaps: &[i8]) -> Option<Evened<'a>> {
        let cells = handicaps.iter().copied().zip(self.cells.iter().map(|(cell, _)| *cell));
        let shared = self.shared.then_some(super::overview::SHARED);
        Evened::of(&cells.collect::<Vec<_>>(), self.why_none().or(shared))
    }

    /// Why no figure has an interval, if so.
    fn why_none(&self) -> Option<&'static str> {
        let cells = || self.cells.iter().map(|(cell, _)| *cell);
        if cells().any(|cell| cell.terms.sampling == Sampling::Open) {
            return Some(super::counted::OPEN);
        }
        if cells().any(Counted::one_game) {
            return Some(super::counted::ONE_DISTINCT);
        }
        if cells().any(|cell| cell.variety() == Variety::Few) {
            return Some(FEW);
        }
        (self.shared && self.cells.len() > 1).then_some(super::overview::SHARED)
    }

    /// The mean entropy of the setups, as a number of pairs.
    fn variety(&self, why: Option<&'static str>) -> Figure {
        let of = |(_, sums): &(_, &Sums)| Entropy::of(&sums.openings);
        let each: Vec<Entropy> = self.cells.iter().filter_map(of).collect();
        let entropy = Entropy::mean(&each)?;
        let mean = libm::exp(entropy.nats);
        let half = Z * entropy.variance.sqrt();
        let ends = [-half, half].map(|by| libm::exp(entropy.nats + by));
        let (interval, method) = match why {
            Some(why) => (None, why),
            None if half == 0.0 => (None, "none: no spread"),
            None => (Some(Interval { low: ends[0], high: ends[1] }), "normal-95 of the entropy"),
        };
        Some(Measured { mean, interval, method })
    }

    /// The mean of the products of numbers of moves over the games, as a logarithm to base 10, over
    /// setups the mean of their sizes; and the share of all products that the greatest one has.
    fn knuth(&self) -> Option<(f64, f64)> {
        let played = || self.cells.iter().filter(|(_, sums)| sums.games > 0);
        let most = played().flat_map(|(_, sums)| &sums.products).copied().fold(f64::MIN, f64::max);
        let setups = played().count() as f64;
        let mut mean = 0.0;
        let mut greatest: f64 = 0.0;
        for (_, sums) in played() {
            let each = 1.0 / (setups * sums.games as f64);
            for log in &sums.products {
                let part = libm::exp(log - most) * each;
                mean += part;
                greatest = greatest.max(part);
            }
        }
        let size = (most + libm::log(mean)) / std::f64::consts::LN_10;
        (setups > 0.0).then(|| (size, greatest / mean))
    }
}

/// A figure in another unit.
fn scaled(measured: Measured, unit: f64) -> Measured {
    let interval = measured
        .interval
        .map(|Interval { low, high }| Interval { low: low / unit, high: high / unit });
    Measured { mean: measured.mean / unit, interval, ..measured }
}

#[cfg(test)]
mod tests {
    use super::super::counted::Labels;
    use super::super::published::SHARES;
    use super::super::tally::Tally;
    use super::super::terms::Terms;
    use super::*;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-4 * expected.abs().max(1.0), "{found} {expected}");
    }

    fn measures(games: &[Seen], bot: &str, see: impl FnOnce(&Measures<'_>)) {
        let mut sums = Sums::default();
        games.iter().for_each(|game| sums.add(game));
        let (each, tally) = ([bot.to_owned()], Tally::new(2, 1));
        let phases = &["main"];
        let labels = Labels { setup: "one", rules: "some", bots: bot, each: &each, phases };
        let cell = Counted { labels, tally: &tally, distinct: None, terms: Terms::default() };
        let row = Row { cells: vec![(&cell, &sums)], shared: false, drawn: false };
        see(&row.measures().unwrap());
    }

    fn mean(figure: &Figure) -> f64 {
        figure.unwrap().mean
    }

    /// By hand. The first game is won by the second player, who was behind in two positions of five,
    /// by 3 and by 1 points; from the fourth position on the judgement names the winner, so the
    /// third move settled it. The second is won by the first player, who was never behind, and drawn
    /// by the judgement at first.
    #[test]
    fn drama_and_settling_by_hand() {
        let judged = |judged: &[i32], result| Seen {
            choices: vec![2; judged.len()],
            judged: judged.to_vec(),
            result,
            ..Seen::default()
        };
        let games = [judged(&[300, -200, 100, -500, -900], -1), judged(&[0, 400, 500], 1)];
        measures(&games, "greedy", |found| {
            assert_eq!((found.games, found.decided), (2, 2));
            near(mean(&found.behind), 2.0 / 8.0);
            near(mean(&found.drama), (2.0 + 0.0) / 2.0);
            near(mean(&found.drama_most), (3.0 + 0.0) / 2.0);
            near(mean(&found.settled), (3.0 + 1.0) / 2.0);
            near(mean(&found.settled_share), 4.0 / 8.0);
            let chance = |points: f64| 1.0 / (1.0 + (-points / 10.0).exp());
            near(mean(&found.drama_chance), (chance(3.0) + chance(1.0) - 1.0) / 2.0 / 2.0);
            // After four plies the second leads by 9, and wins; the other game is over by then.
            near(mean(&found.right[0]), 1.0);
            near(mean(&found.brier[0]), chance(-9.0) * chance(-9.0));
            assert_eq!(found.right[1], None);
            assert_eq!(found.knuth, None);
        });
        // A draw has no winner to be behind, and is foretold by an even chance.
        let draw = judged(&[0, 100, 0, 0, 200], 0);
        measures(&[draw], "greedy", |found| {
            assert_eq!((found.decided, found.drama, found.right[0]), (0, None, None));
            near(mean(&found.brier[0]), (1.0 / (1.0 + (-0.2f64).exp()) - 0.5).powi(2));
        });
    }

    /// Tuah's own figures: 56 plies with his shares of numbers of moves make 6 * 10^42.
    #[test]
    fn the_tree_of_the_published_figures_is_the_published_one() {
        // A hundred games' worth of positions, as 56 games of 100.
        let shares = SHARES.map(|share| (share * 100.0).round() as usize);
        let choices: Vec<u32> = (1..).zip(shares).flat_map(|(of, n)| vec![of; n]).collect();
        assert_eq!(choices.len(), 100);
        let game = Seen { choices, ..Seen::default() };
        measures(&[game], "greedy", |found| {
            // His shares add up to a game of 100 plies, and the logarithm grows with the plies.
            let size = mean(&found.tuah) * 56.0 / 100.0;
            assert_eq!(10f64.powf(size - 42.0).round(), 6.0, "{size}");
        });
    }

    /// Knuth's estimate is right on the mean: a tree with 6 ends, of which random play finds the
    /// product 2 * 1 half of the time, 2 * 5 else.
    #[test]
    fn knuth_counts_the_ends_of_a_tree() {
        let game = |of: u32| Seen { choices: vec![2, of], ..Seen::default() };
        measures(&[game(1), game(5)], "random", |found| {
            let (size, greatest) = found.knuth.unwrap();
            near(size, 6f64.log10());
            near(greatest, 10.0 / 12.0);
            // The mean of the logarithms says less: the root of 20.
            near(mean(&found.tuah), 20f64.log10() / 2.0);
            near(mean(&found.branching), (2.0 + 1.0 + 2.0 + 5.0) / 4.0);
        });
    }
}
