//! Ranges below each other.

use std::fmt::Write;

use super::{Canvas, Scale, WIDTH, at};
use crate::report::document::Figure;
use crate::stats::{Histogram, decimal};

/// A row of [`ranges`].
#[derive(Clone, Debug)]
pub struct Range<'h> {
    /// What it is.
    pub name: String,
    /// The numbers.
    pub numbers: &'h Histogram,
    /// The mean and the greatest that others have published.
    pub published: Option<(f64, f64)>,
}

/// Ranges, middle halves and means below each other.
pub fn ranges(title: &str, rows: &[Range<'_>]) -> Option<Figure> {
    let greatest = rows.iter().filter_map(|row| row.numbers.greatest()).max()? as f64;
    let published = rows.iter().filter_map(|row| row.published).map(|(_, most)| most);
    let high = published.fold(greatest, f64::max);
    let place = Scale::new((0.0, high), (70.0, WIDTH - 12.0));
    let (top, step) = (16.0, 38.0);
    let mut canvas = Canvas::default();
    let base = top + step * rows.len() as f64;
    for tick in Scale::new((0.0, high), (0.0, 1.0)).ticks(6) {
        canvas.path("gr", &format!("M{} 8V{}", at(place.at(tick)), at(base)));
        canvas.text((place.at(tick), base + 14.0), "t m", &at(tick));
    }
    let mut words = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let y = top + step * (index as f64 + 0.5) - 6.0;
        canvas.text((62.0, y + 4.0), "t e", &row.name);
        let numbers = row.numbers;
        let (Some(least), Some(most), Some(mean)) =
            (numbers.least(), numbers.greatest(), numbers.mean())
        else {
            continue;
        };
        let x = |number: f64| at(place.at(number));
        canvas.path("wh", &format!("M{} {}H{}", x(least as f64), at(y), x(most as f64)));
        if let (Some(q1), Some(q3)) = (numbers.percentile(25), numbers.percentile(75)) {
            canvas.path("bx", &format!("M{} {}H{}", x(q1), at(y), x(q3)));
        }
        canvas.disk("dt", (place.at(mean), y), 4.0);
        let mut line = format!("{}: from {least} to {most}, mean {}", row.name, decimal(mean, 1));
        if let Some((their_mean, their_most)) = row.published {
            let y = y + 12.0;
            canvas.path("pw", &format!("M{} {}H{}", x(0.0), at(y), x(their_most)));
            canvas.diamond("pd", (place.at(their_mean), y), 4.5);
            let _ = write!(line, " (published: mean {}, most {})", at(their_mean), at(their_most));
        }
        words.push(line);
    }
    Some(Figure {
        title: title.to_owned(),
        words: format!("{title}. {}.", words.join("; ")),
        caption: String::new(),
        size: (WIDTH as u32, (base + 22.0) as u32),
        svg: canvas.finish(),
    })
}
