//! The search itself.

use super::aim::{Aim, BEYOND};
use super::hash::Key;
use super::judged::Judged;
use super::transpositions::{Kind, Known, Transpositions};
use super::watch::Watch;
use crate::games::{Branch, BranchOf, NodeOf, Searched, Sketch};

/// From this depth on, what the table knows of the positions after each move is looked at before
/// any of them is searched.
const LOOK_AHEAD: u8 = 2;

/// What a reply more and a point more weigh where moves are put in order. Found by trial: these
/// took a third fewer nodes in all than to let points decide only between equal numbers of replies.
const REPLY: u32 = 64;
const GAIN: u32 = 24;

/// More than any move's points weigh.
const AHEAD: u32 = 1 << 16;

/// Searches positions of one game, and remembers what it found.
pub struct Engine<G: Searched> {
    pub(super) table: Transpositions,
    /// The branches of all positions on the way to the one looked at, those of one after another.
    pub(super) branches: Vec<BranchOf<G>>,
    /// The same branches in the order in which they are searched.
    pub(super) queue: Vec<Queued>,
    pub(super) scratch: Vec<G::Move>,
    /// Moves on the way to the position looked at that have not been made yet.
    pub(super) sketches: Vec<Sketch>,
    pub(super) judged: Judged,
    /// How many positions have been looked at: every position that a move led to counts once each
    /// time.
    pub(super) nodes: u64,
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

/// A branch that waits to be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Queued {
    /// The least comes first.
    pub(super) order: u32,
    /// Where the branch is.
    pub(super) branch: u32,
    pub(super) key: Key,
}

/// The limit of nodes is reached, or whoever watches wants no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

impl<G: Searched> Engine<G> {
    /// An engine with a table of so many MiB.
    pub fn new(mebibytes: u32) -> Engine<G> {
        Engine::with_table(Transpositions::new(mebibytes))
    }

    /// An engine with a table of so few entries, at first and at most, that most are overwritten
    /// soon, for tests.
    pub fn tiny(least: u64, most: u64) -> Engine<G> {
        Engine::with_table(Transpositions::between(least, most))
    }

    fn with_table(table: Transpositions) -> Engine<G> {
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
        self.judged.clear();
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
            let node = self.node(game, &position);
            rank = self.table.probe(key(game, aim, &node)).and_then(|known| known.rank);
        }
        line
    }

    /// A position as the engine looks at it.
    pub(super) fn node(&mut self, game: &G, position: &G::Position) -> NodeOf<G> {
        game.node(position, &mut self.scratch)
    }

    /// The branches of a position.
    pub(super) fn branches_of(&mut self, game: &G, node: &NodeOf<G>) -> Vec<BranchOf<G>> {
        let mut branches = Vec::new();
        game.expand(node, &mut self.scratch, &mut branches);
        self.nodes += branches.len() as u64;
        branches
    }

    /// A position's value to a depth of 1 or more, in the mover's view, within a window: see the
    /// module for what it promises.
    pub fn value(
        &mut self,
        game: &G,
        aim: &Aim<'_>,
        position: &G::Position,
        depth: u8,
        window: (i32, i32),
    ) -> i32 {
        let node = self.node(game, position);
        if node.replies == 0 {
            return aim.end(game, &node);
        }
        let key = key(game, aim, &node);
        // Nothing else sets a limit that is not taken back.
        self.search(game, aim, &node, key, depth, window).unwrap_or(0)
    }

    /// The value of a branch in the view of the player who moves, within a window. All after the
    /// move is searched to a depth.
    pub(super) fn search_branch(
        &mut self,
        game: &G,
        aim: &Aim<'_>,
        branch: &BranchOf<G>,
        depth: u8,
        window: (i32, i32),
    ) -> Result<i32, Stopped> {
        let key = key(game, aim, &branch.node);
        self.follow(game, aim, branch, key, depth, window)
    }

    #[inline(always)]
    fn follow(
        &mut self,
        game: &G,
        aim: &Aim<'_>,
        branch: &BranchOf<G>,
        key: Key,
        depth: u8,
        (alpha, beta): (i32, i32),
    ) -> Result<i32, Stopped> {
        let gain = aim.points(branch.gain);
        if branch.node.replies == 0 {
            return Ok(gain - aim.end(game, &branch.node));
        }
        if depth == 0 {
            self.open += 1;
            return Ok(gain - aim.judge(game, &branch.node));
        }
        let window = (gain - beta, gain - alpha);
        Ok(gain - self.search(game, aim, &branch.node, key, depth, window)?)
    }

    /// The value of a position where the game is not over, to a depth of 1 or more. See the module
    /// for what it promises.
    fn search(
        &mut self,
        game: &G,
        aim: &Aim<'_>,
        node: &NodeOf<G>,
        key: Key,
        depth: u8,
        (mut alpha, mut beta): (i32, i32),
    ) -> Result<i32, Stopped> {
        let (low, high) = aim.reach(game, node);
        if low >= beta {
            return Ok(low);
        }
        if high <= alpha {
            return Ok(high);
        }
        let mut first = None;
        if let Some(known) = self.table.probe(key) {
            first = known.rank;
            if known.answers(depth) {
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
        alpha = alpha.max(low - 1);
        beta = beta.min(high + 1);
        let open = self.open;
        let (floor, mut best, mut best_rank) = (alpha, -BEYOND, None);

        // The move that was best before often is enough: then no other is looked at.
        if let Some(rank) = first {
            match game.branch(node, rank, &mut self.scratch) {
                Some(branch) => {
                    self.count(1)?;
                    let branch_key = key_of_branch(game, aim, &branch, depth);
                    best = self.follow(game, aim, &branch, branch_key, depth - 1, (alpha, beta))?;
                    best_rank = first;
                    alpha = alpha.max(best);
                }
                None => first = None,
            }
        }
        if best < beta {
            let start = (self.branches.len(), self.queue.len());
            let rest = self.rest(
                game,
                aim,
                node,
                depth,
                (alpha, beta),
                (&mut best, &mut best_rank),
                first,
            );
            self.branches.truncate(start.0);
            self.queue.truncate(start.1);
            rest?;
        }

        let kind = if best >= beta {
            Kind::Lower
        } else if best <= floor {
            Kind::Upper
        } else {
            Kind::Exact
        };
        let complete = self.open == open;
        self.table.store(key, Known { value: best, rank: best_rank, depth, kind, complete });
        Ok(best)
    }

    /// Searches all branches but the first, which has been searched already, where there is one.
    #[allow(clippy::too_many_arguments)]
    fn rest(
        &mut self,
        game: &G,
        aim: &Aim<'_>,
        node: &NodeOf<G>,
        depth: u8,
        (mut alpha, beta): (i32, i32),
        (best, best_rank): (&mut i32, &mut Option<u32>),
        first: Option<u32>,
    ) -> Result<(), Stopped> {
        let from = self.branches.len();
        game.expand(node, &mut self.scratch, &mut self.branches);
        self.count((self.branches.len() - from) as u64)?;
        let queue = self.queue.len();
        for index in from..self.branches.len() {
            let branch = &self.branches[index];
            if first == Some(branch.rank) {
                continue;
            }
            let key = key_of_branch(game, aim, branch, depth);
            if depth > 1 {
                self.table.prefetch(key);
            }
            let order = order(branch);
            self.queue.push(Queued { order, branch: index as u32, key });
        }
        if depth >= LOOK_AHEAD {
            for index in queue..self.queue.len() {
                let Queued { branch, key, .. } = self.queue[index];
                let branch = &self.branches[branch as usize];
                if branch.node.replies == 0 {
                    continue;
                }
                if let Some(known) = self.table.probe(key)
                    && known.kind != Kind::Lower
                    && known.answers(depth - 1)
                {
                    let value = aim.points(branch.gain) - known.value;
                    if value >= beta {
                        self.open += u64::from(!known.complete);
                        (*best, *best_rank) = (value, Some(branch.rank));
                        return Ok(());
                    }
                }
            }
        }
        for next in queue..self.queue.len() {
            // The least of those that wait: a full order is seldom needed.
            let mut least = next;
            for index in next + 1..self.queue.len() {
                if self.queue[index].order < self.queue[least].order {
                    least = index;
                }
            }
            self.queue.swap(next, least);
            let Queued { branch, key, .. } = self.queue[next];
            let branch = self.branches[branch as usize];
            // Once there is a value to beat, it is asked first whether a move beats it at all.
            let mut value = if *best == -BEYOND || beta - alpha <= 1 {
                self.follow(game, aim, &branch, key, depth - 1, (alpha, beta))?
            } else {
                self.follow(game, aim, &branch, key, depth - 1, (alpha, alpha + 1))?
            };
            if value > alpha && value < beta && *best > -BEYOND && beta - alpha > 1 {
                value = self.follow(game, aim, &branch, key, depth - 1, (alpha, beta))?;
            }
            if value > *best {
                (*best, *best_rank) = (value, Some(branch.rank));
            }
            alpha = alpha.max(value);
            if value >= beta {
                break;
            }
        }
        Ok(())
    }

    #[inline(always)]
    pub(super) fn count(&mut self, nodes: u64) -> Result<(), Stopped> {
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

/// Where a branch stands in the order: those that leave the other player few replies come first, and
/// those that bring much; a reply less is worth two or three points. One without a reply ends the
/// game.
#[inline(always)]
pub(super) fn order<P, M>(branch: &Branch<P, M>) -> u32 {
    match branch.node.replies {
        0 => 0,
        replies => (AHEAD + REPLY * replies).saturating_sub(GAIN * u32::from(branch.gain)),
    }
}

/// The key of the position after a move from a position that is searched to a depth.
#[inline(always)]
fn key_of_branch<G: Searched>(game: &G, aim: &Aim<'_>, branch: &BranchOf<G>, depth: u8) -> Key {
    // Where the search stops, the table is not asked.
    if depth > 1 { key(game, aim, &branch.node) } else { Key::default() }
}

#[inline(always)]
pub(super) fn key<G: Searched>(game: &G, aim: &Aim<'_>, node: &NodeOf<G>) -> Key {
    Key::of(&game.words(&node.position), aim.salt)
}
