//! Rows read back: what stands in which column.
//!
//! The three names in the middle of a row may hold commas; they stand in quotes then, with every
//! quote in them doubled. So the number of the game is read from the front, and all that stands
//! behind the names from the end, where no field ever needs quotes. No name has a line break: a
//! line is a row.

use super::moves::decode_moves;
use super::row::Form;
use crate::games::{Scores, Seat, Winners};

/// The fields of a row as they are written, but for the names. A field is empty where the row is
/// too short to have it.
#[derive(Clone, Copy, Debug)]
pub struct Fields<'l> {
    pub game: &'l [u8],
    pub winner: &'l [u8],
    pub ending: &'l [u8],
    scores: [&'l [u8]; Seat::MOST],
    plies: &'l [u8],
    pub moves_digest: &'l [u8],
    moves: &'l [u8],
    /// Who was the first to move, where the row is a round of a match.
    starter: Option<&'l [u8]>,
}

/// The fields of each row: of a game's one row, or of those of all rounds of a match.
pub fn rows(lines: &[u8], form: Form) -> impl Iterator<Item = Fields<'_>> {
    // So many lines there are: the last one need not be searched for another line break.
    let lines = lines.splitn(form.rounds as usize, |&sign| sign == b'\n');
    lines.map(move |line| Fields::of(line, form))
}

fn number<N: std::str::FromStr>(field: &[u8]) -> Option<N> {
    std::str::from_utf8(field).ok()?.parse().ok()
}

impl<'l> Fields<'l> {
    /// The fields of a line without its line break.
    pub fn of(line: &'l [u8], form: Form) -> Fields<'l> {
        let comma = |sign: &u8| *sign == b',';
        let mut from_the_end = line.rsplit(comma);
        let mut last = || from_the_end.next().unwrap_or_default();
        let starter = (form.rounds > 1).then(|| {
            let [starter, _round, _match] = [last(), last(), last()];
            starter
        });
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
            return Some(Winners::by_score(&[0; Seat::MOST], 2));
        }
        let mut scores = [0; Seat::MOST];
        for word in self.winner.split(|&sign| sign == b'/') {
            let mut seats = Seat::first(Seat::MOST as u8);
            scores[seats.find(|seat| seat.word().as_bytes() == word)?.index()] = 1;
        }
        Some(Winners::by_score(&scores, Seat::MOST as u8))
    }

    /// The points by seat, and how many seats there are.
    pub fn scores(&self) -> Option<(Scores, u8)> {
        let (mut scores, mut seats) = ([0; Seat::MOST], 0);
        for (place, field) in (0..).zip(self.scores).filter(|(_, field)| !field.is_empty()) {
            scores[usize::from(place)] = number(field)?;
            seats = place + 1;
        }
        Some((scores, seats))
    }

    pub fn plies(&self) -> Option<u32> {
        number(self.plies)
    }

    /// Reads the ranks of the moves; nothing where they are no record of a game.
    pub fn read_moves(&self, ranks: &mut Vec<u32>) -> Option<()> {
        decode_moves(self.moves, ranks)
    }

    pub fn starter(&self) -> Option<Seat> {
        self.starter.map_or(Some(Seat::FIRST), |field| Seat::numbered(number(field)?))
    }
}

/// What is said of a row whose columns are all as expected, and which is not.
pub const WRITTEN_OTHERWISE: &str = "it is written otherwise than this program writes it";

/// In which column two rows differ first.
pub fn difference(found: &[u8], expected: &[u8], form: Form) -> String {
    let fields = |line: &[u8]| -> Vec<String> {
        let mut reader =
            csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(line);
        let record = reader.byte_records().next().and_then(Result::ok).unwrap_or_default();
        record.iter().map(|field| String::from_utf8_lossy(field).into_owned()).collect()
    };
    let (found, expected) = (fields(found), fields(expected));
    let columns = form.header().trim_end().split(',');
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

#[cfg(test)]
mod tests {
    use super::super::row::{MatchRound, Row, RowLabels, write_row};
    use super::*;
    use crate::experiment::schedule::GameId;
    use crate::games::{Ending, Outcome};

    /// Names that CSV writes in quotes, and such as look like other fields.
    const NAMES: [&str; 5] =
        ["plain", "a,b", "\"quoted\", twice", ",,,", "1,2,draw,stuck,7,7,,,1,00,00"];

    fn written(name: &str, seats: u8, winners: Winners, round: Option<MatchRound>) -> Vec<u8> {
        let labels = RowLabels::new(name, "r", name, seats);
        let id = GameId { number: 17, cell: 2, index: 5 };
        let outcome = Outcome { ending: Ending::Stuck, winners };
        let (scores, ranks) = ([12, 0, 30, 4], [0, 1295, 36]);
        let row = Row { id, game: 71, round, labels: &labels, outcome, scores, ranks: &ranks };
        let (mut moves, mut line) = (Vec::new(), Vec::new());
        write_row(&row, &mut moves, &mut line);
        assert_eq!(line.pop(), Some(b'\n'));
        line
    }

    #[test]
    fn what_is_written_is_read_back_whatever_the_names() {
        let started = |starter| MatchRound { number: 17, round: 3, starter };
        for name in NAMES {
            for seats in 2..=4 {
                for (form, round) in [
                    (Form { rounds: 1 }, None),
                    (Form { rounds: 4 }, Some(started(Seat::FIRST))),
                    (Form { rounds: 4 }, Some(started(Seat::SECOND))),
                ] {
                    let winners = Winners::by_score(&[0, 3, 0, 0], seats);
                    let line = written(name, seats, winners, round);
                    let fields = Fields::of(&line, form);
                    assert_eq!((fields.game, fields.number()), (&b"71"[..], Some(71)));
                    assert_eq!((fields.winner, fields.ending), (&b"second"[..], &b"stuck"[..]));
                    assert_eq!(fields.winners(), Some(winners));
                    let mut scores = [12, 0, 30, 4];
                    scores[usize::from(seats)..].fill(0);
                    assert_eq!(fields.scores(), Some((scores, seats)));
                    assert_eq!(fields.plies(), Some(3));
                    // The first half of the SHA-256 of the moves, by `sha256sum`.
                    assert_eq!(fields.moves_digest, b"921f10078266c09f");
                    let mut ranks = Vec::new();
                    assert_eq!(fields.read_moves(&mut ranks), Some(()));
                    assert_eq!(ranks, [0, 1295, 36]);
                    let starter = round.map_or(Seat::FIRST, |round| round.starter);
                    assert_eq!(fields.starter(), Some(starter));
                }
            }
        }
    }
}
