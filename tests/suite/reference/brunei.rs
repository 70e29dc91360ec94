//! Brunei, the game with kas: rules 1, section by section.

use std::cell::OnceCell;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use super::{
    Colour, Diagram, Direction, EAST, Ended, NORTH, Point, ReferenceGame, SOUTH, Stones, Values,
    WEST, at, colour, draw, letter, picture, signs,
};

// Toggles (rules 1.5) and presets (rules 1.6).

/// Toggles with named values, in the words of rules 1.5, default first.
const TOGGLES: [(&str, &[&str]); 8] = [
    ("reply", &["diagonal", "diagonal-or-middle", "any-other", "any-but-rotated"]),
    ("entry", &["slide", "jump", "either", "first-decides"]),
    ("jump", &["stone", "column", "far"]),
    ("entry-capture", &["row-or-column", "row"]),
    ("capture", &["whole", "partial"]),
    ("stuck", &["loses", "score-decides"]),
    ("ka-stone", &["unscored", "scored"]),
    ("swap-sides", &["false", "true"]),
];

/// One value for each toggle of rules 1.5.
#[derive(Clone, Debug)]
pub struct Rules {
    words: BTreeMap<&'static str, &'static str>,
    values: Values,
    /// Points given to the second player; below 0, to the first.
    handicap: i32,
}

/// The presets of rules 1.6.
pub const PRESETS: [&str; 6] =
    ["pasang-emas", "brunei-slide", "brunei-jump", "geoludie", "geoludie-jump", "traditional"];

impl Rules {
    pub fn preset(name: &str) -> Rules {
        let words = TOGGLES.iter().map(|(toggle, words)| (*toggle, words[0])).collect();
        let mut rules = Rules { words, values: Values { black: 1, white: 2 }, handicap: 0 };
        let settings: &[(&str, &str)] = match name {
            "pasang-emas" => &[("reply", "any-other"), ("entry", "either")],
            "brunei-slide" => &[],
            "brunei-jump" => &[("entry", "jump")],
            "geoludie" => &[("reply", "diagonal-or-middle")],
            "geoludie-jump" => &[("reply", "diagonal-or-middle"), ("entry", "jump")],
            "traditional" => &[("capture", "partial")],
            _ => panic!("no preset `{name}`"),
        };
        settings.iter().for_each(|(toggle, value)| rules.set(toggle, value));
        rules
    }

    /// Sets one toggle, both in the words of rules 1.5; `values` is written `1/2`.
    pub fn set(&mut self, toggle: &str, value: &str) {
        match toggle {
            "handicap" => self.handicap = in_halves(value),
            "values" => self.values = Values::read(value),
            _ => {
                let of_words = TOGGLES.iter().find(|(name, _)| *name == toggle);
                let found = of_words.and_then(|(name, words)| {
                    words.iter().find(|word| **word == value).map(|word| (*name, *word))
                });
                let (name, word) = found
                    .unwrap_or_else(|| panic!("no toggle `{toggle}` with the value `{value}`"));
                self.words.insert(name, word);
            }
        }
    }

    /// Returns the value of a toggle.
    fn word(&self, toggle: &str) -> &'static str {
        self.words[toggle]
    }
}

// Positions.

/// Way in which a ka entered (rules 1.2, entry).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Slide,
    Jump,
}

/// Game in progress. Pairs have one value per player, seat 1 first.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    /// Number of points in a row: 11, or 5, 7 or 9 (rules 1.8).
    side: i32,
    stones: Stones,
    /// Columns emptied in the opening. A game that starts from a diagram never needs them.
    passages: [Option<i32>; 2],
    kas: [Option<Point>; 2],
    /// Way of the first player's ka; `None` before it entered.
    first_way: Option<Way>,
    scores: [u32; 2],
    /// 0 for the first player, 1 for the second.
    mover: usize,
    /// `true` if the second player took over the first one's column.
    swapped: bool,
    /// Cache of the legal moves.
    known: OnceCell<BTreeMap<String, Move>>,
}

#[derive(Clone, Debug)]
enum Move {
    Opening { column: i32 },
    Swap,
    Entry { way: Way, from: Point, to: Point, captured: Vec<Point> },
    Main { to: Point, captured: Vec<Point> },
}

/// Line (rules 1.3): the stones on each side of the landing point that belong to it, nearest first.
/// One side, or two that count together.
type Line = Vec<(Direction, Vec<Point>)>;

/// Returns the centre, which blocks movement and lines alike: f6 on the usual board (rules 1.1).
fn centre(side: i32) -> Point {
    at((side + 1) / 2, (side + 1) / 2)
}

impl Game {
    /// Creates the start from a setup, the highest row first.
    pub fn new(rules: &Rules, rows: &[&str]) -> Game {
        let side = rows.len() as i32;
        assert!([5, 7, 9, 11].contains(&side), "no board has a side of {side}");
        let centre = centre(side);
        let mut stones = Stones::new();
        for (point, sign) in signs(rows) {
            // A setup fills all other points (rules 1.1).
            match colour(sign) {
                Some(colour) if point != centre => _ = stones.insert(point, colour),
                None if point == centre && sign == '_' => {}
                _ => panic!("`{sign}` on {point}"),
            }
        }
        Game::of(rules, side, stones)
    }

    /// Creates a board of this side with stones, before the first move.
    fn of(rules: &Rules, side: i32, stones: Stones) -> Game {
        Game {
            rules: rules.clone(),
            side,
            stones,
            passages: [None, None],
            kas: [None, None],
            first_way: None,
            scores: [0, 0],
            mover: 0,
            swapped: false,
            known: OnceCell::new(),
        }
    }

    /// Parses a position of the main phase, with both kas on the board.
    pub fn from_diagram(rules: &Rules, text: &str) -> Game {
        let diagram = Diagram::read(text);
        let side = diagram.signs.len().isqrt() as i32;
        let f6 = centre(side);
        let mut stones = Stones::new();
        let mut kas = [None, None];
        for (point, sign) in diagram.signs {
            match sign {
                '_' if point == f6 => {}
                'b' | 'w' if point != f6 => {
                    _ = stones.insert(point, colour(sign).expect("a stone"))
                }
                '1' if point != f6 && kas[0].is_none() => kas[0] = Some(point),
                '2' if point != f6 && kas[1].is_none() => kas[1] = Some(point),
                '.' if point != f6 => {}
                _ => panic!("`{sign}` on {point}"),
            }
        }
        assert!(kas[0].is_some() && kas[1].is_some(), "both kas are on the board");
        assert!((1..=2).contains(&diagram.to_move), "seat 1 or 2 is to move");
        let scores = diagram.scores.try_into().expect("one score a seat");
        let mover = usize::from(diagram.to_move) - 1;
        Game { kas, scores, mover, ..Game::of(rules, side, stones) }
    }

    /// Returns the mover's rows, five on the usual board. The middle row belongs to neither player
    /// (rules 1.2, opening).
    fn own_rows(&self) -> RangeInclusive<i32> {
        let half = (self.side - 1) / 2;
        let below = if self.swapped { 1 } else { 0 };
        if self.mover == below { 1..=half } else { half + 2..=self.side }
    }

    /// Returns the point this number of steps away; `None` if it is off the board.
    fn step(&self, from: Point, direction: Direction, steps: i32) -> Option<Point> {
        let there = from.step(direction, steps)?;
        (there.column <= self.side && there.row <= self.side).then_some(there)
    }

    /// Returns the legal moves, each under its text (rules 1.2).
    fn legal(&self) -> &BTreeMap<String, Move> {
        self.known.get_or_init(|| {
            if self.kas[self.mover].is_some() {
                self.main_moves()
            } else if self.passages[self.mover].is_some() {
                self.entries()
            } else {
                self.openings()
            }
        })
    }

    // Rules 1.2, opening.

    fn openings(&self) -> BTreeMap<String, Move> {
        let columns = (1..=self.side).filter(|column| match self.passages[1 - self.mover] {
            None => true,
            Some(first) => self.may_reply(first, *column),
        });
        let mut moves: BTreeMap<String, Move> =
            columns.map(|column| (letter(column).to_string(), Move::Opening { column })).collect();
        // Alternative to a reply, once.
        if self.rules.word("swap-sides") == "true" && self.passages[0].is_some() && !self.swapped {
            moves.insert("swap".to_owned(), Move::Swap);
        }
        moves
    }

    /// Implements the toggle `reply` (rules 1.5).
    fn may_reply(&self, first: i32, reply: i32) -> bool {
        let middle = (self.side + 1) / 2;
        if first == middle {
            return reply != middle;
        }
        let opposite_quarter = if first < middle { reply > middle } else { reply < middle };
        match self.rules.word("reply") {
            "diagonal" => opposite_quarter,
            "diagonal-or-middle" => opposite_quarter || reply == middle,
            "any-other" => reply != first,
            // Half a turn makes column a column k, and so on.
            "any-but-rotated" => reply != self.side + 1 - first,
            other => unreachable!("{other}"),
        }
    }

    // Rules 1.2, entry.

    fn entries(&self) -> BTreeMap<String, Move> {
        let passage = self.passages[self.mover].expect("the opening comes before the entry");
        let mut moves = BTreeMap::new();
        for row in self.own_rows() {
            let to = at(passage, row);
            for side in [EAST, WEST] {
                for way in [Way::Slide, Way::Jump] {
                    for from in self.entries_from(to, side, way) {
                        for (line, captured) in self.entry_captures(from, to) {
                            let entry = Move::Entry { way, from, to, captured };
                            moves.insert(format!("{from}-{to}x{line}"), entry);
                        }
                    }
                }
            }
        }
        moves
    }

    /// Returns the stones that can enter to a landing point from one side in one way.
    fn entries_from(&self, to: Point, side: Direction, way: Way) -> Vec<Point> {
        if !self.may_enter(way) {
            return Vec::new();
        }
        let stone_at =
            |steps: i32| self.step(to, side, steps).filter(|point| self.stones.contains_key(point));
        match (way, self.rules.word("jump")) {
            (Way::Slide, _) => stone_at(1).into_iter().collect(),
            // Over the neighbour, which must be there and stays.
            (Way::Jump, "stone") => stone_at(1).and(stone_at(2)).into_iter().collect(),
            // Over the neighbouring column, which may be empty there.
            (Way::Jump, "column") => stone_at(2).into_iter().collect(),
            // Over at least one column.
            (Way::Jump, "far") => (2..=10).filter_map(stone_at).collect(),
            (_, other) => unreachable!("{other}"),
        }
    }

    /// Implements the toggle `entry` (rules 1.5).
    fn may_enter(&self, way: Way) -> bool {
        match self.rules.word("entry") {
            "slide" => way == Way::Slide,
            "jump" => way == Way::Jump,
            "either" => true,
            "first-decides" => self.first_way.is_none_or(|first| way == first),
            other => unreachable!("{other}"),
        }
    }

    /// Returns the possible captures of an entry, with the toggle `entry-capture`.
    fn entry_captures(&self, from: Point, to: Point) -> Vec<(String, Vec<Point>)> {
        let mut captures = self.captures(from, to, [EAST, WEST]);
        if self.rules.word("entry-capture") == "row-or-column" {
            captures.extend(self.captures(from, to, [NORTH, SOUTH]));
        }
        captures
    }

    // Rules 1.2, main phase.

    fn main_moves(&self) -> BTreeMap<String, Move> {
        let from = self.kas[self.mover].expect("the entry comes before the main phase");
        let mut moves = BTreeMap::new();
        for (to, captures_along) in self.landings(from) {
            for (line, captured) in self.captures(from, to, captures_along) {
                moves.insert(format!("{from}-{to}x{line}"), Move::Main { to, captured });
            }
        }
        moves
    }

    /// Returns the landing points of the ka, and along which direction it captures there.
    fn landings(&self, from: Point) -> Vec<(Point, [Direction; 2])> {
        let mut landings = Vec::new();
        for (direction, captures_along) in [
            (NORTH, [EAST, WEST]),
            (SOUTH, [EAST, WEST]),
            (EAST, [NORTH, SOUTH]),
            (WEST, [NORTH, SOUTH]),
        ] {
            for steps in 1..=10 {
                let Some(to) = self.step(from, direction, steps) else { break };
                if self.blocks(to) || self.stones.contains_key(&to) {
                    break;
                }
                landings.push((to, captures_along));
            }
        }
        landings
    }

    /// Returns the game with player `mover`, counted from 0, to move, who takes whole lines.
    fn turn_of(&self, mover: usize) -> Game {
        let mut game = Game { mover, known: OnceCell::new(), ..self.clone() };
        game.rules.set("capture", "whole");
        game
    }

    /// Returns the value of each whole line that a player could take.
    pub fn takes(&self, mover: usize) -> Vec<u32> {
        let game = self.turn_of(mover);
        let points = |mv: &Move| match mv {
            Move::Opening { column } => game.own_rows().map(|row| at(*column, row)).collect(),
            Move::Swap => Vec::new(),
            Move::Entry { captured, .. } | Move::Main { captured, .. } => captured.clone(),
        };
        let value = |point: &Point| game.rules.values.of(game.stones[point]);
        game.legal().values().map(|mv| points(mv).iter().map(value).sum()).collect()
    }

    /// Returns the number of points that a player's ka can reach; 0 before it has entered.
    pub fn reach(&self, mover: usize) -> usize {
        let game = self.turn_of(mover);
        game.kas[mover].map_or(0, |from| game.landings(from).len())
    }

    /// Returns whether the centre or the other ka is on a point: both block movement and lines.
    fn blocks(&self, point: Point) -> bool {
        point == centre(self.side) || self.kas[1 - self.mover] == Some(point)
    }

    // Rules 1.3.

    /// Returns the stones seen from a landing point on one side, nearest first: those of the
    /// nearest stone's colour, gaps allowed, up to the first stone of the other colour, the other
    /// ka, the centre or the edge. The point that was left counts as empty: the own ka stood there,
    /// or the stone that became it.
    fn side(&self, left: Point, to: Point, direction: Direction) -> (Option<Colour>, Vec<Point>) {
        let mut colour = None;
        let mut seen = Vec::new();
        for steps in 1..=10 {
            let Some(point) = self.step(to, direction, steps) else { break };
            if self.blocks(point) {
                break;
            }
            if point == left {
                continue;
            }
            let Some(stone) = self.stones.get(&point) else { continue };
            if colour.is_some_and(|colour| colour != *stone) {
                break;
            }
            colour = Some(*stone);
            seen.push(point);
        }
        (colour, seen)
    }

    /// Returns the lines along a row (east, west) or a column (north, south).
    fn lines(&self, left: Point, to: Point, [one, other]: [Direction; 2]) -> Vec<Line> {
        let (one_colour, one_stones) = self.side(left, to, one);
        let (other_colour, other_stones) = self.side(left, to, other);
        let mut lines = Vec::new();
        if one_colour.is_some() && one_colour == other_colour {
            lines.push(vec![(one, one_stones), (other, other_stones)]);
        } else {
            if one_colour.is_some() {
                lines.push(vec![(one, one_stones)]);
            }
            if other_colour.is_some() {
                lines.push(vec![(other, other_stones)]);
            }
        }
        lines
    }

    /// Returns all possible captures along a row or a column: the text of each, and its stones. One
    /// line per move, and only an odd one.
    fn captures(&self, left: Point, to: Point, along: [Direction; 2]) -> Vec<(String, Vec<Point>)> {
        let mut captures = Vec::new();
        for line in self.lines(left, to, along) {
            let length: usize = line.iter().map(|(_, stones)| stones.len()).sum();
            if length.is_multiple_of(2) {
                continue;
            }
            if self.rules.word("capture") == "whole" {
                captures.push(taken(&line));
                continue;
            }
            // Any odd number of stones, nearest first on each side.
            for part in parts(&line) {
                let number: usize = part.iter().map(|(_, stones)| stones.len()).sum();
                if number % 2 == 1 {
                    captures.push(taken(&part));
                }
            }
        }
        captures
    }

    /// Returns the seats with the higher score, including the toggle `handicap`.
    fn higher_score(&self) -> Vec<u8> {
        let [first, second] = self.scores.map(|score| score as i32);
        match (2 * first).cmp(&(2 * second + self.rules.handicap)) {
            Ordering::Greater => vec![1],
            Ordering::Less => vec![2],
            Ordering::Equal => vec![1, 2],
        }
    }

    /// Takes stones off the board for the mover.
    fn take(&mut self, points: &[Point]) {
        for point in points {
            let stone = self.stones.remove(point).expect("only stones are captured");
            self.scores[self.mover] += self.rules.values.of(stone);
        }
    }
}

/// Parses points, possibly ending in `.5`, as half points.
pub fn in_halves(points: &str) -> i32 {
    let (whole, rest) = points.split_once('.').unwrap_or((points, "0"));
    let half = ["0", "5"].iter().position(|&digit| digit == rest).expect("a half or none") as i32;
    let whole: i32 = whole.trim_start_matches('-').parse().expect("a whole number");
    if points.starts_with('-') { -2 * whole - half } else { 2 * whole + half }
}

/// Returns the ways to keep the nearest stones of each side of a line: none, one, .. all of them.
fn parts(line: &Line) -> Vec<Line> {
    let mut parts = vec![Line::new()];
    for (direction, stones) in line {
        let mut longer = Vec::new();
        for part in &parts {
            for number in 0..=stones.len() {
                let mut part = part.clone();
                part.push((*direction, stones[..number].to_vec()));
                longer.push(part);
            }
        }
        parts = longer;
    }
    parts
}

/// Returns a capture as text and as points: each side with its number, in the order n, e, s, w,
/// without empty sides (rules 3).
fn taken(line: &Line) -> (String, Vec<Point>) {
    let mut text = String::new();
    let mut captured = Vec::new();
    for (direction, sign) in [(NORTH, 'n'), (EAST, 'e'), (SOUTH, 's'), (WEST, 'w')] {
        for (side, stones) in line {
            if *side == direction && !stones.is_empty() {
                text.push_str(&format!("{sign}{}", stones.len()));
                captured.extend(stones);
            }
        }
    }
    (text, captured)
}

impl ReferenceGame for Game {
    fn to_move(&self) -> u8 {
        self.mover as u8 + 1
    }

    fn scores(&self) -> Vec<u32> {
        self.scores.to_vec()
    }

    fn board(&self) -> Vec<Vec<char>> {
        let mut picture = picture(self.side as usize, &self.stones);
        draw(&mut picture, centre(self.side), '_');
        for (ka, sign) in self.kas.iter().zip(['1', '2']) {
            if let Some(point) = ka {
                draw(&mut picture, *point, sign);
            }
        }
        picture
    }

    fn moves(&self) -> BTreeSet<String> {
        self.legal().keys().cloned().collect()
    }

    fn play(&mut self, text: &str) {
        self.legal();
        let legal = self.known.take().unwrap_or_default();
        let played = legal.get(text).unwrap_or_else(|| panic!("`{text}` is no legal move")).clone();
        match played {
            Move::Opening { column } => {
                // The emptied column is the player's passage.
                let points: Vec<Point> = self.own_rows().map(|row| at(column, row)).collect();
                self.take(&points);
                self.passages[self.mover] = Some(column);
            }
            Move::Swap => {
                // The column, with its captures and its half of the board, becomes the second
                // player's; the first has taken nothing yet.
                self.swapped = true;
                self.passages = [None, self.passages[0]];
                self.scores = [0, self.scores[0]];
            }
            Move::Entry { way, from, to, captured } => {
                // The stone leaves the game, and the ka stands on the landing point.
                let stone = self.stones.remove(&from).expect("a stone becomes the ka");
                if self.rules.word("ka-stone") == "scored" {
                    self.scores[self.mover] += self.rules.values.of(stone);
                }
                // The first entry decides.
                if self.first_way.is_none() {
                    self.first_way = Some(way);
                }
                self.kas[self.mover] = Some(to);
                self.take(&captured);
            }
            Move::Main { to, captured } => {
                self.kas[self.mover] = Some(to);
                self.take(&captured);
            }
        }
        self.mover = 1 - self.mover;
    }

    /// Rules 1.4.
    fn ended(&self) -> Option<Ended> {
        // An empty board is tested before a stuck player.
        if self.stones.is_empty() {
            return Some(Ended { winners: self.higher_score(), ending: "cleared" });
        }
        // At the entry too.
        if self.legal().is_empty() {
            let winners = match self.rules.word("stuck") {
                "loses" => vec![if self.mover == 0 { 2 } else { 1 }],
                _ => self.higher_score(),
            };
            return Some(Ended { winners, ending: "stuck" });
        }
        None
    }
}
