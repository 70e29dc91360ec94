//! The two statements on a score, each alone: how far from even it is, and whom it favours. Every
//! sentence, column and picture about fairness is made of them.

use super::{ALPHA, Normal};
use pasang_core::base::text::{Keyword, decimal, listed};

pasang_core::keyword_enum! {
    /// Distance of a score from an even share.
    pub enum Size ("size") {
        /// within 5 percentage points of even with probability 95 %
        Within5 = "within 5",
        /// within 10 percentage points of even with probability 95 %
        Within10 = "within 10",
        /// more than 10 percentage points from even with probability 95 %
        Beyond10 = "beyond 10",
    }
}

pasang_core::keyword_enum! {
    /// Player whom a score favours.
    pub enum Direction ("direction") {
        /// above even with probability 97.5 %
        First = "first",
        /// below even with probability 97.5 %
        Second = "second",
    }
}

/// Least probability with which a direction is stated.
const DIRECTION: f64 = 0.975;

/// Knowledge of a score: the probabilities of which both statements are made.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Statement {
    /// Probabilities of a score within 5 and within 10 percentage points of even.
    pub within: [f64; 2],
    /// Probability of a score above even.
    pub first: f64,
}

impl Statement {
    /// Makes the statement on a score of two players.
    #[must_use]
    pub fn of(score: Normal) -> Statement {
        Statement::about(score, 0.5)
    }

    /// Makes the statement on a score that is even at this share. Only scores from 0 to 1 are
    /// possible: few games never tell that a score is far from even.
    #[must_use]
    pub fn about(score: Normal, even: f64) -> Statement {
        let within = |distance: f64| score.between(even - distance, even + distance);
        Statement { within: [0.05, 0.1].map(within), first: score.between(even, 1.0) }
    }

    /// Makes the statement on a score with these draws, at least one.
    #[must_use]
    pub fn of_scores(draws: impl IntoIterator<Item = f64>, even: f64) -> Statement {
        let (mut sums, mut count) = ([0.0; 3], 0.0);
        for score in draws {
            let distance = (score - even).abs();
            let is = [distance <= 0.05, distance <= 0.1, score > even];
            sums.iter_mut().zip(is).for_each(|(sum, is)| *sum += if is { 1.0 } else { 0.0 });
            count += 1.0;
        }
        let [five, ten, first] = sums.map(|sum| sum / count);
        Statement { within: [five, ten], first }
    }

    /// Returns the statement on the other of two players' score.
    #[must_use]
    pub fn exchanged(self) -> Statement {
        Statement { first: 1.0 - self.first, ..self }
    }

    /// Returns the size that is shown, the nearest to even first.
    #[must_use]
    pub fn size(self) -> Option<Size> {
        self.size_at(ALPHA)
    }

    /// Returns the size that is shown with another error probability.
    #[must_use]
    pub fn size_at(self, alpha: f64) -> Option<Size> {
        Size::ALL.iter().copied().find(|&size| self.chance(size) >= 1.0 - alpha)
    }

    /// Returns the probability of a size.
    #[must_use]
    pub fn chance(self, size: Size) -> f64 {
        match size {
            Size::Within5 => self.within[0],
            Size::Within10 => self.within[1],
            Size::Beyond10 => 1.0 - self.within[1],
        }
    }

    /// Returns the direction that is shown.
    #[must_use]
    pub fn direction(self) -> Option<Direction> {
        match self.first {
            first if first >= DIRECTION => Some(Direction::First),
            first if 1.0 - first >= DIRECTION => Some(Direction::Second),
            _ => None,
        }
    }

    /// Returns how many of the statements that are made will be wrong, on average.
    #[must_use]
    pub fn wrong(self) -> f64 {
        let of_size = self.size().map_or(0.0, |size| 1.0 - self.chance(size));
        of_size + self.direction().map_or(0.0, |_| self.first.min(1.0 - self.first))
    }

    /// Writes both statements as one clause.
    #[must_use]
    pub fn clause(self) -> String {
        let size = match self.size() {
            Some(Size::Within5) => "within 5 percentage points",
            Some(Size::Within10) => "within 10 percentage points",
            Some(Size::Beyond10) => "by more than 10 percentage points",
            None => "by how much is open",
        };
        match (self.direction(), self.size()) {
            (Some(of), _) => format!("the {of} player's, {size}"),
            (None, Some(Size::Beyond10)) => {
                "more than 10 percentage points from even, whose is open".to_owned()
            }
            (None, Some(_)) => format!("{size} of even, neither side shown"),
            (None, None) => "open: these games show neither size nor side".to_owned(),
        }
    }

    /// Answers whether the score is fair, with both statements.
    #[must_use]
    pub fn answer(self) -> String {
        let is_fair = match (self.size(), self.direction()) {
            (Some(Size::Within5 | Size::Within10), None) => "yes: ",
            (Some(Size::Within5 | Size::Within10), Some(_)) => "nearly: ",
            (Some(Size::Beyond10), _) => "no: ",
            (None, _) => "",
        };
        format!("{is_fair}{}", self.clause())
    }

    /// Writes both statements as the few words of a table.
    #[must_use]
    pub fn brief(self) -> String {
        match (self.size(), self.direction()) {
            (Some(size), Some(of)) => format!("{size}, {of}"),
            (Some(size), None) => size.to_string(),
            (None, Some(of)) => of.to_string(),
            (None, None) => "open".to_owned(),
        }
    }
}

/// Counts the statements that are made about several scores, with the number of them that is
/// expected to be wrong.
#[must_use]
pub fn shown(all: impl IntoIterator<Item = Statement>) -> String {
    let all: Vec<Statement> = all.into_iter().collect();
    let sizes = Size::ALL.iter().map(|&size| {
        let count = all.iter().filter(|it| it.size() == Some(size)).count();
        (count, format!("{count} {size}"))
    });
    let directions = Direction::ALL.iter().map(|&of| {
        let count = all.iter().filter(|it| it.direction() == Some(of)).count();
        (count, format!("{count} the {of} player's"))
    });
    let found: Vec<(usize, String)> = sizes.chain(directions).filter(|it| it.0 > 0).collect();
    if found.is_empty() {
        return "neither size nor side is shown".to_owned();
    }
    let wrong: f64 = all.iter().map(|it| it.wrong()).sum();
    let wrong = match decimal(wrong, 1) {
        none if none == "0.0" => "fewer than 0.1".to_owned(),
        some => format!("about {some}"),
    };
    format!(
        "{}; of these {} statements {wrong} are expected to be wrong",
        listed(found.iter().map(|it| it.1.clone()), "and"),
        found.iter().map(|it| it.0).sum::<usize>(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use pasang_core::base::random::SeedKey;

    fn normal(mean: f64, sd: f64) -> Statement {
        Statement::of(Normal { mean, sd })
    }

    /// Ranks sizes by how near to even they say that a score is.
    fn nearness(of: Option<Size>) -> i32 {
        match of {
            Some(Size::Within5) => 2,
            Some(Size::Within10) => 1,
            None => 0,
            Some(Size::Beyond10) => -1,
        }
    }

    /// A hundred thousand random cells: a mean nearer to even is never told as farther from it, less
    /// error never weakens a statement, and the other seat and the other board get the same statements.
    #[test]
    fn statements_are_monotone_and_symmetric() {
        let mut rng = SeedKey::new(2026, &[b"statement"]).rng(0);
        let mut unit = || rng.below_u64(1 << 53) as f64 / (1_u64 << 53) as f64;
        for _ in 0..100_000 {
            let (mean, sd) = (unit(), 0.7 * libm::pow(unit(), 3.0) + 1e-4);
            let told = normal(mean, sd);
            let nearer = normal(0.5 + (mean - 0.5) * unit(), sd);
            assert!(
                nearness(nearer.size()) >= nearness(told.size()),
                "{mean} {sd}: {told:?}, {nearer:?}"
            );
            assert!(nearer.within[0] >= told.within[0] - 1e-9);
            let more = normal(mean, sd * unit());
            if told.size().is_some() {
                let at_even = [0.05, 0.1].iter().any(|it| ((mean - 0.5).abs() - it).abs() < 1e-9);
                let is_kept = more.size() == told.size()
                    || (told.size() == Some(Size::Within10) && more.size() == Some(Size::Within5));
                assert!(is_kept || at_even, "{mean} {sd}: {told:?}, {more:?}");
            }
            assert!(told.direction().is_none() || more.direction() == told.direction());
            let mirrored = normal(1.0 - mean, sd);
            let exchanged = told.exchanged();
            assert_eq!(mirrored.size(), exchanged.size());
            assert!((mirrored.first - exchanged.first).abs() < 1e-9);
            assert!((mirrored.within[1] - exchanged.within[1]).abs() < 1e-9);
        }
    }

    /// Probabilities of the normal distribution from a table: one standard deviation holds 0.682689.
    #[test]
    fn probabilities_are_those_of_the_table() {
        let told = normal(0.5, 0.05);
        assert!((told.within[0] - 0.682_689).abs() < 1e-6 && (told.first - 0.5).abs() < 1e-9);
        assert!((normal(0.6, 0.05).first - 0.977_250).abs() < 1e-6);
        assert_eq!(normal(0.541, 0.018).brief(), "within 10, first");
        assert_eq!(normal(0.66, 0.02).brief(), "beyond 10, first");
        assert_eq!(normal(0.5, 0.02).brief(), "within 5");
        assert_eq!(normal(0.58, 0.02).brief(), "first");
        assert_eq!(normal(0.5, 3.0).brief(), "open");
    }

    #[test]
    fn statements_are_counted() {
        let told = shown([normal(0.5, 0.02), normal(0.66, 0.02), normal(0.5, 0.2)]);
        assert_eq!(
            told,
            "1 within 5, 1 beyond 10 and 1 the first player's; of these 3 statements fewer than 0.1 are expected \
             to be wrong"
        );
    }

    #[test]
    fn draws_are_counted() {
        let told = Statement::of_scores([0.5, 0.52, 0.58, 0.7], 0.5);
        assert_eq!(told, Statement { within: [0.5, 0.75], first: 0.75 });
    }
}
