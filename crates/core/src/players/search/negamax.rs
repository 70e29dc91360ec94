//! The search itself, in two ways.
//!
//! The plain one searches all moves to the same depth, counted in plies. The selective one, to play
//! well within a budget of positions, prunes on a guess, unlike all else here, and so sees further
//! where it seems to matter:
//!
//! - Depth is counted in eighths of a ply. A move that leaves one reply, or two, takes less of it
//!   than others do: to be stuck decides most games, and lines of forced moves are cheap.
//! - Moves late in the order are searched to less depth, and to all of it only where they turn out
//!   to be better than the moves before them.
//! - Within two plies of the end, a position that is judged to be far outside of a window without
//!   width is worth what it is judged to be.
//! - Where the table knows more than is asked for, that is the answer.
//!
//! What is marked as complete, though, has been followed to the end of the game in all lines or cut
//! off by bounds that hold: it is exact in either way.

use super::table::{Entry, Key, Table};
use super::{Best, Queued, Watch, least_first, order};
use crate::games::{BranchOf, Ending, Node, NodeOf, Searched, Sketch, Weights};

/// A value that no position has.
pub(super) const BEYOND: i32 = 1 << 25;

/// A ply, in the unit of depths of the selective search.
const PLY: i32 = 8;

/// The greatest depth of the selective search, in plies, that an entry of the table has room for.
pub(super) const DEEPEST: u8 = 31;

/// From this depth on, and from this place in the order on, moves are searched to less depth.
const REDUCED_FROM: (i32, usize) = (2 * PLY, 2);

/// Up to this depth, a position may be worth what it is judged to be.
const STILL: i32 = 2 * PLY;

/// By so much it must be outside of the window: for any depth, and for each eighth of a ply.
const MARGIN: (i32, i32) = (300, 50);

/// Logarithms to base 2, in eighths; between powers of 2 along straight lines.
const LOG: [i32; 64] = {
    let mut log = [0; 64];
    let mut number = 1_u32;
    while number < 64 {
        let whole = number.ilog2();
        log[number as usize] = (whole * 8 + (((number - (1 << whole)) * 8) >> whole)) as i32;
        number += 1;
    }
    log
};

/// What a move that leaves so many replies takes of the depth.
#[inline(always)]
fn cost<const GUESSES: bool>(replies: u32) -> i32 {
    match replies {
        _ if !GUESSES => 1,
        1 => 2,
        2 => 6,
        _ => PLY,
    }
}

/// By how much less deep the move at this place in the order is searched.
#[inline(always)]
fn reduction<const GUESSES: bool>(depth: i32, place: usize) -> i32 {
    if !GUESSES || depth < REDUCED_FROM.0 || place < REDUCED_FROM.1 {
        return 0;
    }
    let plies = (depth / PLY) as usize;
    // Eight ninths of a ply where either logarithm is 1, and so on.
    LOG[plies.min(63)] * LOG[place.min(63)] / 9
}

/// What a search looks for: how ends are valued, and positions where it stops.
#[derive(Clone, Copy, Debug)]
pub struct Aim<'w> {
    /// What it costs to be stuck, where that loses.
    stuck: i32,
    /// What positions are worth where the search stops.
    weights: Option<&'w Weights>,
    /// Whether the search may prune on a guess.
    pub(super) selective: bool,
}

impl<'w> Aim<'w> {
    /// To play well: a stuck loss costs half of the points of a full board, and a cleared board
    /// counts the points alone. Without weights a position is worth its points where the search
    /// stops.
    pub fn play<G: Searched>(game: &G, weights: Option<&'w Weights>) -> Aim<'w> {
        let values = game.values();
        let points = 60 * (i32::from(values.black) + i32::from(values.white));
        let stuck = if game.stuck_loses() { points.max(1) * Weights::POINT } else { 0 };
        let weights = weights.filter(|weights| !weights.linear.is_empty());
        Aim { stuck, weights, selective: false }
    }

    /// To play well with a search that leaves out what seems not to matter.
    pub fn selective<G: Searched>(game: &G, weights: Option<&'w Weights>) -> Aim<'w> {
        Aim { selective: true, ..Aim::play(game, weights) }
    }

    #[inline(always)]
    fn key<G: Searched>(&self, game: &G, node: &NodeOf<G>) -> Key {
        // What is known under this aim is told from what is known under the other.
        Key::of(&game.words(&node.position), if self.selective { 6 << 60 } else { 0 })
    }

    #[inline(always)]
    fn points(points: u16) -> i32 {
        i32::from(points) * Weights::POINT
    }

    /// The value of a position without a move.
    #[inline]
    fn end<G: Searched>(&self, game: &G, node: &NodeOf<G>) -> i32 {
        if game.ending(node) == Ending::Stuck { -self.stuck } else { 0 }
    }

    /// The value of a position where the search stops and the game does not.
    #[inline]
    fn judge<G: Searched>(&self, game: &G, node: &NodeOf<G>) -> i32 {
        let Some(weights) = self.weights else { return 0 };
        let most = self.most(node);
        game.judge(&node.position, weights).clamp(-most, most)
    }

    /// The greatest value that a position can have; the least is as far below 0.
    #[inline(always)]
    fn most<P, M>(&self, node: &Node<P, M>) -> i32 {
        Aim::points(node.points) + self.stuck
    }
}

/// What an entry says of a position's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Exact = 1,
    Lower = 2,
    Upper = 3,
}

/// What is known of a position.
///
/// ```text
/// bit   0       28     44      46         47     55
///       value   move   bound   complete   depth  generation
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Known {
    value: i32,
    /// The rank of the best move, if one is known.
    rank: Option<u32>,
    /// To what depth it was searched.
    depth: i32,
    kind: Kind,
    /// Whether all lines were followed to the end of the game or cut off: the value is then that
    /// of any depth from this one on.
    complete: bool,
}

const NO_RANK: u64 = 0xffff;

impl Entry for Known {
    const EFFORT: (u32, u32) = (47, 8);
    const LAST: bool = true;

    #[inline(always)]
    fn pack(self) -> u64 {
        let rank = self.rank.map_or(NO_RANK, |rank| u64::from(rank).min(NO_RANK));
        u64::from(self.value.cast_unsigned()) & 0x0fff_ffff
            | rank << 28
            | (self.kind as u64) << 44
            | u64::from(self.complete) << 46
    }

    #[inline(always)]
    fn unpack(data: u64) -> Known {
        let rank = data >> 28 & NO_RANK;
        Known {
            // The sign is the value's highest bit.
            value: ((data << 4) as u32).cast_signed() >> 4,
            rank: (rank != NO_RANK).then_some(rank as u32),
            depth: i32::from((data >> 47) as u8),
            kind: match data >> 44 & 3 {
                1 => Kind::Exact,
                2 => Kind::Lower,
                _ => Kind::Upper,
            },
            complete: data >> 46 & 1 == 1,
        }
    }
}

impl Known {
    /// Whether the value does for a search to this depth.
    #[inline(always)]
    fn answers<const GUESSES: bool>(self, depth: i32) -> bool {
        match GUESSES {
            true => self.complete || self.depth >= depth,
            false => self.depth == depth || self.complete && self.depth <= depth,
        }
    }
}

/// So many values of positions are remembered.
const JUDGED: usize = 1 << 16;

/// What positions were judged to be: one is judged as a leaf, and again when the search is deeper.
/// An entry holds 40 bits of a key's tag above 24 bits of value.
#[derive(Debug, Default)]
struct Judged(Vec<u64>);

impl Judged {
    #[inline(always)]
    fn value(&mut self, key: Key, judge: impl FnOnce() -> i32) -> i32 {
        if self.0.is_empty() {
            self.0 = vec![0; JUDGED];
        }
        let entry = &mut self.0[key.place as usize & (JUDGED - 1)];
        if (*entry ^ key.tag) >> 24 == 0 {
            // The sign is the value's highest bit.
            return ((*entry << 8) as u32).cast_signed() >> 8;
        }
        let value = judge();
        *entry = key.tag >> 24 << 24 | u64::from(value.cast_unsigned() & 0x00ff_ffff);
        value
    }
}

/// Searches positions of one game, and remembers what it found.
pub struct Engine<G: Searched> {
    table: Table<Known>,
    /// The branches of all positions on the way to the one looked at, those of one after another.
    branches: Vec<BranchOf<G>>,
    /// The same branches in the order in which they are searched.
    queue: Vec<Queued>,
    pub(super) scratch: Vec<G::Move>,
    /// Moves on the way to the position looked at that have not been made yet.
    sketches: Vec<Sketch>,
    judged: Judged,
    /// How many positions have been looked at: every position that a move led to counts once each
    /// time.
    nodes: u64,
    /// No more are looked at than this.
    limit: u64,
    /// After so many it is looked whether to go on: `limit`, or less where somebody watches.
    pause: u64,
    watch: Option<Box<dyn Watch>>,
    /// How often the search stopped before the end of a game.
    pub(super) open: u64,
}

/// It is asked after so many positions whether to go on.
const BETWEEN_PAUSES: u64 = 1 << 15;

/// The limit of nodes is reached, or whoever watches wants no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

impl<G: Searched> Engine<G> {
    /// An engine with a table of so many MiB.
    pub fn new(mebibytes: u32) -> Engine<G> {
        Engine::with_table(Table::new(mebibytes))
    }

    /// An engine with a table of so few entries that most are overwritten soon, for tests.
    pub fn tiny(buckets: u64) -> Engine<G> {
        Engine::with_table(Table::between(buckets, buckets))
    }

    fn with_table(table: Table<Known>) -> Engine<G> {
        Engine {
            table,
            branches: Vec::new(),
            queue: Vec::new(),
            scratch: Vec::new(),
            sketches: Vec::new(),
            judged: Judged::default(),
            nodes: 0,
            limit: u64::MAX,
            pause: u64::MAX,
            watch: None,
            open: 0,
        }
    }

    /// Lets somebody watch, who may stop a search at any time. What it found until then is no
    /// answer, and nobody must play by it.
    pub fn watched_by(&mut self, watch: impl Watch + 'static) {
        self.watch = Some(Box::new(watch));
        self.look_at(self.limit.saturating_sub(self.nodes));
    }

    /// Looks at so many positions more at most.
    pub(super) fn look_at(&mut self, nodes: u64) {
        self.limit = self.nodes.saturating_add(nodes);
        self.pause = match self.watch {
            Some(_) => self.limit.min(self.nodes.saturating_add(BETWEEN_PAUSES)),
            None => self.limit,
        };
    }

    /// Forgets all positions, and counts nodes from 0.
    pub fn clear(&mut self) {
        self.table.clear();
        self.judged.0.fill(0);
        self.nodes = 0;
    }

    /// How many positions have been looked at.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What both players are expected to play, the first one the move of this rank: as far as the
    /// table tells after a search.
    pub fn line(
        &mut self,
        game: &G,
        aim: &Aim<'_>,
        position: &G::Position,
        rank: u32,
    ) -> Vec<G::Move> {
        let (mut position, mut rank, mut line) = (*position, Some(rank), Vec::new());
        // Another position may pass for the one looked for: whatever it says, moves are legal ones.
        while let Some(chosen) =
            rank.and_then(|rank| game.ranked(&position, rank, &mut self.scratch))
        {
            line.push(chosen.mv);
            game.apply(&mut position, chosen.mv);
            let node = game.node(&position, &mut self.scratch);
            rank = self.table.probe(aim.key(game, &node)).and_then(|known| known.rank);
        }
        line
    }

    /// The branches of a position.
    pub(super) fn branches_of(&mut self, game: &G, position: &G::Position) -> Vec<BranchOf<G>> {
        let mut branches = Vec::new();
        let node = game.node(position, &mut self.scratch);
        game.expand(&node, &mut self.scratch, &mut branches);
        self.nodes += branches.len() as u64;
        branches
    }

    /// A position's value to a depth of 1 or more, in the mover's view, within a window: see the
    /// module above for what it promises.
    pub fn value(
        &mut self,
        game: &G,
        aim: &Aim<'_>,
        position: &G::Position,
        depth: u8,
        window: (i32, i32),
    ) -> i32 {
        let node = game.node(position, &mut self.scratch);
        if node.replies == 0 {
            return aim.end(game, &node);
        }
        let key = aim.key(game, &node);
        // Nothing else sets a limit that is not taken back.
        self.search::<false>(game, aim, &node, key, depth.into(), window).unwrap_or(0)
    }

    /// The value of a branch in the view of the player who moves, within a window. The move and all
    /// after it are searched to a depth in plies.
    pub(super) fn branch(
        &mut self,
        game: &G,
        aim: &Aim<'_>,
        branch: &BranchOf<G>,
        plies: u8,
        window: (i32, i32),
    ) -> Result<i32, Stopped> {
        // What an earlier search left behind that was stopped.
        self.branches.clear();
        self.queue.clear();
        self.sketches.clear();
        let (key, plies) = (aim.key(game, &branch.node), i32::from(plies));
        match aim.selective {
            true => self.follow::<true>(game, aim, branch, key, plies * PLY, window),
            false => self.follow::<false>(game, aim, branch, key, plies, window),
        }
    }

    /// The value of a branch: the move and all after it are searched to a depth.
    #[inline(always)]
    fn follow<const GUESSES: bool>(
        &mut self,
        game: &G,
        aim: &Aim<'_>,
        branch: &BranchOf<G>,
        key: Key,
        depth: i32,
        (alpha, beta): (i32, i32),
    ) -> Result<i32, Stopped> {
        let gain = Aim::points(branch.gain);
        if branch.node.replies == 0 {
            return Ok(gain - aim.end(game, &branch.node));
        }
        let depth = depth - cost::<GUESSES>(branch.node.replies);
        if depth <= 0 {
            self.open += 1;
            let judge = || aim.judge(game, &branch.node);
            return Ok(gain - if GUESSES { self.judged.value(key, judge) } else { judge() });
        }
        let window = (gain - beta, gain - alpha);
        Ok(gain - self.search::<GUESSES>(game, aim, &branch.node, key, depth, window)?)
    }

    /// The key of the position after a move from a position that is searched to a depth.
    #[inline(always)]
    fn key_of_branch<const GUESSES: bool>(
        game: &G,
        aim: &Aim<'_>,
        branch: &BranchOf<G>,
        depth: i32,
    ) -> Key {
        // Where the plain search stops, no table is asked.
        if GUESSES || depth > 1 { aim.key(game, &branch.node) } else { Key::default() }
    }

    /// The value of a position where the game is not over, to a depth of 1 or more.
    fn search<const GUESSES: bool>(
        &mut self,
        game: &G,
        aim: &Aim<'_>,
        node: &NodeOf<G>,
        key: Key,
        depth: i32,
        (mut alpha, mut beta): (i32, i32),
    ) -> Result<i32, Stopped> {
        let (low, high) = (-aim.most(node), aim.most(node));
        if low >= beta {
            return Ok(low);
        }
        if high <= alpha {
            return Ok(high);
        }
        let mut first = None;
        if let Some(known) = self.table.probe(key) {
            first = known.rank;
            if known.answers::<GUESSES>(depth) {
                let value = known.value;
                let enough = match known.kind {
                    Kind::Exact => true,
                    Kind::Lower => value >= beta,
                    Kind::Upper => value <= alpha,
                };
                if enough {
                    self.open += u64::from(!known.complete);
                    return Ok(value);
                }
            }
        }
        if GUESSES && beta - alpha == 1 && depth <= STILL {
            let still = self.judged.value(key, || aim.judge(game, node));
            let margin = MARGIN.0 + MARGIN.1 * depth;
            if still >= beta + margin || still <= alpha - margin {
                self.open += 1;
                return Ok(still);
            }
        }
        alpha = alpha.max(low - 1);
        beta = beta.min(high + 1);
        let (open, floor) = (self.open, alpha);
        let mut best = Best { value: -BEYOND, rank: None };

        // The move that was best before often is enough: then no other is looked at.
        if let Some(rank) = first {
            match game.branch(node, rank, &mut self.scratch) {
                Some(branch) => {
                    self.count(1)?;
                    let key = Self::key_of_branch::<GUESSES>(game, aim, &branch, depth);
                    let window = (alpha, beta);
                    let value = self.follow::<GUESSES>(game, aim, &branch, key, depth, window)?;
                    best = Best { value, rank: first };
                    alpha = alpha.max(value);
                }
                None => first = None,
            }
        }
        if best.value < beta {
            let start = (self.branches.len(), self.queue.len(), self.sketches.len());
            let window = (alpha, beta);
            if GUESSES && depth <= PLY && game.sketch(node, &mut self.sketches) {
                self.last(game, aim, node, depth, window, &mut best, (first, start.2))?;
                self.sketches.truncate(start.2);
            } else {
                self.rest::<GUESSES>(game, aim, node, depth, window, &mut best, first)?;
                self.branches.truncate(start.0);
                self.queue.truncate(start.1);
            }
        }
        let kind = if best.value >= beta {
            Kind::Lower
        } else if best.value <= floor {
            Kind::Upper
        } else {
            Kind::Exact
        };
        let Best { value, rank } = best;
        let known = Known { value, rank, depth, kind, complete: self.open == open };
        self.table.store(key, known, depth as u64);
        Ok(value)
    }

    /// Searches all branches but the first, which has been searched already, where there is one.
    #[allow(clippy::too_many_arguments)]
    fn rest<const GUESSES: bool>(
        &mut self,
        game: &G,
        aim: &Aim<'_>,
        node: &NodeOf<G>,
        depth: i32,
        (mut alpha, beta): (i32, i32),
        best: &mut Best,
        first: Option<u32>,
    ) -> Result<(), Stopped> {
        let from = self.branches.len();
        game.expand(node, &mut self.scratch, &mut self.branches);
        self.count((self.branches.len() - from) as u64)?;
        let queue = self.queue.len();
        let asks_table = GUESSES || depth > 1;
        for index in from..self.branches.len() {
            let branch = &self.branches[index];
            if first == Some(branch.rank) {
                continue;
            }
            let key = Self::key_of_branch::<GUESSES>(game, aim, branch, depth);
            if asks_table {
                self.table.prefetch(key);
            }
            // One without a reply ends the game.
            let ends = branch.node.replies == 0;
            let order = if ends { 0 } else { order(branch.node.replies, branch.gain) };
            self.queue.push(Queued { order, branch: index as u32, key });
        }
        if asks_table {
            // What is known already may be enough.
            for index in queue..self.queue.len() {
                let Queued { branch, key, .. } = self.queue[index];
                let branch = &self.branches[branch as usize];
                if branch.node.replies == 0 {
                    continue;
                }
                let depth = depth - cost::<GUESSES>(branch.node.replies);
                if let Some(known) = self.table.probe(key)
                    && known.kind != Kind::Lower
                    && known.answers::<GUESSES>(depth)
                {
                    let value = Aim::points(branch.gain) - known.value;
                    if value >= beta {
                        self.open += u64::from(!known.complete);
                        *best = Best { value, rank: Some(branch.rank) };
                        return Ok(());
                    }
                }
            }
        }
        let before = usize::from(first.is_some());
        for next in queue..self.queue.len() {
            let Queued { branch, key, .. } = least_first(&mut self.queue, next);
            let branch = self.branches[branch as usize];
            let whole = (alpha, beta);
            let value = if best.value == -BEYOND {
                self.follow::<GUESSES>(game, aim, &branch, key, depth, whole)?
            } else {
                // It is asked first whether a move beats the best, and that with less depth.
                let narrow = (alpha, alpha + 1);
                let less = reduction::<GUESSES>(depth, next - queue + before);
                let mut value =
                    self.follow::<GUESSES>(game, aim, &branch, key, depth - less, narrow)?;
                if value > alpha && less > 0 {
                    value = self.follow::<GUESSES>(game, aim, &branch, key, depth, narrow)?;
                }
                if value > alpha && value < beta && beta - alpha > 1 {
                    value = self.follow::<GUESSES>(game, aim, &branch, key, depth, whole)?;
                }
                value
            };
            best.offer(value, branch.rank);
            alpha = alpha.max(value);
            if value >= beta {
                break;
            }
        }
        Ok(())
    }

    /// The same a ply before the end of the selective search: moves are made one by one, those that
    /// bring most first, for the first often is enough.
    #[allow(clippy::too_many_arguments)]
    fn last(
        &mut self,
        game: &G,
        aim: &Aim<'_>,
        node: &NodeOf<G>,
        depth: i32,
        (mut alpha, beta): (i32, i32),
        best: &mut Best,
        (first, from): (Option<u32>, usize),
    ) -> Result<(), Stopped> {
        for next in from..self.sketches.len() {
            let mut most = next;
            for index in next + 1..self.sketches.len() {
                if self.sketches[index].gain > self.sketches[most].gain {
                    most = index;
                }
            }
            self.sketches.swap(next, most);
            let Sketch { rank, .. } = self.sketches[next];
            if first == Some(rank) {
                continue;
            }
            let Some(branch) = game.branch(node, rank, &mut self.scratch) else { continue };
            self.count(1)?;
            let key = aim.key(game, &branch.node);
            let value = self.follow::<true>(game, aim, &branch, key, depth, (alpha, beta))?;
            best.offer(value, rank);
            alpha = alpha.max(value);
            if value >= beta {
                break;
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn count(&mut self, nodes: u64) -> Result<(), Stopped> {
        self.nodes += nodes;
        if self.nodes > self.pause {
            return self.pause();
        }
        Ok(())
    }

    /// Stops at the limit, and where whoever watches wants no more.
    #[cold]
    #[inline(never)]
    fn pause(&mut self) -> Result<(), Stopped> {
        if self.nodes > self.limit {
            // Those beyond the limit are not looked at any more.
            self.nodes = self.limit;
            return Err(Stopped);
        }
        if self.watch.as_mut().is_some_and(|watch| !watch.goes_on(self.nodes)) {
            return Err(Stopped);
        }
        self.pause = self.limit.min(self.nodes.saturating_add(BETWEEN_PAUSES));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_reads_back_as_it_was() {
        for (value, rank, depth) in
            [(-(1 << 26), None, 255), ((1 << 26) - 1, Some(0), 0), (-1, Some(65_534), 120)]
        {
            for kind in [Kind::Exact, Kind::Lower, Kind::Upper] {
                for complete in [false, true] {
                    let known = Known { value, rank, depth, kind, complete };
                    let table = Table::between(1, 1);
                    table.store(Key::default(), known, depth as u64);
                    assert_eq!(table.probe(Key::default()), Some(known));
                }
            }
        }
    }
}
