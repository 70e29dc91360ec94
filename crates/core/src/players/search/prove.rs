//! The search for forced wins by stuck: proof numbers, depth first.
//!
//! One player wants the other to be stuck, whatever the scores; the other only wants that not to
//! happen. What is true of a position then does not depend on the scores, and all that counts is
//! how few moves somebody has, which is what proof numbers measure: how many positions would have
//! to be won at least to prove the one wish or the other. (Allis, "Searching for solutions in
//! games and artificial intelligence", 1994; Nagai's df-pn, 2002, which follows the most promising
//! line until its numbers pass a threshold, and keeps all numbers in a table.)
//!
//! - A position nobody has looked at yet is not given one and one: the second number is
//!   guessed as the square of how many moves there are. (Of the guesses tried, the number of moves
//!   itself, its higher powers, and the moves that the other would have, this one needed fewest
//!   positions by a factor of 2 to 4.)
//! - A line is followed until it is an eighth worse than the next best, not just worse: else the
//!   search would jump to and fro (Pawlewicz and Lew, 2006).
//! - Each move takes stones away, so that no line comes back to where it was: the numbers have no
//!   circles. That two ways lead to one position makes numbers of sums too high, which costs time
//!   and makes nothing wrong.

use super::Watch;
use super::table::{Entry, Key, Table};
use crate::games::{Ruled, Searched, Seat};

/// What a search found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The player can force the other to be stuck.
    Forced,
    /// The other can see to it that this does not happen.
    Averted,
    /// So many positions did not suffice, or somebody wanted no more.
    Open,
}

/// No number of positions suffices.
const NEVER: u32 = (1 << 27) - 1;

/// How many positions still have to be won at least, so that a player's wish comes true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    /// For the player who moves; 0 where it is proved.
    reach: u32,
    /// For the other; 0 where it is proved. Where one of the two is 0, the other is the number of
    /// positions of the proof, as far as it is known.
    avert: u32,
}

impl Numbers {
    /// The player who moves has what that player wants, by a proof of so many positions.
    const fn reached(positions: u32) -> Numbers {
        Numbers { reach: 0, avert: positions }
    }

    /// The other player has it.
    const fn averted(positions: u32) -> Numbers {
        Numbers { reach: positions, avert: 0 }
    }

    /// Whether nothing is left to be found out.
    const fn is_proved(self) -> bool {
        self.reach == 0 || self.avert == 0
    }
}

/// A certificate is made of positions and not of tags: where another position passes for the one
/// looked for, it costs time at most.
///
/// ```text
/// bit   0       27       54       60           64
///       reach   avert    effort   generation
/// ```
impl Entry for Numbers {
    /// The logarithm of how many positions were looked at.
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

/// It is asked after so many positions whether to go on.
const BETWEEN_PAUSES: u64 = 1 << 14;

/// Looks for forced wins by stuck of one player, and remembers what it found.
pub struct Prover<G: Searched> {
    table: Table<Numbers>,
    /// Who wants the other to be stuck.
    attacker: Seat,
    children: Vec<Child<G>>,
    moves: Vec<G::Move>,
    scratch: Vec<G::Move>,
    nodes: u64,
    limit: u64,
    pause: u64,
    watch: Option<Box<dyn Watch>>,
}

/// What a move leads to.
struct Child<G: Ruled> {
    position: G::Position,
    key: Key,
    /// In the view of the player who moves there.
    numbers: Numbers,
}

impl<G: Searched> Prover<G> {
    /// Looks for what this player can force, with a table of so many MiB.
    pub fn new(attacker: Seat, mebibytes: u32) -> Prover<G> {
        Prover::with(attacker, Table::new(mebibytes))
    }

    /// The same with a table of so few entries that most are overwritten soon, for tests.
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
            watch: None,
        }
    }

    /// Lets somebody watch, who may stop the work at any time.
    pub fn watched_by(&mut self, watch: impl Watch + 'static) {
        self.watch = Some(Box::new(watch));
    }

    /// Forgets all positions, and counts nodes from 0, for what this player can force.
    pub fn clear(&mut self, attacker: Seat) {
        self.table.clear();
        self.attacker = attacker;
        self.nodes = 0;
    }

    /// How many positions have been looked at.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the player can force the other to be stuck, as far as so many positions tell.
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

    /// How many positions the smallest proof has that is known of the player's being able to force
    /// the other to be stuck after this position, if one is.
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

    /// The numbers of a position that nobody has looked at yet; where the game is over there it is
    /// no guess.
    #[inline(always)]
    fn guess(&mut self, game: &G, position: &G::Position) -> Numbers {
        let replies = game.count(position, &mut self.scratch);
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
        let goes_on = self.watch.as_mut().is_none_or(|watch| watch.goes_on(self.nodes));
        if goes_on && self.nodes < self.limit { Ok(()) } else { Err(Stop) }
    }

    /// Works on a position until one of its numbers reaches that of `most`.
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
            // What is left of the sum for this one; and until the next best is an eighth better.
            let reach = most.avert - (numbers.avert - child.numbers.reach);
            let avert = most.reach.min(next.saturating_add(next / 8 + 1)).min(NEVER);
            let found = self.search(game, &position, key, Numbers { reach, avert })?;
            self.children[best].numbers = found;
        };
        self.table.store(key, numbers, (self.nodes - nodes + 1).ilog2().into());
        self.children.truncate(start);
        Ok(numbers)
    }

    /// Appends what each move leads to, with what is known of it.
    #[inline(always)]
    fn branch(&mut self, game: &G, position: &G::Position) {
        let start = self.children.len();
        let mut moves = std::mem::take(&mut self.moves);
        game.moves(position, &mut moves);
        self.nodes += moves.len() as u64;
        for &mv in &moves {
            let position = game.play(position, mv);
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
                // It is enough.
                return;
            }
        }
    }

    /// The numbers of a position whose children begin here.
    #[inline(always)]
    fn sum(&self, start: usize) -> Sum {
        let mut sum = Sum { numbers: Numbers { reach: NEVER, avert: 0 }, best: start, next: NEVER };
        let mut positions = 0_u32;
        for (index, child) in (start..).zip(&self.children[start..]) {
            let Numbers { reach, avert } = child.numbers;
            if avert == 0 {
                // A proof of so many positions, and this one.
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

/// What the children of a position come to.
struct Sum {
    numbers: Numbers,
    /// The child to look at next.
    best: usize,
    /// The number of the one after it.
    next: u32,
}
