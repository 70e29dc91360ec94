//! Rows and columns, and openings as a field of colours.

use maud::{Markup, html};

use super::text::{Plain, Prose};
use crate::report::document::{Matrix, Opened, Shade, Table};
use crate::stats::decimal;

/// Rows and columns; the first column names the rows.
pub fn table(table: &Table) -> Markup {
    let caption = Plain(&table.caption);
    html! {
        div.wide tabindex="0" role="group" aria-label=(caption) {
            table.plain {
                caption { (caption) } "\n"
                thead { tr { @for column in &table.columns { th scope="col" { (Plain(column)) } } } } "\n"
                tbody { "\n"
                    @for row in &table.rows {
                        tr {
                            @for (place, field) in row.iter().enumerate() {
                                @if place == 0 {
                                    th scope="row" { (Prose(field)) }
                                } @else {
                                    td { (Prose(field)) }
                                }
                            }
                        } "\n"
                    }
                }
            }
        } "\n"
    }
}

/// First moves by replies.
pub fn matrix(matrix: &Matrix) -> Markup {
    let caption = Plain(&matrix.caption);
    let shades = Shades::of(matrix);
    html! {
        figure.openings {
            div.wide tabindex="0" role="group" aria-label=(caption) {
                table.matrix {
                    caption { (caption) } "\n"
                    thead {
                        tr {
                            td {}
                            @for second in &matrix.seconds { th scope="col" { (move_name(second)) } }
                        }
                    } "\n"
                    tbody { "\n"
                        @for (first, fields) in &matrix.firsts {
                            tr {
                                th scope="row" { (move_name(first)) }
                                @for field in fields {
                                    @match field {
                                        Some(opened) => { (shades.field(opened)) },
                                        None => { td {} },
                                    }
                                }
                            } "\n"
                        }
                    }
                }
            }
            @if !matrix.words.is_empty() { figcaption { (Prose(&matrix.words)) } }
        } "\n"
    }
}

/// How dark the fields of a matrix are.
struct Shades<'m> {
    matrix: &'m Matrix,
    /// The games of the opening that was played most.
    most: u64,
    /// How far from even the first player's best or worst opening scored.
    furthest: f64,
}

impl Shades<'_> {
    fn of(matrix: &Matrix) -> Shades<'_> {
        let all = || matrix.firsts.iter().flat_map(|(_, fields)| fields).flatten();
        let most = all().map(|opened| opened.games).max().unwrap_or(1);
        let shades = Shades { matrix, most, furthest: 0.0 };
        let furthest = all().map(|opened| shades.far(opened)).fold(0.0, f64::max);
        Shades { furthest, ..shades }
    }

    fn far(&self, opened: &Opened) -> f64 {
        (opened.score() - self.matrix.fair).abs()
    }

    fn field(&self, opened: &Opened) -> Markup {
        let part = match self.matrix.shade {
            Shade::Games => opened.games as f64 / self.most as f64,
            Shade::Score if self.furthest > 0.0 => self.far(opened) / self.furthest,
            Shade::Score => 0.0,
        };
        let level = (part.sqrt() * 8.0).round() as u32;
        let (games, score) = (short(opened.games), decimal(opened.score() * 100.0, 0));
        let (class, sign) = match opened.score() >= self.matrix.fair {
            true => ("p", "+"),
            false => ("q", "\u{2212}"),
        };
        html! {
            @match self.matrix.shade {
                Shade::Games => { td class={ "h" (level) } { (games) i { (score) } } },
                Shade::Score => { td class={ (class) (level) } { (sign) (score) i { (games) } } },
            }
        }
    }
}

/// A first move as a heading; a game may end before it was made.
fn move_name(name: &str) -> Plain<'_> {
    Plain(if name.is_empty() { "none" } else { name })
}

/// A count that fits into a field.
fn short(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..1_000_000 => format!("{}k", number / 1000),
        1_000_000..10_000_000 => format!("{}.{}M", number / 1_000_000, number / 100_000 % 10),
        _ => format!("{}M", number / 1_000_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_fit_into_a_field() {
        let shown = [0, 9999, 10_000, 999_999, 1_250_000, 12_500_000].map(short);
        assert_eq!(shown, ["0", "9999", "10k", "999k", "1.2M", "12M"]);
    }
}
