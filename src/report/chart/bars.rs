//! Bars: how often each number occurred, and shares side by side.

use super::{Canvas, Scale, WIDTH, at, bar};
use crate::report::document::Figure;
use crate::report::words::{count, percent};
use crate::stats::Histogram;

/// A line across a histogram with a word.
#[derive(Clone, Debug)]
pub struct Marker {
    /// Where.
    pub at: f64,
    /// What it says.
    pub label: String,
    /// Its class: `own` or `pub` for what others have published.
    pub class: &'static str,
}

/// Which side of nothing has which colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// The numbers have no sides.
    One,
    /// Above 0 is the first player's, below it the second's.
    Two,
}

/// How often each number occurred, as bars.
pub fn histogram(
    title: &str,
    unit: &str,
    numbers: &Histogram,
    sides: Sides,
    markers: &[Marker],
) -> Option<Figure> {
    const BARS: i64 = 56;
    // Each marker has a line of its own above the bars.
    let top = 10.0 + 14.0 * markers.len() as f64;
    let base = top + 106.0;
    let (least, greatest) = (numbers.least()?, numbers.greatest()?);
    let total = numbers.count();
    let near = |numbers: &[f64]| {
        numbers.iter().copied().fold((least, greatest), |(low, high), it| {
            (low.min(it.floor() as i64), high.max(it.ceil() as i64))
        })
    };
    let (low, high) = near(&markers.iter().map(|marker| marker.at).collect::<Vec<_>>());
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
        let height = times as f64 / most as f64 * (base - top);
        let (from, to) = span(number);
        let x = place.at(from as f64 - 0.5);
        let wide = (place.at(to as f64 + 0.5) - x - gap).max(1.0);
        bar(&mut paths[side], x, wide, base, height);
    }
    let mut canvas = Canvas::default();
    for (class, path) in ["b0", "b1", "b2"].into_iter().zip(&paths) {
        canvas.path(class, path);
    }
    canvas.path("ax", &format!("M8 {base}H{}", WIDTH - 8.0));
    let x = |number: f64| place.at(number);
    for tick in Scale::new((low as f64, high as f64), (0.0, 1.0)).ticks(7) {
        canvas.path("ax", &format!("M{} {base}v4", at(x(tick))));
        let text = if sides == Sides::Two && tick > 0.0 {
            format!("+{}", at(tick))
        } else {
            at(tick).replace('-', "\u{2212}")
        };
        canvas.text((x(tick), base + 16.0), "t m", &text);
    }
    for (row, marker) in markers.iter().enumerate() {
        let (x, y) = (x(marker.at), 11.0 + 14.0 * row as f64);
        canvas.path(&format!("mk {}", marker.class), &format!("M{} {}V{base}", at(x), at(y + 3.0)));
        let anchor = if x > WIDTH * 0.6 { "t e" } else { "t s" };
        let beside = if x > WIDTH * 0.6 { -3.0 } else { 3.0 };
        canvas.text((x + beside, y), anchor, &marker.label);
    }
    let of = |percent: u8| {
        numbers.percentile(percent).map_or_else(String::new, at).replace('-', "\u{2212}")
    };
    let number = |number: i64| number.to_string().replace('-', "\u{2212}");
    let words = format!(
        "{} games: from {} to {} {unit}, median {}, the middle half from {} to {}.",
        count(total),
        number(least),
        number(greatest),
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
        size: (WIDTH as u32, (base + 26.0) as u32),
        svg: canvas.finish(),
    })
}

/// Shares of the same things, ours and those that others have published.
pub fn pairs(title: &str, labels: &[String], ours: &[f64], theirs: Option<&[f64]>) -> Figure {
    const HEIGHT: f64 = 190.0;
    const TOP: f64 = 30.0;
    const BASE: f64 = 158.0;
    let most = ours.iter().chain(theirs.unwrap_or(&[])).copied().fold(0.01, f64::max);
    let place = Scale::new((0.0, labels.len() as f64), (8.0, WIDTH - 8.0));
    let step = place.at(1.0) - place.at(0.0);
    let height = |share: f64| share / most * (BASE - TOP);
    let (mut own, mut published) = (String::new(), String::new());
    for (index, &share) in ours.iter().enumerate() {
        let x = place.at(index as f64);
        let (from, width) = if theirs.is_some() { (0.08, 0.42) } else { (0.12, 0.76) };
        bar(&mut own, x + step * from, step * width, BASE, height(share));
        if let Some(&share) = theirs.and_then(|theirs| theirs.get(index)) {
            bar(&mut published, x + step * 0.54, step * 0.36, BASE, height(share));
        }
    }
    let mut canvas = Canvas::default();
    canvas.path("b0", &own);
    canvas.path("pb", &published);
    canvas.path("ax", &format!("M8 {BASE}H{}", WIDTH - 8.0));
    for (index, label) in labels.iter().enumerate() {
        canvas.text((place.at(index as f64 + 0.5), BASE + 16.0), "t m", label);
    }
    if theirs.is_some() {
        canvas.path("b0", "M10 8h10v10h-10z");
        canvas.text((25.0, 17.0), "t s", "these games");
        canvas.path("pb", "M120 8h10v10h-10z");
        canvas.text((135.0, 17.0), "t s", "published, 2010");
    }
    let list: Vec<String> = labels
        .iter()
        .enumerate()
        .map(|(index, label)| {
            let own = ours.get(index).map_or_else(String::new, |&share| percent(share));
            match theirs.and_then(|theirs| theirs.get(index)) {
                Some(&published) => format!("{label}: {own} % ({} %)", percent(published)),
                None => format!("{label}: {own} %"),
            }
        })
        .collect();
    Figure {
        title: title.to_owned(),
        words: format!("{title}: {}.", list.join(", ")),
        caption: String::new(),
        size: (WIDTH as u32, HEIGHT as u32),
        svg: canvas.finish(),
    }
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
        let figure = histogram("Margin", "points", &margins, Sides::Two, &[]).unwrap();
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
        let figure = histogram("Length", "plies", &numbers, Sides::One, &[]).unwrap();
        assert!(figure.svg.len() < 4000);
    }
}
