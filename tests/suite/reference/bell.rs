//! Bell, the hopping game: rules 2, section by section.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Colour, Diagram, Direction, EAST, Ended, NORTH, Point, ReferenceGame, SOUTH, Stones, Values,
    WEST, colour, draw, number, picture, seats_at_the_top, signs,
};

/// The four corners of the board.
pub const CORNERS: [Point; 4] = [
    Point { column: 1, row: 1 },
    Point { column: 1, row: 11 },
    Point { column: 11, row: 1 },
    Point { column: 11, row: 11 },
];

/// The marked diagonals (rules 2.2): a1-b2-c3-d4, k1-j2-i3-h4, a11-b10-c9-d8, k11-j10-i9-h8.
const MARKED_DIAGONALS: [[(i32, i32); 4]; 4] = [
    [(1, 1), (2, 2), (3, 3), (4, 4)],
    [(11, 1), (10, 2), (9, 3), (8, 4)],
    [(1, 11), (2, 10), (3, 9), (4, 8)],
    [(11, 11), (10, 10), (9, 9), (8, 8)],
];

/// Directions of hops.
pub const DIRECTIONS: [Direction; 8] =
    [NORTH, EAST, SOUTH, WEST, (1, 1), (1, -1), (-1, -1), (-1, 1)];

/// Returns whether a point belongs to the store, e5-g7 (rules 2.1).
fn in_store(point: Point) -> bool {
    (5..=7).contains(&point.column) && (5..=7).contains(&point.row)
}

// Toggles (rules 2.3) and presets (rules 2.4).

/// One value for each toggle of rules 2.3.
#[derive(Clone, Debug)]
pub struct Rules {
    pub players: u8,
    /// `true` if stones hop along the marked diagonals.
    pub diagonals: bool,
    /// `true` if a chain may end with an even hop, which takes nothing.
    pub even_chain: bool,
    pub max_chain: usize,
    pub values: Values,
    /// Points given to the second player; below 0, to the first.
    pub handicap: i32,
}

/// The presets of rules 2.4.
pub const PRESETS: [&str; 2] = ["bell", "bell-ludii"];

impl Rules {
    pub fn preset(name: &str) -> Rules {
        assert!(PRESETS.contains(&name), "no preset `{name}`");
        Rules {
            players: 2,
            diagonals: true,
            even_chain: name == "bell-ludii",
            max_chain: 7,
            values: Values { black: 1, white: 2 },
            handicap: 0,
        }
    }

    /// Sets one toggle, both in the words of rules 2.3; `values` is written `1/2`.
    pub fn set(&mut self, toggle: &str, value: &str) {
        match (toggle, value) {
            ("players", "2" | "3" | "4") => self.players = number(value) as u8,
            ("diagonals", "marked" | "none") => self.diagonals = value == "marked",
            ("even-chain", "forbidden" | "forfeited") => self.even_chain = value == "forfeited",
            ("max-chain", "1" | "3" | "5" | "7" | "9" | "11" | "13" | "15") => {
                self.max_chain = number(value) as usize;
            }
            ("handicap", points) => self.handicap = super::brunei::in_halves(points),
            ("values", _) => self.values = Values::read(value),
            _ => panic!("no toggle `{toggle}` with the value `{value}`"),
        }
    }
}

// Positions.

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    stones: Stones,
    /// `true` once the game's first move, the corner, was made.
    corner_taken: bool,
    /// Scores by seat, seat 1 first.
    scores: Vec<u32>,
    /// The seat to move, from 1.
    seat: u8,
}

#[derive(Clone, Debug)]
enum Move {
    Corner(Point),
    Hops(Chain),
}

/// Hops of one stone within a turn, so far.
#[derive(Clone, Debug)]
struct Chain {
    /// Start of the stone and each point it landed on.
    way: Vec<Point>,
    /// Stones that the chain has taken off the board.
    captured: Vec<Point>,
    /// Under `forfeited`, the stone of an even hop: still on the board, taken with the next one.
    pending: Option<Point>,
}

impl Chain {
    fn hops(&self) -> usize {
        self.way.len() - 1
    }

    fn start(&self) -> Point {
        self.way[0]
    }

    fn end(&self) -> Point {
        self.way[self.hops()]
    }

    /// Formats the path point by point (rules 3).
    fn text(&self) -> String {
        let points: Vec<String> = self.way.iter().map(Point::to_string).collect();
        points.join("-")
    }
}

impl Game {
    /// Creates the start from a setup laid for Brunei's board, row 11 first; `.` is an empty point.
    /// The stones on the store's points are removed (rules 2.1).
    pub fn new(rules: &Rules, rows: &[&str]) -> Game {
        assert_eq!(rows.len(), 11, "Bell's board has eleven rows");
        Game {
            rules: rules.clone(),
            stones: stones_outside_the_store(signs(rows)),
            corner_taken: false,
            scores: vec![0; usize::from(rules.players)],
            seat: 1,
        }
    }

    /// Parses a position after the first capture, with one score per seat.
    pub fn from_diagram(rules: &Rules, text: &str) -> Game {
        let diagram = Diagram::read(text);
        assert_eq!(diagram.scores.len(), usize::from(rules.players), "one score a seat");
        assert!((1..=rules.players).contains(&diagram.to_move), "a seat is to move");
        Game {
            rules: rules.clone(),
            stones: stones_outside_the_store(diagram.signs),
            corner_taken: true,
            scores: diagram.scores,
            seat: diagram.to_move,
        }
    }

    /// Returns the legal moves, each under its text (rules 2.2).
    fn legal(&self) -> BTreeMap<String, Move> {
        let mut moves = BTreeMap::new();
        if self.corner_taken {
            for point in self.stones.keys() {
                let chain = Chain { way: vec![*point], captured: vec![], pending: None };
                self.hop_on(&chain, &mut moves);
            }
        } else {
            // A corner that a setup leaves empty cannot be taken.
            for corner in CORNERS {
                if self.stones.contains_key(&corner) {
                    moves.insert(corner.to_string(), Move::Corner(corner));
                }
            }
        }
        moves
    }

    /// Adds every chain that extends this one by at least one hop and may end there.
    fn hop_on(&self, chain: &Chain, moves: &mut BTreeMap<String, Move>) {
        if chain.hops() == self.rules.max_chain {
            return;
        }
        for direction in DIRECTIONS {
            let Some(longer) = self.hop(chain, direction) else { continue };
            if self.may_end(&longer) {
                moves.insert(longer.text(), Move::Hops(longer.clone()));
            }
            self.hop_on(&longer, moves);
        }
    }

    pub fn stones(&self) -> &Stones {
        &self.stones
    }

    /// Returns the colour that a first hop from a point passes over, and where it ends.
    pub fn single_hop(&self, from: Point, direction: Direction) -> Option<(Colour, Point)> {
        let chain = Chain { way: vec![from], captured: vec![], pending: None };
        let to = self.hop(&chain, direction)?.end();
        Some((self.stones[&from.step(direction, 1)?], to))
    }

    /// Returns the chain with one more hop, over a stone on the next point into the empty point
    /// right behind it; `None` if it is illegal.
    fn hop(&self, chain: &Chain, direction: Direction) -> Option<Chain> {
        let from = chain.end();
        let over = from.step(direction, 1)?;
        let to = from.step(direction, 2)?;
        if in_store(over) || in_store(to) {
            return None;
        }
        let along_row_or_column = over.column == from.column || over.row == from.row;
        if !along_row_or_column && !self.on_one_diagonal(from, over, to) {
            return None;
        }
        if !self.has_stone(chain, over) || self.has_stone(chain, to) {
            return None;
        }
        // A pending stone cannot be hopped over, nor landed on.
        if chain.pending == Some(over) {
            return None;
        }
        let mut longer = chain.clone();
        longer.way.push(to);
        if longer.hops().is_multiple_of(2) && self.rules.even_chain {
            longer.pending = Some(over);
        } else {
            // An odd hop takes its own stone and the pending one at once.
            longer.captured.extend(longer.pending.take());
            longer.captured.push(over);
        }
        Some(longer)
    }

    /// Returns whether a diagonal hop has all its three points on one marked diagonal.
    fn on_one_diagonal(&self, from: Point, over: Point, to: Point) -> bool {
        let points = [from, over, to].map(|point| (point.column, point.row));
        let mut diagonals = MARKED_DIAGONALS.iter().filter(|_| self.rules.diagonals);
        diagonals.any(|diagonal| points.iter().all(|point| diagonal.contains(point)))
    }

    /// Returns whether a stone lies on a point during a chain. The hopping stone itself is in the
    /// air: its starting point is empty, and it may return there.
    fn has_stone(&self, chain: &Chain, point: Point) -> bool {
        self.stones.contains_key(&point)
            && point != chain.start()
            && !chain.captured.contains(&point)
    }

    /// Implements the toggle `even-chain` (rules 2.3).
    fn may_end(&self, chain: &Chain) -> bool {
        self.rules.even_chain || chain.hops() % 2 == 1
    }

    /// Returns the seats with the highest score, including the toggle `handicap`.
    fn highest_score(&self) -> Vec<u8> {
        let mut scores: Vec<u32> = self.scores.iter().map(|&score| 2 * score).collect();
        let seat = if self.rules.handicap < 0 { 0 } else { 1 };
        scores[seat] += self.rules.handicap.unsigned_abs();
        seats_at_the_top(&scores)
    }

    /// Takes a stone off the board for the player to move.
    fn take(&mut self, point: Point) {
        let stone = self.stones.remove(&point).expect("only stones are captured");
        self.scores[usize::from(self.seat) - 1] += self.rules.values.of(stone);
    }
}

fn stones_outside_the_store(signs: BTreeMap<Point, char>) -> Stones {
    let mut stones = Stones::new();
    for (point, sign) in signs {
        if in_store(point) {
            continue;
        }
        match sign {
            'b' | 'w' => _ = stones.insert(point, colour(sign).expect("a stone")),
            '.' => {}
            _ => panic!("`{sign}` on {point}"),
        }
    }
    stones
}

impl ReferenceGame for Game {
    fn to_move(&self) -> u8 {
        self.seat
    }

    fn scores(&self) -> Vec<u32> {
        self.scores.clone()
    }

    fn board(&self) -> Vec<Vec<char>> {
        let mut picture = picture(11, &self.stones);
        for row in 5..=7 {
            for column in 5..=7 {
                draw(&mut picture, Point { column, row }, '_');
            }
        }
        picture
    }

    fn moves(&self) -> BTreeSet<String> {
        self.legal().into_keys().collect()
    }

    fn play(&mut self, text: &str) {
        let played =
            self.legal().remove(text).unwrap_or_else(|| panic!("`{text}` is no legal move"));
        match played {
            Move::Corner(corner) => {
                self.take(corner);
                self.corner_taken = true;
            }
            Move::Hops(chain) => {
                // A stone still pending at the end stays where it is, unscored.
                for point in &chain.captured {
                    self.take(*point);
                }
                let stone = self.stones.remove(&chain.start()).expect("a stone hops");
                self.stones.insert(chain.end(), stone);
            }
        }
        self.seat = self.seat % self.rules.players + 1;
    }

    /// Rules 2.2: the game ends when the player to move has no hop.
    fn ended(&self) -> Option<Ended> {
        self.legal().is_empty().then(|| Ended { winners: self.highest_score(), ending: "no-hops" })
    }
}
