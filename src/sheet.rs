//! The sheet that setups and diagrams are written on: header lines, then the board.
//!
//! ```text
//! name: mine          # a header line is `key: value`
//! origin: designed
//!
//! wwwwwbbbbbb         eleven rows of eleven signs, row 11 first;
//! ...                 `#` starts a comment anywhere
//! ```
//!
//! What the headers and the signs mean is for the reader of the sheet to say.

use std::ops::Range;

use crate::board::{Column, Point, Row, SIDE};
use crate::fault::{Fault, Faults, Source};
use crate::words::one_of;

/// A header line.
#[derive(Clone, Debug)]
pub struct Header<'s> {
    /// Before the colon.
    pub key: &'s str,
    /// Behind the colon.
    pub value: &'s str,
    /// Where the key stands.
    pub key_span: Range<usize>,
    /// Where the value stands.
    pub value_span: Range<usize>,
}

/// What a sheet says, and where.
#[derive(Clone, Debug)]
pub struct Sheet<'s> {
    source: &'s Source,
    /// The header lines in the order in which they stand.
    pub headers: Vec<Header<'s>>,
    /// The first byte of each row of the board, row 11 first.
    rows: Vec<usize>,
    /// What is wrong so far.
    pub faults: Vec<Fault>,
}

impl<'s> Sheet<'s> {
    /// Reads a sheet whose headers and signs must be among the known ones.
    ///
    /// Faults are gathered, so that the caller can add those it finds: see [`Sheet::finish`].
    pub fn read(source: &'s Source, keys: &[&'static str], signs: &[char]) -> Sheet<'s> {
        let mut sheet = Sheet { source, headers: Vec::new(), rows: Vec::new(), faults: Vec::new() };
        let text = source.text.as_str();
        let mut board = Vec::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let content = line.split('#').next().unwrap_or("").trim_end();
            let span = start..start + content.len();
            start += line.len();
            if content.trim_start().is_empty() {
                continue;
            }
            match content.split_once(':') {
                Some((key, value)) if board.is_empty() => {
                    sheet.header(key, value, span.start, keys);
                }
                Some(_) => sheet.faults.push(Fault::at(
                    span,
                    "header line below the board",
                    "headers come first",
                )),
                None => board.push(span),
            }
        }
        sheet.board(&board, signs);
        sheet
    }

    fn header(&mut self, key: &'s str, value: &'s str, start: usize, keys: &[&'static str]) {
        let trimmed = |text: &'s str, start: usize| {
            let start = start + text.len() - text.trim_start().len();
            let text = text.trim();
            (text, start..start + text.len())
        };
        let (key_text, key_span) = trimmed(key, start);
        let (value, value_span) = trimmed(value, start + key.len() + 1);
        if !keys.contains(&key_text) {
            self.faults.push(
                Fault::at(
                    key_span,
                    format!("unknown header `{key_text}`"),
                    format!("expected {}", one_of(keys.iter().copied())),
                )
                .did_you_mean(key_text, keys.iter().copied()),
            );
        } else if self.headers.iter().any(|header| header.key == key_text) {
            self.faults.push(Fault::at(
                key_span,
                format!("header `{key_text}` given twice"),
                "once is enough",
            ));
        } else {
            self.headers.push(Header { key: key_text, value, key_span, value_span });
        }
    }

    fn board(&mut self, rows: &[Range<usize>], signs: &[char]) {
        let text = self.source.text.as_str();
        if rows.is_empty() {
            self.faults.push(Fault::whole(format!(
                "`{}` holds no board: expected {SIDE} rows of {SIDE} signs, found none",
                self.source.name
            )));
            return;
        }
        if rows.len() != usize::from(SIDE) {
            // Too many: the first that is too many. Too few: the last that is there.
            let span = rows.get(usize::from(SIDE)).or(rows.last()).cloned();
            self.faults.push(Fault {
                what: format!("the board has {} rows", rows.len()),
                span,
                expected: format!("expected {SIDE} rows"),
                help: None,
            });
        }
        for span in rows {
            let row = &text[span.clone()];
            let length = row.chars().count();
            if length != usize::from(SIDE) {
                self.faults.push(Fault::at(
                    span.clone(),
                    format!("this row has {length} signs"),
                    format!("expected {SIDE}"),
                ));
            }
            for (at, sign) in row.char_indices().filter(|(_, sign)| !signs.contains(sign)) {
                let at = span.start + at;
                let known: Vec<String> = signs.iter().map(|sign| sign.to_string()).collect();
                self.faults.push(Fault::at(
                    at..at + sign.len_utf8(),
                    format!("unknown sign `{}`", sign.escape_debug()),
                    format!("expected {}", one_of(known.iter().map(String::as_str))),
                ));
            }
        }
        self.rows = rows.iter().map(|span| span.start).collect();
    }

    /// The header with this key.
    pub fn header_named(&self, key: &str) -> Option<&Header<'s>> {
        self.headers.iter().find(|header| header.key == key)
    }

    /// Where a point's sign stands, once the sheet is known to be sound so far.
    pub fn span(&self, point: Point) -> Range<usize> {
        let row = usize::from(SIDE - 1 - point.row().index());
        let at = self.rows[row] + usize::from(point.column().index());
        at..at + 1
    }

    /// Every point with its sign; only of a sheet that is sound so far.
    pub fn signs(&self) -> impl Iterator<Item = (Point, char)> + '_ {
        Row::all().rev().flat_map(|row| Column::all().map(move |column| Point::new(column, row))).map(
            |point| (point, char::from(self.source.text.as_bytes()[self.span(point).start])),
        )
    }

    /// Whether nothing is wrong so far, so that [`Sheet::signs`] may be asked.
    pub fn sound(&self) -> bool {
        self.faults.is_empty()
    }

    /// All that is wrong, as an error.
    ///
    /// # Errors
    /// When anything is.
    pub fn finish<T>(self, value: impl FnOnce() -> T) -> Result<T, Faults> {
        if self.faults.is_empty() { Ok(value()) } else { Err(self.source.faults(self.faults)) }
    }
}
