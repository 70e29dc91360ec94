//! A report as one file for a browser: no script, nothing from the network, and a policy in its
//! head that forbids both.
//!
//! The page is written as [`maud`] has it, which escapes every value; only drawings, which hold
//! nobody's text, or have theirs escaped, are [`PreEscaped`].

mod forest;
mod picture;
mod table;
mod text;

use maud::{Markup, PreEscaped, html};

use self::text::{Plain, Prose};
use super::Exporter;
use super::document::{Answer, Block, Document, Section};
use super::style::STYLE;

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
                header { "\n"
                    div { "\n"
                        p.kind { "Pasang \u{b7} report" } "\n"
                        h1 { (title) } "\n"
                        p.facts {
                            @for (place, fact) in document.facts.iter().enumerate() {
                                @if place > 0 { " \u{b7} " }
                                (Plain(fact))
                            }
                        } "\n"
                    } "\n"
                    @if let Some(board) = &document.emblem { (picture::board(board, "emblem")) }
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
            } "\n"
        } "\n"
    }
}

fn section(document: &Document, section: &Section) -> Markup {
    let Section { id, title, blocks: own } = section;
    html! {
        section id=(id) aria-labelledby={ "h-" (id) } { "\n"
            h2 id={ "h-" (id) } { (Plain(title)) } "\n"
            (blocks(document, own))
        } "\n"
    }
}

fn blocks(document: &Document, blocks: &[Block]) -> Markup {
    html! { @for one in blocks { (block(document, one)) } }
}

fn block(document: &Document, block: &Block) -> Markup {
    match block {
        Block::Answer(one) => answer(one),
        Block::Text(text) => html! { p.text { (Prose(text)) } "\n" },
        Block::Caveats(texts) => html! {
            ul.caveats { "\n" @for text in texts { li { (Plain(text)) } "\n" } } "\n"
        },
        Block::Heading(text) => html! { h3 { (Plain(text)) } "\n" },
        Block::Command(text) => html! { p.command { code { (Plain(text)) } } "\n" },
        Block::Listing(text) => html! { pre.wide tabindex="0" { (Plain(text)) } "\n" },
        Block::Table(one) => table::table(one),
        Block::Forest(one) => forest::forest(one),
        Block::Matrix(one) => table::matrix(one),
        Block::Figure(one) => picture::figure(one),
        Block::Boards(boards) => html! {
            div.film { "\n" @for board in boards { (picture::board(board, "frame")) } } "\n"
        },
        Block::Setup(number) => picture::setup(document, *number),
        Block::Beside(own) => html! { div.beside { "\n" (blocks(document, own)) } "\n" },
        Block::Fold(title, own) => html! {
            details { summary { (Plain(title)) } "\n" (blocks(document, own)) } "\n"
        },
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
            Block::Boards(vec![Board::new(texts(), crate::board::Side::FULL, |_| '.')]),
            Block::Setup(0),
            Block::Fold(texts(), vec![Block::Beside(vec![Block::Text(texts())])]),
        ];
        let document = Document {
            title: texts(),
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
