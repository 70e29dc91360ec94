//! A report as one file for a browser: no script, nothing from the network, and a policy in its
//! head that forbids both.
//!
//! The page is written as [`maud`] has it, which escapes every value; only drawings, which hold
//! nobody's text, or have theirs escaped, are [`PreEscaped`].

mod forest;
mod picture;
mod steps;
mod table;
mod text;

pub(super) use self::forest::{MARKS as DOT_MARKS, mark_of};
pub(super) use self::picture::MARKS;
pub(super) use self::table::Shades;

use maud::{Markup, PreEscaped, html};

use self::text::{Plain, Prose};
use super::Exporter;
use super::document::{Answer, Block, Document, Section};
use super::style::STYLE;
use std::cell::Cell;

/// Writes HTML.
#[derive(Clone, Copy, Debug)]
pub struct Html;

impl Exporter for Html {
    fn export(&self, document: &Document) -> Vec<u8> {
        page(document).into_string().into_bytes()
    }
}

const DOCTYPE: PreEscaped<&str> = PreEscaped("<!doctype html>\n");

/// What the page may load: nothing but its own styles.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

fn page(document: &Document) -> Markup {
    let title = Plain(&document.title);
    html! {
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
                    @for text in &document.lead { p.lead { (Prose(text)) } "\n" }
                    @if let Some(board) = &document.emblem { (picture::board(board, "emblem")) }
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
                        @for Section { id, title, .. } in &document.sections {
                            li { a href={ "#" (id) } { (Plain(title)) } } "\n"
                        }
                    }
                } "\n"
                main { "\n"
                    @for one in &document.sections { (section(document, one)) }
                } "\n"
                a.up href="#top" { "\u{2191} top" } "\n"
            } "\n"
        } "\n"
    }
}

/// Where on the page something stands: rows of tables have addresses by it.
struct Place<'d> {
    document: &'d Document,
    section: &'d str,
    /// How many tables stand before.
    tables: Cell<usize>,
}

impl Place<'_> {
    /// The address of the next table.
    fn next_table(&self) -> String {
        self.tables.set(self.tables.get() + 1);
        format!("{}-{}", self.section, self.tables.get())
    }
}

fn section(document: &Document, section: &Section) -> Markup {
    let Section { id, title, blocks: own } = section;
    let place = Place { document, section: id, tables: Cell::new(0) };
    html! {
        section id=(id) aria-labelledby={ "h-" (id) } { "\n"
            h2 id={ "h-" (id) } {
                (Plain(title)) " "
                a.here href={ "#" (id) } aria-label="Link to this section" { "#" }
            } "\n"
            (blocks(&place, own))
        } "\n"
    }
}

fn blocks(place: &Place<'_>, blocks: &[Block]) -> Markup {
    html! { @for one in blocks { (block(place, one)) } }
}

fn block(place: &Place<'_>, block: &Block) -> Markup {
    match block {
        Block::Answer(one) => answer(one),
        Block::Text(text) => html! { p.text { (Prose(text)) } "\n" },
        Block::Caveats(texts) => html! {
            ul.caveats { "\n" @for text in texts { li { (Plain(text)) } "\n" } } "\n"
        },
        Block::Heading(text) => html! { h3 { (Plain(text)) } "\n" },
        Block::Command(text) => html! { p.command { code { (Plain(text)) } } "\n" },
        Block::Listing(text) => html! { pre.wide tabindex="0" { (Plain(text)) } "\n" },
        Block::Table(one) => table::table(one, &place.next_table()),
        Block::Forest(one) => forest::forest(one),
        Block::Dots(one) => forest::dots(one),
        Block::Matrix(one) => table::matrix(one),
        Block::Figure(one) => picture::figure(one),
        Block::Boards(boards) => html! {
            div.film { "\n" @for board in boards { (picture::board(board, "frame")) } } "\n"
        },
        Block::Steps(one) => steps::steps(one),
        Block::Setup(number) => {
            let name = place.document.setups.get(*number).map_or("", |(name, _)| name.as_str());
            picture::setup(place.document, *number, name)
        }
        Block::Gallery(setups) => html! {
            div.gallery { "\n"
                @for (number, words) in setups { (picture::setup(place.document, *number, words)) }
            } "\n"
        },
        Block::Beside(own) => html! { div.beside { "\n" (blocks(place, own)) } "\n" },
        Block::Fold(title, own) => html! {
            details { summary { (Plain(title)) } "\n" (blocks(place, own)) } "\n"
        },
        Block::Cell(number, title, own) => html! {
            details id={ "cell-" (number) } {
                summary { (Plain(title)) } "\n" (blocks(place, own))
            } "\n"
        },
        Block::Files(files) => table::files(files),
    }
}

fn answer(answer: &Answer) -> Markup {
    // Names of bots and setups are longer than figures.
    let class = (answer.figure.len() > 10).then_some("word");
    html! {
        article.answer {
            h3 { (Plain(&answer.label)) }
            p.figure {
                b class=[class] { (Plain(&answer.figure)) } " "
                span { (Plain(&answer.what)) }
            }
            p { (Prose(&answer.text)) }
        } "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::document::{Board, Forest, ForestRow, Matrix, Shade, Table};

    #[test]
    fn a_setup_called_like_markup_shows_as_text() {
        // The last sign would turn the direction in which the rest is read.
        let name = "<script>alert(1)</script>\u{202e}";
        let row = ForestRow {
            cell: 0,
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
            has_more: false,
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
            Block::Boards(vec![Board::new(texts(), crate::board::Side::FULL, |_| '.')]),
            Block::Setup(0),
            Block::Fold(texts(), vec![Block::Beside(vec![Block::Text(texts())])]),
        ];
        let document = Document {
            title: texts(),
            lead: vec![texts()],
            concerned: vec![(0, texts())],
            facts: vec![texts()],
            emblem: Some(Board::new(texts(), crate::board::Side::FULL, |_| '.')),
            sections: vec![Section { id: "all", title: texts(), blocks }],
            setups: vec![(texts(), <_>::default())],
            ..Document::default()
        };
        let page = String::from_utf8(Html.export(&document)).unwrap();
        assert!(!page.contains("<script"), "{page}");
        assert!(!page.contains('\u{202e}'), "{page}");
        assert!(page.matches("&lt;script&gt;alert(1)&lt;/script&gt;\u{fffd}").count() > 20);
    }
}
