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
pub enum ProofStatus {
    /// Proven: the player can force the other to be stuck.
    Proven,
    /// Disproven: the other can prevent that.
    Disproven,
    /// Unknown: node limit reached or cancelled.
    Unknown,
}

/// Infinite proof number.
const NEVER: u32 = (1 << 27) - 1;

/// Least numbers of positions that still have to be won to prove each player's goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ProofNumbers {
    /// For the player to move; 0 if proven.
    proof: u32,
    /// For the other player; 0 if proven. If one of the two is 0, the other is the number of
    /// positions of the proof, as far as it is known.
    disproof: u32,
}

impl ProofNumbers {
    /// Returns the numbers of a position proven for the player to move, by a proof of this size.
    const fn proven(positions: u32) -> ProofNumbers {
        ProofNumbers { proof: 0, disproof: positions }
    }

    /// Returns the numbers of a position proven for the other player.
    const fn disproven(positions: u32) -> ProofNumbers {
        ProofNumbers { proof: positions, disproof: 0 }
    }

    /// Returns whether either goal is proven.
    const fn is_proved(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// A key collision costs time at most, for certificates are made of positions and not of tags.
///
/// ```text
/// bit   0       27       54       60           64
///       reach   avert    effort   generation
/// ```
impl Entry for ProofNumbers {
    /// Binary logarithm of the number of positions searched.
    const EFFORT: (u32, u32) = (54, 6);
    const LAST: bool = false;

    #[inline(always)]
    fn pack(self) -> u64 {
        u64::from(self.proof) | u64::from(self.disproof) << 27
    }

    #[inline(always)]
    fn unpack(data: u64) -> ProofNumbers {
        ProofNumbers { proof: data as u32 & NEVER, disproof: (data >> 27) as u32 & NEVER }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Interrupted;

/// Number of positions between two checks of the limits.
const POLL_INTERVAL: u64 = 1 << 14;

/// Df-pn search for one player's forced wins by stuck.
pub struct ProofNumberSearch<G: SearchGame> {
    table: Table<ProofNumbers>,
    /// Player who wants the other to be stuck.
    attacker: Seat,
    children: Vec<PnsChild<G>>,
    moves: Vec<G::Move>,
    scratch: Vec<G::Move>,
    nodes: u64,
    limit: u64,
    next_check: u64,
    observer: Option<Box<dyn SearchObserver>>,
}

/// Position after a move.
struct PnsChild<G: Game> {
    position: G::Position,
    key: Key,
    /// In the view of the player to move there.
    numbers: ProofNumbers,
}

impl<G: SearchGame> ProofNumberSearch<G> {
    /// Creates a search for what this player can force, with a table of `mebibytes` MiB.
    pub fn new(attacker: Seat, mebibytes: u32) -> ProofNumberSearch<G> {
        ProofNumberSearch::with(attacker, Table::new(mebibytes))
    }

    /// Creates a search whose table is so small that most entries are soon overwritten, for tests.
    pub fn tiny(attacker: Seat, buckets: u64) -> ProofNumberSearch<G> {
        ProofNumberSearch::with(attacker, Table::between(buckets, buckets))
    }

    fn with(attacker: Seat, table: Table<ProofNumbers>) -> ProofNumberSearch<G> {
        ProofNumberSearch {
            table,
            attacker,
            children: Vec::new(),
            moves: Vec::new(),
            scratch: Vec::new(),
            nodes: 0,
            limit: 0,
            next_check: 0,
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
    pub fn prove(&mut self, game: &G, position: &G::Position, nodes: u64) -> ProofStatus {
        self.limit = self.nodes.saturating_add(nodes);
        self.next_check = self.nodes;
        let is_attacker = game.to_move(position) == self.attacker;
        let key = self.key(game, position);
        let found = match self.table.probe(key).filter(|entry| entry.is_proved()) {
            Some(entry) => Ok(entry),
            None => self.evaluate(game, position, key),
        };
        self.children.clear();
        match found {
            Ok(ProofNumbers { proof: 0, .. }) if is_attacker => ProofStatus::Proven,
            Ok(ProofNumbers { disproof: 0, .. }) if !is_attacker => ProofStatus::Proven,
            Ok(found) if found.is_proved() => ProofStatus::Disproven,
            _ => ProofStatus::Unknown,
        }
    }

    fn evaluate(
        &mut self,
        game: &G,
        position: &G::Position,
        key: Key,
    ) -> Result<ProofNumbers, Interrupted> {
        let numbers = self.guess(game, position);
        if numbers.is_proved() {
            return Ok(numbers);
        }
        self.search(game, position, key, ProofNumbers { proof: NEVER, disproof: NEVER })
    }

    /// Returns the number of positions of the smallest known proof that the player can force the
    /// other to be stuck after this position; `None` if no proof is known.
    pub fn proof_size(&mut self, game: &G, position: &G::Position) -> Option<u32> {
        let is_attacker = game.to_move(position) == self.attacker;
        let ended = self.guess(game, position);
        let numbers =
            if ended.is_proved() { ended } else { self.table.probe(self.key(game, position))? };
        match numbers {
            ProofNumbers { proof: 0, disproof: avert } if is_attacker => Some(avert),
            ProofNumbers { proof: reach, disproof: 0 } if !is_attacker => Some(reach),
            _ => None,
        }
    }

    fn key(&self, game: &G, position: &G::Position) -> Key {
        Key::of(&game.state_key(position), 0)
    }

    /// Returns the initial numbers of a position; they are exact if the game is over there.
    #[inline(always)]
    fn guess(&mut self, game: &G, position: &G::Position) -> ProofNumbers {
        let replies = game.move_count(position, &mut self.scratch);
        if replies > 0 {
            return ProofNumbers { proof: 1, disproof: (replies * replies).min(NEVER - 1) };
        }
        let is_attacker = game.to_move(position) == self.attacker;
        let is_cleared = game.stones(position).points().is_empty();
        if is_attacker || !is_cleared {
            ProofNumbers::disproven(1)
        } else {
            ProofNumbers::proven(1)
        }
    }

    #[cold]
    #[inline(never)]
    fn check_limits(&mut self) -> Result<(), Interrupted> {
        self.next_check = self.nodes + POLL_INTERVAL;
        let goes_on = self.observer.as_mut().is_none_or(|observer| observer.goes_on(self.nodes));
        if goes_on && self.nodes < self.limit { Ok(()) } else { Err(Interrupted) }
    }

    /// Searches a position until one of its numbers reaches the threshold in `most`.
    fn search(
        &mut self,
        game: &G,
        position: &G::Position,
        key: Key,
        most: ProofNumbers,
    ) -> Result<ProofNumbers, Interrupted> {
        let (start, nodes) = (self.children.len(), self.nodes);
        self.child(game, position);
        if self.nodes >= self.next_check || self.nodes >= self.limit {
            self.check_limits()?;
        }
        let numbers = loop {
            let sum = self.sum(start);
            let Sum { numbers, best, next } = sum;
            if numbers.is_proved()
                || numbers.proof >= most.proof
                || numbers.disproof >= most.disproof
            {
                break numbers;
            }
            let child = &self.children[best];
            let (position, key) = (child.position, child.key);
            // Thresholds: what is left of the sum for this child, and an eighth above the next
            // best.
            let reach = most.disproof - (numbers.disproof - child.numbers.proof);
            let avert = most.proof.min(next.saturating_add(next / 8 + 1)).min(NEVER);
            let found =
                self.search(game, &position, key, ProofNumbers { proof: reach, disproof: avert })?;
            self.children[best].numbers = found;
        };
        self.table.store(key, numbers, (self.nodes - nodes + 1).ilog2().into());
        self.children.truncate(start);
        Ok(numbers)
    }

    /// Appends the position after each move, with its known numbers.
    #[inline(always)]
    fn child(&mut self, game: &G, position: &G::Position) {
        let start = self.children.len();
        let mut moves = std::mem::take(&mut self.moves);
        game.moves(position, &mut moves);
        self.nodes += moves.len() as u64;
        for &mv in &moves {
            let position = game.after_move(position, mv);
            let key = self.key(game, &position);
            self.table.prefetch(key);
            let numbers = ProofNumbers { proof: 1, disproof: 1 };
            self.children.push(PnsChild { position, key, numbers });
        }
        self.moves = moves;
        for index in start..self.children.len() {
            let PnsChild { position, key, .. } = self.children[index];
            let entry = self.table.probe(key);
            let numbers = entry.unwrap_or_else(|| self.guess(game, &position));
            self.children[index].numbers = numbers;
            if numbers.disproof == 0 {
                // One proven child suffices.
                return;
            }
        }
    }

    /// Returns the numbers of a position whose children begin at `start`.
    #[inline(always)]
    fn sum(&self, start: usize) -> Sum {
        let mut sum =
            Sum { numbers: ProofNumbers { proof: NEVER, disproof: 0 }, best: start, next: NEVER };
        let mut positions = 0_u32;
        for (index, child) in (start..).zip(&self.children[start..]) {
            let ProofNumbers { proof: reach, disproof: avert } = child.numbers;
            if avert == 0 {
                // The child's proof, and this position.
                sum.numbers = ProofNumbers::proven((reach + 1).min(NEVER));
                return sum;
            }
            if reach == 0 {
                positions = (positions + avert).min(NEVER);
                continue;
            }
            if avert < sum.numbers.proof {
                sum.next = sum.numbers.proof;
                (sum.numbers.proof, sum.best) = (avert, index);
            } else if avert < sum.next {
                sum.next = avert;
            }
            sum.numbers.disproof = (sum.numbers.disproof + reach).min(NEVER - 1);
        }
        if sum.numbers.disproof == 0 {
            sum.numbers = ProofNumbers::disproven((positions + 1).min(NEVER));
        }
        sum
    }
}

/// Combined numbers of a position's children.
struct Sum {
    numbers: ProofNumbers,
    /// Child to search next.
    best: usize,
    /// Number of the next best child.
    next: u32,
}
