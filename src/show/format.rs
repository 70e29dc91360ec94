//! Formats numbers, intervals and labels for readers.

use crate::answer::interval::Interval;
use crate::answer::{CellStats, Estimate};
use pasang_core::base::text::{of_so_many, rounded};

/// Formats a count with separated thousands.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        // A narrow no-break space, from five digits on.
        if place > 0 && (digits.len() - place).is_multiple_of(3) && digits.len() > 4 {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// Formats a count with its noun: `1 game`, `35 games`.
pub fn plural(number: u64, thing: &str) -> String {
    format!("{} {}", count(number), of_so_many(number, thing))
}

/// Formats a share in per cent, without the sign.
pub fn percent(share: f64) -> String {
    rounded(share * 100.0, 1)
}

/// Formats a share in per cent, without a decimal that is 0.
pub fn short(share: f64) -> String {
    let text = percent(share);
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// Formats the ends of an interval of a share.
pub fn ends(interval: Interval) -> String {
    format!("{}-{}", percent(interval.low), percent(interval.high))
}

/// The reason why a cell's score has no interval: all of its games are one.
pub const ONE_GAME: &str = "one game";

/// Formats the ends of a cell's interval, or the reason why there is none.
pub fn range(score: &Estimate) -> String {
    score.interval.map_or_else(|| ONE_GAME.to_owned(), ends)
}

/// Formats a share in per cent with its sign.
pub fn signed(share: f64) -> String {
    with_sign(percent(share))
}

/// Adds a plus to a number that is greater than 0.
pub fn with_sign(number: String) -> String {
    let is_zero = number.bytes().all(|sign| matches!(sign, b'0' | b'.'));
    if number.starts_with('-') || is_zero { number } else { format!("+{number}") }
}

/// Names a cell in a sentence.
pub fn named(cell: &CellStats<'_>) -> String {
    let labels = &cell.labels;
    format!("{}, {}, {}", labels.setup, labels.rules, labels.bots)
}
