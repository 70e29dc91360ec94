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
use crate::game::{Scores, Seat, Values};
use crate::words::{counted, one_of};

/// The headers that a diagram may have.
pub const DIAGRAM_HEADERS: &[&str] = &["to-move", "score", "name", "source", "origin"];

/// The most points that a diagram may give a player: all stones at the highest value.
const HIGHEST_SCORE: u16 = 120 * Values::MOST as u16;

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
    /// Where each row of the board stands, row 11 first; none where the board has another shape.
    rows: Vec<Range<usize>>,
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
                what: format!("the board has {}", counted(rows.len() as u64, "row")),
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
                    format!("this row has {}", counted(length as u64, "sign")),
                    format!("expected {SIDE}"),
                ));
            }
            self.foreign(row, span.start, signs);
        }
        let shaped = rows.len() == usize::from(SIDE)
            && rows.iter().all(|span| text[span.clone()].chars().count() == usize::from(SIDE));
        if shaped {
            self.rows = rows.to_vec();
        }
    }

    /// Signs of a row that are not among the known ones: those that stand together are one fault.
    /// In a row that has another length too, the first of these faults is enough.
    fn foreign(&mut self, row: &str, start: usize, signs: &[char]) {
        let known: Vec<String> = signs.iter().map(|sign| sign.to_string()).collect();
        let expected = format!("expected {}", one_of(known.iter().map(String::as_str)));
        let most = if row.chars().count() == usize::from(SIDE) { row.len() } else { 1 };
        let mut rest = row;
        for _ in 0..most {
            let Some(begin) = rest.find(|sign| !signs.contains(&sign)) else { break };
            let run = &rest[begin..];
            let run = &run[..run.find(|sign| signs.contains(&sign)).unwrap_or(run.len())];
            let at = start + row.len() - rest.len() + begin;
            let plural = if run.chars().nth(1).is_some() { "s" } else { "" };
            let what = format!("unknown sign{plural} `{}`", run.escape_debug());
            let fault = Fault::at(at..at + run.len(), what, expected.clone());
            self.faults.push(if run.trim().is_empty() {
                fault.help("the signs of a row stand side by side, without spaces")
            } else {
                fault
            });
            rest = &rest[begin + run.len()..];
        }
    }

    /// The header with this key.
    pub fn header_named(&self, key: &str) -> Option<&Header<'s>> {
        self.headers.iter().find(|header| header.key == key)
    }

    /// Whether the board has eleven rows of eleven signs, so that its points can be told apart:
    /// only then may [`Sheet::span`] be asked, and does [`Sheet::signs`] yield any.
    pub fn has_board(&self) -> bool {
        !self.rows.is_empty()
    }

    /// Where a point's sign stands.
    pub fn span(&self, point: Point) -> Range<usize> {
        let row = &self.rows[usize::from(SIDE - 1 - point.row().index())];
        let mut signs = self.source.text[row.clone()].char_indices();
        let (at, sign) = signs.nth(point.column().index().into()).unwrap_or((row.len(), '\0'));
        row.start + at..row.start + at + sign.len_utf8()
    }

    /// Every point with its sign, a11 first; none where the board has another shape.
    pub fn signs(&self) -> impl Iterator<Item = (Point, char)> + '_ {
        self.rows.iter().zip(Row::all().rev()).flat_map(|(span, row)| {
            let signs = self.source.text[span.clone()].chars();
            Column::all().map(move |column| Point::new(column, row)).zip(signs)
        })
    }

    /// Notes that the sign on a point is wrong.
    pub fn fault_at(&mut self, point: Point, expected: &str) {
        let span = self.span(point);
        let sign = &self.source.text[span.clone()];
        self.faults.push(Fault::at(span, format!("`{sign}` on {point}"), expected));
    }

    /// Whose turn a diagram says it is, where so many play.
    pub fn to_move(&mut self, seats: u8) -> Option<Seat> {
        let header = self.required("to-move", "1")?;
        let seat = Seat::first(seats).find(|seat| seat.to_string() == header.value);
        if seat.is_none() {
            let seats: Vec<String> = Seat::first(seats).map(|seat| seat.to_string()).collect();
            self.faults.push(Fault::at(
                header.value_span,
                match header.value {
                    "" => "header `to-move` is empty".to_owned(),
                    other => format!("`{other}` is no player's number"),
                },
                format!("expected {}", one_of(seats.iter().map(String::as_str))),
            ));
        }
        seat
    }

    /// The scores that a diagram gives, one a seat, joined by `-`.
    pub fn scores(&mut self, seats: u8) -> Option<Scores> {
        let example = vec!["10"; usize::from(seats)].join("-");
        let header = self.required("score", &example)?;
        // Digits alone: a number as the language reads it may have a `+`.
        let digits = |text: &&str| text.bytes().all(|byte| byte.is_ascii_digit());
        let score = |text: &str| Some(text.trim()).filter(digits)?.parse().ok();
        let read: Option<Vec<u16>> = header.value.split('-').map(score).collect();
        let read = read.filter(|read| {
            read.len() == usize::from(seats) && read.iter().all(|&score| score <= HIGHEST_SCORE)
        });
        let Some(read) = read else {
            self.faults.push(Fault::at(
                header.value_span,
                match header.value {
                    "" => "header `score` is empty".to_owned(),
                    other => format!("`{other}` is no score of {seats} players"),
                },
                format!("expected {seats} numbers up to {HIGHEST_SCORE}, as `{example}`"),
            ));
            return None;
        };
        let mut scores = Scores::default();
        scores[..read.len()].copy_from_slice(&read);
        Some(scores)
    }

    fn required(&mut self, key: &str, example: &str) -> Option<Header<'s>> {
        let header = self.header_named(key).cloned();
        if header.is_none() {
            self.faults.push(
                Fault::whole(format!("`{}` lacks the header `{key}`", self.source.name))
                    .help(format!("add a line such as `{key}: {example}` above the board")),
            );
        }
        header
    }

    /// What was read, unless anything is wrong.
    ///
    /// # Errors
    /// All that is wrong.
    pub fn finish<T>(self, value: Option<T>) -> Result<T, Faults> {
        match value {
            Some(value) if self.faults.is_empty() => Ok(value),
            _ => Err(self.source.faults(self.faults)),
        }
    }
}
