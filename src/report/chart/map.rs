//! What happened where on the board.

use std::fmt::Write;

use super::Canvas;
use crate::base::svg;
use crate::base::svg::Hollow;
use crate::board::{Point, Side};
use crate::report::document::Figure;
use crate::report::words::percent;
use crate::stats::decimal;

/// What a map shows.
pub struct Mapped<'a> {
    /// How large the board is.
    pub side: Side,
    /// What is left out in its middle.
    pub hollow: Hollow,
    /// How often it happened, by point.
    pub counts: &'a [u64],
    /// Of so many positions, or games.
    pub of: u64,
    /// The most that happened on a point in all maps that share a measure.
    pub most: u64,
    /// Which share of what.
    pub what: &'a str,
}

/// A map of the board: the larger a disk, the more happened there.
pub fn map(title: &str, class: &str, mapped: &Mapped<'_>) -> Figure {
    let &Mapped { side, hollow, counts, of, most, what } = mapped;
    /// So many sizes of disks are told apart.
    const SIZES: u64 = 24;
    let mut paths = vec![String::new(); SIZES as usize + 1];
    for point in Point::all() {
        let times = counts.get(usize::from(point.index())).copied().unwrap_or_default();
        if times == 0 || most == 0 {
            continue;
        }
        // The area stands for the number.
        let part = (times as f64 / most as f64).min(1.0).sqrt();
        let size = ((part * SIZES as f64).round() as u64).clamp(1, SIZES);
        let (x, y) = svg::unit(point);
        let _ = write!(paths[size as usize], "M{x} {y}h0");
    }
    let mut canvas = Canvas(format!("<use href=\"#{}\"/>", svg::named("lines", side, hollow)));
    for (size, path) in paths.iter().enumerate().filter(|(_, path)| !path.is_empty()) {
        let width = decimal(0.94 * size as f64 / SIZES as f64, 2);
        canvas.0 += &format!("<path class=\"dot {class}\" stroke-width=\"{width}\" d=\"{path}\"/>");
    }
    let mut order: Vec<Point> = Point::all().collect();
    let times = |point: &Point| counts.get(usize::from(point.index())).copied().unwrap_or_default();
    order.sort_by_key(|point| std::cmp::Reverse(times(point)));
    let share = |point: &Point| percent(times(point) as f64 / of.max(1) as f64);
    let top: Vec<String> = order
        .iter()
        .take(5)
        .filter(|point| times(point) > 0)
        .map(|point| format!("{} {} %", side.name(*point), share(point)))
        .collect();
    let words = format!("{title}, {what}. Most: {}.", top.join(", "));
    let drawing = canvas.finish();
    Figure {
        title: title.to_owned(),
        caption: format!("Most: {}.", top.join(", ")),
        words,
        // The drawing counts in points of the board; a small one lies in the middle of the large.
        size: (side.length() as u32 + 1, side.length() as u32 + 1),
        svg: match side.margin() {
            0 => drawing,
            margin => format!("<g transform=\"translate(-{margin} -{margin})\">{drawing}</g>"),
        },
    }
}
