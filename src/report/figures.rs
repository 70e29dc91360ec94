//! The figures of a report as pictures that stand alone, for papers: each an SVG file with its own name
//! space, fonts and colours, and nothing of a page.

mod colours;

use std::collections::BTreeSet;
use std::fmt::Write;

use self::colours::Colours;
use super::chart::{Scale, at};
use super::document::{Block, Board, Document, DotRow, Dots, Figure, Forest, Matrix, Shade};
use super::html::{DOT_MARKS, MARKS, mark_of};
use super::words::percent;
use crate::base::markup::escaped;
use crate::base::svg;
use crate::stats::{Verdict, decimal};

/// All figures of a document, in its order: the names of files, and what is in them. Equal documents
/// have equal ones.
pub fn figures(document: &Document) -> Vec<(String, String)> {
    let mut all = Figures { document, colours: Colours::of_light_pages(), files: Vec::new() };
    for section in &document.sections {
        all.blocks(section.id, &section.blocks);
    }
    for (name, stones) in &document.setups {
        let board = Board::of_stones(&format!("The setup {name}"), *stones, document.hollow);
        let drawing =
            svg::position(&board.title, board.side, &board.trail, |point| board.sign(point));
        all.add("setup", name, drawing);
    }
    all.files
}

/// A table of scores has rows so far apart, from these places on.
const ROW: f64 = 20.0;
const STRIP: (f64, f64) = (150.0, 440.0);
const WIDE: f64 = 560.0;

struct Figures<'d> {
    document: &'d Document,
    colours: Colours,
    files: Vec<(String, String)>,
}

impl Figures<'_> {
    fn blocks(&mut self, section: &str, blocks: &[Block]) {
        for block in blocks {
            match block {
                Block::Figure(figure) => self.figure(section, figure),
                Block::Forest(forest) => {
                    let drawing = self.forest(forest);
                    self.add(section, &forest.title, drawing);
                }
                Block::Dots(dots) => {
                    let drawing = self.dots(dots);
                    self.add(section, &dots.title, drawing);
                }
                Block::Matrix(matrix) => {
                    let drawing = self.matrix(matrix);
                    self.add(section, &matrix.caption, drawing);
                }
                Block::Beside(own) | Block::Fold(_, own) => self.blocks(section, own),
                Block::Cell(number, _, own) => self.blocks(&format!("cell-{number}"), own),
                _ => {}
            }
        }
    }

    /// Numbered, so that a folder shows them in order; what no file system bears is left out of a name.
    fn add(&mut self, section: &str, title: &str, drawing: String) {
        let mut name = String::new();
        for sign in title.chars() {
            match sign {
                sign if sign.is_ascii_alphanumeric() => name.push(sign.to_ascii_lowercase()),
                _ if name.ends_with('-') || name.is_empty() => {}
                _ => name.push('-'),
            }
        }
        let name: String = name.trim_end_matches('-').chars().take(60).collect();
        let number = self.files.len() + 1;
        self.files.push((format!("{number:04}-{section}-{name}.svg"), drawing));
    }

    fn figure(&mut self, section: &str, figure: &Figure) {
        let (width, height) = figure.size;
        // Maps are measured in points of the board.
        let scale = if width <= 12 { 40.0 } else { 2.0 };
        let definitions = match figure.svg.contains("href") {
            true => svg::definitions(&self.document.boards()),
            false => String::new(),
        };
        let size = [f64::from(width), f64::from(height)];
        let drawing = self.alone(&figure.words, size, scale, &definitions, &figure.svg);
        self.add(section, &figure.title, drawing);
    }

    /// A drawing with all that it needs.
    fn alone(
        &self,
        words: &str,
        [width, height]: [f64; 2],
        scale: f64,
        definitions: &str,
        drawing: &str,
    ) -> String {
        let (width, height) = (at(width), at(height));
        let [wide, high] =
            [&width, &height].map(|side| at(side.parse::<f64>().unwrap_or_default() * scale));
        let style = self.colours.style(&classes(&format!("{definitions}{drawing}")));
        let ground = self.colours.value("paper");
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{high}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>{}</title>\n\
             <style>{style}</style>\n<defs>{definitions}</defs>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"{ground}\"/>\n{drawing}\n</svg>\n",
            escaped(words)
        )
    }

    /// The ground of a list of scores: the band, the even score, the axis above and below.
    fn ground(axis: (f64, f64), (fair, within): (f64, f64), rows: usize) -> (Scale, String) {
        let place = Scale::new(axis, STRIP);
        let clamped = |score: f64| place.at(score.clamp(axis.0, axis.1));
        let (low, high) = (clamped(fair - within), clamped(fair + within));
        let (top, base) = (44.0, 44.0 + ROW * rows as f64);
        let mut text = String::new();
        let _ = write!(
            text,
            "<path class=\"band\" d=\"M{} {top}H{}V{}H{}z\"/><path class=\"fair\" d=\"M{} {top}V{}\"/>",
            at(low),
            at(high),
            at(base),
            at(low),
            at(place.at(fair)),
            at(base)
        );
        let percent = Scale::new((axis.0 * 100.0, axis.1 * 100.0), (0.0, 1.0));
        for tick in percent.ticks(6) {
            let x = at(place.at(tick / 100.0));
            for y in [38.0, base + 15.0] {
                let _ = write!(text, "<text class=\"t m\" x=\"{x}\" y=\"{y}\">{}</text>", at(tick));
            }
        }
        (place, text)
    }

    fn forest(&self, forest: &Forest) -> String {
        let (place, mut text) =
            Figures::ground(forest.axis, (forest.fair, forest.within), forest.rows.len());
        title(&mut text, &forest.title);
        for (row, y) in forest.rows.iter().zip(rows()) {
            name(&mut text, &row.name, y);
            let class = class_of(row.verdict);
            if let Some(interval) = row.interval {
                let (low, high) = (at(place.at(interval.low)), at(place.at(interval.high)));
                let colour = self.colours.value(class);
                let _ = write!(
                    text,
                    "<path stroke=\"{colour}\" stroke-width=\"1.6\" d=\"M{low} {y}H{high}\"/>"
                );
            }
            let mark = mark_of(row.verdict);
            let fill = self.colours.value(if mark == "mn" { "paper" } else { class });
            let stroke = self.colours.value(if mark == "mn" { class } else { "paper" });
            let _ = write!(
                text,
                "<g fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"1.3\"><use href=\"#{mark}\" \
                 x=\"{}\" y=\"{y}\"/></g>",
                at(place.at(row.score))
            );
            let figures = match row.interval {
                Some(it) => format!(
                    "{} ({}\u{2013}{})",
                    percent(row.score),
                    percent(it.low),
                    percent(it.high)
                ),
                None => percent(row.score),
            };
            let _ =
                write!(text, "<text class=\"t e\" x=\"552\" y=\"{}\">{figures}</text>", y + 4.0);
        }
        let height = 72.0 + ROW * forest.rows.len() as f64;
        self.alone(&forest.caption, [WIDE, height], 1.5, MARKS.0, &text)
    }

    fn dots(&self, dots: &Dots) -> String {
        let (place, mut text) =
            Figures::ground(dots.axis, (dots.fair, dots.within), dots.rows.len());
        title(&mut text, &dots.title);
        for (DotRow { name: setup, scores, .. }, y) in dots.rows.iter().zip(rows()) {
            name(&mut text, setup, y);
            for (series, score) in scores.iter().enumerate() {
                let Some(score) = score else { continue };
                let mark = DOT_MARKS[series];
                let x = at(place.at(*score));
                let _ =
                    write!(text, "<use class=\"k{series}\" href=\"#{mark}\" x=\"{x}\" y=\"{y}\"/>");
            }
        }
        let below = 72.0 + ROW * dots.rows.len() as f64;
        for (series, series_name) in dots.series.iter().enumerate() {
            let y = below + 18.0 * series as f64;
            let mark = DOT_MARKS[series];
            let _ = write!(text, "<use class=\"k{series}\" href=\"#{mark}\" x=\"150\" y=\"{y}\"/>");
            let y = y + 4.0;
            let _ = write!(
                text,
                "<text class=\"t s\" x=\"162\" y=\"{y}\">{}</text>",
                escaped(series_name)
            );
        }
        let height = below + 18.0 * dots.series.len() as f64;
        let words = format!("{}: first player's score in %", dots.title);
        self.alone(&words, [WIDE, height], 1.5, MARKS.0, &text)
    }

    fn matrix(&self, matrix: &Matrix) -> String {
        const SIDE: [f64; 2] = [34.0, 26.0];
        let mut text = String::new();
        title(&mut text, &matrix.caption);
        let x = |place: usize| 40.0 + SIDE[0] * place as f64;
        let y = |place: usize| 44.0 + SIDE[1] * place as f64;
        for (place, second) in matrix.seconds.iter().enumerate() {
            let x = at(x(place) + SIDE[0] / 2.0);
            let _ =
                write!(text, "<text class=\"t m\" x=\"{x}\" y=\"38\">{}</text>", escaped(second));
        }
        let shades = super::html::Shades::of(matrix);
        for (row, (first, fields)) in matrix.firsts.iter().enumerate() {
            let middle = at(y(row) + 17.0);
            let _ = write!(
                text,
                "<text class=\"t e\" x=\"34\" y=\"{middle}\">{}</text>",
                escaped(first)
            );
            for (place, field) in fields.iter().enumerate() {
                let Some(opened) = field else { continue };
                let (class, level) = shades.colour(opened);
                // Nothing is nothing on either side.
                let class = if level == 0 { "h" } else { class };
                let fill = self.colours.value(&format!("{class}{level}"));
                let ink = self.colours.value(if level > 5 { "hi" } else { "lo" });
                let (x, y) = (x(place), y(row));
                let figure = match matrix.shade {
                    Shade::Games => opened.games.to_string(),
                    Shade::Score => decimal(opened.score() * 100.0, 0),
                };
                let _ = write!(
                    text,
                    "<path fill=\"{fill}\" d=\"M{} {}h33v25h-33z\"/>\
                     <text class=\"t m\" style=\"fill:{ink}\" x=\"{}\" y=\"{}\">{figure}</text>",
                    at(x),
                    at(y),
                    at(x + 16.5),
                    at(y + 17.0)
                );
            }
        }
        let size = [
            60.0 + SIDE[0] * matrix.seconds.len() as f64,
            60.0 + SIDE[1] * matrix.firsts.len() as f64,
        ];
        self.alone(&matrix.caption, size, 1.5, "", &text)
    }
}

/// The middles of the rows of a list.
fn rows() -> impl Iterator<Item = f64> {
    (0..).map(|row| 44.0 + ROW * (f64::from(row) + 0.5))
}

fn title(text: &mut String, title: &str) {
    let _ = write!(text, "<text class=\"t s\" x=\"8\" y=\"18\">{}</text>", escaped(title));
}

fn name(text: &mut String, name: &str, y: f64) {
    let y = y + 4.0;
    let _ = write!(text, "<text class=\"t s\" x=\"8\" y=\"{y}\">{}</text>", escaped(name));
}

/// The colour of a verdict.
fn class_of(verdict: Option<Verdict>) -> &'static str {
    match verdict {
        Some(Verdict::First) => "first",
        Some(Verdict::Second) => "second",
        Some(Verdict::Balanced) => "good",
        Some(Verdict::Uneven) => "pub",
        Some(Verdict::Undecided) | None => "even",
    }
}

/// The classes that a drawing names.
fn classes(drawing: &str) -> BTreeSet<&str> {
    let named = drawing.split("class=\"").skip(1).filter_map(|rest| rest.split('"').next());
    named.flat_map(str::split_whitespace).collect()
}
