//! The journal, `games.csv`: one row a game, in game order, and the only primary data of a results
//! folder. After any interruption it is a prefix of the whole.

use std::io::{self, BufRead, Read};

use sha2::{Digest, Sha256};

use crate::base::text::{Keyword, MAX_NAME_SIGNS};
use crate::experiment::schedule::GameId;
use crate::stats::tables;
use pasang_core::games::{Outcome, Scores, Seat, Winners};
use pasang_core::players::crew::CrewPlayer;

/// The set of columns: rows of matches have three more at the end, those of crews two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The number of rows that belong together: the rounds of a match, or one game.
    pub rounds: u64,
    /// `true` if a crew plays in some cell; there are no matches then.
    pub has_crew: bool,
}

impl Form {
    pub fn header(self) -> String {
        let table = tables::games(self.rounds > 1, self.has_crew);
        let names: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
        names.join(",") + "\n"
    }

    pub fn line(self, place: u64) -> u64 {
        // Line 1 is the header.
        place * self.rounds + 2
    }
}

/// The part of a row that all games of a cell share: its names, quoted if CSV requires it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowLabels {
    names: Vec<u8>,
    seats: u8,
}

#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    pub id: GameId,
    /// The number of this game, or round, among all.
    pub game: u64,
    /// The round of a match, from 1, and the seat that moved first; `None` for a single game.
    pub round: Option<(u64, Seat)>,
    /// With a crew in some cell: who played, if it is this one.
    pub player: Option<Option<CrewPlayer>>,
    pub labels: &'a RowLabels,
    /// The outcome by seats at the table, whichever seat moved first.
    pub outcome: Outcome,
    pub scores: Scores,
    pub indices: &'a [u32],
}

impl RowLabels {
    pub fn new(setup: &str, rules: &str, bots: &str, seats: u8) -> RowLabels {
        let names = [setup, rules, bots].map(quoted).join(",").into_bytes();
        RowLabels { names, seats }
    }
}

/// Quotes a CSV field that holds a comma, a quote or a line break.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

/// Returns the first 16 hex digits of the SHA-256 of a record of moves, as a number.
pub fn moves_digest(moves: &[u8]) -> u64 {
    let digest = Sha256::digest(moves);
    u64::from_be_bytes(std::array::from_fn(|byte| digest[byte]))
}

/// The size limit of a row without its names and moves: ten numbers of twenty digits, the winners
/// and the end reason.
const MAX_OTHERS: usize = 320;

/// Appends a row with its line break. `moves` is scratch space.
pub fn write_row(row: &Row<'_>, moves: &mut Vec<u8>, line: &mut Vec<u8>) {
    moves.clear();
    encode_moves(row.indices, moves);
    line.reserve(moves.len() + row.labels.names.len() + MAX_OTHERS);
    for number in [row.game, row.id.cell as u64, row.id.index] {
        push_number(number, line);
        line.push(b',');
    }
    line.extend(&row.labels.names);
    line.push(b',');
    if row.outcome.winners.count() > 1 && row.labels.seats == 2 {
        line.extend(b"draw");
    } else {
        for (place, seat) in row.outcome.winners.seats().enumerate() {
            if place > 0 {
                line.push(b'/');
            }
            line.extend(seat.word().bytes());
        }
    }
    line.push(b',');
    line.extend(row.outcome.ending.word().bytes());
    for seat in Seat::first(Seat::MAX as u8) {
        line.push(b',');
        if seat.number() <= row.labels.seats {
            push_number(row.scores[seat.index()].into(), line);
        }
    }
    line.push(b',');
    push_number(row.indices.len() as u64, line);
    line.push(b',');
    line.extend(hex_digits(moves_digest(moves)));
    line.push(b',');
    line.extend(&*moves);
    if let Some((round, starter)) = row.round {
        for field in [row.id.number, round, starter.number().into()] {
            line.push(b',');
            push_number(field, line);
        }
    }
    if let Some(player) = row.player {
        line.push(b',');
        player.iter().for_each(|player| push_number(player.member as u64 + 1, line));
        line.push(b',');
        player.iter().for_each(|player| line.extend(player.image.word().bytes()));
    }
    line.push(b'\n');
}

/// Formats a number as sixteen hex digits; quicker than the formatting machinery.
fn hex_digits(number: u64) -> [u8; 16] {
    std::array::from_fn(|place| b"0123456789abcdef"[(number >> (60 - 4 * place) & 15) as usize])
}

/// Appends a number; several times quicker than the formatting machinery, and there are ten a row.
fn push_number(number: u64, line: &mut Vec<u8>) {
    let mut digits = [0; 20];
    let mut first = digits.len();
    let mut rest = number;
    loop {
        first -= 1;
        digits[first] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    line.extend(&digits[first..]);
}

/// The prefix of a game's moves: no number begins with it, so that no reader of tables takes a game
/// for one. The move index at each ply follows, in the program's own order of moves, as two base-36
/// digits. Index 1295 and above, which two digits cannot hold beside the mark, are written as the
/// mark `zz` and six more digits; only specially made Bell boards have that many moves.
const MARK: u8 = b'm';

const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";

/// The first move index in the long form.
const LONG: u32 = 36 * 36 - 1;

const LONG_DIGITS: usize = 6;

pub fn encode_moves(indices: &[u32], line: &mut Vec<u8>) {
    line.reserve(1 + 2 * indices.len());
    line.push(MARK);
    for &move_index in indices {
        let digit = |place: u32| DIGITS[(move_index / 36u32.pow(place) % 36) as usize];
        if move_index < LONG {
            line.extend([digit(1), digit(0)]);
        } else {
            line.extend(b"zz");
            line.extend((0..LONG_DIGITS as u32).rev().map(digit));
        }
    }
}

/// Decodes the moves into `indices`; `None` unless the text has the form that [`encode_moves`]
/// writes.
pub fn decode_moves(text: &[u8], indices: &mut Vec<u32>) -> Option<()> {
    fn digit(sign: u8) -> Option<u32> {
        match sign {
            b'0'..=b'9' => Some(u32::from(sign - b'0')),
            b'a'..=b'z' => Some(u32::from(sign - b'a') + 10),
            _ => None,
        }
    }
    fn number(digits: &[u8]) -> Option<u32> {
        digits.iter().try_fold(0u32, |sum, &sign| sum.checked_mul(36)?.checked_add(digit(sign)?))
    }
    indices.clear();
    let mut rest = text.strip_prefix(&[MARK])?;
    while !rest.is_empty() {
        let (short, behind) = rest.split_at_checked(2)?;
        let move_index = number(short)?;
        if move_index < LONG {
            indices.push(move_index);
            rest = behind;
        } else {
            let (long, behind) = behind.split_at_checked(LONG_DIGITS)?;
            indices.push(number(long).filter(|&move_index| move_index >= LONG)?);
            rest = behind;
        }
    }
    Some(())
}

#[derive(Debug, thiserror::Error)]
pub enum JournalFault {
    #[error("line {line}: {what}")]
    Line {
        /// The line number, from 1, including the header.
        line: u64,
        what: String,
    },
    #[error(transparent)]
    Read(#[from] io::Error),
}

impl JournalFault {
    pub fn at(line: u64, what: impl Into<String>) -> JournalFault {
        JournalFault::Line { line, what: what.into() }
    }
}

/// Lines longer than this, in bytes, are no rows: the longest game of either kind has far fewer
/// moves, and names are no longer than [`MAX_NAME_SIGNS`].
pub const MAX_LINE_LENGTH: u64 = 1 << 16;

/// Three names, each character of four bytes, in quotes, and a thousand moves in the long form.
const _: () = assert!(3 * (4 * MAX_NAME_SIGNS as u64 + 2) + 15 * 1000 < MAX_LINE_LENGTH);

/// The whole lines of a file, without their line breaks; a last line without one is left out, since
/// it may be torn. After a system crash during a write, a file may have got its length and not its
/// bytes: any number of zeros at the end belong to the torn line.
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    line: Vec<u8>,
    /// The number of lines that belong together.
    rounds: u64,
    /// The number of lines read, in whole matches.
    pub number: u64,
    pub bytes: u64,
}

impl<R: BufRead> Lines<R> {
    /// Reads the lines of a journal match by match.
    pub fn by_match(input: R, form: Form) -> Lines<R> {
        Lines { input, line: Vec::new(), rounds: form.rounds, number: 0, bytes: 0 }
    }

    pub fn next_line(&mut self) -> Result<Option<&[u8]>, JournalFault> {
        self.next_lines(1)
    }

    /// Returns the next game's line, or all lines of the next match; `None` if any is missing.
    pub fn next_rows(&mut self) -> Result<Option<&[u8]>, JournalFault> {
        self.next_lines(self.rounds)
    }

    fn next_lines(&mut self, count: u64) -> Result<Option<&[u8]>, JournalFault> {
        self.line.clear();
        for before in 0..count {
            let input = self.input.by_ref();
            let read = input.take(MAX_LINE_LENGTH).read_until(b'\n', &mut self.line)?;
            if read == 0 || self.line.last() != Some(&b'\n') {
                if read as u64 == MAX_LINE_LENGTH && !self.only_zeros_follow()? {
                    let line = self.number + before + 1;
                    return Err(JournalFault::at(line, "this line is no row: it has no end"));
                }
                return Ok(None);
            }
        }
        self.number += count;
        self.bytes += self.line.len() as u64;
        self.line.pop();
        Ok(Some(&self.line))
    }

    /// Returns whether the line read last ends in zeros, and only zeros follow it.
    fn only_zeros_follow(&mut self) -> io::Result<bool> {
        let mut is_so = self.line.last() == Some(&0);
        while is_so {
            let piece = self.input.fill_buf()?;
            if piece.is_empty() {
                break;
            }
            is_so = piece.iter().all(|&byte| byte == 0);
            let length = piece.len();
            self.input.consume(length);
        }
        Ok(is_so)
    }

    /// Returns the torn line after the last whole one, without the zeros at its end.
    pub fn torn(&self) -> &[u8] {
        let zeros = self.line.iter().rev().take_while(|&&byte| byte == 0).count();
        &self.line[..self.line.len() - zeros]
    }
}

/// The fields of a row as they are written, except the names. A field is empty if the row is too
/// short to have it.
///
/// The three names in the middle of a row may hold commas; they stand in quotes then, with every
/// quote in them doubled. So the number of the game is read from the front, and all fields after
/// the names from the end, where no field ever needs quotes. No name has a line break: a line is a
/// row.
#[derive(Clone, Copy, Debug)]
pub struct Fields<'l> {
    pub game: &'l [u8],
    pub winner: &'l [u8],
    pub ending: &'l [u8],
    scores: [&'l [u8]; Seat::MAX],
    plies: &'l [u8],
    pub moves_digest: &'l [u8],
    moves: &'l [u8],
    /// The first mover, if the row is a round of a match.
    starter: Option<&'l [u8]>,
}

/// Returns the fields of each row: of a game's single row, or of all rounds of a match.
pub fn rows(lines: &[u8], form: Form) -> impl Iterator<Item = Fields<'_>> {
    // The number of lines is known: the last one need not be searched for another line break.
    let lines = lines.splitn(form.rounds as usize, |&sign| sign == b'\n');
    lines.map(move |line| Fields::of(line, form))
}

fn number<N: std::str::FromStr>(field: &[u8]) -> Option<N> {
    std::str::from_utf8(field).ok()?.parse().ok()
}

impl<'l> Fields<'l> {
    /// Splits a line without its line break into its fields.
    pub fn of(line: &'l [u8], form: Form) -> Fields<'l> {
        let comma = |sign: &u8| *sign == b',';
        let mut from_the_end = line.rsplit(comma);
        let mut last = || from_the_end.next().unwrap_or_default();
        let starter = (form.rounds > 1).then(|| {
            let [starter, _round, _match] = [last(), last(), last()];
            starter
        });
        if form.has_crew {
            let [_image, _member] = [last(), last()];
        }
        let [moves, moves_digest, plies] = [last(), last(), last()];
        let [fourth, third, second, first] = [last(), last(), last(), last()];
        let scores = [first, second, third, fourth];
        let [ending, winner] = [last(), last()];
        let game = line.split(comma).next().unwrap_or_default();
        Fields { game, winner, ending, scores, plies, moves_digest, moves, starter }
    }

    pub fn number(&self) -> Option<u64> {
        number(self.game)
    }

    pub fn winners(&self) -> Option<Winners> {
        if self.winner == b"draw" {
            return Some(Winners::by_score(&[0; Seat::MAX], 2));
        }
        let mut scores = [0; Seat::MAX];
        for word in self.winner.split(|&sign| sign == b'/') {
            let mut seats = Seat::first(Seat::MAX as u8);
            scores[seats.find(|seat| seat.word().as_bytes() == word)?.index()] = 1;
        }
        Some(Winners::by_score(&scores, Seat::MAX as u8))
    }

    /// Returns the points by seat, and the number of seats; `None` if a field is no number.
    pub fn scores(&self) -> Option<(Scores, u8)> {
        let (mut scores, mut seats) = ([0; Seat::MAX], 0);
        for (place, field) in (0..).zip(self.scores).filter(|(_, field)| !field.is_empty()) {
            scores[usize::from(place)] = number(field)?;
            seats = place + 1;
        }
        Some((scores, seats))
    }

    pub fn plies(&self) -> Option<u32> {
        number(self.plies)
    }

    /// Decodes the move indices into `indices`; `None` if the field is no record of a game.
    pub fn read_moves(&self, indices: &mut Vec<u32>) -> Option<()> {
        decode_moves(self.moves, indices)
    }

    pub fn starter(&self) -> Option<Seat> {
        self.starter.map_or(Some(Seat::FIRST), |field| Seat::numbered(number(field)?))
    }
}

/// The message for a row whose columns are all as expected, but not its bytes.
pub const WRITTEN_OTHERWISE: &str = "it is written otherwise than this program writes it";

/// Describes the first column in which two rows differ.
pub fn difference(found: &[u8], expected: &[u8], form: Form) -> String {
    let fields = |line: &[u8]| -> Vec<String> {
        let mut reader =
            csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(line);
        let record = reader.byte_records().next().and_then(Result::ok).unwrap_or_default();
        record.iter().map(|field| String::from_utf8_lossy(field).into_owned()).collect()
    };
    let (found, expected) = (fields(found), fields(expected));
    let header = form.header();
    let columns = header.trim_end().split(',');
    let mut columns = columns.zip(&expected).enumerate();
    let differing = columns.find(|&(place, (_, expected))| found.get(place) != Some(expected));
    match differing {
        Some((place, (column, expected))) => {
            let found = found.get(place).map_or("nothing", String::as_str);
            format!("column `{column}` is `{found}`, expected `{expected}`")
        }
        None => WRITTEN_OTHERWISE.to_owned(),
    }
}
