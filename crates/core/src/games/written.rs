//! Games as texts that people can read and write: headers, what the game starts from, moves.
//!
//! ```text
//! # a comment, to the end of the line
//! game: 17                     begins a game; a file of one game may leave it out
//! event: Kampong Ayer, 1987    also `place`, `date`
//! first: Ali                   who is the first to move; then `second` and so on
//! second: Siti
//! seed: 7                      that of `pasang play`, where bots play
//! rules: brunei-slide          a preset of `pasang rules list`
//! set: stuck = "score-decides" a toggle that is not as in the preset, a line each
//! result: second 85-89 stuck   or `unfinished`; it must be what the moves come to
//! setup: catalogue-01          a name of `pasang setups list`, or from here on a setup or a
//!                              diagram, as in a file of its own
//!
//! moves:
//! 1. c j 2. b4-c4xn3 {a comment} k7-j7xw3
//! ```
//!
//! All but the board may be left out. docs/files.md tells it to people.

mod read;

use super::rules::Rules;
use super::setup::{self, Setup};
use super::{Drawn, Outcome, Ruled, Seat, find_move, score_words};
use crate::base::fault::{Fault, Faults, Source};
use crate::base::words::{Choice, counted, is_control, shortened};

/// A game that was written down, by whomever; every move of it is legal.
#[derive(Clone, Debug)]
pub struct Written {
    /// What it is called in its file; empty where it has no name.
    pub name: String,
    /// What else is said of it, by the keys of [`ABOUT`] and in their order.
    pub about: Vec<(&'static str, String)>,
    /// Its rules.
    pub rules: Rules,
    /// What it starts from.
    pub start: Start,
    /// Its moves, where they stand in the file, and nothing but them.
    pub moves: Source,
    /// What is said in between: behind so many moves.
    pub comments: Vec<(usize, String)>,
    /// What it says of its end, and where.
    result: Option<(String, std::ops::Range<usize>)>,
}

/// What a game starts from.
#[derive(Clone, Debug)]
pub enum Start {
    /// Stones, before the first move.
    Setup(Setup),
    /// A diagram of a later position.
    Diagram(Source),
}

/// What may be said of a game.
pub const ABOUT: [&str; 8] =
    ["event", "place", "date", "first", "second", "third", "fourth", "seed"];

/// The largest file of games that is read.
pub const LARGEST: u64 = 64 << 20;

/// So many moves are written on a line.
const A_LINE: usize = 8;

/// A game's parts as texts, to be written down.
#[derive(Clone, Copy, Debug)]
pub struct Parts<'a> {
    /// Keys and values that come first.
    pub headers: &'a [(&'a str, String)],
    /// The rules.
    pub rules: &'a Rules,
    /// The setup or the diagram, or the header that names the setup.
    pub board: &'a str,
    /// The moves.
    pub moves: &'a [String],
    /// Whether they are numbered, two by two.
    pub numbered: bool,
}

impl Parts<'_> {
    /// The game as a text that reads back as the same game.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for (key, value) in self.headers {
            // A `#` begins a comment, and a line ends a value.
            let plain = value.replace(|sign| sign == '#' || is_control(sign), " ");
            text += format!("{key}: {plain}").trim_end();
            text.push('\n');
        }
        let (base, settings) = self.rules.by_a_preset();
        text += &format!("rules: {base}\n");
        for setting in settings {
            text += &format!("set: {} = {}\n", setting.name, setting.value);
        }
        text += self.board;
        text += "\nmoves:\n";
        for (line, moves) in self.moves.chunks(A_LINE).enumerate() {
            let mut words = Vec::new();
            for (place, mv) in (line * A_LINE..).zip(moves) {
                if self.numbered && place % 2 == 0 {
                    words.push(format!("{}.", place / 2 + 1));
                }
                words.push(mv.clone());
            }
            text += &words.join(" ");
            text.push('\n');
        }
        text
    }
}

/// How a setup stands in a game's text: by its name where that is known, else with all its rows.
pub fn board_of(setup: &Setup) -> String {
    match setup::by_name(&setup.name) {
        Ok(known) if known.stones == setup.stones => format!("setup: {}\n", setup.name),
        _ => setup.to_text(),
    }
}

/// How a game ended, by turn: `second 85-89 stuck`.
pub fn result_words(outcome: &Outcome, scores: &[u16]) -> String {
    let winners = outcome.winners;
    let who = match winners.count() {
        2.. if scores.len() == 2 => "draw".to_owned(),
        _ => winners.seats().map(Seat::word).collect::<Vec<_>>().join("/"),
    };
    format!("{who} {} {}", score_words(scores), outcome.ending.word())
}

impl Start {
    /// The position. `name` is how messages call it.
    ///
    /// # Errors
    /// When the game cannot be played from it.
    pub fn position<G: Drawn>(&self, game: &G, name: &str) -> Result<G::Position, Faults> {
        match self {
            Start::Diagram(source) => game.read_diagram(source),
            Start::Setup(setup) => setup.start(game).map_err(|why| {
                let what = format!("setup `{}` cannot be played: {why}", setup.name);
                Source::new(name, "").faults(vec![Fault::whole(what)])
            }),
        }
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        match self {
            Start::Setup(setup) => &setup.name,
            Start::Diagram(_) => "a diagram",
        }
    }
}

impl Written {
    /// Reads every game of a text.
    ///
    /// # Errors
    /// All that is wrong with them; of moves, the first of each game that is not legal.
    pub fn parse_all(source: &Source) -> Result<Vec<Written>, Faults> {
        read::read_all(source)
    }

    /// Reads a text that holds one game.
    ///
    /// # Errors
    /// All that is wrong with it, or that it holds several.
    pub fn parse_one(source: &Source) -> Result<Written, Faults> {
        let mut games = Written::parse_all(source)?;
        match (games.len(), games.pop()) {
            (1, Some(game)) => Ok(game),
            (number, _) => {
                let name = &source.name;
                let games = counted(number as u64, "game");
                let fault = Fault::whole(format!("`{name}` holds {games}, and one is wanted"));
                let help = "put the one into a file of its own: from its line `game:` to the next";
                Err(Source::new(name.as_str(), "").faults(vec![fault.help(help)]))
            }
        }
    }

    /// The moves; what it says of the end must be so.
    ///
    /// # Errors
    /// At the first move that is not legal, or at the result.
    fn check<G: Drawn>(&self, game: &G) -> Result<(), Faults> {
        let source = &self.moves;
        let start = self.start.position(game, &source.name)?;
        let moves = read_moves(game, &start, source)?;
        let last = moves.iter().fold(start, |position, &mv| game.play(&position, mv));
        let Some((said, span)) = &self.result else { return Ok(()) };
        let fault = match game.outcome(&last) {
            None if said == UNFINISHED => return Ok(()),
            None => Fault::at(
                span.clone(),
                "the result of a game that is not over behind its last move",
                format!("expected `{UNFINISHED}`, or moves that end it"),
            ),
            Some(outcome) => {
                let scores = &game.scores(&last)[..usize::from(game.seats())];
                let is = result_words(&outcome, scores);
                let mut words = said.split_whitespace();
                let is_same = words.next() == is.split(' ').next()
                    && words.all(|word| is.split(' ').any(|true_word| word == true_word));
                if is_same {
                    return Ok(());
                }
                let expected = format!("the moves come to `{is}`");
                Fault::at(span.clone(), "another result than that of the moves", expected)
            }
        };
        Err(source.faults(vec![fault]))
    }
}

/// What is said of a game that did not come to its end.
const UNFINISHED: &str = "unfinished";

/// Reads moves, a word each.
///
/// # Errors
/// At the first that is not legal.
pub fn read_moves<G: Ruled>(
    game: &G,
    start: &G::Position,
    source: &Source,
) -> Result<Vec<G::Move>, Faults> {
    let text = source.text.as_str();
    let mut position = *start;
    let mut moves = Vec::new();
    for (number, word) in (1..).zip(text.split_whitespace()) {
        let mv = find_move(game, &position, word).map_err(|refusal| {
            let start = word.as_ptr() as usize - text.as_ptr() as usize;
            let (shown, who) = (shortened(word), game.to_move(&position).word());
            let what = format!("move {number}, `{shown}`, is not legal for the {who} player");
            source.faults(vec![Fault::at(start..start + word.len(), what, refusal.instead())])
        })?;
        game.apply(&mut position, mv);
        moves.push(mv);
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::rules;
    use crate::games::setup::builtin;

    fn reread(text: &str) -> Result<Written, String> {
        let games = read::read_all(&Source::new("game.txt", text));
        games.map_err(|faults| faults.to_string()).map(|mut games| {
            assert_eq!(games.len(), 1, "{text}");
            games.remove(0)
        })
    }

    fn words(game: &Written) -> Vec<&str> {
        game.moves.text.split_whitespace().collect()
    }

    #[test]
    fn a_game_reads_back_by_any_rules() {
        let setup = builtin("catalogue-05").unwrap();
        let mut all: Vec<Rules> = rules::presets().map(|named| named.rules).collect();
        for (preset, settings) in [
            ("pasang-emas", ["stuck=score-decides", "values={ black = 0, white = 3 }"]),
            ("bell-ludii", ["players=4", "max-chain=3"]),
        ] {
            let mut changed = rules::preset(preset).unwrap();
            assert_eq!(changed.set_all(settings), []);
            all.push(changed);
        }
        for rules in all {
            let moves = match rules.kind() {
                rules::Kind::Brunei => ["c", "h"],
                rules::Kind::Bell => ["a1", "c1-a1"],
            };
            let moves = moves.map(str::to_owned);
            for (board, numbered) in [(setup.to_text(), false), (board_of(&setup), true)] {
                let headers = [("game", "7 # 8".to_owned()), ("first", "Ali".to_owned())];
                let parts = Parts {
                    headers: &headers,
                    rules: &rules,
                    board: &board,
                    moves: &moves[..1],
                    numbered,
                };
                let written = reread(&parts.to_text()).unwrap();
                assert_eq!(written.rules, rules);
                assert!(matches!(&written.start, Start::Setup(read) if *read == setup));
                assert_eq!(words(&written), moves[..1]);
                assert_eq!(written.name, "7   8");
                assert_eq!(written.about, [("first", "Ali".to_owned())]);
            }
        }
    }

    #[test]
    fn a_setup_alone_is_a_game_that_has_not_begun() {
        let setup = builtin("catalogue-05").unwrap();
        let written = reread(&setup.to_text()).unwrap();
        assert_eq!(written.rules, rules::preset("brunei-slide").unwrap());
        assert_eq!(words(&written), [""; 0]);
        let text =
            "setup: catalogue-01\nmoves: 1.c 1...j # a comment\n{ who # else?\u{1b} }b4-c4xn3\n";
        let written = reread(text).unwrap();
        assert_eq!(words(&written), ["c", "j", "b4-c4xn3"]);
        assert_eq!(written.comments, [(2, "who # else?\u{fffd}".to_owned())]);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let board = builtin("catalogue-05").unwrap().to_text();
        for (text, place, part) in [
            (format!("rules: brunei-slid\n{board}"), "1:1", "`brunei-slide`"),
            (format!("# mine\nset: stuck = lost\n{board}"), "2:1", "lost"),
            (format!("rules: bell\n{}", board.replacen('_', "x", 1)), "11:", "`x`"),
            (
                "set: stuck=loses\nset: stuck = score-decides\nsetup: catalogue-01\n".to_owned(),
                "2:1",
                "`stuck` is set twice",
            ),
            ("evnt: x\nsetup: catalogue-01\n".to_owned(), "1:1", "`event`"),
            ("date: \u{1b}[2J\nsetup: catalogue-01\n".to_owned(), "1:7", "control"),
            ("date: 1\ndate: 2\nsetup: catalogue-01\n".to_owned(), "2:1", "twice"),
            ("third: Siti\nsetup: catalogue-01\n".to_owned(), "1:1", "`third` in a game of 2"),
            ("setup: catalogue-1\n".to_owned(), "1:", "catalogue-01"),
            (format!("setup: catalogue-01\n{board}"), "1:", "rows"),
            ("# a\nsetup: catalogue-01\n1. c j\n".to_owned(), "3:1", "`moves:`"),
            ("setup: catalogue-01\nmoves: c {open\n".to_owned(), "2:10", "closed"),
            ("setup: catalogue-01\nmoves: c x\n".to_owned(), "2:10", "legal here"),
            (
                "\n\ngame: 2\nsetup: catalogue-01\nresult: first\nmoves: c\n".to_owned(),
                "5:9",
                "over",
            ),
            ("result: maybe\nsetup: catalogue-01\nmoves: c\n".to_owned(), "1:9", "unfinished"),
        ] {
            let said = reread(&text).unwrap_err();
            assert!(said.contains(&format!("game.txt:{place}")), "{place}\n{said}");
            assert!(said.contains(part), "{part}\n{said}");
        }
    }
}
