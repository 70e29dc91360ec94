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
    let told = listed(found.iter().map(|it| it.1.clone()), "and");
    let count = found.iter().map(|it| it.0).sum::<usize>();
    if count == 1 {
        return told;
    }
    let wrong: f64 = all.iter().map(|it| it.wrong()).sum();
    let wrong = match decimal(wrong, 1) {
        none if none == "0.0" => "fewer than 0.1".to_owned(),
        some => format!("about {some}"),
    };
    format!("{told}; of these {count} statements {wrong} are expected to be wrong")
}
