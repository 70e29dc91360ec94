//! A pattern at one rung: its score, and how far chance may have moved it.
//!
//! Where pairs of first moves take turns, the score is the mean of the pairs' means, each pair
//! counting alike, and chance works within pairs only: with s_j^2 the variance of the n_j games of
//! pair j, of K, the variance of the score is sum s_j^2 / n_j / K^2. It takes two games of each. With fewer
//! it is known to be no more than where all games are taken for alike, the pairs adding to it. Where
//! bots choose their first moves, all games are alike: with q = (S + 1) / (n + 2) for the score S in
//! n games it is q (1 - q) / n, less a quarter of the draws' share, by n.

use crate::stats::interval::Interval;
use crate::stats::score::WHOLE;
use crate::stats::terms::{Begun, Sampling};
use crate::stats::verdict::score_interval;

/// The games of one pattern that began with the same two moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// The two moves.
    pub words: [String; 2],
    /// How many games.
    pub games: u64,
    /// What the first player scored in them, in twelfths of a game.
    pub twelfths: u64,
    /// The sum of the squares of the games' scores, in 144ths.
    pub squares: u64,
}

impl Pair {
    /// Games of two players, of which the first won some and some were drawn.
    pub fn of(words: [String; 2], games: u64, wins: u64, draws: u64) -> Pair {
        let half = WHOLE / 2;
        let (twelfths, squares) =
            (wins * WHOLE + draws * half, wins * WHOLE * WHOLE + draws * half * half);
        Pair { words, games, twelfths, squares }
    }

    /// The first player's mean score.
    pub fn mean(&self) -> f64 {
        self.twelfths as f64 / (WHOLE as f64 * self.games as f64)
    }

    /// The variance of a single game; nothing of fewer than two.
    pub fn variance(&self) -> Option<f64> {
        let (n, whole) = (self.games as f64, WHOLE as f64);
        let squares = self.squares as f64 / (whole * whole);
        let mean = self.mean();
        (self.games > 1).then(|| ((squares - n * mean * mean) / (n - 1.0)).max(0.0))
    }
}

/// A pattern's games at one rung.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    name: String,
    /// What tells it from others at another rung.
    pub key: String,
    /// The games by their first two moves; all of them together where bots chose these.
    pub pairs: Vec<Pair>,
    begun: Begun,
}

impl Pattern {
    /// A pattern with its games.
    pub fn of(name: &str, key: &str, begun: Begun, pairs: impl Iterator<Item = Pair>) -> Pattern {
        let pairs = pairs.filter(|pair| pair.games > 0);
        let pairs = match begun {
            Begun::Chosen => {
                let mut all = Pair::of(Default::default(), 0, 0, 0);
                for pair in pairs {
                    all.games += pair.games;
                    all.twelfths += pair.twelfths;
                    all.squares += pair.squares;
                }
                vec![all]
            }
            Begun::All | Begun::Given => pairs.collect(),
        };
        Pattern { name: name.to_owned(), key: key.to_owned(), pairs, begun }
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many games.
    pub fn games(&self) -> u64 {
        self.pairs.iter().map(|pair| pair.games).sum()
    }

    /// The first player's score, each pair counting alike.
    pub fn mean(&self) -> f64 {
        self.pairs.iter().map(Pair::mean).sum::<f64>() / self.pairs.len() as f64
    }

    /// The variance of that by chance; nothing where it cannot be told.
    pub fn variance(&self) -> Option<f64> {
        let count = self.pairs.len() as f64;
        match (self.begun, self.pairs.as_slice()) {
            (Begun::Chosen, [all]) => {
                (all.games > 1).then(|| self.variance_of_a_game() / all.games as f64)
            }
            _ => {
                let each = |pair: &Pair| Some(pair.variance()? / pair.games as f64);
                let sum = self.pairs.iter().map(each).sum::<Option<f64>>()?;
                Some(sum / (count * count))
            }
        }
    }

    /// The variance by chance where it can be told, or else what it is at most.
    pub fn variance_at_most(&self) -> f64 {
        let count = self.pairs.len() as f64;
        let of_means = || self.pairs.iter().map(|pair| 1.0 / pair.games as f64).sum::<f64>();
        self.variance().unwrap_or_else(|| self.variance_of_a_game() * of_means() / (count * count))
    }

    /// The variance of a game, all of them taken for alike.
    fn variance_of_a_game(&self) -> f64 {
        let sum = |of: fn(&Pair) -> u64| self.pairs.iter().map(of).sum::<u64>() as f64;
        let (n, scored) = (sum(|pair| pair.games), sum(|pair| pair.twelfths) / WHOLE as f64);
        let q = (scored + 1.0) / (n + 2.0);
        // Of two players' scores only draws are neither 0 nor 1: 1/2, whose square is 1/4.
        let of_draws = (scored - sum(|pair| pair.squares) / (WHOLE * WHOLE) as f64) / n;
        (q * (1.0 - q) - of_draws).max(0.0)
    }

    /// The interval of the first player's score that misses with the chance `alpha`: Wilson's.
    pub fn interval(&self, alpha: f64) -> Option<Interval> {
        let twelfths = self.pairs.iter().map(|pair| pair.twelfths).sum();
        score_interval(twelfths, self.games(), alpha, Sampling::Fixed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(first: &str, games: u64, wins: u64, draws: u64) -> Pair {
        Pair::of([first.to_owned(), "k".to_owned()], games, wins, draws)
    }

    /// By hand: scores 1, 1, 0, 1/2 have the mean 5/8 and the variance (2 * 9/64 + 25/64 + 1/64) / 3 =
    /// 11/48; scores 0, 0 none. The mean of the pairs is 5/16, its variance (11/48 / 4 + 0) / 4.
    #[test]
    fn chance_works_within_pairs() {
        let pairs = || [pair("a", 4, 2, 1), pair("b", 2, 0, 0)].into_iter();
        let given = Pattern::of("p", "p", Begun::All, pairs());
        assert!((given.mean() - 5.0 / 16.0).abs() < 1e-12);
        assert!((given.variance().unwrap() - 11.0 / 768.0).abs() < 1e-12);
        // All six games alike: the score 2.5 of 6, one draw.
        let chosen = Pattern::of("p", "p", Begun::Chosen, pairs());
        let q: f64 = 3.5 / 8.0;
        assert!((chosen.mean() - 2.5 / 6.0).abs() < 1e-12);
        let variance = (q * (1.0 - q) - 0.25 / 6.0) / 6.0;
        assert!((chosen.variance().unwrap() - variance).abs() < 1e-12);
        let one = Pattern::of("p", "p", Begun::All, [pair("a", 1, 1, 0)].into_iter());
        assert_eq!(one.variance(), None);
        // One win of one game: q is 2/3. Beside it the pair of six games, by 7/6 of the mean: q is 4.5 / 9.
        assert!((one.variance_at_most() - 2.0 / 9.0).abs() < 1e-12);
        let pairs = [pair("a", 6, 2, 1), pair("b", 1, 1, 0)].into_iter();
        let uneven = Pattern::of("p", "p", Begun::All, pairs);
        let expected = (0.25 - 0.25 / 7.0) * (7.0 / 6.0) / 4.0;
        assert!((uneven.variance_at_most() - expected).abs() < 1e-12);
    }
}
