//! A report as one file for a browser: no script, nothing from the network, and a policy in its
//! head that forbids both. Every text goes through [`escaped`].

use std::fmt::Write;

use super::Exporter;
use super::chart::at;
use super::document::{
    Answer, Block, Board, Document, Figure, Forest, ForestRow, Matrix, Opened, Section, Shade,
    Table,
};
use super::style::STYLE;
use super::words::{count, percent, sign, verdict};
use crate::base::markup::escaped;
use crate::board::svg;
use crate::board::{Colour, Point};
use crate::stats::{Verdict, decimal};

/// Writes HTML.
#[derive(Clone, Copy, Debug)]
pub struct Html;

impl Exporter for Html {
    fn export(&self, document: &Document) -> Vec<u8> {
        let mut page = Page { out: String::new(), document };
        page.write();
        page.out.into_bytes()
    }
}

/// A page while it is written. Writing to memory does not fail.
struct Page<'d> {
    out: String,
    document: &'d Document,
}

/// A forest with more rows than this shows the rest of them on request.
const MOST_ROWS: usize = 60;

impl Page<'_> {
    fn write(&mut self) {
        let title = escaped(&self.document.title);
        let _ = write!(
            self.out,
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta http-equiv=\"Content-Security-Policy\" \
             content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <title>{title} \u{b7} Pasang</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n"
        );
        self.definitions();
        let _ = write!(
            self.out,
            "<header>\n<div>\n<p class=\"kind\">Pasang \u{b7} report</p>\n<h1>{title}</h1>\n"
        );
        let facts: Vec<String> = self.document.facts.iter().map(|fact| escaped(fact)).collect();
        let _ = write!(self.out, "<p class=\"facts\">{}</p>\n</div>\n", facts.join(" \u{b7} "));
        if let Some(board) = &self.document.emblem {
            self.board(board, "emblem");
        }
        self.out += "</header>\n<nav aria-label=\"Sections\"><ol>\n";
        for section in &self.document.sections {
            let title = escaped(&section.title);
            let _ = writeln!(self.out, "<li><a href=\"#{}\">{title}</a></li>", section.id);
        }
        self.out += "</ol></nav>\n<main>\n";
        self.document.sections.iter().for_each(|section| self.section(section));
        self.out += "</main>\n</body>\n</html>\n";
    }

    /// What drawings share: the board, the kas, and every setup.
    fn definitions(&mut self) {
        self.out += "<svg class=\"defs\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>";
        self.out += &svg::definitions();
        self.out += "<path id=\"mf\" d=\"M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z\"/>\
                     <path id=\"mo\" d=\"M0-5L5 0 0 5-5 0z\"/>\
                     <path id=\"mb\" d=\"M-4-4H4V4H-4z\"/>\
                     <path id=\"mx\" d=\"M0-5L5 4H-5z\"/>\
                     <path id=\"mn\" d=\"M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0z\"/>\
                     <path id=\"ml\" d=\"M0 0l8-5v10z\"/><path id=\"mr\" d=\"M0 0l-8-5v10z\"/>";
        for (number, (_, stones)) in self.document.setups.iter().enumerate() {
            let sign = |point: Point| stones.at(point).map_or('.', Colour::sign);
            let pieces = svg::pieces(sign);
            let _ = write!(
                self.out,
                "<symbol id=\"s{number}\" viewBox=\"0 0 12 12\"><use href=\"#wood\"/>{pieces}</symbol>"
            );
        }
        self.out += "</defs></svg>\n";
    }

    fn section(&mut self, section: &Section) {
        let (id, title) = (section.id, escaped(&section.title));
        let _ = writeln!(self.out, "<section id=\"{id}\" aria-labelledby=\"h-{id}\">");
        let _ = writeln!(self.out, "<h2 id=\"h-{id}\">{title}</h2>");
        self.blocks(&section.blocks);
        self.out += "</section>\n";
    }

    fn blocks(&mut self, blocks: &[Block]) {
        blocks.iter().for_each(|block| self.block(block));
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Answer(answer) => self.answer(answer),
            Block::Text(text) => self.paragraph("text", text),
            Block::Caveats(texts) => {
                self.out += "<ul class=\"caveats\">\n";
                for text in texts {
                    let _ = writeln!(self.out, "<li>{}</li>", escaped(text));
                }
                self.out += "</ul>\n";
            }
            Block::Heading(text) => {
                let _ = writeln!(self.out, "<h3>{}</h3>", escaped(text));
            }
            Block::Command(text) => {
                let _ =
                    writeln!(self.out, "<p class=\"command\"><code>{}</code></p>", escaped(text));
            }
            Block::Listing(text) => {
                let text = escaped(text);
                let _ = writeln!(self.out, "<pre class=\"wide\" tabindex=\"0\">{text}</pre>");
            }
            Block::Table(table) => self.table(table),
            Block::Forest(forest) => self.forest(forest),
            Block::Matrix(matrix) => self.matrix(matrix),
            Block::Figure(figure) => self.figure(figure),
            Block::Boards(boards) => {
                self.out += "<div class=\"film\">\n";
                boards.iter().for_each(|board| self.board(board, "frame"));
                self.out += "</div>\n";
            }
            Block::Setup(number) => self.setup(*number),
            Block::Beside(blocks) => {
                self.out += "<div class=\"beside\">\n";
                self.blocks(blocks);
                self.out += "</div>\n";
            }
            Block::Fold(title, blocks) => {
                let title = escaped(title);
                let _ = writeln!(self.out, "<details><summary>{title}</summary>");
                self.blocks(blocks);
                self.out += "</details>\n";
            }
        }
    }

    fn paragraph(&mut self, class: &str, text: &str) {
        let _ = writeln!(self.out, "<p class=\"{class}\">{}</p>", prose(text));
    }

    fn answer(&mut self, answer: &Answer) {
        let (label, figure) = (escaped(&answer.label), escaped(&answer.figure));
        let (what, text) = (escaped(&answer.what), prose(&answer.text));
        // Names of bots and setups are longer than figures.
        let class = if answer.figure.len() > 10 { " class=\"word\"" } else { "" };
        let _ = writeln!(
            self.out,
            "<article class=\"answer\"><h3>{label}</h3><p class=\"figure\"><b{class}>{figure}</b> \
             <span>{what}</span></p><p>{text}</p></article>"
        );
    }

    fn table(&mut self, table: &Table) {
        let caption = escaped(&table.caption);
        let _ = write!(
            self.out,
            "<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"{caption}\">\
             <table class=\"plain\"><caption>{caption}</caption>\n<thead><tr>"
        );
        for column in &table.columns {
            let _ = write!(self.out, "<th scope=\"col\">{}</th>", escaped(column));
        }
        self.out += "</tr></thead>\n<tbody>\n";
        for row in &table.rows {
            self.out += "<tr>";
            for (place, field) in row.iter().enumerate() {
                let field = prose(field);
                let _ = match place {
                    0 => write!(self.out, "<th scope=\"row\">{field}</th>"),
                    _ => write!(self.out, "<td>{field}</td>"),
                };
            }
            self.out += "</tr>\n";
        }
        self.out += "</tbody></table></div>\n";
    }

    fn figure(&mut self, figure: &Figure) {
        let (title, words) = (escaped(&figure.title), escaped(&figure.words));
        let (width, height) = figure.size;
        let class = if width <= 12 { "map" } else { "chart" };
        let _ = writeln!(
            self.out,
            "<figure class=\"{class}\"><h4>{title}</h4>\n<svg viewBox=\"0 0 {width} {height}\" \
             role=\"img\" aria-label=\"{words}\">{}</svg>",
            figure.svg
        );
        if !figure.caption.is_empty() {
            let _ = writeln!(self.out, "<figcaption>{}</figcaption>", prose(&figure.caption));
        }
        self.out += "</figure>\n";
    }

    fn board(&mut self, board: &Board, class: &str) {
        let title = escaped(&board.title);
        let pieces = svg::pieces(|point| board.sign(point));
        let mut taken = String::new();
        for point in board.taken {
            let (x, y) = svg::unit(point);
            let _ = write!(taken, "M{x} {y}h0");
        }
        let taken = match taken.as_str() {
            "" => taken,
            path => format!("<path class=\"tk\" d=\"{path}\"/>"),
        };
        let _ = write!(
            self.out,
            "<figure class=\"{class}\"><svg viewBox=\"0 0 12 12\" role=\"img\" \
             aria-label=\"{title}\"><use href=\"#wood\"/>{taken}{pieces}</svg>"
        );
        if !board.caption.is_empty() {
            let _ = write!(self.out, "<figcaption>{}</figcaption>", escaped(&board.caption));
        }
        self.out += "</figure>\n";
    }

    fn setup(&mut self, number: usize) {
        let name = self.document.setups.get(number).map_or("", |(name, _)| name.as_str());
        let name = escaped(name);
        let _ = writeln!(
            self.out,
            "<figure class=\"setup\"><svg viewBox=\"0 0 12 12\" role=\"img\" \
             aria-label=\"The setup {name}\"><use href=\"#s{number}\"/></svg>\
             <figcaption>{name}</figcaption></figure>"
        );
    }

    fn forest(&mut self, forest: &Forest) {
        let title = escaped(&forest.title);
        let _ = writeln!(self.out, "<div class=\"panel\"><h3>{title}</h3>");
        let (shown, folded) = forest.rows.split_at(forest.rows.len().min(MOST_ROWS));
        self.forest_table(forest, shown);
        if forest.left_out > 0 {
            let left_out = count(forest.left_out as u64);
            let words = format!("{left_out} rows between the highest and the lowest are left out.");
            self.paragraph("text", &words);
        }
        if !folded.is_empty() {
            let _ = writeln!(self.out, "<details><summary>{} more</summary>", folded.len());
            self.forest_table(forest, folded);
            self.out += "</details>\n";
        }
        self.out += "</div>\n";
    }

    fn forest_table(&mut self, forest: &Forest, rows: &[ForestRow]) {
        let caption = escaped(&forest.caption);
        let scale = ForestScale::of(forest);
        let _ = write!(
            self.out,
            "<table class=\"forest\"><caption class=\"hidden\">{caption}</caption>\n<thead><tr>\
             <th scope=\"col\">setup</th><th scope=\"col\" class=\"axis\">{}</th>\
             <th scope=\"col\" class=\"score\">score</th><th scope=\"col\"><span class=\"hidden\">verdict</span>\
             </th></tr></thead>\n<tbody>\n",
            scale.axis()
        );
        for row in rows {
            let (name, setup) = (escaped(&row.name), row.setup);
            let interval = row.interval.map_or_else(
                || row.why_none.to_owned(),
                |interval| format!("{}\u{2013}{}", percent(interval.low), percent(interval.high)),
            );
            let (sign, words) = (sign(row.verdict), verdict(row.verdict));
            let class = class_of(row.verdict);
            let few = row.few.map_or_else(String::new, |share| {
                let share = percent(share);
                format!("<abbr title=\"{share} % of its games are different\">\u{2020}</abbr>")
            });
            let _ = writeln!(
                self.out,
                "<tr><th scope=\"row\"><svg class=\"mini\" aria-hidden=\"true\"><use \
                 href=\"#s{setup}\"/></svg><span>{name}</span></th><td class=\"strip\">{}</td>\
                 <td class=\"score\"><b>{}</b> <span>{interval}</span></td><td class=\"lean {class}\" \
                 title=\"{words}\"><span aria-hidden=\"true\">{sign}</span>\
                 <span class=\"hidden\">{words}</span>{few}</td></tr>",
                scale.strip(row),
                percent(row.score)
            );
        }
        self.out += "</tbody></table>\n";
    }

    fn matrix(&mut self, matrix: &Matrix) {
        let caption = escaped(&matrix.caption);
        let _ = write!(
            self.out,
            "<figure class=\"openings\"><div class=\"wide\" tabindex=\"0\" role=\"group\" \
             aria-label=\"{caption}\"><table class=\"matrix\"><caption>{caption}</caption>\n\
             <thead><tr><td></td>"
        );
        for second in &matrix.seconds {
            let _ = write!(self.out, "<th scope=\"col\">{}</th>", move_name(second));
        }
        self.out += "</tr></thead>\n<tbody>\n";
        let all = || matrix.firsts.iter().flat_map(|(_, fields)| fields).flatten();
        let most = all().map(|opened| opened.games).max().unwrap_or(1);
        let far = |opened: &Opened| (opened.score() - matrix.fair).abs();
        let furthest = all().map(far).fold(0.0, f64::max);
        for (first, fields) in &matrix.firsts {
            let _ = write!(self.out, "<tr><th scope=\"row\">{}</th>", move_name(first));
            for opened in fields {
                let Some(opened) = opened else {
                    self.out += "<td></td>";
                    continue;
                };
                let part = match matrix.shade {
                    Shade::Games => opened.games as f64 / most as f64,
                    Shade::Score if furthest > 0.0 => far(opened) / furthest,
                    Shade::Score => 0.0,
                };
                let level = (part.sqrt() * 8.0).round();
                let (games, score) = (short(opened.games), decimal(opened.score() * 100.0, 0));
                let _ = match matrix.shade {
                    Shade::Games => {
                        write!(self.out, "<td class=\"h{level}\">{games}<i>{score}</i></td>")
                    }
                    Shade::Score => {
                        let first = opened.score() >= matrix.fair;
                        let (class, sign) = if first { ('p', "+") } else { ('q', "\u{2212}") };
                        write!(
                            self.out,
                            "<td class=\"{class}{level}\">{sign}{score}<i>{games}</i></td>"
                        )
                    }
                };
            }
            self.out += "</tr>\n";
        }
        self.out += "</tbody></table></div>";
        if !matrix.words.is_empty() {
            let _ = write!(self.out, "<figcaption>{}</figcaption>", prose(&matrix.words));
        }
        self.out += "</figure>\n";
    }
}

/// A text in which no line starts with a sign of per cent.
fn prose(text: &str) -> String {
    escaped(text).replace(" %", "\u{a0}%")
}

/// A first move as a heading; a game may end before it was made.
fn move_name(name: &str) -> String {
    if name.is_empty() { "none".to_owned() } else { escaped(name) }
}

/// A count that fits into a field.
fn short(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..1_000_000 => format!("{}k", number / 1000),
        1_000_000..10_000_000 => format!("{}.{}M", number / 1_000_000, number / 100_000 % 10),
        _ => format!("{}M", number / 1_000_000),
    }
}

fn class_of(verdict: Option<Verdict>) -> &'static str {
    match verdict {
        Some(Verdict::First) => "lf",
        Some(Verdict::Second) => "lo",
        Some(Verdict::Uneven) => "lx",
        Some(Verdict::Balanced) => "lb",
        Some(Verdict::Undecided) => "ln",
        None => "lu",
    }
}

/// Where scores lie on a strip, in per cent of its width: so the strip may have any width, and
/// disks stay round.
struct ForestScale<'f>(&'f Forest);

impl ForestScale<'_> {
    fn of(forest: &Forest) -> ForestScale<'_> {
        ForestScale(forest)
    }

    fn at(&self, score: f64) -> f64 {
        let (low, high) = self.0.axis;
        (score - low) / (high - low).max(1e-9) * 100.0
    }

    fn place(&self, score: f64) -> String {
        decimal(self.at(score), 2)
    }

    /// The margin within which scores are called fair, and the even score, behind everything.
    fn ground(&self) -> String {
        let mut ground = String::new();
        let within = self.0.within;
        let low = self.at(self.0.fair - within).max(0.0);
        let high = self.at(self.0.fair + within).min(100.0);
        let (low, width) = (decimal(low, 2), decimal(high - low, 2));
        ground +=
            &format!("<rect class=\"band\" x=\"{low}%\" width=\"{width}%\" height=\"100%\"/>");
        let fair = self.place(self.0.fair);
        ground + &format!("<line class=\"fair\" x1=\"{fair}%\" x2=\"{fair}%\" y2=\"100%\"/>")
    }

    fn axis(&self) -> String {
        let (low, high) = self.0.axis;
        let ticks = super::chart::Scale::new((low * 100.0, high * 100.0), (0.0, 100.0)).ticks(4);
        let labels: String = ticks
            .into_iter()
            .filter(|tick| (6.0..=94.0).contains(&self.at(tick / 100.0)))
            .map(|tick| {
                let x = self.place(tick / 100.0);
                format!("<text class=\"t m\" x=\"{x}%\" y=\"14\">{}</text>", at(tick))
            })
            .collect();
        format!("<svg height=\"20\" aria-hidden=\"true\">{labels}</svg>")
    }

    fn strip(&self, row: &ForestRow) -> String {
        let (low, high) = self.0.axis;
        // Beyond the axis there is only an arrow: the figures stand beside it.
        let beyond = match row.score {
            score if score < low => Some(("ml", 0)),
            score if score > high => Some(("mr", 100)),
            _ => None,
        };
        if let Some((arrow, x)) = beyond {
            return format!(
                "<svg class=\"{}\" aria-hidden=\"true\">{}<use href=\"#{arrow}\" x=\"{x}%\" \
                 y=\"50%\"/></svg>",
                class_of(row.verdict),
                self.ground()
            );
        }
        let mark = match row.verdict {
            Some(Verdict::First) => "mf",
            Some(Verdict::Second) => "mo",
            Some(Verdict::Uneven) => "mx",
            Some(Verdict::Balanced) => "mb",
            Some(Verdict::Undecided) | None => "mn",
        };
        let line = if row.few.is_some() { "iv fw" } else { "iv" };
        let class = class_of(row.verdict);
        let line = row.interval.map_or_else(String::new, |interval| {
            let low = self.place(interval.low.max(low));
            let high = self.place(interval.high.min(high));
            format!("<line class=\"{line}\" x1=\"{low}%\" x2=\"{high}%\" y1=\"50%\" y2=\"50%\"/>")
        });
        format!(
            "<svg class=\"{class}\" aria-hidden=\"true\">{}{line}<use href=\"#{mark}\" x=\"{}%\" \
             y=\"50%\"/></svg>",
            self.ground(),
            self.place(row.score)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_fit_into_a_field() {
        let shown = [0, 9999, 10_000, 999_999, 1_250_000, 12_500_000].map(short);
        assert_eq!(shown, ["0", "9999", "10k", "999k", "1.2M", "12M"]);
    }

    #[test]
    fn a_setup_called_like_markup_shows_as_text() {
        let name = "<script>alert(1)</script>";
        let row = ForestRow {
            setup: 0,
            name: name.to_owned(),
            score: 0.5,
            interval: None,
            why_none: "one game",
            verdict: None,
            few: None,
        };
        let forest = Forest {
            title: name.to_owned(),
            caption: name.to_owned(),
            axis: (0.4, 0.6),
            fair: 0.5,
            within: 0.02,
            rows: vec![row],
            left_out: 0,
        };
        let texts = || name.to_owned();
        let table =
            || Table { caption: texts(), columns: vec![texts()], rows: vec![vec![texts()]] };
        let blocks = vec![
            Block::Answer(Answer { label: texts(), figure: texts(), what: texts(), text: texts() }),
            Block::Text(texts()),
            Block::Caveats(vec![texts()]),
            Block::Heading(texts()),
            Block::Command(texts()),
            Block::Listing(texts()),
            Block::Table(table()),
            Block::Forest(forest),
            Block::Matrix(Matrix {
                caption: texts(),
                words: texts(),
                shade: Shade::Games,
                fair: 0.5,
                seconds: vec![texts()],
                firsts: vec![(texts(), vec![None])],
            }),
            Block::Boards(vec![Board::new(texts(), texts(), |_| '.')]),
            Block::Setup(0),
            Block::Fold(texts(), vec![Block::Beside(vec![Block::Text(texts())])]),
        ];
        let document = Document {
            title: texts(),
            facts: vec![texts()],
            emblem: Some(Board::new(texts(), texts(), |_| '.')),
            sections: vec![Section { id: "all", title: texts(), blocks }],
            setups: vec![(texts(), <_>::default())],
            cells: crate::results::tables::Cells::default(),
        };
        let page = String::from_utf8(Html.export(&document)).unwrap();
        assert!(!page.contains("<script"), "{page}");
        assert!(page.matches("&lt;script&gt;alert(1)&lt;/script&gt;").count() > 20);
    }
}
