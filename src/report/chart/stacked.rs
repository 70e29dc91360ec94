//! Shares of a whole in a row, rows below each other.

use super::{Canvas, Scale, WIDTH, at};
use crate::report::document::Figure;
use crate::report::words::percent;

/// Of what a whole consists, in order: the classes of the bars, and what they are.
pub type Kinds<'k> = &'k [(&'k str, &'k str)];

/// Rows of shares, each of a whole; kinds that no row has are left out.
pub fn stacked(title: &str, kinds: Kinds<'_>, rows: &[(String, Vec<f64>)]) -> Option<Figure> {
    const STEP: f64 = 38.0;
    const LINE: f64 = 17.0;
    let is_there = |kind: &usize| rows.iter().any(|(_, shares)| shares[*kind] > 0.0);
    let there: Vec<usize> = (0..kinds.len()).filter(is_there).collect();
    if rows.is_empty() || there.is_empty() {
        return None;
    }
    let mut canvas = Canvas::default();
    for (line, &kind) in there.iter().enumerate() {
        let y = 4.0 + LINE * line as f64;
        canvas.path(kinds[kind].0, &format!("M8 {}h11v11h-11z", at(y)));
        canvas.text((25.0, y + 10.0), "t s", kinds[kind].1);
    }
    let top = 12.0 + LINE * there.len() as f64;
    let place = Scale::new((0.0, 1.0), (8.0, WIDTH - 8.0));
    let mut words = Vec::new();
    for (index, (name, shares)) in rows.iter().enumerate() {
        let y = top + STEP * index as f64;
        canvas.text((8.0, y + 11.0), "t s", name);
        let mut from = 0.0;
        for &kind in &there {
            let to = from + shares[kind];
            let [x, wide] = [place.at(from), place.at(to) - place.at(from)];
            if wide > 0.05 {
                let (x, y, wide) = (at(x), at(y + 16.0), at(wide));
                canvas.path(kinds[kind].0, &format!("M{x} {y}h{wide}v14h-{wide}z"));
            }
            from = to;
        }
        let told =
            there.iter().map(|&kind| format!("{} {} %", kinds[kind].1, percent(shares[kind])));
        words.push(format!("{name}: {}", told.collect::<Vec<String>>().join(", ")));
    }
    let base = top + STEP * rows.len() as f64;
    for tick in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let class = match tick {
            0.0 => "t s",
            1.0 => "t e",
            _ => "t m",
        };
        canvas.text((place.at(tick), base + 13.0), class, &format!("{} %", at(tick * 100.0)));
    }
    Some(Figure {
        title: title.to_owned(),
        words: format!("{title}. {}.", words.join("; ")),
        caption: format!("{}.", words.join("; ")),
        size: (WIDTH as u32, (base + 20.0) as u32),
        svg: canvas.finish(),
    })
}
