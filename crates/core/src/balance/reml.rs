//! Variance components of scores by restricted maximum likelihood (Patterson and Thompson 1971), with
//! the average information of Gilmour, Thompson and Cullis (1995) for Newton's steps.

use super::{OpeningDesign, VarianceComponents, cholesky, dot, inverse_columns, matrix, solve};

/// Mean score of one bot's games that began with one pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Seen {
    /// Index of the pair in the design of the pattern.
    pub pair: usize,
    pub bot: usize,
    pub mean: f64,
    pub games: f64,
}

/// Scores of one class on one pattern.
#[derive(Clone, Debug)]
pub(super) struct Cell<'d> {
    pub design: &'d OpeningDesign,
    pub seen: Vec<Seen>,
}

/// Spread of the games of one bot that began with one pair, over all pairs, bots and cells.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Within {
    /// Sum of squares, weighted by games.
    pub squares: f64,
    /// Degrees of freedom.
    pub freedom: f64,
}

/// Number of components, in the order of [`VarianceComponents`].
const COMPONENTS: usize = 5;
const GAME: usize = 3;

type Vector = [f64; COMPONENTS];

impl Cell<'_> {
    /// Returns the covariances of two mean scores for components of 1.
    fn kernels(&self, loadings: &[Vec<f64>], one: usize, other: usize) -> Vector {
        let [a, b] = [one, other].map(|at| self.seen[at]);
        let of = |is: bool, value: f64| if is { value } else { 0.0 };
        [
            dot(&loadings[a.pair], &loadings[b.pair]),
            of(a.pair == b.pair, 1.0),
            of(one == other, 1.0),
            of(one == other, 1.0 / a.games),
            of(a.bot == b.bot, 1.0),
        ]
    }

    /// Numbers of different first moves, replies, pairs and bots.
    fn counts(&self) -> [usize; 4] {
        let count = |of: &dyn Fn(&Seen) -> usize| {
            let mut all: Vec<usize> = self.seen.iter().map(of).collect();
            all.sort_unstable();
            all.dedup();
            all.len()
        };
        let pairs = &self.design.pairs;
        [
            count(&|it| pairs[it.pair].first),
            count(&|it| pairs[it.pair].reply),
            count(&|it| it.pair),
            count(&|it| it.bot),
        ]
    }
}

/// Least number of degrees of freedom that tell how single games vary.
const LEAST_FREEDOM: f64 = 20.0;

/// Returns which components the scores tell apart. Where they do not tell how single games vary,
/// that is given.
fn told_apart(cells: &[Cell<'_>], within: Within) -> [bool; COMPONENTS] {
    let any = |of: &dyn Fn([usize; 4]) -> bool| cells.iter().any(|cell| of(cell.counts()));
    let (has_pairs, has_bots) = (any(&|it| it[2] > 1), any(&|it| it[3] > 1));
    let are_games = cells.iter().flat_map(|cell| &cell.seen).all(|it| it.games <= 1.0);
    let between: f64 = cells.iter().map(|cell| (cell.seen.len() - 1) as f64).sum();
    let freedom = within.freedom + if are_games { between } else { 0.0 };
    let is_game_told = freedom >= LEAST_FREEDOM;
    // One game each of a bot and a pair: what is the game's and what is theirs cannot be told.
    let is_one = are_games && is_game_told;
    [
        any(&|[firsts, replies, pairs, _]| {
            firsts > 1 && replies > 1 && pairs > firsts.max(replies)
        }),
        has_pairs && (has_bots || !is_one),
        has_pairs && has_bots && !is_one,
        is_game_told,
        has_bots,
    ]
}

/// Returns the variance of a game's score if every game is won or lost, with one of each added.
fn of_wins(cells: &[Cell<'_>]) -> f64 {
    let (mut won, mut games) = (1.0, 2.0);
    for it in cells.iter().flat_map(|cell| &cell.seen) {
        won += it.mean * it.games;
        games += it.games;
    }
    won / games * (1.0 - won / games)
}

/// Logarithm of the restricted likelihood, its derivatives, and the average information.
struct Likelihood {
    log: f64,
    score: Vector,
    information: [Vector; COMPONENTS],
}

impl Likelihood {
    fn of(cells: &[Cell<'_>], within: Within, at: &Vector) -> Likelihood {
        let Within { squares, freedom } = within;
        let mut found = Likelihood {
            log: -0.5 * (freedom * libm::log(at[GAME]) + squares / at[GAME]),
            score: [0.0; COMPONENTS],
            information: [[0.0; COMPONENTS]; COMPONENTS],
        };
        found.score[GAME] = 0.5 * (squares / at[GAME] - freedom) / at[GAME];
        found.information[GAME][GAME] = 0.5 * freedom / (at[GAME] * at[GAME]);
        cells.iter().filter(|cell| cell.seen.len() > 1).for_each(|cell| found.add(cell, at));
        found
    }

    /// Adds a cell, whose mean is eliminated.
    fn add(&mut self, cell: &Cell<'_>, at: &Vector) {
        let (loadings, all) = (cell.design.loadings(), 0..cell.seen.len());
        let kernels: Vec<Vec<Vector>> = all
            .clone()
            .map(|one| all.clone().map(|other| cell.kernels(&loadings, one, other)).collect())
            .collect();
        let row = |row: &Vec<Vector>| row.iter().map(|kernel| dot(kernel, at)).collect();
        let root = cholesky(&kernels.iter().map(row).collect::<Vec<_>>());
        let columns = inverse_columns(&root);
        let inverted = |of: Vec<f64>| -> Vec<f64> {
            let of = solve(&root, of);
            columns.iter().map(|column| dot(column, &of)).collect()
        };
        let ones = inverted(vec![1.0; cell.seen.len()]);
        let information: f64 = ones.iter().sum();
        let projected = |of: Vec<f64>| -> Vec<f64> {
            let overall = dot(&ones, &of) / information;
            let mut found = inverted(of);
            found.iter_mut().zip(&ones).for_each(|(it, one)| *it -= overall * one);
            found
        };
        let means: Vec<f64> = cell.seen.iter().map(|it| it.mean).collect();
        let residual = projected(means.clone());
        let pivots: f64 = root.iter().enumerate().map(|(at, row)| libm::log(row[at])).sum();
        self.log -= pivots + 0.5 * (libm::log(information) + dot(&means, &residual));
        let mut working = [(); COMPONENTS].map(|()| vec![0.0; cell.seen.len()]);
        for one in all.clone() {
            for other in all.clone() {
                let kernel = &kernels[one][other];
                let weight =
                    dot(&columns[one], &columns[other]) - ones[one] * ones[other] / information;
                for component in 0..COMPONENTS {
                    self.score[component] -= 0.5 * weight * kernel[component];
                    working[component][one] += kernel[component] * residual[other];
                }
            }
        }
        let projections = working.each_ref().map(|it| projected(it.clone()));
        for (one, vector) in working.iter().enumerate() {
            self.score[one] += 0.5 * dot(vector, &residual);
            for (other, projection) in projections.iter().enumerate() {
                self.information[one][other] += 0.5 * dot(vector, projection);
            }
        }
    }

    /// Returns Newton's step in these components.
    fn step(&self, free: &[usize]) -> Vec<f64> {
        let ridge = |one: usize, other: usize| if one == other { 1e-9 } else { 0.0 };
        let information = |at: usize, place: usize| {
            let [one, other] = [free[at], free[place]];
            self.information[one][other] + ridge(one, other) * self.information[one][one]
        };
        let root = cholesky(&matrix(free.len(), information));
        let score = solve(&root, free.iter().map(|&at| self.score[at]).collect());
        inverse_columns(&root).iter().map(|column| dot(column, &score)).collect()
    }
}

/// Least component that counts as one, and the precision of the estimates.
const FLOOR: f64 = 1e-7;
const PRECISE: f64 = 1e-9;
const ROUNDS: usize = 200;

/// Estimates the components. Those that the scores do not tell apart from others are 0; where they
/// do not tell how single games vary, these count as won or lost.
pub(super) fn estimate(cells: &[Cell<'_>], within: Within) -> VarianceComponents {
    let told = told_apart(cells, within);
    let start = of_wins(cells);
    let mut at = [(); COMPONENTS].map(|()| 0.0);
    at.iter_mut().zip(told).filter(|(_, told)| *told).for_each(|(it, _)| *it = 0.1 * start);
    at[GAME] = start;
    let mut found = Likelihood::of(cells, within, &at);
    for _ in 0..ROUNDS {
        let is_free = |&it: &usize| told[it] && (at[it] > FLOOR || found.score[it] > 0.0);
        let free: Vec<usize> = (0..COMPONENTS).filter(is_free).collect();
        let (step, mut share) = (found.step(&free), 1.0);
        let (next, better) = loop {
            let mut next = at;
            for (&component, by) in free.iter().zip(&step) {
                let now = at[component];
                next[component] = (now + share * by).clamp(0.1 * now, 10.0 * now.max(FLOOR));
                if component == GAME {
                    next[component] = next[component].max(FLOOR);
                }
            }
            let better = Likelihood::of(cells, within, &next);
            if better.log >= found.log - PRECISE || share < 1e-6 {
                break (next, better);
            }
            share *= 0.5;
        };
        let change = at.iter().zip(&next).map(|(one, other)| (one - other).abs());
        let is_precise = change.fold(0.0, f64::max) < PRECISE;
        (at, found) = (next, better);
        if is_precise {
            break;
        }
    }
    let found = at.map(|it| if it > FLOOR { it } else { 0.0 });
    VarianceComponents::from(found)
}
