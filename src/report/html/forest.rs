//! Scores with their intervals below each other, each on a strip of its own.

use maud::{Markup, PreEscaped, html};

use super::{Plain, picture};
use crate::report::chart::Scale;
use crate::report::document::{Axis, DotRow, Dots, Forest, ForestRow};
use crate::report::words::{count, percent, verdict};
use crate::stats::{Verdict, decimal};

/// A forest with more rows than this shows the rest of them on request.
const MOST_ROWS: usize = 60;

/// A list with more rows than this has its axis below it too.
const LONG: usize = 12;

/// The marks of several scores on one line, told apart without their colours.
const MARKS: [&str; Dots::MOST] = ["mf", "mo", "mb", "mx", "mv", "mp"];

/// Scores with their intervals, by cell.
pub fn forest(forest: &Forest) -> Markup {
    let (shown, folded) = forest.rows.split_at(forest.rows.len().min(MOST_ROWS));
    html! {
        div.panel {
            h3 { (Plain(&forest.title)) } "\n"
            (table(forest, shown))
            @if forest.left_out > 0 {
                p.text {
                    (count(forest.left_out as u64))
                    " rows between the highest and the lowest are left out."
                } "\n"
            }
            @if !folded.is_empty() {
                details {
                    summary { (folded.len()) " more" } "\n"
                    (table(forest, folded))
                } "\n"
            }
        } "\n"
    }
}

fn table(forest: &Forest, rows: &[ForestRow]) -> Markup {
    let strips = Strips { axis: forest.axis, least_gap: 0.22 };
    html! {
        table.forest {
            caption.hidden { "First player's score, " (Plain(&forest.title)) } "\n"
            thead {
                tr {
                    th scope="col" { "setup" }
                    th scope="col" class="axis" { (strips.axis()) }
                    th scope="col" class="score" { "score" }
                    th scope="col" { span.hidden { "verdict" } }
                }
            } "\n"
            tbody { "\n"
                @for row in rows { (line(row, &strips)) "\n" }
            }
            @if rows.len() > LONG { (again(&strips)) }
        } "\n"
    }
}

/// The axis once more, below a long list.
fn again(strips: &Strips) -> Markup {
    html! { tfoot { tr { td {} td.axis { (strips.axis()) } } } "\n" }
}

fn line(row: &ForestRow, strips: &Strips) -> Markup {
    let words = verdict(row.verdict);
    html! {
        tr id={ "c" (row.cell) } {
            th scope="row" {
                a.self href={ "#c" (row.cell) } {
                    svg.mini aria-hidden="true" { (picture::stones(row.setup)) }
                    span { (Plain(&row.name)) }
                }
            }
            td.strip { (strips.strip(row)) }
            td.score {
                b { (percent(row.score)) } " "
                span {
                    @match row.interval {
                        Some(ends) => { (percent(ends.low)) "\u{2013}" (percent(ends.high)) },
                        None => { (row.why_none) },
                    }
                }
            }
            td class={ "lean " (class_of(row.verdict)) } title=(words) {
                span aria-hidden="true" { (row.verdict.map_or("?", Verdict::sign)) }
                span.hidden { (words) }
                @if let Some(share) = row.few {
                    abbr title={ (percent(share)) " % of its games are different" } { "\u{2020}" }
                }
            }
        }
    }
}

fn class_of(verdict: Option<Verdict>) -> &'static str {
    match verdict {
        Some(Verdict::First) => "lf",
        Some(Verdict::Second) => "lo",
        Some(Verdict::Uneven) => "lx",
        Some(Verdict::Balanced) => "lb",
        Some(Verdict::Undecided) => "ln",
        None => "lu",
    }
}

/// The mark of a verdict, among the definitions.
fn mark_of(verdict: Option<Verdict>) -> &'static str {
    match verdict {
        Some(Verdict::First) => "mf",
        Some(Verdict::Second) => "mo",
        Some(Verdict::Uneven) => "mx",
        Some(Verdict::Balanced) => "mb",
        Some(Verdict::Undecided) | None => "mn",
    }
}

/// Several scores a setup, on one line.
pub fn dots(dots: &Dots) -> Markup {
    let strips = Strips { axis: dots.axis, least_gap: 0.11 };
    let (shown, folded) = dots.rows.split_at(dots.rows.len().min(MOST_ROWS));
    html! {
        div.panel.dots {
            h3 { (Plain(&dots.title)) } "\n"
            p.legend {
                @for (place, name) in dots.series.iter().enumerate() {
                    span {
                        svg class={ "key k" (place) } viewBox="-6 -6 12 12" aria-hidden="true" {
                            (PreEscaped(format!("<use href=\"#{}\"/>", MARKS[place])))
                        }
                        (Plain(name))
                    } " "
                }
            } "\n"
            (dot_table(dots, &strips, shown))
            @if !folded.is_empty() {
                details {
                    summary { (folded.len()) " more" } "\n"
                    (dot_table(dots, &strips, folded))
                } "\n"
            }
        } "\n"
    }
}

fn dot_table(dots: &Dots, strips: &Strips, rows: &[DotRow]) -> Markup {
    html! {
        table.forest {
            caption.hidden { (Plain(&dots.title)) } "\n"
            thead {
                tr { th scope="col" { "setup" } th scope="col" class="axis" { (strips.axis()) } }
            } "\n"
            tbody { "\n"
                @for DotRow { setup, name, scores } in rows {
                    tr {
                        th scope="row" {
                            svg.mini aria-hidden="true" { (picture::stones(*setup)) }
                            span { (Plain(name)) }
                        }
                        td.strip {
                            (strips.dots(scores))
                            span.hidden { (Plain(&in_words(dots, scores))) }
                        }
                    } "\n"
                }
            }
            @if rows.len() > LONG { (again(strips)) }
        } "\n"
    }
}

/// The scores in words, for whoever does not see the marks.
fn in_words(dots: &Dots, scores: &[Option<f64>]) -> String {
    let one =
        |(name, score): (&String, &Option<f64>)| Some(format!("{name}: {} %", percent((*score)?)));
    dots.series.iter().zip(scores).filter_map(one).collect::<Vec<String>>().join(", ")
}

/// The strips of a forest. Scores lie on them in per cent of the width: so a strip may have any
/// width, and disks stay round. A drawing holds numbers and fixed words, and nobody's text.
struct Strips {
    axis: Axis,
    /// The least distance of two numbers at the axis, as a part of the width.
    least_gap: f64,
}

impl Strips {
    fn at(&self, score: f64) -> f64 {
        Scale::new(self.axis.ends, (0.0, 100.0)).at(score)
    }

    fn place(&self, score: f64) -> String {
        decimal(self.at(score), 2)
    }

    fn ground(&self) -> String {
        let band = |score: f64| self.at(score).clamp(0.0, 100.0);
        let (low, high) =
            (band(self.axis.fair - self.axis.within), band(self.axis.fair + self.axis.within));
        let (low, width) = (decimal(low, 2), decimal(high - low, 2));
        let fair = self.place(self.axis.fair);
        format!(
            "<rect class=\"band\" x=\"{low}%\" width=\"{width}%\" height=\"100%\"/>\
             <line class=\"fair\" x1=\"{fair}%\" x2=\"{fair}%\" y2=\"100%\"/>"
        )
    }

    /// The even score in bold, and scores at equal distances from it, so many that they do not run into
    /// one another on a narrow strip.
    fn axis(&self) -> PreEscaped<String> {
        const STEPS: [f64; 6] = [0.01, 0.02, 0.05, 0.1, 0.2, 0.25];
        let (Axis { fair, .. }, (low, high)) = (self.axis, self.axis.ends);
        let is_wide = |step: &f64| step / (high - low) >= self.least_gap;
        let step = STEPS.into_iter().find(is_wide).unwrap_or(0.5);
        let label = |class: &str, score: f64| {
            let (x, text) = (self.place(score), decimal(score * 100.0, 0));
            format!("<text class=\"{class}\" x=\"{x}%\" y=\"14\">{text}</text>")
        };
        let fits = |score: &f64| (4.0..=96.0).contains(&self.at(*score));
        let others = (1..=20).flat_map(|times| {
            let away = f64::from(times) * step;
            [fair - away, fair + away]
        });
        let mut labels: String = others.filter(fits).map(|score| label("t m", score)).collect();
        labels += &label("t m even", fair);
        PreEscaped(format!("<svg height=\"20\" aria-hidden=\"true\">{labels}</svg>"))
    }

    fn strip(&self, row: &ForestRow) -> PreEscaped<String> {
        let (class, ground) = (class_of(row.verdict), self.ground());
        let (line, mark, x) = (self.line(row), mark_of(row.verdict), self.place(row.score));
        PreEscaped(format!(
            "<svg class=\"{class}\" aria-hidden=\"true\">{ground}{line}\
             <use href=\"#{mark}\" x=\"{x}%\" y=\"50%\"/></svg>"
        ))
    }

    /// The interval.
    fn line(&self, row: &ForestRow) -> String {
        let Some(interval) = row.interval else {
            return String::new();
        };
        let class = if row.few.is_some() { "iv fw" } else { "iv" };
        let [low, high] = [interval.low, interval.high].map(|end| self.place(end));
        format!("<line class=\"{class}\" x1=\"{low}%\" x2=\"{high}%\" y1=\"50%\" y2=\"50%\"/>")
    }

    fn dots(&self, scores: &[Option<f64>]) -> PreEscaped<String> {
        let mark = |(place, score): (usize, &Option<f64>)| {
            let x = self.place((*score)?);
            let mark = MARKS[place];
            Some(format!("<use class=\"k{place}\" href=\"#{mark}\" x=\"{x}%\" y=\"50%\"/>"))
        };
        let marks: String = scores.iter().enumerate().filter_map(mark).collect();
        PreEscaped(format!("<svg aria-hidden=\"true\">{}{marks}</svg>", self.ground()))
    }
}
