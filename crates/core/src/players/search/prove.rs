//! Proof-number search for forced wins by stuck, depth-first (df-pn).
//!
//! One player wants the other to be stuck, regardless of the scores; the other only wants to
//! prevent that. The result then does not depend on the scores, and all that counts is how few
//! moves a player has, which proof numbers measure: the least number of positions still to be won
//! to prove the one goal or the other. (Allis, "Searching for solutions in games and artificial
//! intelligence", 1994; Nagai's df-pn, 2002, which follows the most promising line until its
//! numbers pass a threshold, and keeps all numbers in a transposition table.)
//!
//! - A new position does not begin with one and one: its second number is the square of the number
//!   of moves. (Of the initial values tried, the number of moves itself, its higher powers, and the
//!   moves that the other would have, this one needed fewest positions by a factor of 2 to 4.)
//! - A line is followed until it is an eighth worse than the next best, not just worse, which
//!   avoids frequent switching (1 + epsilon trick; Pawlewicz and Lew, 2006).
//! - Each move removes stones, so that the game graph has no cycles. Transpositions are counted
//!   more than once in sums, which costs time and makes nothing wrong.

use super::SearchObserver;
use super::table::{Entry, Key, Table};
use crate::games::{Game, SearchGame, Seat};

/// Result of a proof-number search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// Proven: the player can force the other to be stuck.
    Forced,
    /// Disproven: the other can prevent that.
    Averted,
    /// Unknown: node limit reached or cancelled.
    Open,
}

/// Infinite proof number.
const NEVER: u32 = (1 << 27) - 1;

/// Least numbers of positions that still have to be won to prove each player's goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    /// For the player to move; 0 if proven.
    reach: u32,
    /// For the other player; 0 if proven. If one of the two is 0, the other is the number of
    /// positions of the proof, as far as it is known.
    avert: u32,
}

impl Numbers {
    /// Returns the numbers of a position proven for the player to move, by a proof of this size.
    const fn reached(positions: u32) -> Numbers {
        Numbers { reach: 0, avert: positions }
    }

    /// Returns the numbers of a position proven for the other player.
    const fn averted(positions: u32) -> Numbers {
        Numbers { reach: positions, avert: 0 }
    }

    /// Returns whether either goal is proven.
    const fn is_proved(self) -> bool {
        self.reach == 0 || self.avert == 0
    }
}

/// A key collision costs time at most, for certificates are made of positions and not of tags.
///
/// ```text
/// bit   0       27       54       60           64
///       reach   avert    effort   generation
/// ```
impl Entry for Numbers {
    /// Binary logarithm of the number of positions searched.
    const EFFORT: (u32, u32) = (54, 6);
    const LAST: bool = false;

    #[inline(always)]
    fn pack(self) -> u64 {
        u64::from(self.reach) | u64::from(self.avert) << 27
    }

    #[inline(always)]
    fn unpack(data: u64) -> Numbers {
        Numbers { reach: data as u32 & NEVER, avert: (data >> 27) as u32 & NEVER }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stop;

/// Number of positions between two checks of the limits.
const BETWEEN_PAUSES: u64 = 1 << 14;

/// Df-pn search for one player's forced wins by stuck.
pub struct Prover<G: SearchGame> {
    table: Table<Numbers>,
    /// Player who wants the other to be stuck.
    attacker: Seat,
    children: Vec<Child<G>>,
    moves: Vec<G::Move>,
    scratch: Vec<G::Move>,
    nodes: u64,
    limit: u64,
    pause: u64,
    observer: Option<Box<dyn SearchObserver>>,
}

/// Position after a move.
struct Child<G: Game> {
    position: G::Position,
    key: Key,
    /// In the view of the player to move there.
    numbers: Numbers,
}

impl<G: SearchGame> Prover<G> {
    /// Creates a search for what this player can force, with a table of `mebibytes` MiB.
    pub fn new(attacker: Seat, mebibytes: u32) -> Prover<G> {
        Prover::with(attacker, Table::new(mebibytes))
    }

    /// Creates a search whose table is so small that most entries are soon overwritten, for tests.
    pub fn tiny(attacker: Seat, buckets: u64) -> Prover<G> {
        Prover::with(attacker, Table::between(buckets, buckets))
    }

    fn with(attacker: Seat, table: Table<Numbers>) -> Prover<G> {
        Prover {
            table,
            attacker,
            children: Vec::new(),
            moves: Vec::new(),
            scratch: Vec::new(),
            nodes: 0,
            limit: 0,
            pause: 0,
            observer: None,
        }
    }

    /// Sets an observer, which may stop the search at any time.
    pub fn set_observer(&mut self, observer: impl SearchObserver + 'static) {
        self.observer = Some(Box::new(observer));
    }

    /// Clears the table and the node count, for what this player can force.
    pub fn clear(&mut self, attacker: Seat) {
        self.table.clear();
        self.attacker = attacker;
        self.nodes = 0;
    }

    /// Returns the number of positions searched.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Searches at most `nodes` positions for a proof that the player can force the other to be
    /// stuck.
    pub fn prove(&mut self, game: &G, position: &G::Position, nodes: u64) -> Finding {
        self.limit = self.nodes.saturating_add(nodes);
        self.pause = self.nodes;
        let is_attacker = game.to_move(position) == self.attacker;
        let key = self.key(game, position);
        let found = match self.table.probe(key).filter(|known| known.is_proved()) {
            Some(known) => Ok(known),
            None => self.look(game, position, key),
        };
        self.children.clear();
        match found {
            Ok(Numbers { reach: 0, .. }) if is_attacker => Finding::Forced,
            Ok(Numbers { avert: 0, .. }) if !is_attacker => Finding::Forced,
            Ok(found) if found.is_proved() => Finding::Averted,
            _ => Finding::Open,
        }
    }

    fn look(&mut self, game: &G, position: &G::Position, key: Key) -> Result<Numbers, Stop> {
        let numbers = self.guess(game, position);
        if numbers.is_proved() {
            return Ok(numbers);
        }
        self.search(game, position, key, Numbers { reach: NEVER, avert: NEVER })
    }

    /// Returns the number of positions of the smallest known proof that the player can force the
    /// other to be stuck after this position; `None` if no proof is known.
    pub fn known(&mut self, game: &G, position: &G::Position) -> Option<u32> {
        let is_attacker = game.to_move(position) == self.attacker;
        let ended = self.guess(game, position);
        let numbers =
            if ended.is_proved() { ended } else { self.table.probe(self.key(game, position))? };
        match numbers {
            Numbers { reach: 0, avert } if is_attacker => Some(avert),
            Numbers { reach, avert: 0 } if !is_attacker => Some(reach),
            _ => None,
        }
    }

    fn key(&self, game: &G, position: &G::Position) -> Key {
        Key::of(&game.words(position), 0)
    }

    /// Returns the initial numbers of a position; they are exact if the game is over there.
    #[inline(always)]
    fn guess(&mut self, game: &G, position: &G::Position) -> Numbers {
        let replies = game.move_count(position, &mut self.scratch);
        if replies > 0 {
            return Numbers { reach: 1, avert: (replies * replies).min(NEVER - 1) };
        }
        let is_attacker = game.to_move(position) == self.attacker;
        let is_cleared = game.stones(position).points().is_empty();
        if is_attacker || !is_cleared { Numbers::averted(1) } else { Numbers::reached(1) }
    }

    #[cold]
    #[inline(never)]
    fn look_up(&mut self) -> Result<(), Stop> {
        self.pause = self.nodes + BETWEEN_PAUSES;
        let goes_on = self.observer.as_mut().is_none_or(|observer| observer.goes_on(self.nodes));
        if goes_on && self.nodes < self.limit { Ok(()) } else { Err(Stop) }
    }

    /// Searches a position until one of its numbers reaches the threshold in `most`.
    fn search(
        &mut self,
        game: &G,
        position: &G::Position,
        key: Key,
        most: Numbers,
    ) -> Result<Numbers, Stop> {
        let (start, nodes) = (self.children.len(), self.nodes);
        self.branch(game, position);
        if self.nodes >= self.pause || self.nodes >= self.limit {
            self.look_up()?;
        }
        let numbers = loop {
            let sum = self.sum(start);
            let Sum { numbers, best, next } = sum;
            if numbers.is_proved() || numbers.reach >= most.reach || numbers.avert >= most.avert {
                break numbers;
            }
            let child = &self.children[best];
            let (position, key) = (child.position, child.key);
            // Thresholds: what is left of the sum for this child, and an eighth above the next
            // best.
            let reach = most.avert - (numbers.avert - child.numbers.reach);
            let avert = most.reach.min(next.saturating_add(next / 8 + 1)).min(NEVER);
            let found = self.search(game, &position, key, Numbers { reach, avert })?;
            self.children[best].numbers = found;
        };
        self.table.store(key, numbers, (self.nodes - nodes + 1).ilog2().into());
        self.children.truncate(start);
        Ok(numbers)
    }

    /// Appends the position after each move, with its known numbers.
    #[inline(always)]
    fn branch(&mut self, game: &G, position: &G::Position) {
        let start = self.children.len();
        let mut moves = std::mem::take(&mut self.moves);
        game.moves(position, &mut moves);
        self.nodes += moves.len() as u64;
        for &mv in &moves {
            let position = game.after_move(position, mv);
            let key = self.key(game, &position);
            self.table.prefetch(key);
            let numbers = Numbers { reach: 1, avert: 1 };
            self.children.push(Child { position, key, numbers });
        }
        self.moves = moves;
        for index in start..self.children.len() {
            let Child { position, key, .. } = self.children[index];
            let known = self.table.probe(key);
            let numbers = known.unwrap_or_else(|| self.guess(game, &position));
            self.children[index].numbers = numbers;
            if numbers.avert == 0 {
                // One proven child suffices.
                return;
            }
        }
    }

    /// Returns the numbers of a position whose children begin at `start`.
    #[inline(always)]
    fn sum(&self, start: usize) -> Sum {
        let mut sum = Sum { numbers: Numbers { reach: NEVER, avert: 0 }, best: start, next: NEVER };
        let mut positions = 0_u32;
        for (index, child) in (start..).zip(&self.children[start..]) {
            let Numbers { reach, avert } = child.numbers;
            if avert == 0 {
                // The child's proof, and this position.
                sum.numbers = Numbers::reached((reach + 1).min(NEVER));
                return sum;
            }
            if reach == 0 {
                positions = (positions + avert).min(NEVER);
                continue;
            }
            if avert < sum.numbers.reach {
                sum.next = sum.numbers.reach;
                (sum.numbers.reach, sum.best) = (avert, index);
            } else if avert < sum.next {
                sum.next = avert;
            }
            sum.numbers.avert = (sum.numbers.avert + reach).min(NEVER - 1);
        }
        if sum.numbers.avert == 0 {
            sum.numbers = Numbers::averted((positions + 1).min(NEVER));
        }
        sum
    }
}

/// Combined numbers of a position's children.
struct Sum {
    numbers: Numbers,
    /// Child to search next.
    best: usize,
    /// Number of the next best child.
    next: u32,
}
