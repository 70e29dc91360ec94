//! Strengths of bots below each other.

use super::{Canvas, Scale, WIDTH, at};
use crate::report::document::Figure;
use crate::stats::decimal;
use crate::stats::elo::Estimate;
use crate::stats::interval::Interval;

/// A bot on a [`ladder`].
#[derive(Clone, Debug)]
pub struct Rung {
    /// What it is called.
    pub name: String,
    /// How much stronger than the weakest it is.
    pub elo: Estimate,
    /// How it stands to the next one.
    pub next: Next,
}

/// How a bot stands to the next one below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// It is shown to be stronger, or there is no next one.
    Below,
    /// It is not shown to be stronger.
    NotSeparated,
}

/// Bots below each other, the strongest first, each with its interval; between two that are not
/// told apart it is said so.
pub fn ladder(title: &str, rungs: &[Rung]) -> Figure {
    const STEP: f64 = 38.0;
    let ends = || rungs.iter().flat_map(|rung| [rung.elo.interval.low, rung.elo.interval.high]);
    let (low, high) = (ends().fold(0.0, f64::min), ends().fold(1.0, f64::max));
    let place = Scale::new((low, high), (14.0, WIDTH - 14.0));
    let base = 6.0 + STEP * rungs.len() as f64;
    let mut canvas = Canvas::default();
    for tick in Scale::new((low, high), (0.0, 1.0)).ticks(6) {
        canvas.path("gr", &format!("M{} 4V{}", at(place.at(tick)), at(base)));
        canvas.text((place.at(tick), base + 14.0), "t m", &at(tick).replace('-', "\u{2212}"));
    }
    let mut words = Vec::new();
    for (index, rung) in rungs.iter().enumerate() {
        let y = 26.0 + STEP * index as f64;
        let x = place.at(rung.elo.elo);
        let (anchor, from) = if x > WIDTH / 2.0 { ("t e", WIDTH - 8.0) } else { ("t s", 8.0) };
        canvas.text((from, y - 10.0), anchor, &rung.name);
        let Interval { low, high } = rung.elo.interval;
        canvas.path("wh", &format!("M{} {}H{}", at(place.at(low)), at(y), at(place.at(high))));
        canvas.disk("dt", (x, y), 4.0);
        let whole = |elo: f64| decimal(elo, 0).replace('-', "\u{2212}");
        let mut line = format!("{} {}", rung.name, whole(rung.elo.elo));
        if rung.next == Next::NotSeparated {
            // Dashes from this disk to the next one.
            let next = rungs.get(index + 1).map_or(x, |next| place.at(next.elo.elo));
            canvas.path("pw", &format!("M{} {}L{} {}", at(x), at(y), at(next), at(y + STEP)));
            line += " (not separated from the next)";
        }
        words.push(line);
    }
    let apart = rungs.iter().all(|rung| rung.next == Next::Below);
    Figure {
        title: title.to_owned(),
        words: format!("{title}. {}.", words.join("; ")),
        caption: if apart {
            "Each bot is shown to be stronger than the next one below it.".to_owned()
        } else {
            "Dashes join bots that the games do not tell apart.".to_owned()
        },
        size: (WIDTH as u32, (base + 22.0) as u32),
        svg: canvas.finish(),
    }
}
