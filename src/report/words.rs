//! Numbers and names as people read them.

use crate::base::words::{Choice, of_so_many};
use crate::stats::{Verdict, decimal};

/// A count with its thousands apart.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        // A narrow space that no line is broken at; four digits are read at once.
        if place > 0 && (digits.len() - place).is_multiple_of(3) && digits.len() > 4 {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// A count of things with its thousands apart: `1 game`, `35 games`.
pub fn counted(number: u64, thing: &str) -> String {
    format!("{} {}", count(number), of_so_many(number, thing))
}

/// A share in per cent, without the sign.
pub fn percent(share: f64) -> String {
    decimal(share * 100.0, 1)
}

/// A number with a sign, a proper minus among them.
pub fn signed(number: f64) -> String {
    let text = decimal(number, 1);
    match text.strip_prefix('-') {
        Some(rest) => format!("\u{2212}{rest}"),
        None if number > 0.0 => format!("+{text}"),
        None => text,
    }
}

/// The word for what may be said of a cell.
pub fn verdict(verdict: Option<Verdict>) -> &'static str {
    verdict.map_or("none", Verdict::word)
}

/// The sign for it.
pub fn sign(verdict: Option<Verdict>) -> &'static str {
    match verdict {
        // A proper minus.
        Some(Verdict::Second) => "\u{2212}",
        Some(verdict) => verdict.sign(),
        None => "?",
    }
}

/// Lines as a paragraph.
pub fn paragraph(lines: &str) -> String {
    lines.split_whitespace().collect::<Vec<&str>>().join(" ").replace('`', "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(count(2000), "2000");
        assert_eq!(count(210_000), "210\u{202f}000");
        assert_eq!(count(1_234_567), "1\u{202f}234\u{202f}567");
        assert_eq!(counted(1, "game"), "1 game");
        assert_eq!(percent(0.5168), "51.7");
        assert_eq!([signed(-1.26), signed(1.0), signed(0.0)], ["\u{2212}1.3", "+1.0", "0.0"]);
    }
}
