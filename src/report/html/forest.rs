//! Scores with their intervals below each other, each on a strip of its own.

use maud::{Markup, PreEscaped, html};

use super::picture;
use super::text::Plain;
use crate::report::chart::{Scale, at};
use crate::report::document::{Forest, ForestRow};
use crate::report::words::{count, percent, sign, verdict};
use crate::stats::{Verdict, decimal};

/// A forest with more rows than this shows the rest of them on request.
const MOST_ROWS: usize = 60;

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
    let strips = Strips(forest);
    html! {
        table.forest {
            caption.hidden { (Plain(&forest.caption)) } "\n"
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
        } "\n"
    }
}

fn line(row: &ForestRow, strips: &Strips<'_>) -> Markup {
    let words = verdict(row.verdict);
    html! {
        tr {
            th scope="row" {
                svg.mini aria-hidden="true" { (picture::stones(row.setup)) }
                span { (Plain(&row.name)) }
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
                span aria-hidden="true" { (sign(row.verdict)) }
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

/// The strips of a forest. Scores lie on them in per cent of the width: so a strip may have any
/// width, and disks stay round. A drawing holds numbers and fixed words, and nobody's text.
struct Strips<'f>(&'f Forest);

impl Strips<'_> {
    fn at(&self, score: f64) -> f64 {
        let (low, high) = self.0.axis;
        (score - low) / (high - low).max(1e-9) * 100.0
    }

    fn place(&self, score: f64) -> String {
        decimal(self.at(score), 2)
    }

    /// The margin within which scores are called fair, and the even score, behind everything.
    fn ground(&self) -> String {
        let within = self.0.within;
        let low = self.at(self.0.fair - within).max(0.0);
        let high = self.at(self.0.fair + within).min(100.0);
        let (low, width) = (decimal(low, 2), decimal(high - low, 2));
        let fair = self.place(self.0.fair);
        format!(
            "<rect class=\"band\" x=\"{low}%\" width=\"{width}%\" height=\"100%\"/>\
             <line class=\"fair\" x1=\"{fair}%\" x2=\"{fair}%\" y2=\"100%\"/>"
        )
    }

    fn axis(&self) -> PreEscaped<String> {
        let (low, high) = self.0.axis;
        let ticks = Scale::new((low * 100.0, high * 100.0), (0.0, 100.0)).ticks(4);
        let labels: String = ticks
            .into_iter()
            .filter(|tick| (6.0..=94.0).contains(&self.at(tick / 100.0)))
            .map(|tick| {
                let x = self.place(tick / 100.0);
                format!("<text class=\"t m\" x=\"{x}%\" y=\"14\">{}</text>", at(tick))
            })
            .collect();
        PreEscaped(format!("<svg height=\"20\" aria-hidden=\"true\">{labels}</svg>"))
    }

    fn strip(&self, row: &ForestRow) -> PreEscaped<String> {
        let (low, high) = self.0.axis;
        let (class, ground) = (class_of(row.verdict), self.ground());
        let (line, mark, x) = match row.score {
            // Beyond the axis there is only an arrow: the figures stand beside it.
            score if score < low => (String::new(), "ml", "0".to_owned()),
            score if score > high => (String::new(), "mr", "100".to_owned()),
            score => (self.line(row), mark_of(row.verdict), self.place(score)),
        };
        PreEscaped(format!(
            "<svg class=\"{class}\" aria-hidden=\"true\">{ground}{line}\
             <use href=\"#{mark}\" x=\"{x}%\" y=\"50%\"/></svg>"
        ))
    }

    /// The interval, as far as the axis goes.
    fn line(&self, row: &ForestRow) -> String {
        let Some(interval) = row.interval else {
            return String::new();
        };
        let class = if row.few.is_some() { "iv fw" } else { "iv" };
        let low = self.place(interval.low.max(self.0.axis.0));
        let high = self.place(interval.high.min(self.0.axis.1));
        format!("<line class=\"{class}\" x1=\"{low}%\" x2=\"{high}%\" y1=\"50%\" y2=\"50%\"/>")
    }
}
