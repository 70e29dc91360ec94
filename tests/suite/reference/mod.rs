//! Reference implementation of both games, as reference as the rules can be written down.
//!
//! It is unoptimized and shares no code with the engine: a board is a map from points to stones,
//! and every rule is a loop over points. If engine and reference differ, one of them has misread
//! the rules. Numbers in the comments ("rules 1.3") are sections of the rules of Pasang.
//!
//! This file holds the types that the two games share: points, directions, stones, diagrams.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

pub mod bell;
pub mod brunei;

/// Result of a finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Seats, from 1, that share the highest score: one for a win, both for a draw of two.
    pub winners: Vec<u8>,
    /// `cleared`, `stuck` or `no-hops`.
    pub ending: &'static str,
}

/// Interface of a game in progress, for both games.
pub trait ReferenceGame {
    /// Returns the seat to move, from 1.
    fn to_move(&self) -> u8;
    /// Returns one score per seat, seat 1 first.
    fn scores(&self) -> Vec<u32>;
    /// Returns the board as drawn: the highest row first, column a first in each row.
    fn board(&self) -> Vec<Vec<char>>;
    /// Returns the legal moves in the notation of rules 3; none when the game is over.
    fn moves(&self) -> BTreeSet<String>;
    /// Plays one of `moves`; panics at any other text.
    fn play(&mut self, text: &str);
    /// Returns the result; `None` before the game is over.
    fn ended(&self) -> Option<Ended>;
}

/// Counts the move sequences of a given length (rules 3).
pub fn perft(game: &(impl ReferenceGame + Clone), depth: u32) -> u64 {
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

/// Returns the seats that share the highest score.
pub fn seats_at_the_top(scores: &[u32]) -> Vec<u8> {
    let top = scores.iter().max().expect("there are at least two seats");
    (1..).zip(scores).filter(|(_, score)| *score == top).map(|(seat, _)| seat).collect()
}

/// Colour of a stone. It determines the value, not the owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    Black,
    White,
}

/// Points per stone of each colour: the toggle `values`.
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

    /// Parses `1/2`: black, then white.
    pub fn read(text: &str) -> Values {
        let (black, white) = text.split_once('/').expect("values are written `1/2`");
        let values = Values { black: number(black), white: number(white) };
        assert!(values.black <= 9 && values.white <= 9, "a stone is worth 0-9, not `{text}`");
        values
    }
}

/// Point of the board: column 1 is a, row 1 is at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Point {
    pub column: i32,
    pub row: i32,
}

pub fn at(column: i32, row: i32) -> Point {
    Point { column, row }
}

impl Point {
    /// Returns the point this number of steps away; `None` if it is off the board.
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

/// Returns the letter of a column: `a` for 1.
pub fn letter(column: i32) -> char {
    "abcdefghijk".chars().nth(column as usize - 1).expect("columns run from 1 to 11")
}

/// Step to the right and step up, as numbers.
pub type Direction = (i32, i32);

pub const NORTH: Direction = (0, 1);
pub const EAST: Direction = (1, 0);
pub const SOUTH: Direction = (0, -1);
pub const WEST: Direction = (-1, 0);

/// Stones on the board. A point that is not in the map has no stone.
pub type Stones = BTreeMap<Point, Colour>;

/// Returns the sign on each point; the first row given is the highest, row 11 on the usual board.
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

/// Returns the colour that a sign stands for; `None` if it is no stone.
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

/// Parsed diagram file: two headers, a blank line, the rows. `#` starts a comment.
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

/// Parses a whole number.
pub fn number(text: &str) -> u32 {
    text.trim().parse().unwrap_or_else(|_| panic!("`{text}` is not a number"))
}
