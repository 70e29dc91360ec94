//! Openings of a pattern by the games of all classes together: what a pair of first moves is worth is
//! nearly the same measurement at every strength, which amplifies it.
//!
//! ```text
//! u_ci = level_c + s_c (q + r + g)_i + w_ci    score of pair i in class c, over all bots
//! y_ci = u_ci + h_ci + e_ci                    mean score of its games
//! ```
//!
//! Effects are those of a single cell ([`super`]); s is the class's amplification, w its own part, and h
//! is between bots, not players. Levels have a wide prior here: they come from the joint model of scores
//! ([`super::joint`]).

use super::joint::{CLASSES, ClassComponents};
use super::matrix::solve_all;
use super::{
    CrewSize, Normal, OpeningDesign, OpeningPair, Posterior, VarianceComponents, cholesky, dot,
    fit, matrix, solve,
};
use pasang_core::games::rules::GameKind;
use pasang_core::score::ScoreSum;

/// Variances of effects, and of what is a pair's own, where the amplification is 1
/// (`analysis/constants.py`).
const EFFECT: f64 = 0.0202;
const PAIR: f64 = 0.0043;

/// Variances between bots at one pair, and between games of one bot: means over the known patterns as
/// the crews of twelve played them (`analysis/crew.py --components`).
const INTERACTION: f64 = 0.0095;
const GAME: f64 = 0.19;

/// Returns the variance of the mean score of a pair's games around its score over all bots: those of a
/// crew's bots that played them take two each, on the board and on its mirror image, which one bot
/// judges alike.
fn error(games: u64, bots: u64) -> f64 {
    INTERACTION / bots.min(games.div_ceil(2)) as f64 + GAME / games as f64
}

/// Variance of levels around one half: so wide that it says next to nothing.
const LEVEL: f64 = 1.0;

/// Games of a crew, by pair of first moves.
#[derive(Clone, Debug)]
pub struct CrewGames {
    /// Game that it played.
    pub game: GameKind,
    /// Name of the class.
    pub class: String,
    /// Score sums in the order of the design's pairs.
    pub sums: Vec<ScoreSum>,
    /// Numbers of its bots and players.
    pub size: CrewSize,
}

impl CrewGames {
    /// Returns whether all pairs of first moves have equally many games.
    pub fn is_even(&self, design: &OpeningDesign) -> bool {
        let (Some(one), Some(pair)) = (self.sums.first(), design.pairs.first()) else {
            return true;
        };
        let keys = |pair: &OpeningPair| pair.keys.len() as u64;
        let mut all = self.sums.iter().zip(&design.pairs);
        all.all(|(sum, other)| sum.games * keys(pair) == one.games * keys(other))
    }
}

/// Fits the model to the games of crews on one pattern under one rule set. Returns the posterior for
/// each crew's class, in their order, with this score of the class for the level. A class alone, or one
/// that the table lacks, keeps the posterior of its own games. `None` as of [`fit`].
pub fn fit_together<'d>(
    design: &'d OpeningDesign,
    crews: &[(&CrewGames, Normal)],
) -> Option<Vec<Posterior<'d>>> {
    let components = VarianceComponents::of(crews.first()?.0.game);
    // The table is of Brunei's game.
    let known = |it: &(&CrewGames, Normal)| {
        let is_of = |class: &&ClassComponents| class.name == it.0.class;
        CLASSES.iter().find(is_of).filter(|_| it.0.game == GameKind::Brunei)
    };
    let together: Vec<(&CrewGames, &ClassComponents)> =
        crews.iter().filter_map(|it| Some((it.0, known(it)?))).collect();
    let together = Together::of(design, &together);
    let is_even = crews.iter().all(|it| it.0.is_even(design));
    let posterior = |it: &(&CrewGames, Normal)| {
        let (own, score) = it;
        let found = match known(it).filter(|_| together.classes > 1) {
            Some(class) => together.posterior(class),
            None => fit(design, &own.sums, own.size, components)?,
        };
        Some(found.with_score(*score, is_even))
    };
    crews.iter().map(posterior).collect()
}

/// Mean score of a pair in a class, less one half.
struct Mean<'c> {
    class: &'c ClassComponents,
    pair: usize,
    mean: f64,
    error: f64,
}

/// All games together.
struct Together<'d, 'c> {
    design: &'d OpeningDesign,
    /// Prior covariances of pairs and effects, where the amplification is 1, without own parts.
    shared: Vec<Vec<f64>>,
    means: Vec<Mean<'c>>,
    /// Number of classes.
    classes: usize,
    /// Cholesky factor of the means' covariance, and the means, whitened.
    root: Vec<Vec<f64>>,
    whitened: Vec<f64>,
}

impl<'d, 'c> Together<'d, 'c> {
    fn of(
        design: &'d OpeningDesign,
        crews: &[(&CrewGames, &'c ClassComponents)],
    ) -> Together<'d, 'c> {
        let means = crews.iter().flat_map(|(CrewGames { sums, size, .. }, class)| {
            sums.iter().enumerate().filter_map(move |(pair, sum)| {
                let (mean, error) = (sum.mean()? - 0.5, error(sum.games, size.bots));
                Some(Mean { class, pair, mean, error })
            })
        });
        let means: Vec<Mean<'c>> = means.collect();
        let mut names: Vec<&str> = means.iter().map(|it| it.class.name).collect();
        names.sort_unstable();
        names.dedup();
        let (loadings, pairs) = (design.loadings(), design.pairs.len());
        let of_pair = |one, other| if one == other && one < pairs { PAIR } else { 0.0 };
        let shared = |one: usize, other: usize| {
            EFFECT * dot(&loadings[one], &loadings[other]) + of_pair(one, other)
        };
        let mut found = Together {
            design,
            shared: matrix(loadings.len(), shared),
            means,
            classes: names.len(),
            root: Vec::new(),
            whitened: Vec::new(),
        };
        let observed = |at: usize, place: usize| {
            let [one, other] = [&found.means[at], &found.means[place]];
            let error = if place == at { one.error } else { 0.0 };
            found.prior((one.class, one.pair), (other.class, other.pair)) + error
        };
        found.root = cholesky(&matrix(found.means.len(), observed));
        found.whitened = solve(&found.root, found.means.iter().map(|it| it.mean).collect());
        found
    }

    /// Returns the prior covariance of a class's pair or effect and another's.
    fn prior(&self, one: (&ClassComponents, usize), other: (&ClassComponents, usize)) -> f64 {
        let pairs = self.design.pairs.len();
        let are_pairs = one.1 < pairs && other.1 < pairs && one.0.name == other.0.name;
        let level = if are_pairs { LEVEL } else { 0.0 };
        let own = if are_pairs && one.1 == other.1 { one.0.own_pair } else { 0.0 };
        one.0.amplification * other.0.amplification * self.shared[one.1][other.1] + level + own
    }

    fn posterior(&self, class: &ClassComponents) -> Posterior<'d> {
        let all = 0..self.shared.len();
        let shared = |of: usize| {
            self.means.iter().map(|it| self.prior((class, of), (it.class, it.pair))).collect()
        };
        let shared: Vec<Vec<f64>> = all.clone().map(shared).collect();
        let shared = solve_all(&self.root, &shared);
        let covariance = |one: usize, other: usize| {
            self.prior((class, one), (class, other)) - dot(&shared[one], &shared[other])
        };
        let half = |of: usize| if of < self.design.pairs.len() { 0.5 } else { 0.0 };
        Posterior {
            design: self.design,
            mean: all.map(|of| half(of) + dot(&shared[of], &self.whitened)).collect(),
            covariance: matrix(self.shared.len(), covariance),
        }
    }
}
