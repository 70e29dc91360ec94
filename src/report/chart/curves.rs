//! Lines along an axis of words.

use std::fmt::Write;

use super::{Canvas, Scale, WIDTH, at};
use crate::report::document::Figure;
use crate::report::words::percent;

/// About how wide a letter is.
const LETTER: f64 = 6.4;

/// A line of [`curves`].
#[derive(Clone, Debug)]
pub struct Curve {
    /// What it is.
    pub name: String,
    /// The score at each place, where there is one.
    pub points: Vec<Option<f64>>,
}

impl Curve {
    /// The mean of several at each of so many places, of those that have a point there.
    pub fn mean(name: &str, many: &[Curve], places: usize) -> Curve {
        let mean = |place: usize| {
            let points = many.iter().filter_map(|curve| curve.points.get(place).copied().flatten());
            let points: Vec<f64> = points.collect();
            (!points.is_empty()).then(|| points.iter().sum::<f64>() / points.len() as f64)
        };
        Curve { name: name.to_owned(), points: (0..places).map(mean).collect() }
    }
}

/// Scores along an axis of words: small dots for each of many, large ones for their mean; lines
/// between two places only where these are `joined`.
pub fn curves(
    title: &str,
    places: &[String],
    many: &[Curve],
    mean: &Curve,
    (fair, joined): (f64, &[bool]),
) -> Figure {
    const HEIGHT: f64 = 206.0;
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
            let is_joined = index == 0 || joined.get(index - 1) == Some(&true);
            pen = if is_joined { pen } else { 'M' };
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
    let spots = |curve: &Curve| -> String {
        let spot = |(index, point): (usize, &Option<f64>)| {
            Some(format!("M{} {}h0", at(x.at(index as f64)), at(y.at((*point)?))))
        };
        curve.points.iter().enumerate().filter_map(spot).collect()
    };
    canvas.path("thin", &many.iter().map(way).collect::<String>());
    canvas.path("spots", &many.iter().map(spots).collect::<String>());
    canvas.path("strong", &way(mean));
    for (index, point) in mean.points.iter().enumerate() {
        if let Some(score) = point {
            canvas.disk("dt", (x.at(index as f64), y.at(*score)), 4.0);
        }
    }
    // Long names would run into one another: they stand below, by their numbers.
    let longest = places.iter().map(|place| place.chars().count()).max().unwrap_or(0);
    let is_short = longest as f64 * LETTER < (WIDTH - 100.0) / (places.len().max(2) - 1) as f64;
    let name = |index: usize| match is_short {
        true => places[index].clone(),
        false => (index + 1).to_string(),
    };
    for index in 0..places.len() {
        // The outermost names may be longer than the room beside them.
        let (x, class) = match index {
            0 if is_short => (40.0, "t s"),
            last if is_short && last + 1 == places.len() => (WIDTH - 4.0, "t e"),
            index => (x.at(index as f64), "t m"),
        };
        canvas.text((x, BASE + 18.0), class, &name(index));
    }
    let told = |(index, (place, point)): (usize, (&String, &Option<f64>))| {
        let number = if is_short { String::new() } else { format!("{} is ", index + 1) };
        Some(format!("{number}{place}: {} %", percent((*point)?)))
    };
    let list: Vec<String> = places.iter().zip(&mean.points).enumerate().filter_map(told).collect();
    let words = format!("{}: {}.", mean.name, list.join(", "));
    Figure {
        title: title.to_owned(),
        words: format!("{title}. {words}"),
        caption: words,
        size: (WIDTH as u32, HEIGHT as u32),
        svg: canvas.finish(),
    }
}
