//! Rows: what the journal says of one game.

use sha2::{Digest, Sha256};

use super::moves::encode_moves;
use crate::base::words::Choice;
use crate::experiment::schedule::GameId;
use crate::games::{Outcome, Scores, Seat};

const HEADER: &str = "game,cell,index,setup,rules,bots,winner,ending,\
score_1,score_2,score_3,score_4,plies,moves_digest,moves\n";

/// The first line where matches of several rounds are played: a row is a round.
const MATCH_HEADER: &str = "game,cell,index,setup,rules,bots,winner,ending,\
score_1,score_2,score_3,score_4,plies,moves_digest,moves,match,round,starter\n";

/// Which columns rows have: those of matches of several rounds have three more behind the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// How many rows belong together: the rounds of a match, or one game.
    pub rounds: u64,
}

impl Form {
    pub fn header(self) -> &'static str {
        match self {
            Form { rounds: 2.. } => MATCH_HEADER,
            _ => HEADER,
        }
    }

    pub fn line(self, place: u64) -> u64 {
        // Line 1 is the header.
        place * self.rounds + 2
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchRound {
    /// The match, numbered as games are where there is one round.
    pub number: u64,
    pub round: u64,
    pub starter: Seat,
}

/// The part of a row that all games of a cell share: its names, quoted where CSV wants it.
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
    /// Which round it is, where it is one of several.
    pub round: Option<MatchRound>,
    pub labels: &'a RowLabels,
    /// How it ended; seats are those at the table, whoever was the first to move.
    pub outcome: Outcome,
    pub scores: Scores,
    pub ranks: &'a [u32],
}

impl RowLabels {
    pub fn new(setup: &str, rules: &str, bots: &str, seats: u8) -> RowLabels {
        let names = [setup, rules, bots].map(quoted).join(",").into_bytes();
        RowLabels { names, seats }
    }
}

/// A field as CSV wants it: in quotes if it holds a comma, a quote or a line break.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

/// The first 16 hex digits of the SHA-256 of a record of moves, as a number.
pub fn moves_digest(moves: &[u8]) -> u64 {
    let digest = Sha256::digest(moves);
    u64::from_be_bytes(std::array::from_fn(|byte| digest[byte]))
}

/// What stands in a row beside its names and its moves is shorter: ten numbers of twenty digits, the
/// winners and the ending.
const MOST_OF_THE_REST: usize = 320;

/// Appends a row with its line break. `moves` is scratch space.
pub fn write_row(row: &Row<'_>, moves: &mut Vec<u8>, line: &mut Vec<u8>) {
    moves.clear();
    encode_moves(row.ranks, moves);
    line.reserve(moves.len() + row.labels.names.len() + MOST_OF_THE_REST);
    number(row.game, line);
    line.push(b',');
    number(row.id.cell as u64, line);
    line.push(b',');
    number(row.id.index, line);
    line.push(b',');
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
    for seat in Seat::first(Seat::MOST as u8) {
        line.push(b',');
        if seat.number() <= row.labels.seats {
            number(row.scores[seat.index()].into(), line);
        }
    }
    line.push(b',');
    number(row.ranks.len() as u64, line);
    line.push(b',');
    line.extend(hex_digits(moves_digest(moves)));
    line.push(b',');
    line.extend(&*moves);
    if let Some(MatchRound { number: of, round, starter }) = row.round {
        for field in [of, round, starter.number().into()] {
            line.push(b',');
            number(field, line);
        }
    }
    line.push(b'\n');
}

/// The sixteen hex digits of a number; quicker than the formatting machinery, too.
fn hex_digits(number: u64) -> [u8; 16] {
    std::array::from_fn(|place| b"0123456789abcdef"[(number >> (60 - 4 * place) & 15) as usize])
}

/// Appends a number; several times quicker than the formatting machinery, and there are ten a row.
fn number(number: u64, line: &mut Vec<u8>) {
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
