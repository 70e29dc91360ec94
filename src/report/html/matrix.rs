//! Openings as a field of colours.

use maud::{Markup, html};

use super::Plain;
use crate::report::document::{Matrix, Opened, Shade};
use crate::stats::decimal;

/// First moves by replies.
pub fn matrix(matrix: &Matrix) -> Markup {
    let caption = Plain(&matrix.caption);
    let shades = Shades::of(matrix);
    html! {
        figure.openings.sh {
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
            (shades.scale())
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
    /// Those of a matrix.
    fn of(matrix: &Matrix) -> Shades<'_> {
        let all = || matrix.firsts.iter().flat_map(|(_, fields)| fields).flatten();
        let most = all().map(|opened| opened.games).max().unwrap_or(1);
        let shades = Shades { matrix, most, furthest: 0.0 };
        let furthest = all().map(|opened| shades.far(opened)).fold(0.0, f64::max);
        Shades { furthest, ..shades }
    }

    /// How far a score lies from even; nearer, the fewer games it comes from.
    fn far(&self, opened: &Opened) -> f64 {
        let (games, doubt) = (opened.games as f64, DOUBT as f64);
        (opened.score() - self.matrix.fair).abs() * games / (games + doubt)
    }

    /// The colour of a field: which, and how strong from 0 to 8.
    fn colour(&self, opened: &Opened) -> (&'static str, u32) {
        let part = match self.matrix.shade {
            Shade::Games => opened.games as f64 / self.most as f64,
            Shade::Score if self.furthest > 0.0 => self.far(opened) / self.furthest,
            Shade::Score => 0.0,
        };
        let class = match self.matrix.shade {
            Shade::Games => "h",
            Shade::Score => self.side(opened.score()),
        };
        (class, level(part))
    }

    fn field(&self, opened: &Opened) -> Markup {
        let (class, level) = self.colour(opened);
        let (games, score) = (short(opened.games), decimal(opened.score() * 100.0, 0));
        html! {
            @match self.matrix.shade {
                Shade::Games => {
                    td class={ (class) (level) } { (games) i { (score) "\u{a0}%" } }
                },
                Shade::Score => {
                    td class={ (class) (level) } {
                        (score) i { (games) }
                    }
                },
            }
        }
    }

    /// The colour of a score's side.
    fn side(&self, score: f64) -> &'static str {
        if score >= self.matrix.fair { "p" } else { "q" }
    }

    /// What the colours mean, with a scale.
    fn scale(&self) -> Markup {
        let fair = self.matrix.fair;
        let swatches: Vec<(String, String)> = match self.matrix.shade {
            Shade::Games => [0.05, 0.3, 1.0]
                .into_iter()
                .map(|part: f64| {
                    let games = (part * self.most as f64).round() as u64;
                    (format!("h{}", level(part)), short(games.max(1)))
                })
                .collect(),
            Shade::Score => [-1.0, -0.4, 0.0, 0.4, 1.0]
                .into_iter()
                .map(|part: f64| {
                    let score = fair + part * self.furthest;
                    let class = format!("{}{}", self.side(score), level(part.abs()));
                    (class, decimal(score * 100.0, 0) + "\u{a0}%")
                })
                .collect(),
        };
        let what = match self.matrix.shade {
            Shade::Games => {
                "Colour: how many games. In a field: games, then the first player's score."
            }
            Shade::Score => {
                "Colour: the first player's score, paler where games are few. In a field: score in \
                 per cent, then games."
            }
        };
        html! {
            p.scale {
                (what) " "
                @for (class, text) in &swatches { span class=(class) { (text) } " " }
            } "\n"
        }
    }
}

/// So many games count as much as the doubt in them.
const DOUBT: u64 = 4;

/// How strong a colour is, from 0 to 8.
fn level(part: f64) -> u32 {
    (part.sqrt() * 8.0).round() as u32
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
