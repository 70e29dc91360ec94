//! A report as text with tables.

use super::Exporter;
use super::document::{Block, Document, DotRow, Dots, Forest, Matrix, Table};
use super::words::{count, percent, verdict};

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
            Block::Table(it) => table(it),
            Block::Forest(it) => forest(it),
            Block::Dots(it) => dots(it),
            Block::Files(files) => {
                let columns = ["file", "SHA-256"].map(str::to_owned);
                rows(
                    &columns,
                    files.iter().map(|(name, digest)| vec![name.clone(), digest.clone()]),
                )
            }
            Block::Gallery(setups) => {
                setups.iter().map(|(_, words)| format!("- {}\n", plain(words))).collect()
            }
            Block::Matrix(it) => matrix(it),
            Block::Figure(figure) => format!("{}\n", plain(&figure.words)),
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

fn rows(columns: &[String], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let line = |fields: &[String]| {
        let fields: Vec<String> = fields.iter().map(|field| plain(field)).collect();
        format!("| {} |\n", fields.join(" | "))
    };
    let mut text = line(columns);
    text += &format!("|{}\n", "---|".repeat(columns.len()));
    rows.into_iter().for_each(|row| text += &line(&row));
    text
}

fn table(table: &Table) -> String {
    let body = rows(&table.columns, table.rows.iter().cloned());
    format!("{}:\n\n{body}", plain(&table.caption))
}

fn forest(forest: &Forest) -> String {
    let columns =
        ["setup", "first %", "interval", "verdict", "different games %"].map(str::to_owned);
    let body = forest.rows.iter().map(|row| {
        let interval = row.interval.map(|interval| [interval.low, interval.high].map(percent));
        vec![
            row.name.clone(),
            percent(row.score),
            interval
                .map_or_else(|| row.why_none.to_owned(), |[low, high]| format!("{low} to {high}")),
            verdict(row.verdict).to_owned(),
            row.few.map_or_else(|| "90 or more".to_owned(), percent),
        ]
    });
    let mut text = format!("{}:\n\n{}", plain(&forest.caption), rows(&columns, body));
    if forest.left_out > 0 {
        text += &format!("\n{} rows between them are left out.\n", forest.left_out);
    }
    text
}

fn dots(dots: &Dots) -> String {
    let mut columns = vec!["setup".to_owned()];
    columns.extend(dots.series.iter().cloned());
    let body = dots.rows.iter().map(|DotRow { name, scores, .. }| {
        let scores = scores.iter().map(|score| score.map_or_else(String::new, percent));
        [name.clone()].into_iter().chain(scores).collect()
    });
    format!("{}, first player's score in %:\n\n{}", plain(&dots.title), rows(&columns, body))
}

fn matrix(matrix: &Matrix) -> String {
    let columns = ["first", "second", "games", "first %"].map(str::to_owned);
    let mut body = Vec::new();
    for (first, fields) in &matrix.firsts {
        for (second, opened) in matrix.seconds.iter().zip(fields) {
            if let Some(opened) = opened {
                let (games, score) = (count(opened.games), percent(opened.score()));
                body.push(vec![first.clone(), second.clone(), games, score]);
            }
        }
    }
    let mut text = format!("{}:\n\n{}", plain(&matrix.caption), rows(&columns, body));
    if !matrix.words.is_empty() {
        text += &format!("\n{}\n", plain(&matrix.words));
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
