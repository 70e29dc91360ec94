//! Pictures as SVG without fonts, scripts or files: marks of which the program draws its answers, and
//! the card of a pattern. Equal answers make equal bytes.

use crate::base::markup::escaped;
use crate::base::text::{decimal, wrapped};
use crate::board::{BOARD_SIZE, Point};
use crate::score::Interval;

/// The attributes of each class on light paper, for programs that know no style sheets; the marks of series
/// also differ in shape, for print in grey.
const LIGHT: [(&str, &str); 8] = [
    ("m", "text-anchor=\"middle\""),
    ("soft", "fill=\"#777\""),
    ("band", "fill=\"#e4ece4\""),
    ("axis", "stroke=\"#777\""),
    ("paper", "fill=\"#fff\""),
    ("s0", "fill=\"#fff\" stroke=\"#9a6a00\" stroke-width=\"2\""),
    ("s1", "fill=\"#fff\" stroke=\"#3b6fb6\" stroke-width=\"2\""),
    ("s2", "fill=\"#222\" stroke=\"#222\" stroke-width=\"2\""),
];

/// The colours on a dark page.
const DARK: &str = "<style>@media(prefers-color-scheme:dark){svg{fill:#e8e8e8}.soft{fill:#9a9a9a}.band{fill:#2b382c}\
.axis{stroke:#9a9a9a}.paper,.s0,.s1{fill:#151515}.s0{stroke:#e0b050}.s1{stroke:#8ab4f0}.s2{stroke:#f2f2f2;fill:#f2f2f2}}</style>";

/// Writes the attributes of the light colours beside each class.
fn with_attributes(content: &str) -> String {
    let mut parts = content.split("class=\"");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (names, rest) = part.split_once('"').unwrap_or((part, ""));
        let of = |name| LIGHT.iter().find(|(class, _)| *class == name).map(|(_, it)| *it);
        let attributes: Vec<&str> = names.split(' ').filter_map(of).collect();
        text += &format!("class=\"{names}\" {}{rest}", attributes.join(" "));
    }
    text
}

/// More labels than these would overlap on an axis.
const MAX_LABELS: f64 = 11.5;

/// Axis of scores: from a coordinate on, over a length, which is negative upwards.
pub struct Axis {
    /// The coordinate of its lower end.
    pub from: f64,
    /// Its length.
    pub length: f64,
    /// The scores at its ends.
    pub range: (f64, f64),
}

impl Axis {
    /// Returns the place of a score.
    pub fn at(&self, score: f64) -> f64 {
        let (low, high) = self.range;
        self.from + self.length * (score.clamp(low, high) - low) / (high - low)
    }

    /// Returns an axis that holds all scores, in steps of five percentage points.
    pub fn over(scores: impl Iterator<Item = Interval>, from: f64, length: f64) -> Axis {
        let (low, high) = scores
            .fold((0.45_f64, 0.55_f64), |(low, high), it| (low.min(it.low), high.max(it.high)));
        let range = ((low * 20.0).floor() / 20.0, (high * 20.0).ceil() / 20.0);
        Axis { from, length, range }
    }

    /// Returns the narrowest of some steps that leaves room for its labels.
    pub fn step(&self, steps: [f64; 3]) -> f64 {
        let (low, high) = self.range;
        let has_room = |step: &f64| (high - low) / step < MAX_LABELS;
        steps.into_iter().find(has_room).unwrap_or(steps[2])
    }

    /// Returns the scores of its labels.
    pub fn steps(&self, wide: f64) -> impl Iterator<Item = f64> {
        let (low, high) = self.range;
        let [from, to] = [(low / wide - 1e-9).ceil(), (high / wide + 1e-9).floor()];
        (from as i32..=to as i32).map(move |step| f64::from(step) * wide)
    }
}

/// Formats a coordinate.
pub fn number(value: f64) -> String {
    decimal(value, 1)
}

/// Frames a picture with its title and a text for screen readers.
pub fn framed([width, height]: [f64; 2], title: &str, text: &str, content: &str) -> String {
    let (title, text) = (escaped(title), escaped(text));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#222\" role=\"img\" aria-labelledby=\"t d\">\n<title id=\"t\">{title}</title>\n\
         <desc id=\"d\">{text}</desc>\n{DARK}\n{}</svg>\n",
        with_attributes(&format!(
            "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n{content}"
        ))
    )
}

/// Draws an estimate with its interval: series differ in colour and shape.
pub fn mark(series: usize, axis: &Axis, y: f64, (mean, interval): (f64, Interval)) -> String {
    let Interval { low, high } = interval;
    let [low, x, high, y] = [axis.at(low), axis.at(mean), axis.at(high), y].map(number);
    let shape = outline(series, &x, &y);
    format!("<g class=\"s{series}\"><path d=\"M{low} {y}H{high}\"/>{shape}</g>\n")
}

/// Draws the disk or diamond of a series.
pub fn shape(series: usize, x: &str, y: &str) -> String {
    format!("<g class=\"s{series}\">{}</g>", outline(series, x, y))
}

fn outline(series: usize, x: &str, y: &str) -> String {
    match series {
        1 => format!("<path d=\"M{x} {y}m-4 0l4-4 4 4-4 4z\"/>"),
        _ => format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"3\"/>"),
    }
}

/// The stones of a board and their colours; a small picture has room for black ones alone.
pub const STONES: [(char, &str); 2] = [('b', "#161616"), ('w', "#fff")];

/// Draws a board's stones on wood. A smaller board lies in the middle of that of eleven rows.
pub fn board(stones: &str, [x, y]: [f64; 2], side: f64, colours: &[(char, &str)]) -> String {
    let signs: Vec<Vec<char>> = stones.lines().map(|row| row.chars().collect()).collect();
    let corner = usize::from(BOARD_SIZE).saturating_sub(signs.len()) / 2;
    let is_of = |point: &Point, stone: char| {
        let (column, row) = (point.column().index().into(), usize::from(point.row().index()));
        let from_top = (signs.len() + corner).checked_sub(1 + row);
        let row = from_top.and_then(|at| signs.get(at));
        row.and_then(|row| row.get(usize::checked_sub(column, corner)?)) == Some(&stone)
    };
    let dots = |&(stone, colour): &(char, &str)| {
        let dots = dots(Point::all().filter(|point| is_of(point, stone)));
        format!("<path stroke=\"{colour}\" stroke-linecap=\"round\" d=\"{dots}\"/>")
    };
    let dots: String = colours.iter().map(dots).collect();
    let wide = signs.len() + 1;
    let scale = side / wide as f64;
    let [x, y] = [x, y].map(|it| it - scale * corner as f64);
    let [x, y, scale] = [x, y, scale].map(|it| decimal(it, 2));
    format!(
        "<g transform=\"translate({x} {y})scale({scale})\"><rect x=\"{corner}\" y=\"{corner}\" width=\"{wide}\" height=\"{wide}\" rx=\"1\" fill=\"#e3bd7f\"/>\
         {dots}</g>\n"
    )
}

/// The scores within ten percentage points of even.
pub const BAND: Interval = Interval { low: 0.4, high: 0.6 };

/// Draws the band within ten percentage points of even, the line of even, and the axis's labels.
pub fn band(axis: &Axis, [top, bottom]: [f64; 2]) -> String {
    let [from, to, even] = [BAND.low, BAND.high, 0.5].map(|score| axis.at(score));
    let [x, width, height] = [from, to - from, bottom - top].map(number);
    let mut text = format!(
        "<rect class=\"band\" x=\"{x}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"/>\n\
         <path class=\"axis\" d=\"M{} {top}V{bottom}\"/>\n",
        number(even)
    );
    // An axis with one label would have no scale.
    let step = if axis.steps(0.1).count() < 3 { 0.05 } else { 0.1 };
    for score in axis.steps(step) {
        let (x, y) = (number(axis.at(score)), number(top - 6.0));
        text += &format!(
            "<text class=\"m soft\" x=\"{x}\" y=\"{y}\">{} %</text>\n",
            decimal(100.0 * score, 0)
        );
    }
    text
}

/// Returns the coordinates of a point: a11 at 1 1 and k1 at 11 11.
pub fn place(point: Point) -> (u32, u32) {
    (u32::from(point.column().index()) + 1, u32::from(BOARD_SIZE - point.row().index()))
}

/// Returns the path of dots on points: a line of length 0 with round ends is a disk, the shortest
/// way to write one.
pub fn dots(points: impl Iterator<Item = Point>) -> String {
    let dot = |point| {
        let (x, y) = place(point);
        format!("M{x} {y}h0")
    };
    points.map(dot).collect()
}

/// The side of a card's board.
const BOARD: f64 = 190.0;

/// The letters of a line of text that a card has room for.
const LETTERS: usize = 92;

/// A row of a [`Card`].
pub struct CardRow {
    /// The name of a class of players.
    pub class: String,
    /// The first player's mean score between them.
    pub score: f64,
    /// Its interval.
    pub interval: Interval,
    /// They played; otherwise the score is predicted.
    pub is_played: bool,
}

/// The card of a pattern: its board, its score by class, and a line of text.
pub struct Card<'a> {
    /// The title, for screen readers.
    pub title: &'a str,
    /// The picture in words, for screen readers.
    pub text: &'a str,
    /// The name above the board; it may be empty.
    pub name: &'a str,
    /// The stones, a line a row; without them the card is narrow and has no board.
    pub stones: &'a str,
    /// The classes, from weak to strong.
    pub rows: &'a [CardRow],
    /// The text below.
    pub best: &'a str,
}

impl Card<'_> {
    /// Draws the card.
    pub fn svg(&self) -> String {
        let has_board = !self.stones.is_empty();
        let (left, from, wide) = if has_board { (220.0, 320.0, 250.0) } else { (8.0, 96.0, 232.0) };
        let axis = Axis::over(self.rows.iter().map(|row| row.interval).chain([BAND]), from, wide);
        let (top, step) = (if self.name.is_empty() { 34.0 } else { 64.0 }, 26.0);
        let bottom = top + step * self.rows.len() as f64;
        let mut content = String::new();
        content += &format!("<text x=\"8\" y=\"20\">{}</text>\n", escaped(self.name));
        if has_board {
            content += &board(self.stones, [8.0, 32.0], BOARD, &STONES);
        }
        content += &band(&axis, [top, bottom]);
        for (place, row) in self.rows.iter().enumerate() {
            let y = top + step * (place as f64 + 0.5);
            let (class, base) = (escaped(&row.class), number(y + 4.0));
            content += &format!("<text x=\"{left}\" y=\"{base}\">{class}</text>\n");
            let series = if row.is_played { 2 } else { 0 };
            content += &mark(series, &axis, y, (row.score, row.interval));
        }
        let mut below = if has_board { bottom.max(32.0 + BOARD) } else { bottom };
        for line in wrapped(self.best, LETTERS).lines().filter(|line| !line.is_empty()) {
            below += 20.0;
            let (line, y) = (escaped(line), number(below));
            content += &format!("<text x=\"8\" y=\"{y}\">{line}</text>\n");
        }
        let size = [from + wide + 30.0, below + 14.0];
        framed(size, self.title, self.text, &content)
    }
}
