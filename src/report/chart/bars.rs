//! Bars: how often each number occurred.

use super::{Canvas, Scale, WIDTH, at, bar};
use crate::report::document::Figure;
use crate::report::words::count;
use crate::stats::{Histogram, decimal};

/// Which side of nothing has which colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// The numbers have no sides.
    One,
    /// Above 0 is the first player's, below it the second's.
    Two,
}

/// How often each number occurred, as bars.
pub fn histogram(title: &str, unit: &str, numbers: &Histogram, sides: Sides) -> Option<Figure> {
    const BARS: i64 = 56;
    // The mean's name stands above the bars.
    const TOP: f64 = 24.0;
    const BASE: f64 = TOP + 106.0;
    let (low, high, mean) = (numbers.least()?, numbers.greatest()?, numbers.mean()?);
    let total = numbers.count();
    let width = ((high.saturating_sub(low)) / BARS + 1).max(1);
    // A bar never holds numbers of both sides: bars count from 0.
    let bin = |number: i64| match sides {
        Sides::One => number.div_euclid(width),
        Sides::Two => number.signum() * ((number.abs() - 1).div_euclid(width) + 1),
    };
    let (first, last) = (bin(low), bin(high));
    let mut bins = vec![0u64; usize::try_from(last - first + 1).ok().filter(|&n| n < 1000)?];
    for (number, times) in numbers.iter() {
        bins[(bin(number) - first) as usize] += times;
    }
    let most = bins.iter().copied().max().unwrap_or(1).max(1);
    // The numbers that a bar holds, and stands above: that of 0 has one where others have several.
    let span = |bin: i64| match (sides, bin.signum()) {
        (Sides::One, _) => (bin * width, bin * width + width - 1),
        (Sides::Two, 0) => (0, 0),
        (Sides::Two, 1) => ((bin - 1) * width + 1, bin * width),
        (Sides::Two, _) => (bin * width, (bin + 1) * width - 1),
    };
    let ends = (span(first).0 as f64 - 0.5, span(last).1 as f64 + 0.5);
    let place = Scale::new(ends, (8.0, WIDTH - 8.0));
    let gap = if place.at(width as f64) - place.at(0.0) > 4.0 { 1.0 } else { 0.4 };
    let mut paths = [String::new(), String::new(), String::new()];
    for (index, &times) in bins.iter().enumerate() {
        let number = first + index as i64;
        let side = match (sides, number.signum()) {
            (Sides::One, _) | (Sides::Two, 0) => 0,
            (Sides::Two, 1) => 1,
            (Sides::Two, _) => 2,
        };
        let height = times as f64 / most as f64 * (BASE - TOP);
        let (from, to) = span(number);
        let x = place.at(from as f64 - 0.5);
        let wide = (place.at(to as f64 + 0.5) - x - gap).max(1.0);
        bar(&mut paths[side], x, wide, BASE, height);
    }
    let mut canvas = Canvas::default();
    for (class, path) in ["b0", "b1", "b2"].into_iter().zip(&paths) {
        canvas.path(class, path);
    }
    canvas.path("ax", &format!("M8 {BASE}H{}", WIDTH - 8.0));
    let x = |number: f64| place.at(number);
    for tick in Scale::new((low as f64, high as f64), (0.0, 1.0)).ticks(7) {
        canvas.path("ax", &format!("M{} {BASE}v4", at(x(tick))));
        let text = if sides == Sides::Two && tick > 0.0 {
            format!("+{}", at(tick))
        } else {
            at(tick).replace('-', "\u{2212}")
        };
        canvas.text((x(tick), BASE + 16.0), "t m", &text);
    }
    let x = place.at(mean);
    canvas.path("mk own", &format!("M{} 14V{BASE}", at(x)));
    let (anchor, beside) = if x > WIDTH * 0.6 { ("t e", -3.0) } else { ("t s", 3.0) };
    let sign = if sides == Sides::Two && mean > 0.0 { "+" } else { "" };
    canvas.text((x + beside, 11.0), anchor, &format!("mean {sign}{}", decimal(mean, 1)));
    let of = |percent: u8| {
        numbers.percentile(percent).map_or_else(String::new, at).replace('-', "\u{2212}")
    };
    let number = |number: i64| number.to_string().replace('-', "\u{2212}");
    let words = format!(
        "{} games: from {} to {} {unit}, median {}, the middle half from {} to {}.",
        count(total),
        number(low),
        number(high),
        of(50),
        of(25),
        of(75)
    );
    let bars = match sides {
        _ if width == 1 => String::new(),
        Sides::One => format!(" Each bar spans {width} {unit}."),
        Sides::Two => format!(" Each bar spans {width} {unit}, that of 0 one."),
    };
    Some(Figure {
        title: title.to_owned(),
        caption: format!("{words}{bars}"),
        words: format!("{title}. {words}"),
        size: (WIDTH as u32, (BASE + 26.0) as u32),
        svg: canvas.finish(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_of_margins_never_holds_both_sides() {
        let mut margins = Histogram::default();
        for margin in [-180, -1, 1, 1, 1, 180] {
            margins.add(margin);
        }
        let figure = histogram("Margin", "points", &margins, Sides::Two).unwrap();
        let bars = |class: &str| {
            let start = figure.svg.find(class).unwrap();
            figure.svg[start..].split('"').nth(3).unwrap().matches('M').count()
        };
        assert_eq!((bars("\"b1\""), bars("\"b2\"")), (2, 2));
        assert!(!figure.svg.contains("\"b0\""), "{}", figure.svg);
    }

    #[test]
    fn numbers_far_apart_make_no_endless_chart() {
        let mut numbers = Histogram::default();
        numbers.add(0);
        numbers.add(1_000_000_000);
        let figure = histogram("Length", "plies", &numbers, Sides::One).unwrap();
        assert!(figure.svg.len() < 4000);
    }
}
