//! A report as Markdown, as CommonMark with tables has it.

use super::document::{Block, Document};
use crate::base::fault::harmless;
use crate::stats::table::Table;

/// The document's text.
pub fn markdown(document: &Document) -> String {
    let mut text = format!("# {}\n", plain(&document.title));
    document.lead.iter().for_each(|words| text += &format!("\n{}\n", plain(words)));
    text += &format!("\n{}\n", plain(&document.facts.join(" \u{b7} ")));
    for section in &document.sections {
        text += &format!("\n## {}\n", plain(&section.title));
        blocks(&section.blocks, &mut text);
    }
    text
}

/// A text that is shown as it is: nothing in it is a sign of the format.
fn plain(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in harmless(text).chars() {
        match sign {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '&' | '~' => {
                escaped.push('\\');
                escaped.push(sign);
            }
            '\n' => escaped.push(' '),
            sign => escaped.push(sign),
        }
    }
    escaped
}

fn blocks(all: &[Block], text: &mut String) {
    for block in all {
        let own = match block {
            Block::Text(words) | Block::Note(words) => format!("{}\n", plain(words)),
            Block::Notes(all) => all.iter().map(|it| format!("- {}\n", plain(it))).collect(),
            Block::Listing(listing) => fenced(listing),
            Block::Table(caption, table) => self::table(caption, table),
            // Boards say nothing here that words do not.
            Block::Steps(games) => games
                .iter()
                .map(|it| {
                    format!("#### {}, all its moves\n\n{}\n\n", plain(&it.title), plain(&it.moves))
                })
                .collect::<String>(),
            Block::Drawn(_, instead) => {
                blocks(instead, text);
                continue;
            }
            Block::Fold(title, inner) => {
                *text += &format!("\n#### {}\n", plain(title));
                blocks(inner, text);
                continue;
            }
        };
        text.push('\n');
        *text += &own;
    }
}

/// A text as it is, in a fence longer than any in it.
fn fenced(text: &str) -> String {
    let longest = text.split(|sign| sign != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    let end = if text.ends_with('\n') { "" } else { "\n" };
    format!("{fence}\n{}{end}{fence}\n", harmless(text))
}

fn table(caption: &str, table: &Table) -> String {
    let line = |fields: &mut dyn Iterator<Item = &String>| {
        let fields: Vec<String> = fields.map(|field| plain(field)).collect();
        format!("| {} |\n", fields.join(" | "))
    };
    let mut text = match caption {
        "" => String::new(),
        caption => format!("{}:\n\n", plain(caption)),
    };
    text += &line(&mut table.columns.iter().map(|column| &column.name));
    text += &format!("|{}\n", "---|".repeat(table.columns.len()));
    table.texts().for_each(|row| text += &line(&mut row.iter()));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_no_markup() {
        assert_eq!(plain("<b>|*a_\n\u{202e}\u{200b}"), "\\<b\\>\\|\\*a\\_ \u{fffd}\u{fffd}");
        assert_eq!(fenced("a\u{202e}\n"), "```\na\u{fffd}\n```\n");
        assert_eq!(fenced("a ```` b"), "`````\na ```` b\n`````\n");
    }
}
