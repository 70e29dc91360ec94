//! Charts as SVG, by hand.
//!
//! The plotters crate writes SVG too, and was left out: it measures and places text for one fixed
//! width, writes every colour into every element, and knows neither classes nor percentages. Here a
//! chart is a few paths whose colours come from the report's style sheet, so that one drawing
//! serves on light, dark and printed pages, and a histogram of sixty bars is one path.

use std::fmt::Write;

use super::document::Figure;
use super::words::{count, percent};
use crate::base::markup::escaped;
use crate::board::Point;
use crate::stats::elo::Estimate;
use crate::stats::interval::Interval;
use crate::stats::{Histogram, decimal};

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

    /// A diamond, which a reader tells from a disk without its colour.
    pub fn diamond(&mut self, class: &str, (x, y): (f64, f64), half: f64) {
        let (x, top, half, down) = (at(x), at(y - half), at(half), at(-half));
        self.path(class, &format!("M{x} {top}l{half} {half} {down} {half} {down} {down}z"));
    }

    /// The drawing.
    pub fn finish(self) -> String {
        self.0
    }
}

/// A bar from the base line up.
fn bar(path: &mut String, x: f64, width: f64, base: f64, height: f64) {
    if height > 0.0 {
        let (x, base, width) = (at(x), at(base), at(width));
        let _ = write!(path, "M{x} {base}v-{0}h{width}v{0}z", decimal(height, 2));
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
    let place = Scale::new((first as f64, last as f64 + 1.0), (8.0, WIDTH - 8.0));
    let step = place.at(1.0) - place.at(0.0);
    let gap = if step > 4.0 { 1.0 } else { 0.4 };
    let mut paths = [String::new(), String::new(), String::new()];
    for (index, &times) in bins.iter().enumerate() {
        let number = first + index as i64;
        let side = match (sides, number.signum()) {
            (Sides::One, _) | (Sides::Two, 0) => 0,
            (Sides::Two, 1) => 1,
            (Sides::Two, _) => 2,
        };
        let height = times as f64 / most as f64 * (base - top);
        bar(&mut paths[side], place.at(number as f64), step - gap, base, height);
    }
    let mut canvas = Canvas::default();
    for (class, path) in ["b0", "b1", "b2"].into_iter().zip(&paths) {
        canvas.path(class, path);
    }
    canvas.path("ax", &format!("M8 {base}H{}", WIDTH - 8.0));
    // Where a number stands: in the middle of its bar.
    let x = |number: f64| {
        let within = match sides {
            Sides::One => number / width as f64 + 0.5 / width as f64,
            Sides::Two if number > 0.0 => (number - 1.0) / width as f64 + 1.0 + 0.5 / width as f64,
            Sides::Two if number < 0.0 => (number + 1.0) / width as f64 + 0.0 - 0.5 / width as f64,
            Sides::Two => 0.5,
        };
        place.at(within)
    };
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
    let bars = if width > 1 { format!(" Each bar spans {width} {unit}.") } else { String::new() };
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

/// A map of the board: the larger a disk, the more happened there.
pub fn map(title: &str, class: &str, counts: &[u64], of: u64, most: u64, what: &str) -> Figure {
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
        let (x, y) = crate::board::svg::unit(point);
        let _ = write!(paths[size as usize], "M{x} {y}h0");
    }
    let mut canvas = Canvas(String::from("<use href=\"#lines\"/>"));
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
        .map(|point| format!("{point} {} %", share(point)))
        .collect();
    let words = format!("{title}, {what}. Most: {}.", top.join(", "));
    Figure {
        title: title.to_owned(),
        caption: format!("Most: {}.", top.join(", ")),
        words,
        // The drawing counts in points of the board.
        size: (12, 12),
        svg: canvas.finish(),
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
