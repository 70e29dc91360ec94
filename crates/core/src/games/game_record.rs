//! Game records as text for people: headers, start position, moves.
//!
//! ```text
//! # a comment, to the end of the line
//! game: 17                     begins a game; optional in a file of one game
//! event: Kampong Ayer, 1987    also `place`, `date`
//! first: Ali                   the player who moves first; also `second` and so on
//! second: Siti
//! seed: 7                      the seed of `pasang play`, if bots play
//! consent: study and publish   what the players allow others to do with the game
//! rules: brunei-slide          a preset of `pasang rules list`
//! set: stuck = "score-decides" a toggle that differs from the preset, a line each
//! result: second 85-89 stuck   or `unfinished`; must agree with the moves
//! setup: catalogue-01          a name of `pasang setups list`; instead, a setup or diagram may
//!                              follow, as in a separate file
//!
//! moves:
//! 1. c j 2. b4-c4xn3 {a comment} k7-j7xw3
//! ```
//!
//! Only the board is required. docs/files.md is the reference for users.

mod read;

use std::fmt;
use std::str::FromStr;

use super::position::Scratch;
use super::setup::{self, Setup};
use super::{IllegalMoveError, Move, Outcome, Position, Seat, Winners, score_words};
use crate::base::diagnostic::{Diagnostic, Diagnostics, ErrorKind, Source, Span};
use crate::base::text::{Keyword, is_control, plural, shortened};

/// A recorded game, of bots or people, whose moves are all legal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GameRecord {
    /// Name in the file, or empty.
    pub name: String,
    /// Other headers, in the order of [`ABOUT`].
    pub about: Vec<(&'static str, String)>,
    /// The setup of `start`, if the game starts from one; `None` if it starts from a later position.
    pub setup: Option<Setup>,
    /// The start position, which knows the rules.
    pub start: Position,
    /// The moves.
    pub moves: Vec<Move>,
    /// Comments, each with the number of moves before it.
    pub comments: Vec<(usize, String)>,
}

/// Keys of the descriptive headers.
pub const ABOUT: [&str; 9] =
    ["event", "place", "date", "first", "second", "third", "fourth", "seed", "consent"];

/// Size limit of a file of games.
pub const LARGEST: u64 = 64 << 20;

/// Number of moves on a line.
const A_LINE: usize = 8;

/// Formats a setup for a game record: as a header if its name is known, else with all its rows.
fn board_of(setup: &Setup) -> String {
    match setup::by_name(&setup.name) {
        Ok(known) if known.stones == setup.stones => format!("setup: {}\n", setup.name),
        _ => setup.to_text(),
    }
}

/// Formats an outcome by turn: `second 85-89 stuck`.
pub fn result_words(outcome: &Outcome, scores: &[u16]) -> String {
    let who = winner_word(outcome.winners, scores.len());
    format!("{who} {} {}", score_words(scores), outcome.ending.word())
}

/// Names the winner as tables do: `first`, `draw` of two players, `second/third` of more.
pub fn winner_word(winners: Winners, seats: usize) -> String {
    match winners.count() {
        2.. if seats == 2 => "draw".to_owned(),
        _ => winners.seats().map(Seat::word).collect::<Vec<_>>().join("/"),
    }
}

impl GameRecord {
    /// Returns the name of the player at a seat, if the game has it.
    pub fn player(&self, seat: Seat) -> Option<&str> {
        let named = self.about.iter().find(|(key, _)| *key == seat.word());
        named.map(|(_, name)| name.as_str())
    }

    /// Reads all games of a text.
    ///
    /// # Errors
    /// All faults of the text, with the first illegal move of each game.
    pub fn parse_all(source: &Source) -> Result<Vec<GameRecord>, Diagnostics> {
        read::read_all(source)
    }

    /// Reads a text that holds one game.
    ///
    /// # Errors
    /// All faults of the text, or the number of games if it is not one.
    pub fn parse_one(source: &Source) -> Result<GameRecord, Diagnostics> {
        let mut games = GameRecord::parse_all(source)?;
        match (games.len(), games.pop()) {
            (1, Some(game)) => Ok(game),
            (number, _) => {
                let name = &source.name;
                let games = plural(number as u64, "game");
                let fault = Diagnostic::whole(format!("`{name}` holds {games}, and one is wanted"));
                let help = "put the one into a file of its own: from its line `game:` to the next";
                Err(Source::new(name.as_str(), "").faults(vec![fault.help(help)]))
            }
        }
    }

    /// Creates the record of moves from a position.
    ///
    /// # Errors
    /// At the first illegal move.
    pub fn new(start: Position, moves: Vec<Move>) -> Result<GameRecord, IllegalMoveError> {
        moves.iter().try_fold(start, |position, &mv| position.after(mv))?;
        Ok(GameRecord::new_unchecked(start, moves))
    }

    /// Creates the record of moves that are known to be legal.
    pub fn new_unchecked(start: Position, moves: Vec<Move>) -> GameRecord {
        let (name, about, comments) = (String::new(), Vec::new(), Vec::new());
        GameRecord { name, about, setup: None, start, moves, comments }
    }

    /// Creates the record of moves with these indices among the legal ones; it ends at an index that
    /// no move has.
    pub fn from_indices(start: Position, indices: &[u32]) -> GameRecord {
        let (mut position, mut scratch) = (start, Scratch::default());
        let moves = indices.iter().map_while(|&index| {
            let mv = scratch.at(&position, index)?.mv;
            position.play_unchecked(mv);
            Some(mv)
        });
        let moves = moves.collect();
        GameRecord::new_unchecked(start, moves)
    }

    /// Returns the position after the last move.
    pub fn last(&self) -> Position {
        self.positions().last().unwrap_or(self.start)
    }

    /// Iterates over the positions, the start position included.
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        let after = self.moves.iter().scan(self.start, |position, &mv| {
            position.play_unchecked(mv);
            Some(*position)
        });
        std::iter::once(self.start).chain(after)
    }

    /// Formats a name for the start: of the setup, or a description.
    pub fn start_name(&self) -> &str {
        self.setup.as_ref().map_or("a diagram", |setup| &setup.name)
    }
}

impl fmt::Display for GameRecord {
    /// Writes the record as text, which reads back as the same game. Line breaks and signs of the
    /// format (`#` in headers, `}` in comments) become blanks.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Some(("game", self.name.clone())).filter(|_| !self.name.is_empty());
        let last = self.last();
        let result = last.outcome().map(|outcome| ("result", last.format_result(&outcome)));
        for (key, value) in name.into_iter().chain(self.about.iter().cloned()).chain(result) {
            // A `#` begins a comment, and a line ends a value.
            let plain = value.replace(|sign| sign == '#' || is_control(sign), " ");
            writeln!(f, "{}", format!("{key}: {plain}").trim_end())?;
        }
        let (base, settings) = self.start.rules().by_a_preset();
        writeln!(f, "rules: {base}")?;
        for setting in settings {
            writeln!(f, "set: {} = {}", setting.name, setting.value)?;
        }
        let board = self.setup.as_ref().map_or_else(|| self.start.diagram(), board_of);
        write!(f, "{board}\nmoves:\n")?;
        let words = (0..self.moves.len()).map(|place| self.words_of(place)).collect::<Vec<_>>();
        words.chunks(A_LINE).try_for_each(|line| writeln!(f, "{}", line.join(" ")))
    }
}

impl GameRecord {
    /// Formats a move with its comments, and before the first of a pair with its number.
    fn words_of(&self, place: usize) -> String {
        let comments = |plies: usize| {
            let said = self.comments.iter().filter(move |(before, _)| *before == plies);
            // A `}` ends a comment.
            said.map(|(_, text)| format!("{{{}}}", text.replace(['}', '\n'], " ")))
        };
        let is_numbered = self.start.seats() == 2 && place.is_multiple_of(2);
        let number = is_numbered.then(|| format!("{}.", place / 2 + 1));
        let before = comments(0).filter(|_| place == 0);
        let words = number.into_iter().chain(before).chain([self.moves[place].to_string()]);
        words.chain(comments(place + 1)).collect::<Vec<_>>().join(" ")
    }
}

impl FromStr for GameRecord {
    type Err = Diagnostics;

    fn from_str(text: &str) -> Result<GameRecord, Diagnostics> {
        GameRecord::parse_one(&Source::new("the text", text.trim_start_matches('\u{feff}')))
    }
}

/// The result of a game that did not end.
const UNFINISHED: &str = "unfinished";

impl Position {
    /// Formats an outcome of the position by turn: `second 85-89 stuck`.
    pub fn format_result(&self, outcome: &Outcome) -> String {
        result_words(outcome, &self.scores())
    }

    /// Reads moves separated by blanks.
    ///
    /// # Errors
    /// At the first illegal move.
    pub fn read_moves(&self, source: &Source) -> Result<Vec<Move>, Diagnostics> {
        let text = source.text.as_str();
        let (mut position, mut moves) = (*self, Vec::new());
        for (number, word) in (1..).zip(text.split_whitespace()) {
            let mv = position.parse_move(word).map_err(|refusal| {
                let start = word.as_ptr() as usize - text.as_ptr() as usize;
                let (shown, who) = (shortened(word), position.turn().word());
                let what = format!("move {number}, `{shown}`, is not legal for the {who} player");
                let fault = Diagnostic::at(start..start + word.len(), what, refusal.instead());
                source.faults(vec![fault.kind(ErrorKind::IllegalMove)])
            })?;
            position.play_unchecked(mv);
            moves.push(mv);
        }
        Ok(moves)
    }
}

/// Checks the result that a record states, with its span, against the last position.
fn check_result(last: &Position, (said, span): (&str, Span)) -> Result<(), Diagnostic> {
    let Some(outcome) = last.outcome() else {
        return if said == UNFINISHED {
            Ok(())
        } else {
            let what = "the result of a game that is not over behind its last move";
            let expected = format!("expected `{UNFINISHED}`, or moves that end it");
            Err(Diagnostic::at(span, what, expected))
        };
    };
    let is = last.format_result(&outcome);
    let mut words = said.split_whitespace();
    let is_same = words.next() == is.split(' ').next()
        && words.all(|word| is.split(' ').any(|true_word| word == true_word));
    if is_same {
        return Ok(());
    }
    let expected = format!("the moves come to `{is}`");
    Err(Diagnostic::at(span, "another result than that of the moves", expected))
}
