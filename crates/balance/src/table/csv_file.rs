//! Tables in files: the sign between fields, quotes and lines.

use std::borrow::Cow;
use std::io::{self, BufRead};

use super::{Table, TableError, TableOptions, wrong};
use pasang_core::base::text::plural;

/// Adds the rows of a file to a table, which the first file begins. Errors call rows by their lines.
///
/// # Errors
/// If it cannot be read; within, if it is no text in UTF-8, or as [`Table::new`] and [`Table::add`].
pub fn read(
    games: &mut Option<Table>,
    mut reader: impl BufRead,
    options: &TableOptions,
) -> io::Result<Result<(), TableError>> {
    let Some((delimiter, more)) = delimiter(&mut reader)? else { return Ok(Err(no_text())) };
    let mut reader =
        csv::ReaderBuilder::new().delimiter(delimiter).flexible(true).from_reader(reader);
    let header = reader.byte_headers()?.clone();
    let names: Vec<Cow<'_, str>> = header.iter().map(String::from_utf8_lossy).collect();
    let names: Vec<&str> = names.iter().map(|it| it.trim()).collect();
    let begun = match games.as_mut() {
        Some(games) => games.columns(&names, options),
        None => Table::new(&names, options).map(|new| *games = Some(new)),
    };
    let (Some(games), Ok(())) = (games, &begun) else { return Ok(begun) };
    let least = games.used().last().map_or(0, |it| it + 1);
    let mut record = csv::ByteRecord::new();
    while reader.read_byte_record(&mut record)? {
        if record.iter().all(<[u8]>::is_empty) {
            continue;
        }
        let line = record.position().map_or(0, csv::Position::line) + more;
        if let Err(error) = add(games, line, &record, least..=names.len()) {
            return Ok(Err(TableError { row: Some(line), ..error }));
        }
    }
    Ok(Ok(()))
}

fn no_text() -> TableError {
    wrong("this is no text in UTF-8", "save it as CSV (UTF-8)")
}

/// Finds what parts the fields of a table, by its first line, and how many lines more than the reader of
/// rows counts there are; `None` for text of two bytes a sign. A first line that says it, as spreadsheets
/// write, is taken away.
fn delimiter(reader: &mut impl BufRead) -> io::Result<Option<(u8, u64)>> {
    let head = reader.fill_buf()?;
    if head.starts_with(&[0xff, 0xfe]) || head.starts_with(&[0xfe, 0xff]) {
        return Ok(None);
    }
    let bare = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    if let Some(&[sign, ..]) = bare.strip_prefix(b"sep=") {
        let mut line = Vec::new();
        reader.read_until(b'\n', &mut line)?;
        return Ok(Some((sign, 1 + of_two(&line))));
    }
    let line = bare.split_inclusive(|it| *it == b'\n').next().unwrap_or_default();
    let times = |sign: u8| line.iter().filter(|it| **it == sign).count();
    // Of equally many the first.
    let sign = b";\t,".iter().copied().rev().max_by_key(|sign| times(*sign));
    Ok(sign.map(|sign| (sign, of_two(line))))
}

/// Returns 1 if a line ends with two signs: the reader begins the next row between them, a line before.
fn of_two(line: &[u8]) -> u64 {
    line.ends_with(b"\r\n").into()
}

/// Adds a row, which may have these numbers of fields.
fn add(
    games: &mut Table,
    line: u64,
    record: &csv::ByteRecord,
    fields: std::ops::RangeInclusive<usize>,
) -> Result<(), TableError> {
    if !fields.contains(&record.len()) {
        let found = plural(record.len() as u64, "field");
        return Err(wrong(
            format!("{found}, and {} in the header", fields.end()),
            "quote fields that hold the sign between fields, as a decimal comma may",
        ));
    }
    let read: Result<Vec<&str>, _> = record.iter().map(std::str::from_utf8).collect();
    games.add(line, &read.map_err(|_| no_text())?)
}
