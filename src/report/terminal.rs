//! A report on the terminal.

use super::document::{Block, Section, Shown};

/// Columns of a line that is filled with words.
const WIDTH: usize = 100;

/// The sections that the terminal shows, in so many columns of signs.
pub fn text(sections: &[Section], room: usize) -> String {
    let shown = sections.iter().filter(|section| section.shown != Shown::Page);
    let texts: Vec<String> = shown.map(|section| self::section(section, room)).collect();
    texts.join("\n")
}

fn section(section: &Section, room: usize) -> String {
    let mut text = String::new();
    if section.shown == Shown::More {
        text = format!("{}\n", section.title);
    }
    blocks(&section.blocks, room, &mut text, false);
    text
}

/// Words follow words, and notes the table above them, without an empty line.
fn blocks(all: &[Block], room: usize, text: &mut String, mut is_behind_words: bool) {
    for block in all {
        let (own, is_words) = match block {
            Block::Text(words) | Block::Note(words) => (filled(words), true),
            Block::Notes(all) => (all.iter().map(|words| filled(words)).collect(), true),
            Block::Table(caption, table) if caption.is_empty() => (table.text(room), false),
            Block::Table(caption, table) => (format!("{caption}\n\n{}", table.text(room)), false),
            Block::Drawn(_, instead) => {
                blocks(instead, room, text, is_behind_words);
                continue;
            }
            Block::Command(line) | Block::Listing(line) => (format!("{line}\n"), false),
            Block::Fold(..) | Block::Files(_) | Block::Steps(_) => continue,
        };
        let is_close = is_words && is_behind_words || matches!(block, Block::Note(_));
        if !text.is_empty() && !is_close {
            text.push('\n');
        }
        *text += &own;
        is_behind_words = is_words;
    }
}

/// A text in lines of at most [`WIDTH`] columns; a longer word has a line to itself.
fn filled(text: &str) -> String {
    let mut lines = String::new();
    let mut width = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if width > 0 {
            let fits = width + 1 + length <= WIDTH;
            lines.push(if fits { ' ' } else { '\n' });
            width = if fits { width + 1 } else { 0 };
        }
        lines += word;
        width += length;
    }
    lines.push('\n');
    lines
}
