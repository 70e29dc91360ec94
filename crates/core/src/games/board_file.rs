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
//! A small board has five, seven or nine rows of as many signs.
//!
//! What people type, or paste from `pasang setups show`, is read too: blanks between the signs,
//! capitals, the rows' numbers, the columns' letters, and the lines above the board.
//!
//! What the headers and the signs mean is for the reader of the sheet to say.

use std::ops::Range;

use crate::base::fault::{Fault, Faults, Source};
use crate::base::words::{counted, nearest, one_of};
use crate::board::{Point, Side};
use crate::games::text_kind::{TextKind, is_like_a_row};
use crate::games::{Scores, Seat, Values};

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

/// A row's signs, each with where it stands: capitals made small, and nothing but signs.
#[derive(Clone, Debug)]
pub struct Line {
    /// Where all of it stands.
    pub span: Range<usize>,
    /// The signs, each with its first byte and its bytes.
    pub signs: Vec<(char, Range<usize>)>,
}

impl Line {
    /// The signs of a text that begins at a byte: without blanks, and without the row's number
    /// where that is no part of the row. Digits may be among the known signs.
    pub fn read(text: &str, start: usize, side: Side, known: &[char]) -> Line {
        let signs = |from: usize, to: usize| -> Vec<(char, Range<usize>)> {
            let signs = text[from..to].char_indices().filter(|(_, sign)| !sign.is_whitespace());
            let placed = signs.map(|(at, sign)| {
                let at = start + from + at;
                (sign.to_ascii_lowercase(), at..at + sign.len_utf8())
            });
            placed.collect()
        };
        let all = signs(0, text.len());
        let line = |signs| Line { span: start..start + text.len(), signs };
        if all.len() == side.length() {
            return line(all);
        }
        let is_number =
            |word: &str| word.parse().is_ok_and(|number| (1..=side.length()).contains(&number));
        let digits_are_signs = known.iter().any(char::is_ascii_digit);
        let indent = text.len() - text.trim_start().len();
        let digits = text[indent..].find(|sign: char| !sign.is_ascii_digit());
        let from = indent + digits.unwrap_or(0);
        let apart = text[from..].starts_with(char::is_whitespace);
        let from =
            if is_number(&text[indent..from]) && (apart || !digits_are_signs) { from } else { 0 };
        let rest = signs(from, text.len());
        // What looks like a second number may be a sign: without it the row would be too short.
        if from > 0 && rest.len() == side.length() {
            return line(rest);
        }
        // The number may stand on both sides, or on the right alone, where digits are nothing else.
        let end = text.trim_end().len();
        let last = text[..end].rfind(char::is_whitespace).map_or(0, |at| at + 1);
        let last = last.max(from).min(end);
        if text.is_char_boundary(last) && is_number(&text[last..end]) {
            let before = signs(from, last);
            if from > 0 || !digits_are_signs && before.len() == side.length() {
                return line(before);
            }
        }
        line(rest)
    }
}

/// The row that stands in a part of a text.
fn line(text: &str, span: &Range<usize>, side: Side, known: &[char]) -> Line {
    Line::read(&text[span.clone()], span.start, side, known)
}

/// How large the board of these rows seems to be meant: a small one where most rows have its
/// length, and about as many are there.
fn meant_side(text: &str, rows: &[Range<usize>], known: &[char]) -> Side {
    let fits = |side: &Side| {
        let length = side.length();
        let long = rows.iter().filter(|span| line(text, span, *side, known).signs.len() == length);
        rows.len().abs_diff(length) <= 2 && long.count() * 2 > rows.len()
    };
    Side::ALL.into_iter().find(fits).unwrap_or(Side::FULL)
}

/// Whether a line has the columns' letters and nothing else.
fn names_columns(line: &str) -> bool {
    let letters = line.chars().filter(|sign| !sign.is_whitespace());
    let letters: Vec<char> = letters.flat_map(char::to_lowercase).collect();
    Side::of_length(letters.len())
        .is_some_and(|side| side.columns().map(|column| side.letter(column)).eq(letters))
}

/// A line that `pasang setups show` prints above a board, as a header: the key, and what it says.
fn as_shown(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.strip_prefix("  ")?.split_once("  ")?;
    SHOWN.contains(&key).then_some((key, value))
}

/// What `pasang setups show` says of a setup. All but the first two follow from the board.
const SHOWN: [&str; 4] = ["source", "origin", "stones", "symmetry"];
const SAID: usize = 2;

/// What a sheet says, and where.
#[derive(Clone, Debug)]
pub struct Sheet<'s> {
    source: &'s Source,
    /// The header lines in the order in which they stand.
    pub headers: Vec<Header<'s>>,
    /// How large the board seems to be meant.
    side: Side,
    /// Each row of the board, the highest first; none where the board has another shape.
    rows: Vec<Line>,
    /// Whether the text is something else altogether: then nothing but that is said.
    is_other: bool,
    /// The headers that misspelt ones seem to mean.
    misspelt: Vec<&'static str>,
    /// What is wrong so far.
    pub faults: Vec<Fault>,
}

impl<'s> Sheet<'s> {
    /// Reads a sheet whose headers and signs must be among the known ones.
    ///
    /// Faults are gathered, so that the caller can add those it finds: see [`Sheet::finish`].
    pub fn read(source: &'s Source, keys: &[&'static str], signs: &[char]) -> Sheet<'s> {
        let (headers, rows, faults) = (Vec::new(), Vec::new(), Vec::new());
        let misspelt = Vec::new();
        let (side, is_other) = (Side::FULL, false);
        let mut sheet = Sheet { source, headers, side, rows, faults, is_other, misspelt };
        let text = source.text.as_str();
        let mut board: Vec<Range<usize>> = Vec::new();
        let mut start = 0;
        let mut lines = text.split_inclusive('\n').peekable();
        while let Some(line) = lines.next() {
            let content = line.split('#').next().unwrap_or("").trim_end();
            let span = start..start + content.len();
            start += line.len();
            let is_shown =
                board.is_empty() && lines.peek().is_some_and(|next| as_shown(next).is_some());
            if content.trim_start().is_empty() || names_columns(content) {
                continue;
            }
            let shown = as_shown(content).filter(|_| board.is_empty());
            if let Some((key, value)) = shown {
                if SHOWN[..SAID].contains(&key) && keys.contains(&key) {
                    let at = span.end - value.len();
                    sheet.put(key, value.trim_start(), span.start..at, at..span.end);
                }
                continue;
            }
            if is_shown && !content.starts_with(' ') {
                sheet.put("name", content, span.clone(), span);
                continue;
            }
            match content.split_once(':') {
                Some((key, value)) if board.is_empty() => {
                    sheet.header(key, value, span.start, keys);
                }
                Some(_) if !board.is_empty() => sheet.faults.push(Fault::at(
                    span,
                    "header line below the board",
                    "headers come first",
                )),
                _ => board.push(span),
            }
        }
        sheet.board(&board, signs);
        sheet
    }

    /// Notes a header, unless it is there.
    fn put(
        &mut self,
        key: &'s str,
        value: &'s str,
        key_span: Range<usize>,
        value_span: Range<usize>,
    ) {
        if self.header_named(key).is_none() {
            self.headers.push(Header { key, value, key_span, value_span });
        }
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
            self.misspelt.extend(
                keys.iter().find(|&&key| nearest(key_text, keys.iter().copied()) == Some(key)),
            );
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

    /// Reads the board. Of what is wrong with its shape only that is said from which the rest
    /// follows: one slip is one fault.
    fn board(&mut self, rows: &[Range<usize>], signs: &[char]) {
        let text = self.source.text.as_str();
        self.side = meant_side(text, rows, signs);
        let side = self.side.length();
        if rows.is_empty() {
            self.is_other = self.headers.is_empty() && self.faults.is_empty();
            self.faults.push(Fault::whole(format!(
                "`{}` holds no board: expected {side} rows of {side} signs, found none",
                self.source.name
            )));
            return;
        }
        let like_rows = rows.iter().filter(|span| is_like_a_row(&text[(*span).clone()])).count();
        if like_rows * 2 < rows.len() && like_rows < side - 1 {
            self.other();
            return;
        }
        let rows: Vec<Line> = rows.iter().map(|span| line(text, span, self.side, signs)).collect();
        let is_foreign = |&&(sign, _): &&(char, Range<usize>)| !signs.contains(&sign);
        // A row that has its length without a foreign sign has that sign too much.
        let wrong: Vec<&Line> = rows
            .iter()
            .filter(|row| {
                let foreign = row.signs.iter().filter(is_foreign).count();
                row.signs.len() != side && row.signs.len() != side + foreign
            })
            .collect();
        let all: usize = rows.iter().map(|row| row.signs.len()).sum();
        if rows.len() != side && all == side * side {
            self.broken(&rows);
        } else if rows.len() != side
            && (wrong.is_empty() || wrong.len() != rows.len().abs_diff(side))
        {
            // Too many: the first that is too many. Too few: the last that is there.
            let span = rows.get(side).or(rows.last()).map(|row| row.span.clone());
            self.faults.push(Fault {
                what: format!("the board has {}", counted(rows.len() as u64, "row")),
                span,
                expected: format!("expected {side} rows"),
                help: None,
            });
            self.lengths(&wrong);
        } else {
            self.lengths(&wrong);
        }
        self.foreign(&rows, signs);
        if rows.len() == side && rows.iter().all(|row| row.signs.len() == side) {
            self.rows = rows;
        }
    }

    /// Says that the text is nothing like a sheet, and what it seems to be.
    fn other(&mut self) {
        let name = &self.source.name;
        let side = self.side.length();
        let rows = format!(
            "a board has {side} rows of {side} signs (a small one 5, 7 or 9), as `pasang setups show --text catalogue-01` prints them"
        );
        self.is_other = true;
        self.faults.clear();
        let seems = TextKind::of(&self.source.text);
        self.faults.push(
            match seems.filter(|kind| ![TextKind::Setup, TextKind::Diagram].contains(kind)) {
                Some(kind) => {
                    Fault::whole(format!("`{name}` is {}, and no board", kind.in_words()))
                        .help(kind.use_of(name).unwrap_or(rows))
                }
                None => {
                    Fault::whole(format!("`{name}` holds no board: hardly a line of it is a row"))
                        .help(rows)
                }
            },
        );
    }

    /// As many signs as there should be, in other lines: a line was broken, or two were joined.
    fn broken(&mut self, rows: &[Line]) {
        let side = self.side.length();
        let Some(first) = rows.iter().find(|row| row.signs.len() != side) else { return };
        let what = match first.signs.len() {
            length if length < side => "this row is broken in two".to_owned(),
            length => format!("{} rows stand in this line", length.div_ceil(side)),
        };
        self.faults.push(Fault::at(
            first.span.clone(),
            what,
            format!("expected {side} signs in a line"),
        ));
    }

    /// Says which rows are too long or too short: once for all rows of one length.
    fn lengths(&mut self, wrong: &[&Line]) {
        let mut told: Vec<usize> = Vec::new();
        for row in wrong {
            let length = row.signs.len();
            if told.contains(&length) {
                continue;
            }
            told.push(length);
            let signs = counted(length as u64, "sign");
            let what = match wrong.iter().filter(|row| row.signs.len() == length).count() {
                1 => format!("this row has {signs}"),
                rows => format!("{rows} rows have {signs}, this one first"),
            };
            self.faults.push(Fault::at(
                row.span.clone(),
                what,
                format!("expected {}", self.side.length()),
            ));
        }
    }

    /// Signs that are not among the known ones: each of them once, wherever it stands; those that
    /// stand together are one fault. A row that has another length for another reason is wrong
    /// enough.
    fn foreign(&mut self, rows: &[Line], known: &[char]) {
        let text = self.source.text.as_str();
        let names: Vec<String> = known.iter().map(|sign| sign.to_string()).collect();
        let expected = format!("expected {}", one_of(names.iter().map(String::as_str)));
        let side = self.side.length();
        let mut found: Vec<(String, Range<usize>, usize)> = Vec::new();
        for row in rows {
            let is_foreign = |sign: &char| !known.contains(sign);
            let foreign = row.signs.iter().filter(|(sign, _)| is_foreign(sign)).count();
            if ![side, side + foreign].contains(&row.signs.len()) {
                continue;
            }
            let mut begin = 0;
            while let Some(at) = row.signs[begin..].iter().position(|(sign, _)| is_foreign(sign)) {
                let first = begin + at;
                let run =
                    row.signs[first..].iter().take_while(|(sign, _)| is_foreign(sign)).count();
                begin = first + run;
                let span = row.signs[first].1.start..row.signs[begin - 1].1.end;
                // A sign that stands everywhere is told once.
                let signs = &text[span.clone()];
                match found.iter_mut().find(|(told, ..)| told == signs) {
                    Some((.., times)) => *times += 1,
                    None => found.push((signs.to_owned(), span, 1)),
                }
            }
        }
        for (signs, span, times) in found {
            let plural = if signs.chars().nth(1).is_some() { "s" } else { "" };
            let mut what = format!("unknown sign{plural} `{}`", signs.escape_debug());
            if times > 1 {
                what += &format!(", here and in {} more", counted(times as u64 - 1, "place"));
            }
            self.faults.push(Fault::at(span, what, expected.clone()));
        }
    }

    /// The header with this key.
    pub fn header_named(&self, key: &str) -> Option<&Header<'s>> {
        self.headers.iter().find(|header| header.key == key)
    }

    /// How large the board is; that of the game where there is none.
    pub fn side(&self) -> Side {
        self.side
    }

    /// Whether the board has as many rows as signs in each, so that its points can be told apart:
    /// only then may [`Sheet::span`] be asked, and does [`Sheet::signs`] yield any.
    pub fn has_board(&self) -> bool {
        !self.rows.is_empty()
    }

    /// Where a point's sign stands.
    pub fn span(&self, point: Point) -> Range<usize> {
        let row = &self.rows[self.side.length() - usize::from(self.side.number(point.row()))];
        row.signs[usize::from(point.column().index() - self.side.margin())].1.clone()
    }

    /// Every point with its sign, the upper left one first; none where the board has another shape.
    pub fn signs(&self) -> impl Iterator<Item = (Point, char)> + '_ {
        self.rows.iter().zip(self.side.rows().rev()).flat_map(|(line, row)| {
            let signs = line.signs.iter().map(|&(sign, _)| sign);
            self.side.columns().map(move |column| Point::new(column, row)).zip(signs)
        })
    }

    /// Notes that the sign on a point is wrong.
    pub fn fault_at(&mut self, point: Point, expected: &str) {
        let span = self.span(point);
        let sign = &self.source.text[span.clone()];
        self.faults.push(Fault::at(
            span,
            format!("`{sign}` on {}", self.side.name(point)),
            expected,
        ));
    }

    /// Notes that a diagram was wanted and the sheet is a setup, if so: then nothing else is said.
    pub fn refuse_setup(&mut self) -> bool {
        let of_diagrams = &DIAGRAM_HEADERS[..2];
        let has_some = of_diagrams
            .iter()
            .any(|key| self.header_named(key).is_some() || self.misspelt.contains(key));
        let has_kas = self.signs().any(|(_, sign)| sign.is_ascii_digit());
        self.is_other |= self.has_board() && !has_some && !has_kas;
        if self.is_other && self.has_board() {
            let what = format!("`{}` is a setup, and no position", self.source.name);
            let help = "`--setup` takes it; a diagram has the headers `to-move` and `score`";
            self.faults.insert(0, Fault::whole(what).help(help));
        }
        self.is_other
    }

    /// Whose turn a diagram says it is, where so many play.
    pub fn mover(&mut self, seats: u8) -> Option<Seat> {
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
        // A header that is misspelt is told where it stands.
        if header.is_none() && !self.misspelt.contains(&key) {
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
    pub fn finish<T>(mut self, value: Option<T>) -> Result<T, Faults> {
        if self.is_other {
            // What else is missing follows from that.
            self.faults.truncate(1);
        }
        match value {
            Some(value) if self.faults.is_empty() => Ok(value),
            _ => Err(self.source.faults(self.faults)),
        }
    }
}
