//! A report as text with tables.

use super::Exporter;
use super::document::{Block, Document};
use super::grid::Grid;

/// Writes Markdown, as CommonMark with tables has it.
#[derive(Clone, Copy, Debug)]
pub struct Markdown;

impl Exporter for Markdown {
    fn export(&self, document: &Document) -> Vec<u8> {
        let mut text = format!("# {}\n\n", plain(&document.title));
        document.lead.iter().for_each(|words| text += &format!("{}\n\n", plain(words)));
        text += &format!("{}\n", plain(&document.facts.join(" \u{b7} ")));
        for section in &document.sections {
            text += &format!("\n## {}\n", plain(&section.title));
            blocks(&section.blocks, &mut text);
        }
        text.into_bytes()
    }
}

/// A text that is shown as it is: nothing in it is a sign of the format.
fn plain(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '&' | '~' => {
                escaped.push('\\');
                escaped.push(sign);
            }
            sign if sign.is_control() => escaped.push(' '),
            sign => escaped.push(sign),
        }
    }
    escaped
}

fn blocks(blocks: &[Block], text: &mut String) {
    for block in blocks {
        // Boards and drawings say nothing here that tables and words do not.
        let own = match block {
            Block::Answer(answer) => {
                let (label, figure) = (plain(&answer.label), plain(&answer.figure));
                let (what, text) = (plain(&answer.what), plain(&answer.text));
                format!("**{label}: {figure}**, {what}. {text}\n")
            }
            Block::Text(words) => format!("{}\n", plain(words)),
            Block::Caveats(all) => all.iter().map(|it| format!("- {}\n", plain(it))).collect(),
            Block::Heading(words) => format!("### {}\n", plain(words)),
            Block::Command(command) => fenced("sh", command),
            Block::Listing(listing) => fenced("", listing),
            Block::Gallery(setups) => {
                setups.iter().map(|(_, words)| format!("- {}\n", plain(words))).collect()
            }
            Block::Figure(figure) => format!("{}\n", plain(&figure.words)),
            Block::Table(_)
            | Block::Files(_)
            | Block::Forest(_)
            | Block::Dots(_)
            | Block::Matrix(_) => Grid::of(block).as_ref().map(table).unwrap_or_default(),
            Block::Boards(_) | Block::Setup(_) | Block::Steps(_) => continue,
            Block::Beside(inner) => {
                self::blocks(inner, text);
                continue;
            }
            Block::Fold(title, inner) | Block::Cell(_, title, inner) => {
                *text += &format!("\n#### {}\n", plain(title));
                self::blocks(inner, text);
                continue;
            }
        };
        text.push('\n');
        *text += &own;
    }
}

/// A text as it is, in a fence longer than any in it.
fn fenced(language: &str, text: &str) -> String {
    let longest = text.split(|sign| sign != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    let end = if text.ends_with('\n') { "" } else { "\n" };
    format!("{fence}{language}\n{text}{end}{fence}\n")
}

fn rows(columns: &[String], rows: &[Vec<String>]) -> String {
    let line = |fields: &[String]| {
        let fields: Vec<String> = fields.iter().map(|field| plain(field)).collect();
        format!("| {} |\n", fields.join(" | "))
    };
    let mut text = line(columns);
    text += &format!("|{}\n", "---|".repeat(columns.len()));
    rows.iter().for_each(|row| text += &line(row));
    text
}

fn table(grid: &Grid) -> String {
    let mut text = rows(&grid.columns, &grid.rows);
    if !grid.caption.is_empty() {
        text = format!("{}:\n\n{text}", plain(&grid.caption));
    }
    if !grid.note.is_empty() {
        text += &format!("\n{}\n", plain(&grid.note));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_no_markup() {
        assert_eq!(plain("<b>|*a_\n"), "\\<b\\>\\|\\*a\\_ ");
        assert_eq!(fenced("", "a ```` b"), "`````\na ```` b\n`````\n");
    }
}
