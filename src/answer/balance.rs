//! The two statements on a cell, size and direction: those of a crew's model
//! (`crates/balance/src/cell.rs`), or of the interval of the games of single bots. [`Statement`] has the words.

pub use pasang_balance::{
    Direction, Estimate as Credible, Normal, Size, Statement, VarianceComponents, shown,
};

use super::cell_stats::CellStats;
use super::interval::{Interval, Z};
use pasang_core::games::Seat;

/// Returns the sign for tables without room for words: `+` or `-` for the player who is shown to be
/// favoured, `=` for a score shown to be within 10 percentage points of even.
pub fn sign(statement: Option<Statement>) -> String {
    let Some(of) = statement else { return "?".to_owned() };
    let direction = match of.direction() {
        Some(Direction::First) => "+",
        Some(Direction::Second) => "-",
        None => "",
    };
    let size = if matches!(of.size(), Some(Size::Within5 | Size::Within10)) { "=" } else { "" };
    format!("{direction}{size}")
}

/// Makes the statement on a score with a 95 % interval, as if it were normally distributed.
pub fn of_interval(Interval { low, high }: Interval, even: f64) -> Statement {
    let score = Normal { mean: 0.5 * (low + high), sd: 0.5 * (high - low) / Z };
    Statement::about(score, even)
}

impl CellStats<'_> {
    /// Returns the even share of a seat.
    pub fn even_share(&self) -> f64 {
        1.0 / f64::from(self.tally.seats)
    }

    /// Returns the statement on a seat's score; `None` without an interval.
    pub fn statement(&self, seat: Seat) -> Option<Statement> {
        if let Some(balance) = self.balance {
            let of_first = balance.statement;
            return Some(if seat == Seat::FIRST { of_first } else { of_first.exchanged() });
        }
        Some(of_interval(self.score(seat)?.interval?, self.even_share()))
    }
}
