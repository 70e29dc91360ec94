//! Charts as SVG, by hand: what all of them are drawn with, and one file for each kind.
//!
//! The plotters crate writes SVG too, and was left out: it measures and places text for one fixed
//! width, writes every colour into every element, and knows neither classes nor percentages. Here a
//! chart is a few paths whose colours come from the report's style sheet, so that one drawing
//! serves on light, dark and printed pages.

mod ladder;
mod stacked;

use std::fmt::Write;

use crate::base::markup::escaped;
use crate::stats::decimal;

pub use ladder::{Next, Rung, ladder};
pub use stacked::stacked;

/// How wide a chart is; its text has the size of the page's on a phone.
const WIDTH: f64 = 340.0;

/// A number as it stands in a drawing: no more decimals than are seen.
pub fn at(number: f64) -> String {
    let text = decimal(number, 1);
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// A chart while it is drawn.
#[derive(Debug, Default)]
pub struct Canvas(String);

impl Canvas {
    /// A path of this class.
    pub fn path(&mut self, class: &str, path: &str) {
        if !path.is_empty() {
            // Writing to memory does not fail.
            let _ = write!(self.0, "<path class=\"{class}\" d=\"{path}\"/>");
        }
    }

    /// A text; `anchor` is `start`, `middle` or `end`.
    pub fn text(&mut self, (x, y): (f64, f64), class: &str, text: &str) {
        let (x, y, text) = (at(x), at(y), escaped(text));
        let _ = write!(self.0, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{text}</text>");
    }

    /// A disk.
    pub fn disk(&mut self, class: &str, (x, y): (f64, f64), radius: f64) {
        let (x, y, r) = (at(x), at(y), at(radius));
        let _ = write!(self.0, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>");
    }

    /// The drawing.
    pub fn finish(self) -> String {
        self.0
    }
}

/// From numbers to places.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    from: (f64, f64),
    to: (f64, f64),
}

impl Scale {
    /// The numbers `from` lie at the places `to`.
    pub fn new(from: (f64, f64), to: (f64, f64)) -> Scale {
        Scale { from, to }
    }

    /// Where a number lies.
    pub fn at(self, number: f64) -> f64 {
        let whole = self.from.1 - self.from.0;
        let part = if whole == 0.0 { 0.5 } else { (number - self.from.0) / whole };
        self.to.0 + part * (self.to.1 - self.to.0)
    }

    /// Round numbers to write at an axis, at most so many.
    pub fn ticks(self, most: usize) -> Vec<f64> {
        let (low, high) = self.from;
        let mut step = 0.01;
        for factor in [2.0, 2.5, 2.0].into_iter().cycle().take(40) {
            if (high - low) / step <= most as f64 {
                break;
            }
            step *= factor;
        }
        let mut ticks = Vec::new();
        let mut tick = (low / step).ceil() * step;
        while tick <= high + step * 1e-9 && ticks.len() < 50 {
            ticks.push(tick);
            tick += step;
        }
        ticks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_lie_on_the_axis() {
        let ticks = |low, high, most| {
            let ticks = Scale::new((low, high), (0.0, 1.0)).ticks(most);
            ticks.into_iter().map(at).collect::<Vec<_>>()
        };
        assert_eq!(ticks(38.0, 62.0, 6), ["40", "45", "50", "55", "60"]);
        assert_eq!(ticks(-64.0, 80.0, 8), ["-60", "-40", "-20", "0", "20", "40", "60", "80"]);
        assert_eq!(ticks(5.0, 5.0, 6), ["5"]);
        assert!(ticks(0.0, 1e12, 6).len() <= 7);
    }
}
