//! Renders a report as a single HTML file: no script, nothing from the network, and a content
//! security policy that forbids both.
//!
//! The page is written with [`maud`], which escapes every value; only drawings, whose texts are
//! fixed or escaped already, are [`PreEscaped`].

mod forest;
mod picture;

use maud::{Markup, PreEscaped, Render, html as markup};

use super::document::{Block, Document, Section};
use super::table::Table;
use pasang_core::base::markup::escaped;

/// The style sheet. It defines the colours once for light and once for dark pages; boards keep the
/// colours of wood on both.
const STYLE: &str = include_str!("style.css");

const DOCTYPE: PreEscaped<&str> = PreEscaped("<!doctype html>\n");

/// The content security policy: only the page's own styles and pictures load.
const POLICY: &str = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";

/// The largest number of setups rendered below the headline; of more, each is rendered in its row
/// only.
const MAX_BOARDS: usize = 4;

/// A user's text, always escaped: never read as markup.
#[derive(Clone, Copy, Debug)]
struct Plain<'t>(&'t str);

impl Render for Plain<'_> {
    fn render_to(&self, page: &mut String) {
        *page += &escaped(self.0);
    }
}

/// A sentence, escaped, in which the words between backticks are code.
struct Prose<'t>(&'t str);

impl Render for Prose<'_> {
    fn render_to(&self, page: &mut String) {
        let mut parts = self.0.split('`');
        Plain(parts.next().unwrap_or_default()).render_to(page);
        while let Some(word) = parts.next() {
            let (open, close) = parts.clone().next().map_or(("`", ""), |_| ("<code>", "</code>"));
            *page += &format!("{open}{}{close}", escaped(word));
            Plain(parts.next().unwrap_or_default()).render_to(page);
        }
    }
}

pub fn html(document: &Document) -> Vec<u8> {
    let Document { title, facts, lead, sections, setups, .. } = document;
    let (finding, told) =
        lead.split_first().map_or(("", &[][..]), |(one, rest)| (one.as_str(), rest));
    let is_chart = |block: &&Block| match block {
        Block::Charts(forests, _) => !forests.is_empty(),
        other => matches!(other, Block::Picture { .. }),
    };
    // The block that carries the answer: the first picture or chart, or else the first table.
    let mut blocks = sections.iter().flat_map(|section| &section.blocks);
    let chart = blocks.clone().find(is_chart);
    let chart = chart.or_else(|| blocks.find(|block| matches!(block, Block::Table(..))));
    let page = markup! {
        (DOCTYPE)
        html lang="en" { "\n"
            head { "\n"
                meta charset="utf-8"; "\n"
                meta name="viewport" content="width=device-width, initial-scale=1"; "\n"
                meta http-equiv="Content-Security-Policy" content=(POLICY); "\n"
                meta name="color-scheme" content="light dark"; "\n"
                title { (Plain(title)) " \u{b7} Pasang" } "\n"
                style { "\n" (PreEscaped(STYLE)) } "\n"
            } "\n"
            body { "\n"
                (picture::definitions(document))
                header { "\n"
                    p.kind { "Pasang \u{b7} " (Plain(title)) } "\n"
                    h1 { (Prose(finding)) } "\n"
                    @if setups.len() <= MAX_BOARDS && !matches!(chart, Some(Block::Picture { is_card: true, .. })) {
                        div.concerned { "\n"
                            @for (number, (name, _)) in setups.iter().enumerate() {
                                (picture::setup(number, name))
                            }
                        } "\n"
                    }
                } "\n"
                main { "\n"
                    @match chart {
                        Some(Block::Charts(forests, _)) => (forest::chart(forests, true)),
                        Some(other) => (block(other)),
                        None => {},
                    }
                    @for text in told { p.lead { (Prose(text)) } "\n" }
                    p.facts { (Prose(&facts.join(" \u{b7} "))) } "\n"
                    @for one in sections { (section(one, chart)) }
                } "\n"
            } "\n"
        } "\n"
    };
    page.into_string().into_bytes()
}

/// Renders a section, closed, without the block that stands above all sections.
fn section(section: &Section, above: Option<&Block>) -> Markup {
    let Section { id, title, blocks: own, .. } = section;
    let is_above = |block: &Block| above.is_some_and(|above| std::ptr::eq(above, block));
    markup! {
        details id=(id) { "\n"
            summary { h2 { (Prose(title)) } } "\n"
            @for one in own.iter().filter(|one| !is_above(one)) { (block(one)) }
        } "\n"
    }
}

fn block(block: &Block) -> Markup {
    match block {
        Block::Text(text) | Block::Note(text) => markup! { p.text { (Prose(text)) } "\n" },
        Block::Notes(texts) => markup! {
            ul.caveats { "\n" @for text in texts { li { (Prose(text)) } "\n" } } "\n"
        },
        Block::Listing(text) => markup! { pre.wide tabindex="0" { (Plain(text)) } "\n" },
        Block::Table(caption, table) => self::table(caption, table),
        // As an image its styles do not meet those of the page.
        Block::Picture { svg, .. } => markup! {
            p.plot { (picture::plot(svg)) } "\n"
        },
        Block::Charts(forests, _) => forest::chart(forests, false),
        Block::Replays(games) => picture::games(games),
        Block::Boards(boards) => markup! {
            div.beside { "\n" @for one in boards { (picture::board(one)) } } "\n"
        },
        Block::Fold(title, own) => markup! {
            details {
                summary { (Prose(title)) } "\n" @for one in own { (self::block(one)) }
            } "\n"
        },
    }
}

/// Renders a table; the first column names the rows.
fn table(caption: &str, table: &Table) -> Markup {
    let caption = if caption.is_empty() { "In figures" } else { caption };
    markup! {
        div.wide tabindex="0" role="group" aria-label=(Plain(caption)) {
            table.plain {
                caption { (Prose(caption)) } "\n"
                thead {
                    tr { @for column in &table.columns { th scope="col" { (Plain(&column.name)) } } }
                } "\n"
                tbody { "\n"
                    @for row in &table.rows {
                        tr {
                            @for (place, field) in row.iter().enumerate() {
                                @if place == 0 { th scope="row" { (Plain(field)) } }
                                @else { td.pale[field.starts_with('(')] { (Plain(field)) } }
                            }
                        } "\n"
                    }
                }
            }
        } "\n"
    }
}
