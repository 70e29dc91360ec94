//! Parser of the common format of setups and diagrams: header lines, then the board.
//!
//! ```text
//! name: mine          # a header line is `key: value`
//! origin: designed
//!
//! wwwwwbbbbbb         eleven rows of eleven signs, row 11 first;
//! ...                 `#` starts a comment anywhere
//! ```
//!
//! Small boards have five, seven or nine rows and columns.
//!
//! Input that was typed, or pasted from `pasang setups show`, is accepted too: blanks between the
//! signs, capitals, row numbers, column letters, and the lines above the board.
//!
//! The caller interprets headers and signs.

use std::collections::BTreeSet;

use crate::base::diagnostic::{Diagnostic, Diagnostics, ErrorKind, Source, Span};
use crate::base::text::{is_control, one_of, plural};
use crate::board::{BoardSize, Point, PointSet};
use crate::games::text_kind::{TextKind, is_like_a_row};
use crate::games::{Scores, Seat, Values};

/// Headers of a diagram; the first two are required.
const DIAGRAM_HEADERS: &[&str] = &["to-move", "score", "phase", "name", "source", "origin"];

/// The highest score that a diagram may give a player: all stones at the highest value.
const HIGHEST_SCORE: u16 = 120 * Values::MAX as u16;

/// A header line.
#[derive(Clone)]
pub(super) struct Header<'s> {
    pub(super) key: &'s str,
    pub(super) value: &'s str,
    pub(super) key_span: Span,
    pub(super) value_span: Span,
}

impl<'s> Header<'s> {
    /// Parses a line that begins at a byte of the text; `None` if it has no `:`.
    pub(super) fn of(line: &'s str, start: usize) -> Option<Header<'s>> {
        let (key, value) = line.split_once(':')?;
        let (key, value) = (key.trim(), value.trim());
        let span = |part: &str| {
            let at = start + part.as_ptr() as usize - line.as_ptr() as usize;
            at..at + part.len()
        };
        Some(Header { key, value, key_span: span(key), value_span: span(value) })
    }

    /// Returns the fault of a value with control characters: they would reach the user's terminal,
    /// and break lines of files that contain the text.
    pub(super) fn control_fault(&self) -> Option<Diagnostic> {
        self.value.contains(is_control).then(|| {
            let what = format!("control characters in `{}`", self.key);
            Diagnostic::at(self.value_span.clone(), what, "expected plain text")
        })
    }
}

/// Returns the lines of a text, each with its start, without comments and blanks behind.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut next = 0;
    text.split_inclusive('\n').map(move |line| {
        let start = next;
        next += line.len();
        (start, line.split('#').next().unwrap_or("").trim_end())
    })
}

/// The signs of a row with their spans, in lower case and without blanks.
struct Line {
    span: Span,
    signs: Vec<(char, Span)>,
}

/// Reads the row in a span of a text, without blanks and without a row number on the left or right.
/// Digits may be among the known signs.
fn line(text: &str, span: &Span, side: BoardSize, known: &[char]) -> Line {
    let row = &text[span.clone()];
    let signs = |part: &Span| -> Vec<(char, Span)> {
        let signs = row[part.clone()].char_indices().filter(|(_, sign)| !sign.is_whitespace());
        let placed = signs.map(|(at, sign)| {
            let at = span.start + part.start + at;
            (sign.to_ascii_lowercase(), at..at + sign.len_utf8())
        });
        placed.collect()
    };
    let is_number =
        |word: &str| word.parse().is_ok_and(|number| (1..=side.length()).contains(&number));
    let digits_are_signs = known.iter().any(char::is_ascii_digit);
    let indent = row.len() - row.trim_start().len();
    let digits = row[indent..].bytes().take_while(u8::is_ascii_digit).count();
    let apart = row[indent + digits..].starts_with(char::is_whitespace);
    let on_left = is_number(&row[indent..indent + digits]) && (apart || !digits_are_signs);
    let left = if on_left { indent + digits } else { 0 };
    let last = row.trim_end().rfind(char::is_whitespace).map_or(0, |at| at + 1).max(left);
    let on_right = row.get(last..).is_some_and(|word| is_number(word.trim_end()));
    let right = if on_right { last } else { row.len() };
    // A part that looks like a number may be a sign: then the row would be too short without it.
    let parts = [0..row.len(), left..row.len(), left..right, 0..right];
    let fits = parts.iter().find(|part| signs(part).len() == side.length());
    let else_part = if on_left { left..right } else { 0..row.len() };
    Line { span: span.clone(), signs: signs(fits.unwrap_or(&else_part)) }
}

/// Guesses the board size: a small one if most rows have its length and their number is about
/// right.
fn meant_side(text: &str, rows: &[Span], known: &[char]) -> BoardSize {
    let fits = |side: &BoardSize| {
        let length = side.length();
        let long = rows.iter().filter(|span| line(text, span, *side, known).signs.len() == length);
        rows.len().abs_diff(length) <= 2 && long.count() * 2 > rows.len()
    };
    BoardSize::ALL.into_iter().find(fits).unwrap_or(BoardSize::FULL)
}

fn names_columns(line: &str) -> bool {
    let letters = line.chars().filter(|sign| !sign.is_whitespace());
    let letters: Vec<char> = letters.flat_map(char::to_lowercase).collect();
    BoardSize::of_length(letters.len())
        .is_some_and(|side| side.columns().map(|column| side.letter(column)).eq(letters))
}

/// Parses a line that `pasang setups show` prints above a board, into key and value.
fn as_shown(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.strip_prefix("  ")?.split_once("  ")?;
    SHOWN.contains(&key).then_some((key, value))
}

/// Keys that `pasang setups show` prints for a setup. All but the first two follow from the board.
const SHOWN: [&str; 4] = ["source", "origin", "stones", "symmetry"];
const SAID: usize = 2;

/// A parsed sheet.
pub(super) struct Sheet<'s> {
    source: &'s Source,
    /// The headers, in their order in the text.
    pub(super) headers: Vec<Header<'s>>,
    /// The guessed board size.
    side: BoardSize,
    /// The rows of the board, highest first; empty if the board has a wrong shape.
    rows: Vec<Line>,
    /// Diagnostics found so far.
    pub(super) faults: Vec<Diagnostic>,
}

impl<'s> Sheet<'s> {
    /// Reads a sheet with these known headers and signs. Other diagnostics are collected, so that
    /// the caller can add more: see [`Sheet::finish`].
    ///
    /// # Errors
    /// If the text has no board.
    pub(super) fn read(
        source: &'s Source,
        keys: &[&'static str],
        signs: &[char],
    ) -> Result<Sheet<'s>, Diagnostics> {
        let (headers, rows, faults) = (Vec::new(), Vec::new(), Vec::new());
        let mut sheet = Sheet { source, headers, side: BoardSize::FULL, rows, faults };
        let mut board: Vec<Span> = Vec::new();
        let mut lines = lines(&source.text).peekable();
        while let Some((start, content)) = lines.next() {
            let span = start..start + content.len();
            if content.trim_start().is_empty() || names_columns(content) {
                continue;
            }
            if !board.is_empty() {
                if content.contains(':') {
                    let what = "header line below the board";
                    sheet.faults.push(Diagnostic::at(span, what, "headers come first"));
                } else {
                    board.push(span);
                }
            } else if let Some((key, value)) = as_shown(content) {
                if SHOWN[..SAID].contains(&key) && keys.contains(&key) {
                    let at = span.end - value.len();
                    let (key_span, value_span) = (span.start..at, at..span.end);
                    sheet.put(Header { key, value: value.trim_start(), key_span, value_span });
                }
            } else if !content.starts_with(' ')
                && lines.peek().is_some_and(|&(_, next)| as_shown(next).is_some())
            {
                let (key_span, value_span) = (span.clone(), span);
                sheet.put(Header { key: "name", value: content, key_span, value_span });
            } else if let Some(header) = Header::of(content, start) {
                sheet.header(header, keys);
            } else {
                board.push(span);
            }
        }
        sheet.board(&board, signs).map_err(|fault| source.faults(vec![fault]))?;
        Ok(sheet)
    }

    /// Reads a diagram: the sheet, the player to move out of `seats`, and the scores.
    ///
    /// # Errors
    /// If it is not a diagram at all.
    pub(super) fn diagram(
        source: &'s Source,
        signs: &[char],
        seats: u8,
    ) -> Result<(Sheet<'s>, Option<(Seat, Scores)>), Diagnostics> {
        let mut sheet = Sheet::read(source, DIAGRAM_HEADERS, signs)?;
        let has_kas = sheet.signs().any(|(_, sign)| sign.is_ascii_digit());
        let is_said = DIAGRAM_HEADERS[..2].iter().any(|key| sheet.header_named(key).is_some());
        if sheet.has_board() && sheet.faults.is_empty() && !is_said && !has_kas {
            let what = format!("`{}` is a setup, and no position", source.name);
            let help = "`--setup` takes it; a diagram has the headers `to-move` and `score`";
            return Err(source.faults(vec![Diagnostic::whole(what).help(help)]));
        }
        let (mover, scores) = (sheet.mover(seats), sheet.scores(seats));
        Ok((sheet, mover.zip(scores)))
    }

    /// Adds a header, unless it exists.
    fn put(&mut self, header: Header<'s>) {
        if self.header_named(header.key).is_none() {
            self.headers.push(header);
        }
    }

    /// Adds a header, unless it is unknown or exists.
    fn header(&mut self, header: Header<'s>, keys: &[&'static str]) {
        let (key, span) = (header.key, header.key_span.clone());
        let keys = || keys.iter().copied();
        if !keys().any(|known| known == key) {
            let what = format!("unknown header `{key}`");
            let fault = Diagnostic::at(span, what, format!("expected {}", one_of(keys())));
            self.faults.push(fault.did_you_mean(key, keys()));
        } else if self.header_named(key).is_some() {
            let what = format!("header `{key}` given twice");
            self.faults.push(Diagnostic::repeated(span, what));
        } else {
            self.headers.push(header);
        }
    }

    /// Reads the board. Of several faults of its shape only one is reported.
    ///
    /// # Errors
    /// If there is none.
    fn board(&mut self, rows: &[Span], signs: &[char]) -> Result<(), Diagnostic> {
        let text = self.source.text.as_str();
        self.side = meant_side(text, rows, signs);
        let side = self.side.length();
        let like_rows = rows.iter().filter(|span| is_like_a_row(&text[(*span).clone()])).count();
        if rows.is_empty() || like_rows * 2 < rows.len() && like_rows < side - 1 {
            return Err(self.no_board());
        }
        let rows: Vec<Line> = rows.iter().map(|span| line(text, span, self.side, signs)).collect();
        // A row that has the right length without its foreign signs has these signs in excess.
        let has_its_length = |row: &&Line| {
            let foreign = row.signs.iter().filter(|(sign, _)| !signs.contains(sign)).count();
            [side, side + foreign].contains(&row.signs.len())
        };
        let (fitting, wrong): (Vec<&Line>, Vec<&Line>) = rows.iter().partition(has_its_length);
        if let Some(first) = wrong.first() {
            let what = format!("this row has {}", plural(first.signs.len() as u64, "sign"));
            self.faults.push(Diagnostic::at(first.span.clone(), what, format!("expected {side}")));
        } else if rows.len() != side {
            // With too many rows, the first in excess; with too few, the last one.
            let row = rows.get(side).unwrap_or(&rows[rows.len() - 1]);
            let what = format!("the board has {}", plural(rows.len() as u64, "row"));
            let expected = format!("expected {side} rows");
            self.faults.push(Diagnostic::at(row.span.clone(), what, expected));
        }
        self.foreign(&fitting, signs);
        if rows.len() == side && rows.iter().all(|row| row.signs.len() == side) {
            self.rows = rows;
        }
        Ok(())
    }

    /// Returns the fault of a text without a board, with its probable kind.
    fn no_board(&self) -> Diagnostic {
        let (name, side) = (&self.source.name, self.side.length());
        let rows = format!(
            "a board has {side} rows of {side} signs, `b` for a black stone and `w` for a white one (a small board has 5, 7 or 9), as `pasang setups show --text catalogue-01` prints them"
        );
        let fault = match TextKind::of(&self.source.text) {
            None | Some(TextKind::Setup | TextKind::Diagram) => {
                Diagnostic::whole(format!("`{name}` holds no board")).kind(ErrorKind::Missing)
            }
            Some(kind) => kind.instead_of("board", name),
        };
        Diagnostic { help: fault.help.or(Some(rows)), ..fault }
    }

    /// Reports unknown signs in rows whose length is otherwise right, each sign once.
    fn foreign(&mut self, rows: &[&Line], known: &[char]) {
        let text = self.source.text.as_str();
        let names: Vec<String> = known.iter().map(|sign| sign.to_string()).collect();
        let expected = format!("expected {}", one_of(names.iter().map(String::as_str)));
        let mut seen = BTreeSet::new();
        let signs = rows.iter().flat_map(|row| &row.signs);
        for (_, span) in signs.filter(|(sign, _)| !known.contains(sign) && seen.insert(*sign)) {
            let what = format!("unknown sign `{}`", text[span.clone()].escape_debug());
            let fault = Diagnostic::at(span.clone(), what, expected.clone());
            self.faults.push(fault.kind(ErrorKind::Unknown));
        }
    }

    /// Returns the phase in a diagram's header, or an empty text.
    pub(super) fn phase(&self) -> &'s str {
        self.header_named("phase").map_or("", |header| header.value)
    }

    /// Reports an invalid phase.
    pub(super) fn fault_of_phase(&mut self, expected: &str) {
        let header = self.header_named("phase");
        let what = format!("`{}` is no phase of this position", self.phase());
        let span = header.map(|header| header.value_span.clone());
        let label = expected.to_owned();
        self.faults.push(Diagnostic { span, label, ..Diagnostic::whole(what) });
    }

    /// Returns the header with this key; `None` if there is none.
    pub(super) fn header_named(&self, key: &str) -> Option<&Header<'s>> {
        self.headers.iter().find(|header| header.key == key)
    }

    /// Returns the board size; the full board's if there is no board.
    pub(super) fn side(&self) -> BoardSize {
        self.side
    }

    /// Returns whether the board has the right shape. Otherwise [`Sheet::span`] must not be called,
    /// and [`Sheet::signs`] is empty.
    pub(super) fn has_board(&self) -> bool {
        !self.rows.is_empty()
    }

    /// Returns the span of a point's sign.
    pub(super) fn span(&self, point: Point) -> Span {
        let row = &self.rows[self.side.length() - usize::from(self.side.number(point.row()))];
        row.signs[usize::from(point.column().index() - self.side.margin())].1.clone()
    }

    /// Iterates over all points with their signs, from the upper left; empty if the board has a
    /// wrong shape.
    pub(super) fn signs(&self) -> impl Iterator<Item = (Point, char)> + '_ {
        self.rows.iter().zip(self.side.rows().rev()).flat_map(|(line, row)| {
            let signs = line.signs.iter().map(|&(sign, _)| sign);
            self.side.columns().map(move |column| Point::new(column, row)).zip(signs)
        })
    }

    /// Returns the fault of the signs on these points: the first of them, and the number of others;
    /// `None` if there are none.
    pub(super) fn fault_at(&self, points: &[Point], expected: &str) -> Option<Diagnostic> {
        let (&first, others) = points.split_first()?;
        let span = self.span(first);
        let sign = &self.source.text[span.clone()];
        let mut what = format!("`{sign}` on {}", self.side.name(first));
        if !others.is_empty() {
            what += &format!(", and {}", plural(others.len() as u64, "more point"));
        }
        Some(Diagnostic::at(span, what, expected))
    }

    /// Reads the player to move.
    fn mover(&mut self, seats: u8) -> Option<Seat> {
        let header = self.required("to-move", "1")?;
        let numbers: Vec<String> = Seat::first(seats).map(|seat| seat.to_string()).collect();
        let place = numbers.iter().position(|number| number == header.value);
        if place.is_none() {
            let what = format!("`{}` is no player's number", header.value);
            let expected = format!("expected {}", one_of(numbers.iter().map(String::as_str)));
            self.faults.push(Diagnostic::at(header.value_span, what, expected));
        }
        Seat::first(seats).nth(place?)
    }

    /// Reads the scores, one per seat, joined by `-`.
    fn scores(&mut self, seats: u8) -> Option<Scores> {
        let example = vec!["10"; usize::from(seats)].join("-");
        let header = self.required("score", &example)?;
        // Digits only: Rust also parses a `+`.
        let digits = |text: &&str| text.bytes().all(|byte| byte.is_ascii_digit());
        let score = |text: &str| Some(text.trim()).filter(digits)?.parse().ok();
        let read: Option<Vec<u16>> = header.value.split('-').map(score).collect();
        let fits = |read: &Vec<u16>| {
            read.len() == usize::from(seats) && read.iter().all(|&score| score <= HIGHEST_SCORE)
        };
        let Some(read) = read.filter(fits) else {
            let what = format!("`{}` is no score of {seats} players", header.value);
            let expected =
                format!("expected {seats} numbers up to {HIGHEST_SCORE}, as `{example}`");
            self.faults.push(Diagnostic::at(header.value_span, what, expected));
            return None;
        };
        let mut scores = Scores::default();
        scores[..read.len()].copy_from_slice(&read);
        Some(scores)
    }

    /// Refuses scores that are more than the stones missing on these points were worth.
    pub(super) fn check_scores(&mut self, scores: &Scores, missing: PointSet, values: Values) {
        let most = missing.len() * u32::from(values.black.max(values.white));
        if let Some(header) = self.header_named("score")
            && scores.iter().copied().map(u32::from).sum::<u32>() > most
        {
            let stones = plural(missing.len().into(), "missing stone");
            let what = format!("`{}` is more than {stones} can give", header.value);
            let expected = format!("expected {most} at most for all players");
            self.faults.push(Diagnostic::at(header.value_span.clone(), what, expected));
        }
    }

    fn required(&mut self, key: &str, example: &str) -> Option<Header<'s>> {
        let header = self.header_named(key).cloned();
        if header.is_none() {
            let what = format!("`{}` lacks the header `{key}`", self.source.name);
            let help = format!("add a line such as `{key}: {example}` above the board");
            self.faults.push(Diagnostic::whole(what).kind(ErrorKind::Missing).help(help));
        }
        header
    }

    /// Returns the value, unless there are faults.
    ///
    /// # Errors
    /// All faults found.
    pub(super) fn finish<T>(self, value: Option<T>) -> Result<T, Diagnostics> {
        match value {
            Some(value) if self.faults.is_empty() => Ok(value),
            _ => Err(self.source.faults(self.faults)),
        }
    }
}
