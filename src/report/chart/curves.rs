//! Lines along an axis of words.

use std::fmt::Write;

use super::{Canvas, Scale, WIDTH, at};
use crate::report::document::Figure;
use crate::report::words::percent;

/// A line of [`curves`].
#[derive(Clone, Debug)]
pub struct Curve {
    /// What it is.
    pub name: String,
    /// The score at each place, where there is one.
    pub points: Vec<Option<f64>>,
}

/// Scores along an axis of words: a thin line for each of many, a strong one for their mean.
pub fn curves(title: &str, places: &[String], many: &[Curve], mean: &Curve, fair: f64) -> Figure {
    const HEIGHT: f64 = 220.0;
    const TOP: f64 = 14.0;
    const BASE: f64 = 176.0;
    let scores =
        || many.iter().chain([mean]).flat_map(|curve| curve.points.iter().copied().flatten());
    let low = scores().fold(fair, f64::min);
    let high = scores().fold(fair, f64::max);
    let room = (high - low).max(0.02) * 0.08;
    let y = Scale::new((high + room, low - room), (TOP, BASE));
    let x = Scale::new((0.0, (places.len().max(2) - 1) as f64), (56.0, WIDTH - 44.0));
    let mut canvas = Canvas::default();
    for tick in Scale::new(((low - room) * 100.0, (high + room) * 100.0), (0.0, 1.0)).ticks(6) {
        let y = y.at(tick / 100.0);
        canvas.path("gr", &format!("M40 {}H{}", at(y), WIDTH - 12.0));
        canvas.text((34.0, y + 4.0), "t e", &at(tick));
    }
    canvas.path("fair", &format!("M40 {}H{}", at(y.at(fair)), WIDTH - 12.0));
    let way = |curve: &Curve| {
        let mut path = String::new();
        let mut pen = 'M';
        for (index, point) in curve.points.iter().enumerate() {
            match point {
                Some(score) => {
                    let _ = write!(path, "{pen}{} {}", at(x.at(index as f64)), at(y.at(*score)));
                    pen = 'L';
                }
                None => pen = 'M',
            }
        }
        path
    };
    canvas.path("thin", &many.iter().map(way).collect::<String>());
    canvas.path("strong", &way(mean));
    for (index, point) in mean.points.iter().enumerate() {
        if let Some(score) = point {
            canvas.disk("dt", (x.at(index as f64), y.at(*score)), 4.0);
        }
    }
    for (index, place) in places.iter().enumerate() {
        // Long names of neighbours would run into one another.
        let below = if index % 2 == 0 { 18.0 } else { 32.0 };
        canvas.text((x.at(index as f64), BASE + below), "t m", place);
    }
    let list: Vec<String> = places
        .iter()
        .zip(&mean.points)
        .filter_map(|(place, point)| Some(format!("{place}: {} %", percent((*point)?))))
        .collect();
    Figure {
        title: title.to_owned(),
        words: format!("{title}. {}: {}.", mean.name, list.join(", ")),
        caption: String::new(),
        size: (WIDTH as u32, HEIGHT as u32),
        svg: canvas.finish(),
    }
}
