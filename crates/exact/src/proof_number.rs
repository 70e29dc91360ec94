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

use pasang_core::games::brunei::{Move, Position, Rules};
use pasang_core::games::{GameRules, SearchGame, Seat};
use pasang_core::players::search::{
    Budget, Entry, Interrupted, Key, SearchObserver, Table, buckets,
};

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
const INFINITE: u32 = (1 << 27) - 1;

/// Proof numbers relative to the player to move, phi and delta (Nagai 2002): the least numbers of
/// positions that still have to be won to prove each player's goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ProofNumbers {
    /// For the player to move; 0 if proven.
    phi: u32,
    /// For the other player; 0 if proven. If one of the two is 0, the other is the number of
    /// positions of the proof, as far as it is known.
    delta: u32,
}

impl ProofNumbers {
    /// Returns the numbers of a position proven for the player to move, by a proof of this size.
    const fn proven(positions: u32) -> ProofNumbers {
        ProofNumbers { phi: 0, delta: positions }
    }

    /// Returns the numbers of a position proven for the other player.
    const fn disproven(positions: u32) -> ProofNumbers {
        ProofNumbers { phi: positions, delta: 0 }
    }

    /// Returns whether either goal is proven.
    const fn is_solved(self) -> bool {
        self.phi == 0 || self.delta == 0
    }
}

/// A key collision costs time at most, for certificates are made of positions and not of tags.
///
/// ```text
/// bit   0       27       54       60           64
///       phi     delta    effort   generation
/// ```
impl Entry for ProofNumbers {
    /// Binary logarithm of the number of positions searched.
    const EFFORT: (u32, u32) = (54, 6);
    const REPLACE_LAST_ON_TIE: bool = false;

    #[inline(always)]
    fn pack(self) -> u64 {
        u64::from(self.phi) | u64::from(self.delta) << 27
    }

    #[inline(always)]
    fn unpack(data: u64) -> ProofNumbers {
        ProofNumbers { phi: data as u32 & INFINITE, delta: (data >> 27) as u32 & INFINITE }
    }
}

/// Df-pn search for one player's forced wins by stuck.
pub struct ProofNumberSearch {
    table: Table<ProofNumbers>,
    /// Player who wants the other to be stuck.
    attacker: Seat,
    children: Vec<Child>,
    moves: Vec<Move>,
    scratch: Vec<Move>,
    budget: Budget,
}

/// Position after a move.
struct Child {
    position: Position,
    key: Key,
    /// In the view of the player to move there.
    numbers: ProofNumbers,
}

impl ProofNumberSearch {
    /// Creates a search for what this player can force, with a table of `mebibytes` MiB.
    pub fn new(attacker: Seat, mebibytes: u32) -> ProofNumberSearch {
        ProofNumberSearch::with_buckets(attacker, buckets(mebibytes))
    }

    /// Creates a search with a table of this number of buckets.
    pub fn with_buckets(attacker: Seat, buckets: u64) -> ProofNumberSearch {
        let table = Table::with_buckets(buckets, buckets);
        ProofNumberSearch {
            table,
            attacker,
            children: Vec::new(),
            moves: Vec::new(),
            scratch: Vec::new(),
            budget: Budget::UNLIMITED,
        }
    }

    /// Sets an observer, which may stop the search at any time.
    pub fn set_observer(&mut self, observer: impl SearchObserver + 'static) {
        self.budget.set_observer(observer);
    }

    /// Returns the number of positions searched.
    pub fn nodes(&self) -> u64 {
        self.budget.nodes
    }

    /// Searches at most `nodes` positions for a proof that the player can force the other to be
    /// stuck.
    pub fn prove(&mut self, game: &Rules, position: &Position, nodes: u64) -> ProofStatus {
        // The search ends at its limit, not beyond it.
        self.budget.set_limit(nodes.saturating_sub(1));
        let is_attacker = game.to_move(position) == self.attacker;
        let key = Self::key(game, position);
        let known = self.table.probe(key).filter(|entry| entry.is_solved());
        let numbers = known.unwrap_or_else(|| self.initial_numbers(game, position));
        let found = match numbers.is_solved() {
            true => Ok(numbers),
            false => {
                let most = ProofNumbers { phi: INFINITE, delta: INFINITE };
                self.budget.check().and_then(|()| self.search(game, position, key, most))
            }
        };
        self.children.clear();
        match found {
            Ok(ProofNumbers { phi: 0, .. }) if is_attacker => ProofStatus::Proven,
            Ok(ProofNumbers { delta: 0, .. }) if !is_attacker => ProofStatus::Proven,
            Ok(found) if found.is_solved() => ProofStatus::Disproven,
            _ => ProofStatus::Unknown,
        }
    }

    /// Returns the number of positions of the smallest known proof that the player can force the
    /// other to be stuck after this position; `None` if no proof is known.
    pub fn proof_size(&mut self, game: &Rules, position: &Position) -> Option<u32> {
        let is_attacker = game.to_move(position) == self.attacker;
        let ended = self.initial_numbers(game, position);
        let key = Self::key(game, position);
        let numbers = if ended.is_solved() { ended } else { self.table.probe(key)? };
        match numbers {
            ProofNumbers { phi: 0, delta } if is_attacker => Some(delta),
            ProofNumbers { phi, delta: 0 } if !is_attacker => Some(phi),
            _ => None,
        }
    }

    fn key(game: &Rules, position: &Position) -> Key {
        Key::of(&game.state_key(position), 0)
    }

    /// Returns the initial numbers of a position; they are exact if the game is over there.
    #[inline(always)]
    fn initial_numbers(&mut self, game: &Rules, position: &Position) -> ProofNumbers {
        let replies = game.move_count(position, &mut self.scratch);
        if replies > 0 {
            return ProofNumbers { phi: 1, delta: (replies * replies).min(INFINITE - 1) };
        }
        let is_attacker = game.to_move(position) == self.attacker;
        let is_cleared = game.stones(position).points().is_empty();
        if is_attacker || !is_cleared {
            ProofNumbers::disproven(1)
        } else {
            ProofNumbers::proven(1)
        }
    }

    /// Searches a position until one of its numbers reaches the threshold in `most`.
    fn search(
        &mut self,
        game: &Rules,
        position: &Position,
        key: Key,
        most: ProofNumbers,
    ) -> Result<ProofNumbers, Interrupted> {
        let (start, nodes) = (self.children.len(), self.budget.nodes);
        self.expand(game, position)?;
        let numbers = loop {
            let sum = self.sum(start);
            let Sum { numbers, best, second_best } = sum;
            if numbers.is_solved() || numbers.phi >= most.phi || numbers.delta >= most.delta {
                break numbers;
            }
            let child = &self.children[best];
            let (position, key) = (child.position, child.key);
            // Thresholds: what is left of the sum for this child, and an eighth above the next
            // best.
            let phi = most.delta - (numbers.delta - child.numbers.phi);
            let delta = most.phi.min(second_best.saturating_add(second_best / 8 + 1)).min(INFINITE);
            let found = self.search(game, &position, key, ProofNumbers { phi, delta })?;
            self.children[best].numbers = found;
        };
        self.table.store(key, numbers, (self.budget.nodes - nodes + 1).ilog2().into());
        self.children.truncate(start);
        Ok(numbers)
    }

    /// Appends the position after each move, with its known numbers.
    #[inline(always)]
    fn expand(&mut self, game: &Rules, position: &Position) -> Result<(), Interrupted> {
        let start = self.children.len();
        game.moves(position, &mut self.moves);
        self.budget.count(self.moves.len() as u64)?;
        for &mv in &self.moves {
            let position = game.after_move(position, mv);
            let key = Self::key(game, &position);
            self.table.prefetch(key);
            let numbers = ProofNumbers { phi: 1, delta: 1 };
            self.children.push(Child { position, key, numbers });
        }
        for index in start..self.children.len() {
            let Child { position, key, .. } = self.children[index];
            let entry = self.table.probe(key);
            let numbers = entry.unwrap_or_else(|| self.initial_numbers(game, &position));
            self.children[index].numbers = numbers;
            if numbers.delta == 0 {
                // One proven child suffices.
                break;
            }
        }
        Ok(())
    }

    /// Returns the numbers of a position whose children begin at `start`.
    #[inline(always)]
    fn sum(&self, start: usize) -> Sum {
        let mut sum = Sum {
            numbers: ProofNumbers { phi: INFINITE, delta: 0 },
            best: start,
            second_best: INFINITE,
        };
        let mut positions = 0_u32;
        for (index, child) in (start..).zip(&self.children[start..]) {
            let ProofNumbers { phi, delta } = child.numbers;
            if delta == 0 {
                // The child's proof, and this position.
                sum.numbers = ProofNumbers::proven((phi + 1).min(INFINITE));
                return sum;
            }
            if phi == 0 {
                positions = (positions + delta).min(INFINITE);
                continue;
            }
            if delta < sum.numbers.phi {
                sum.second_best = sum.numbers.phi;
                (sum.numbers.phi, sum.best) = (delta, index);
            } else if delta < sum.second_best {
                sum.second_best = delta;
            }
            sum.numbers.delta = (sum.numbers.delta + phi).min(INFINITE - 1);
        }
        if sum.numbers.delta == 0 {
            sum.numbers = ProofNumbers::disproven((positions + 1).min(INFINITE));
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
    second_best: u32,
}
