//! Both games a second time, as plainly as the rules can be written down.
//!
//! Nothing here is clever and nothing is shared with the engine: a board is a map from points to
//! stones, and every rule is a loop over points. Where the engine and this transcription differ,
//! one of the two has misread the rules. The numbers in the comments ("rules 1.3") are the
//! sections of the rules of Pasang that are being transcribed.
//!
//! This file holds the words that the two games share: points, directions, stones, diagrams.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

pub mod bell;
pub mod brunei;

/// How a finished game came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The seats, from 1, that share the top: one for a win, both for a draw of two.
    pub winners: Vec<u8>,
    /// `cleared`, `stuck` or `no-hops`.
    pub ending: &'static str,
}

/// What can be asked of a game in progress, whichever of the two it is.
pub trait PlainGame {
    /// The seat to move, from 1.
    fn to_move(&self) -> u8;
    /// One score a seat, seat 1 first.
    fn scores(&self) -> Vec<u32>;
    /// The board as it is drawn: the highest row first, column a first in each row.
    fn board(&self) -> Vec<Vec<char>>;
    /// The legal moves as rules 3 writes them; none when the game is over.
    fn moves(&self) -> BTreeSet<String>;
    /// Plays one of `moves`; panics at any other text.
    fn play(&mut self, text: &str);
    /// The result, once the game is over.
    fn ended(&self) -> Option<Ended>;
}

/// Counts the move sequences of a given length (rules 3).
pub fn perft(game: &(impl PlainGame + Clone), depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => game.moves().len() as u64,
        _ => game
            .moves()
            .iter()
            .map(|text| {
                let mut next = game.clone();
                next.play(text);
                perft(&next, depth - 1)
            })
            .sum(),
    }
}

/// The seats that share the highest score.
pub fn seats_at_the_top(scores: &[u32]) -> Vec<u8> {
    let top = scores.iter().max().expect("there are at least two seats");
    (1..).zip(scores).filter(|(_, score)| *score == top).map(|(seat, _)| seat).collect()
}

/// A stone's colour. It says what the stone is worth, not whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    Black,
    White,
}

/// What a stone of each colour scores: the toggle `values`.
#[derive(Clone, Copy, Debug)]
pub struct Values {
    pub black: u32,
    pub white: u32,
}

impl Values {
    pub fn of(self, colour: Colour) -> u32 {
        match colour {
            Colour::Black => self.black,
            Colour::White => self.white,
        }
    }

    /// Reads `1/2`: black, then white.
    pub fn read(text: &str) -> Values {
        let (black, white) = text.split_once('/').expect("values are written `1/2`");
        let values = Values { black: number(black), white: number(white) };
        assert!(values.black <= 9 && values.white <= 9, "a stone is worth 0-9, not `{text}`");
        values
    }
}

/// A point of the board: column 1 is a, row 1 is at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Point {
    pub column: i32,
    pub row: i32,
}

pub fn at(column: i32, row: i32) -> Point {
    Point { column, row }
}

impl Point {
    /// The point so many steps away, unless that is off the board.
    pub fn step(self, direction: Direction, steps: i32) -> Option<Point> {
        let (right, up) = direction;
        let there = at(self.column + right * steps, self.row + up * steps);
        let on_board = (1..=11).contains(&there.column) && (1..=11).contains(&there.row);
        on_board.then_some(there)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", letter(self.column), self.row)
    }
}

/// The letter of a column: `a` for 1.
pub fn letter(column: i32) -> char {
    "abcdefghijk".chars().nth(column as usize - 1).expect("columns run from 1 to 11")
}

/// One step to the right and one step up, as numbers.
pub type Direction = (i32, i32);

pub const NORTH: Direction = (0, 1);
pub const EAST: Direction = (1, 0);
pub const SOUTH: Direction = (0, -1);
pub const WEST: Direction = (-1, 0);

/// The stones on the board. A point that is not in the map has no stone.
pub type Stones = BTreeMap<Point, Colour>;

/// The sign on each point; the first row given is the highest, row 11 on the usual board.
pub fn signs(rows: &[&str]) -> BTreeMap<Point, char> {
    let mut signs = BTreeMap::new();
    for (row, line) in (1..=rows.len() as i32).rev().zip(rows) {
        assert_eq!(line.chars().count(), rows.len(), "a row has as many points: `{line}`");
        for (column, sign) in (1..).zip(line.chars()) {
            signs.insert(at(column, row), sign);
        }
    }
    signs
}

/// The colour that a sign stands for, if it stands for a stone.
pub fn colour(sign: char) -> Option<Colour> {
    match sign {
        'b' => Some(Colour::Black),
        'w' => Some(Colour::White),
        _ => None,
    }
}

/// Draws stones on an otherwise empty board.
pub fn picture(side: usize, stones: &Stones) -> Vec<Vec<char>> {
    let mut picture = vec![vec!['.'; side]; side];
    for (point, colour) in stones {
        let sign = match colour {
            Colour::Black => 'b',
            Colour::White => 'w',
        };
        draw(&mut picture, *point, sign);
    }
    picture
}

/// Draws one sign on one point.
pub fn draw(picture: &mut [Vec<char>], point: Point, sign: char) {
    picture[picture.len() - point.row as usize][point.column as usize - 1] = sign;
}

/// A position as written in a file: two headers, a blank line, the rows. `#` starts a comment.
pub struct Diagram {
    pub to_move: u8,
    pub scores: Vec<u32>,
    pub signs: BTreeMap<Point, char>,
}

impl Diagram {
    pub fn read(text: &str) -> Diagram {
        let mut to_move = None;
        let mut scores = None;
        let mut rows = Vec::new();
        for line in text.lines() {
            let line = line.split('#').next().unwrap_or("").trim();
            if let Some((key, value)) = line.split_once(':') {
                match key.trim() {
                    "to-move" => to_move = Some(number(value) as u8),
                    "score" => scores = Some(value.split('-').map(number).collect()),
                    _ => {} // a name or a source
                }
            } else if !line.is_empty() {
                rows.push(line);
            }
        }
        Diagram {
            to_move: to_move.expect("a diagram has the header `to-move`"),
            scores: scores.expect("a diagram has the header `score`"),
            signs: signs(&rows),
        }
    }
}

/// Reads a whole number.
pub fn number(text: &str) -> u32 {
    text.trim().parse().unwrap_or_else(|_| panic!("`{text}` is not a number"))
}
