//! Renders a report for the terminal.

use super::document::{Block, Document};
use super::table::PLAIN;
use crate::text::diagnostic::sanitized;
use crate::text::terminal::{columns_of_stdout, is_lively};
use pasang_core::base::text::wrapped;
use pasang_core::board::{BoardSize, Point, Trail, in_colours, with_coordinates};

/// The largest width of wrapped text, in columns.
const WIDTH: usize = 100;

/// Formats the lead and the sections of a document, `width` columns wide.
pub fn text(Document { lead, sections, .. }: &Document, width: usize) -> String {
    let mut texts = vec![lead.iter().map(|words| wrapped(words, width.min(WIDTH))).collect()];
    texts.extend(sections.iter().filter_map(|section| {
        let title = match section.title.as_str() {
            "" => String::new(),
            title => format!("{title}\n"),
        };
        let mut text = title.clone();
        blocks(&section.blocks, width, &mut text, false);
        // Blocks for pages only are left out.
        (text != title).then_some(text)
    }));
    sanitized(&texts.join("\n")).into_owned()
}

/// Appends blocks, separated by empty lines, except between paragraphs and between a table and its
/// note.
fn blocks(all: &[Block], width: usize, text: &mut String, mut follows_paragraph: bool) {
    let fill = |words: &String| wrapped(words, width.min(WIDTH));
    for block in all {
        let (own, is_words) = match block {
            Block::Text(words) | Block::Note(words) => (fill(words), true),
            Block::Notes(all) => (all.iter().map(fill).collect(), true),
            Block::Table(caption, table) if caption.is_empty() => (table.text(width), false),
            Block::Table(caption, table) => (format!("{caption}\n\n{}", table.text(width)), false),
            Block::Charts(_, instead) => {
                blocks(instead, width, text, follows_paragraph);
                continue;
            }
            Block::Picture { .. }
            | Block::Fold(..)
            | Block::Replays(_)
            | Block::Boards(_)
            | Block::Listing(_) => continue,
        };
        let is_close = is_words && follows_paragraph || matches!(block, Block::Note(_));
        if !text.is_empty() && !is_close {
            text.push('\n');
        }
        *text += &own;
        follows_paragraph = is_words;
    }
}

/// Draws a board for stdout; with colours, also the trail of the last move.
pub fn board(side: BoardSize, sign: impl Fn(Point) -> char, trail: &Trail) -> String {
    match is_lively(&std::io::stdout()) {
        true => in_colours(side, sign, trail),
        false => with_coordinates(side, |point| sign(point).to_string()),
    }
}

/// Returns the width of tables on stdout in characters: the terminal's, else a fixed one.
pub fn width() -> usize {
    const MIN: usize = 40;
    columns_of_stdout().map_or(PLAIN, |columns| columns.max(MIN))
}
