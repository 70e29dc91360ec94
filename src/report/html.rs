//! A report as one file for a browser: no script, nothing from the network, and a policy in its
//! head that forbids both.
//!
//! The page is written as [`maud`] has it, which escapes every value; only drawings, which hold
//! nobody's text, or have theirs escaped, are [`PreEscaped`].

mod forest;
mod matrix;
mod picture;

use std::cell::Cell;

use maud::{Markup, PreEscaped, Render, html as markup};

use super::document::{Block, Chart, Document, Section, Shown};
use crate::base::markup::escaped;
use crate::stats::table::Table;

/// The style sheet. Its colours stand there once for light and once for dark pages; boards keep
/// theirs, for wood is wood.
const STYLE: &str = include_str!("style.css");

const DOCTYPE: PreEscaped<&str> = PreEscaped("<!doctype html>\n");

/// What the page may load: nothing but its own styles.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// A text as it is: whatever somebody wrote is shown, and never read as markup.
#[derive(Clone, Copy, Debug)]
struct Plain<'t>(&'t str);

/// A text in which no line starts with a sign of per cent.
#[derive(Clone, Copy, Debug)]
struct Prose<'t>(&'t str);

impl Render for Plain<'_> {
    fn render_to(&self, page: &mut String) {
        *page += &escaped(self.0);
    }
}

impl Render for Prose<'_> {
    fn render_to(&self, page: &mut String) {
        *page += &escaped(self.0).replace(" %", "\u{a0}%");
    }
}

/// The page.
pub fn html(document: &Document) -> Vec<u8> {
    page(document).into_string().into_bytes()
}

fn page(document: &Document) -> Markup {
    let title = Plain(&document.title);
    let is_lead = |section: &&Section| section.shown == Shown::First && section.id == "answer";
    let (lead, others): (Vec<&Section>, Vec<&Section>) =
        document.sections.iter().partition(is_lead);
    markup! {
        (DOCTYPE)
        html lang="en" { "\n"
            head { "\n"
                meta charset="utf-8"; "\n"
                meta name="viewport" content="width=device-width, initial-scale=1"; "\n"
                meta http-equiv="Content-Security-Policy" content=(POLICY); "\n"
                meta name="color-scheme" content="light dark"; "\n"
                title { (title) " \u{b7} Pasang" } "\n"
                style { "\n" (PreEscaped(STYLE)) } "\n"
            } "\n"
            body { "\n"
                (picture::definitions(document))
                header id="top" { "\n"
                    p.kind { "Pasang \u{b7} report" } "\n"
                    h1 { (title) } "\n"
                    @for block in lead.iter().flat_map(|section| &section.blocks) {
                        @if let Block::Text(text) = block { p.lead { (Prose(text)) } "\n" }
                    }
                    @if !document.concerned.is_empty() {
                        div.concerned { "\n"
                            @for (number, words) in &document.concerned {
                                (picture::setup(document, *number, words))
                            }
                        } "\n"
                    }
                    p.facts {
                        @for (place, fact) in document.facts.iter().enumerate() {
                            @if place > 0 { " \u{b7} " }
                            (Plain(fact))
                        }
                    } "\n"
                } "\n"
                nav aria-label="Sections" {
                    ol { "\n"
                        @for Section { id, title, .. } in &others {
                            li { a href={ "#" (id) } { (Plain(title)) } } "\n"
                        }
                    }
                } "\n"
                main { "\n"
                    @for one in others { (section(one)) }
                } "\n"
                a.up href="#top" { "\u{2191} top" } "\n"
            } "\n"
        } "\n"
    }
}

/// Where on the page something stands: rows of tables have addresses by it.
struct Place<'d> {
    section: &'d str,
    /// How many tables stand before.
    tables: Cell<usize>,
}

fn section(section: &Section) -> Markup {
    let Section { id, title, blocks: own, .. } = section;
    let place = Place { section: id, tables: Cell::new(0) };
    markup! {
        section id=(id) aria-labelledby={ "h-" (id) } { "\n"
            h2 id={ "h-" (id) } {
                (Plain(title)) " "
                a.here href={ "#" (id) } aria-label="Link to this section" { "#" }
            } "\n"
            @for one in own { (block(&place, one)) }
        } "\n"
    }
}

fn block(place: &Place<'_>, block: &Block) -> Markup {
    match block {
        Block::Text(text) | Block::Note(text) => markup! { p.text { (Prose(text)) } "\n" },
        Block::Notes(texts) => markup! {
            ul.caveats { "\n" @for text in texts { li { (Plain(text)) } "\n" } } "\n"
        },
        Block::Command(text) => markup! { p.command { code { (Plain(text)) } } "\n" },
        Block::Listing(text) => markup! { pre.wide tabindex="0" { (Plain(text)) } "\n" },
        Block::Table(caption, table) => {
            place.tables.set(place.tables.get() + 1);
            self::table(caption, table, &format!("{}-{}", place.section, place.tables.get()))
        }
        Block::Drawn(charts, _) => markup! {
            div.beside { "\n" @for one in charts { (chart(one)) } } "\n"
        },
        Block::Steps(one) => picture::steps(one),
        Block::Fold(title, own) => markup! {
            details {
                summary { (Plain(title)) } "\n" @for one in own { (self::block(place, one)) }
            } "\n"
        },
        Block::Files(files) => self::files(files),
    }
}

fn chart(chart: &Chart) -> Markup {
    match chart {
        Chart::Forest(one) => forest::forest(one),
        Chart::Dots(one) => forest::dots(one),
        Chart::Matrix(one) => matrix::matrix(one),
        Chart::Figure(one) => picture::figure(one),
    }
}

/// Rows and columns; the first column names the rows. Its rows have addresses, to be linked to.
fn table(caption: &str, table: &Table, id: &str) -> Markup {
    let caption = Plain(if caption.is_empty() { "In figures" } else { caption });
    markup! {
        div.wide tabindex="0" role="group" aria-label=(caption) {
            table.plain {
                caption { (caption) } "\n"
                thead {
                    tr { @for column in &table.columns { th scope="col" { (Plain(&column.name)) } } }
                } "\n"
                tbody { "\n"
                    @for (number, row) in (1..).zip(table.texts()) {
                        tr id={ (id) "-" (number) } {
                            @for (place, field) in row.iter().enumerate() {
                                @if place == 0 {
                                    th scope="row" {
                                        a.self href={ "#" (id) "-" (number) } { (Prose(field)) }
                                    }
                                } @else {
                                    td { (Prose(field)) }
                                }
                            }
                        } "\n"
                    }
                }
            }
        } "\n"
    }
}

/// The files beside the page, to be opened.
fn files(files: &[(String, String)]) -> Markup {
    markup! {
        div.wide tabindex="0" role="group" aria-label="The files beside this report" {
            table.plain {
                caption { "The files beside this report" } "\n"
                thead { tr { th scope="col" { "file" } th scope="col" { "SHA-256" } } } "\n"
                tbody { "\n"
                    @for (name, digest) in files {
                        tr {
                            th scope="row" { a href=(Plain(name)) { (Plain(name)) } }
                            td { code { (Plain(digest)) } }
                        } "\n"
                    }
                }
            }
        } "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::document::{Axis, Board, Forest, ForestRow, Matrix, Shade, Steps};
    use crate::stats::table::Kind;

    #[test]
    fn a_setup_called_like_markup_shows_as_text() {
        // The last sign would turn the direction in which the rest is read.
        let name = "<script>alert(1)</script>\u{202e}";
        let texts = || name.to_owned();
        let row = ForestRow {
            cell: 0,
            setup: 0,
            name: texts(),
            score: 0.5,
            interval: None,
            why_none: "one game",
            verdict: None,
            few: None,
        };
        let axis = Axis { ends: (0.4, 0.6), fair: 0.5, within: 0.02 };
        let forest = Forest { title: texts(), axis, rows: vec![row], left_out: 0 };
        let matrix = Matrix {
            caption: texts(),
            shade: Shade::Games,
            fair: 0.5,
            seconds: vec![texts()],
            firsts: vec![(texts(), vec![None])],
        };
        let mut table = Table::shown(&[(name, Kind::Word)]);
        table.row([texts()]);
        let board = Board::new(texts(), crate::board::Side::FULL, |_| '.');
        let blocks = vec![
            Block::Text(texts()),
            Block::Note(texts()),
            Block::Notes(vec![texts()]),
            Block::Command(texts()),
            Block::Listing(texts()),
            Block::Table(texts(), table),
            Block::Drawn(vec![Chart::Forest(forest), Chart::Matrix(matrix)], Vec::new()),
            Block::Steps(Steps { title: texts(), id: "a".to_owned(), boards: vec![board] }),
            Block::Fold(texts(), vec![Block::Text(texts())]),
            Block::Files(vec![(texts(), texts())]),
        ];
        let lead = vec![Block::Text(texts())];
        let section = |id, blocks| Section { id, title: texts(), shown: Shown::First, blocks };
        let document = Document {
            title: texts(),
            concerned: vec![(0, texts())],
            facts: vec![texts()],
            sections: vec![section("answer", lead), section("all", blocks)],
            setups: vec![(texts(), <_>::default())],
            ..Document::default()
        };
        let page = String::from_utf8(html(&document)).unwrap();
        assert!(!page.contains("<script"), "{page}");
        assert!(!page.contains('\u{202e}'), "{page}");
        assert!(page.matches("&lt;script&gt;alert(1)&lt;/script&gt;\u{fffd}").count() > 20);
    }
}
