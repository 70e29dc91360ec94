//! Figures with their intervals below each other, each under its name.

use super::{Canvas, Scale, WIDTH, at};
use crate::report::document::Figure;
use crate::stats::decimal;
use crate::stats::interval::Interval;

/// A row of [`spans`].
#[derive(Clone, Debug)]
pub struct Span {
    /// What it is.
    pub name: String,
    /// The figure.
    pub at: f64,
    /// Its interval, where it has one.
    pub interval: Option<Interval>,
    /// Whether it stands out: that is drawn darker.
    pub stands_out: bool,
}

/// What the numbers of [`spans`] are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// Distances, from 0 on.
    Distances,
    /// Differences, on both sides of 0.
    Differences,
}

/// Figures below each other; a dashed line marks 0.
pub fn spans(title: &str, caption: &str, numbers: Numbers, rows: &[Span]) -> Option<Figure> {
    const STEP: f64 = 32.0;
    const TOP: f64 = 22.0;
    let ends = || {
        rows.iter().flat_map(|row| {
            let (low, high) = row.interval.map_or((row.at, row.at), |it| (it.low, it.high));
            [low, high, row.at]
        })
    };
    if rows.is_empty() {
        return None;
    }
    let (low, high) = (ends().fold(0.0, f64::min), ends().fold(0.0, f64::max));
    let room = (high - low).max(0.1) * 0.04;
    let from = match numbers {
        Numbers::Distances => (0.0, high + room),
        Numbers::Differences => (low - room, high + room),
    };
    let place = Scale::new(from, (12.0, WIDTH - 12.0));
    let base = TOP + STEP * rows.len() as f64;
    let shown = |number: f64| match numbers {
        Numbers::Differences if number > 0.0 => format!("+{}", decimal(number, 1)),
        _ => decimal(number, 1).replace('-', "\u{2212}"),
    };
    let mut canvas = Canvas::default();
    let mut ticks = place.ticks(6);
    if numbers == Numbers::Differences {
        ticks.retain(|tick| tick.abs() > 1e-9);
        ticks.push(0.0);
    }
    for tick in ticks {
        let (class, x) = (if tick == 0.0 { "fair" } else { "gr" }, place.at(tick));
        canvas.path(class, &format!("M{} {}V{}", at(x), TOP - 4.0, at(base)));
        let text = at(tick).replace('-', "\u{2212}");
        let plus = if numbers == Numbers::Differences && tick > 0.0 { "+" } else { "" };
        canvas.text((x, base + 14.0), "t m", &format!("{plus}{text}"));
        if rows.len() > 12 {
            canvas.text((x, 12.0), "t m", &format!("{plus}{text}"));
        }
    }
    let mut words = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let y = TOP + STEP * (index as f64 + 0.75);
        canvas.text((8.0, y - 9.0), "t s", &row.name);
        canvas.text((WIDTH - 8.0, y - 9.0), "t e", &shown(row.at));
        let (line, mark) = if row.stands_out { ("wh so", "dt") } else { ("wh", "dt pale") };
        let mut told = format!("{} {}", row.name, shown(row.at));
        if let Some(Interval { low, high }) = row.interval {
            let [x, to] = [low, high].map(|end| at(place.at(end)));
            canvas.path(line, &format!("M{x} {0}H{to}", at(y)));
            told += &format!(" ({} to {})", shown(low), shown(high));
        }
        canvas.disk(mark, (place.at(row.at), y), 4.0);
        words.push(told);
    }
    Some(Figure {
        title: title.to_owned(),
        words: format!("{title}. {}. {caption}", words.join("; ")),
        caption: caption.to_owned(),
        size: (WIDTH as u32, (base + 22.0) as u32),
        svg: canvas.finish(),
    })
}
