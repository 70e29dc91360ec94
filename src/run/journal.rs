//! The journal, `games.csv`: one row a game, in game order, and the only primary data of a results
//! folder. After any interruption it is a prefix of the whole.

use std::io::{self, BufRead, Read};

use sha2::{Digest, Sha256};

use crate::experiment::schedule::GameId;
use crate::text::diagnostic::sanitized;
use pasang_core::base::text::{Keyword, MAX_NAME_SIGNS};
use pasang_core::games::game_record::winner_word;
use pasang_core::games::{Outcome, Scores, Seat, Winners};
use pasang_core::players::crew::CrewPlayer;

/// The columns of all journals, which `tables::games` describes.
const COLUMNS: &str = "game,cell,index,setup,rules,bots,winner,ending,score_1,score_2,score_3,score_4,\
    plies,moves_digest,moves";

/// The set of columns: rows of crews have two more at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// `true` if a crew plays in some cell.
    pub has_crew: bool,
}

impl Form {
    pub fn header(self) -> String {
        let crew = if self.has_crew { ",member,image" } else { "" };
        format!("{COLUMNS}{crew}\n")
    }
}

/// Returns the line of the game at this place.
pub const fn line_number(place: u64) -> u64 {
    // Line 1 is the header.
    place + 2
}

#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    pub id: GameId,
    /// With a crew in some cell: who played, if it is this one.
    pub player: Option<Option<CrewPlayer>>,
    /// The names of setup, rules and bots: see [`row_names`].
    pub names: &'a str,
    pub seats: u8,
    pub outcome: Outcome,
    pub scores: Scores,
    pub indices: &'a [u32],
}

/// Joins names; one with a comma, a quote or a line break stands in quotes.
pub fn row_names(names: [&str; 3]) -> String {
    let quoted = |name: &str| match name.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", name.replace('"', "\"\"")),
        false => name.to_owned(),
    };
    names.map(quoted).join(",")
}

/// Returns the first 16 hex digits of the SHA-256 of a record of moves, as a number.
pub fn moves_digest(moves: &[u8]) -> u64 {
    let digest = Sha256::digest(moves);
    u64::from_be_bytes(std::array::from_fn(|byte| digest[byte]))
}

impl Row<'_> {
    /// Appends the row with its line break.
    pub fn write(&self, line: &mut Vec<u8>) {
        let Row { id, names, seats, outcome, indices, .. } = self;
        let mut digits = itoa::Buffer::new();
        let mut number = |number: u64, line: &mut Vec<u8>| {
            line.extend_from_slice(digits.format(number).as_bytes());
            line.push(b',');
        };
        for it in [id.number, id.cell as u64, id.index] {
            number(it, line);
        }
        let winner = winner_word(outcome.winners, (*seats).into());
        for word in [names, winner.as_str(), outcome.ending.word()] {
            line.extend_from_slice(word.as_bytes());
            line.push(b',');
        }
        for (seat, score) in (1..).zip(self.scores) {
            if seat <= *seats {
                number(score.into(), line);
            } else {
                line.push(b',');
            }
        }
        number(indices.len() as u64, line);
        let moves = encode_moves(indices);
        line.extend(hex_digits(moves_digest(&moves)));
        line.push(b',');
        line.extend(moves);
        match self.player {
            Some(Some(player)) => {
                line.push(b',');
                number(player.member as u64 + 1, line);
                line.extend(player.image.word().bytes());
            }
            Some(None) => line.extend(b",,"),
            None => {}
        }
        line.push(b'\n');
    }
}

/// Formats a number as sixteen hex digits; quicker than the formatting machinery.
fn hex_digits(number: u64) -> [u8; 16] {
    std::array::from_fn(|place| b"0123456789abcdef"[(number >> (60 - 4 * place) & 15) as usize])
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

pub fn encode_moves(indices: &[u32]) -> Vec<u8> {
    let mut moves = Vec::with_capacity(1 + 2 * indices.len());
    moves.push(MARK);
    for &move_index in indices {
        let digit = |rest: u32| DIGITS[(rest % 36) as usize];
        if move_index < LONG {
            moves.extend([digit(move_index / 36), digit(move_index)]);
        } else {
            moves.extend(b"zz");
            let places = (0..LONG_DIGITS as u32).rev();
            moves.extend(places.map(|place| digit(move_index / 36u32.pow(place))));
        }
    }
    moves
}

/// Decodes moves; `None` unless the text has the form that [`encode_moves`] writes.
pub fn decode_moves(text: &[u8]) -> Option<Vec<u32>> {
    let digit = |&sign: &u8| match sign {
        b'A'..=b'Z' => None,
        sign => char::from(sign).to_digit(36),
    };
    // No more digits are read than 32 bits can hold.
    let number =
        |digits: &[u8]| digits.iter().try_fold(0, |sum: u32, sign| Some(36 * sum + digit(sign)?));
    let mut indices = Vec::with_capacity(text.len() / 2);
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
    Some(indices)
}

/// Lines longer than this, in bytes, are no rows: the longest game of either kind has far fewer
/// moves, and names are no longer than [`MAX_NAME_SIGNS`].
pub const MAX_LINE_LENGTH: u64 = 1 << 16;

/// Three names, each character of four bytes, in quotes, and a thousand moves in the long form.
const _: () = assert!(3 * (4 * MAX_NAME_SIGNS as u64 + 2) + 15 * 1000 < MAX_LINE_LENGTH);

/// The result of [`read_line`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    Whole,
    /// The last one, which has no line break, or nothing.
    Torn,
    /// Longer than a row.
    TooLong,
}

/// Appends a line with its line break, or what there is of a last line that may be torn. After a
/// system crash during a write, a file may have got its length and not its bytes: any number of zeros
/// at the end belong to the torn line.
pub fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Line> {
    let read = input.by_ref().take(MAX_LINE_LENGTH).read_until(b'\n', line)?;
    if read > 0 && line.ends_with(b"\n") {
        return Ok(Line::Whole);
    }
    if (read as u64) < MAX_LINE_LENGTH {
        return Ok(Line::Torn);
    }
    let other = input.bytes().find(|byte| !matches!(byte, Ok(0)));
    let is_torn = line.ends_with(b"\0") && other.transpose()?.is_none();
    Ok(if is_torn { Line::Torn } else { Line::TooLong })
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
    moves_digest: &'l [u8],
    moves: &'l [u8],
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
        if form.has_crew {
            let [_image, _member] = [last(), last()];
        }
        let [moves, moves_digest, plies] = [last(), last(), last()];
        let [fourth, third, second, first] = [last(), last(), last(), last()];
        let scores = [first, second, third, fourth];
        let [ending, winner] = [last(), last()];
        let game = line.split(comma).next().unwrap_or_default();
        Fields { game, winner, ending, scores, plies, moves_digest, moves }
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

    /// Decodes the move indices; `None` if the field is no record of a game.
    pub fn moves(&self) -> Option<Vec<u32>> {
        decode_moves(self.moves)
    }

    /// Returns the digest of the moves, as a number; 0 for a field that is none.
    pub fn digest(&self) -> u64 {
        let hex = std::str::from_utf8(self.moves_digest).unwrap_or_default();
        u64::from_str_radix(hex, 16).unwrap_or_default()
    }
}

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
            // Terminals obey control characters.
            format!("column `{column}` is `{}`, expected `{expected}`", sanitized(found))
        }
        None => "it is written otherwise than this program writes it".to_owned(),
    }
}
