//! The engine of exact solutions: it asks whether a position is worth so much or more, and knows
//! no depth.
//!
//! # What makes it quick
//!
//! - Every question has a window of no width, so that each answer is a bound, and a table entry
//!   holds both bounds.
//! - Before a move is searched, it is dropped or taken by what it brings and the points that are
//!   left, and by what the tables know of the position after it.
//! - Most positions are near the end of the game, and are asked for soon again or never: they have
//!   a table of their own, small enough to stay near the processor.
//! - Moves that leave few replies come first, and with many points left what is counted is what the
//!   replies leave in turn.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use super::bounds::{Bounds, ProvenBounds, WIDE};
use super::hash::Key;
use super::solution::Solution;
use super::watch::Watch;
use crate::games::{BranchOf, Ending, NodeOf, Searched, Seat};

/// What it costs to be stuck, where that loses: more than all points.
const STUCK: i32 = 1 << 14;

/// Less than any value.
const NONE: i32 = -(1 << 16);

/// How ends of games are valued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ends {
    /// By seat: what it costs to be stuck.
    stuck: [i32; 2],
    /// Who wins by being ahead in the end or by the other being stuck, and by nothing else; for
    /// this player all other ends are worth nothing.
    winner: Option<Seat>,
    /// Positions with so many points or fewer have the small table.
    near: u16,
    /// With so many points or more, moves are put in order by looking two moves ahead.
    far: u16,
    salt: u64,
}

impl Ends {
    /// A stuck loss outweighs all points.
    pub(super) fn outcome<G: Searched>(game: &G) -> Ends {
        let stuck = if game.stuck_loses() { STUCK } else { 0 };
        let values = game.values();
        // Found by trial, for stones of one point and of two.
        let scaled = |points: u16| points * u16::from(values.black + values.white) / 3;
        Ends { stuck: [stuck; 2], winner: None, near: scaled(14), far: scaled(26), salt: 0 }
    }

    /// The most points for the player who wins: being stuck outweighs them, the other's being
    /// stuck brings nothing more.
    pub(super) fn margin<G: Searched>(game: &G, winner: Seat) -> Ends {
        let mut ends = Ends::outcome(game);
        if game.stuck_loses() {
            ends.stuck[1 - winner.index()] = 0;
            ends.salt = (1 + winner.index() as u64) << 60;
        }
        ends
    }

    /// The same for a player who wins by the other's being stuck, and may have fewer points: a
    /// cleared board is then worth nothing unless the points win. Such values depend on the
    /// scores.
    pub(super) fn stuck_margin<G: Searched>(game: &G, winner: Seat) -> Ends {
        let mut ends = Ends::margin(game, winner);
        ends.winner = Some(winner);
        ends.salt = (3 + winner.index() as u64) << 60;
        ends
    }

    /// The value of a position without a move.
    #[inline]
    fn end<G: Searched>(&self, game: &G, node: &NodeOf<G>) -> i32 {
        let seat = game.to_move(&node.position).index() & 1;
        if game.ending(node) == Ending::Stuck {
            return -self.stuck[seat];
        }
        let Some(winner) = self.winner else { return 0 };
        let sign = if winner.index() == seat { 1 } else { -1 };
        if sign * game.lead(node) > 0 { 0 } else { -sign * STUCK }
    }

    /// The least and the most that a position can be worth, where the game is not over: the mover
    /// takes a point at least, if stones are worth one.
    #[inline(always)]
    fn reach(&self, seat: usize, points: u16, least: i32) -> (i32, i32) {
        let points = i32::from(points);
        match self.winner {
            None => (2 * least - points - self.stuck[seat], points + self.stuck[1 - seat]),
            Some(_) => (NONE, -NONE),
        }
    }
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The limit of nodes is reached, or whoever watches wants no more.
    Given,
    /// The table wants to grow.
    Full,
    /// It takes long: others can help.
    Long,
    /// Another has found the answer.
    Found,
}

/// Solves positions of one game, and remembers what it found.
pub struct Solver<G: Searched> {
    table: ProvenBounds,
    crew: Vec<Worker<G>>,
    /// How many positions have been looked at.
    nodes: u64,
    limit: u64,
    watch: Option<Box<dyn Watch>>,
}

/// One thread's share of the work.
struct Worker<G: Searched> {
    near: ProvenBounds,
    branches: Vec<BranchOf<G>>,
    queue: Vec<Queued>,
    scratch: Vec<G::Move>,
    /// Its place in the crew: each puts moves in another order, but for the first.
    number: u32,
    /// How many positions it has looked at in this question.
    nodes: u64,
    /// After so many it is looked whether to go on.
    pause: u64,
    /// It looks at no more than this.
    limit: u64,
    /// How many more entries it may write down before the table should grow.
    room: u64,
    least: i32,
}

/// What all threads see that work on one question.
struct Question<'q, G: Searched> {
    game: &'q G,
    ends: &'q Ends,
    table: &'q ProvenBounds,
    /// Whether one thread has come to an end, with an answer or without.
    over: AtomicBool,
    /// How many positions the helpers have looked at.
    helped: AtomicU64,
}

/// A branch that waits to be searched.
#[derive(Clone, Copy, Debug)]
struct Queued {
    /// The least comes first.
    order: u32,
    branch: u32,
    key: Key,
}

/// A node with what is known before its moves are looked at.
struct At<'n, G: Searched> {
    node: &'n NodeOf<G>,
    seat: usize,
    key: Key,
}

/// It is asked after so many positions whether to go on.
const BETWEEN_PAUSES: u64 = 1 << 14;

/// What a thread looks at alone before others help: some milliseconds.
const ALONE: u64 = 1 << 16;

/// What a reply more and a point more weigh where moves are put in order.
const REPLY: u32 = 64;
const GAIN: u32 = 24;
/// More than any move's points weigh.
const AHEAD: u32 = 1 << 16;
/// What it weighs that a reply leaves the player who moves now without a move.
const UNANSWERED: u32 = 1 << 17;
/// Not to be searched.
const DROPPED: u32 = u32::MAX;

/// The small table has so many buckets: half a MiB.
const NEAR: u64 = 1 << 13;

impl<G: Searched> Solver<G> {
    /// A solver whose table begins small and has so many MiB at most.
    pub fn new(mebibytes: u32) -> Solver<G> {
        let all = (u64::from(mebibytes) << 20) / 64;
        // Halved as often as leaves one MiB: doubled as often, it takes nearly all.
        Solver::between(all >> mebibytes.max(1).ilog2(), all, NEAR)
    }

    /// A solver with tables of so few entries that most are overwritten soon, for tests.
    pub fn tiny(least: u64, most: u64) -> Solver<G> {
        Solver::between(least, most, least)
    }

    fn between(least: u64, most: u64, near: u64) -> Solver<G> {
        let table = ProvenBounds::between(least, most);
        let crew = vec![Worker::new(0, near)];
        Solver { table, crew, nodes: 0, limit: u64::MAX, watch: None }
    }

    /// The same with so many threads.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Solver<G> {
        self.crew.extend((1..threads as u32).map(|number| Worker::new(number, NEAR)));
        self
    }

    /// Lets somebody watch, who may stop the work at any time.
    pub fn watched_by(&mut self, watch: impl Watch + 'static) {
        self.watch = Some(Box::new(watch));
    }

    /// Forgets all positions, and counts nodes from 0.
    pub fn clear(&mut self) {
        self.table.clear();
        self.crew.iter_mut().for_each(|worker| worker.near.clear());
        self.nodes = 0;
    }

    /// How many positions have been looked at.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Looks at so many positions more at most.
    pub(super) fn look_at(&mut self, nodes: u64) {
        self.limit = self.nodes.saturating_add(nodes);
    }

    /// Says what has been proved of the position that is being solved.
    pub(super) fn tell(&mut self, solution: &Solution) {
        if let Some(watch) = &mut self.watch {
            watch.proved(solution);
        }
    }

    /// The branches of a position.
    pub(super) fn branches_of(
        &mut self,
        game: &G,
        node: &NodeOf<G>,
    ) -> Result<Vec<BranchOf<G>>, Stop> {
        let mut branches = Vec::new();
        game.expand(node, &mut Vec::new(), &mut branches);
        self.nodes += branches.len() as u64;
        if self.nodes > self.limit {
            self.nodes = self.limit;
            return Err(Stop::Given);
        }
        Ok(branches)
    }

    /// Whether a branch is worth `value` or more in the view of the player who moves: a number
    /// from `value` on that it is worth at least, or a number below that it is worth at most.
    pub(super) fn ask(
        &mut self,
        game: &G,
        ends: &Ends,
        branch: &BranchOf<G>,
        value: i32,
    ) -> Result<i32, Stop> {
        let gain = i32::from(branch.gain);
        if branch.node.replies == 0 {
            return Ok(gain - ends.end(game, &branch.node));
        }
        let mut helped = false;
        loop {
            let workers = if helped { self.crew.len() } else { 1 };
            let room = self.table.room() / workers as u64;
            let asked = (branch, 1 + gain - value, room);
            let found = self.work(game, ends, asked, helped);
            match found {
                Ok(found) => return Ok(gain - found),
                Err(Stop::Full) => self.table.grow(),
                Err(Stop::Long) => helped = true,
                Err(stop) => return Err(stop),
            }
        }
    }

    /// Lets one thread look for an answer, or all.
    fn work(
        &mut self,
        game: &G,
        ends: &Ends,
        (branch, value, room): (&BranchOf<G>, i32, u64),
        helped: bool,
    ) -> Result<i32, Stop> {
        let Solver { table, crew, nodes, limit, watch } = self;
        let (over, helpers) = (AtomicBool::new(false), AtomicU64::new(0));
        let question = Question { game, ends, table, over, helped: helpers };
        let node = &branch.node;
        let Some((first, others)) = crew.split_first_mut() else { return Err(Stop::Given) };
        let alone = if helped || others.is_empty() { u64::MAX } else { ALONE };
        let before = *nodes;
        let left = *limit - before;
        let mut looks_up = |worker: u64| -> Result<(), Stop> {
            let all = before + worker + question.helped.load(Relaxed);
            *nodes = all.min(*limit);
            if all > *limit || watch.as_mut().is_some_and(|watch| !watch.goes_on(all)) {
                return Err(Stop::Given);
            }
            if worker >= alone { Err(Stop::Long) } else { Ok(()) }
        };
        if !helped {
            let found = first.ask(&question, node, (value, room, alone.min(left)), &mut looks_up);
            *nodes = (before + first.nodes).min(*limit);
            return found;
        }
        let answer = Mutex::new(None);
        let hand_in = |found: Result<i32, Stop>| {
            let mut answer = answer.lock().unwrap_or_else(PoisonError::into_inner);
            if found != Err(Stop::Found) && answer.is_none_or(|there: Result<_, _>| there.is_err())
            {
                *answer = Some(found);
            }
            question.over.store(true, Relaxed);
        };
        std::thread::scope(|scope| {
            for worker in others {
                let (question, hand_in) = (&question, &hand_in);
                scope.spawn(move || {
                    hand_in(worker.ask(question, node, (value, room, u64::MAX), &mut |_| Ok(())));
                    question.helped.fetch_add(worker.nodes, Relaxed);
                });
            }
            hand_in(first.ask(&question, node, (value, room, alone.min(left)), &mut looks_up));
        });
        *nodes = (before + first.nodes + question.helped.load(Relaxed)).min(*limit);
        let answer = answer.into_inner().unwrap_or_else(PoisonError::into_inner);
        answer.unwrap_or(Err(Stop::Given))
    }
}

/// Asked at each pause, with how many positions the thread has looked at, whether to go on.
type LooksUp<'l> = dyn FnMut(u64) -> Result<(), Stop> + 'l;

impl<G: Searched> Worker<G> {
    fn new(number: u32, near: u64) -> Worker<G> {
        Worker {
            near: ProvenBounds::between(near, near),
            branches: Vec::new(),
            queue: Vec::new(),
            scratch: Vec::new(),
            number,
            nodes: 0,
            pause: 0,
            limit: 0,
            room: 0,
            least: 0,
        }
    }

    fn ask(
        &mut self,
        question: &Question<'_, G>,
        node: &NodeOf<G>,
        (value, room, limit): (i32, u64, u64),
        looks_up: &mut LooksUp<'_>,
    ) -> Result<i32, Stop> {
        let values = question.game.values();
        (self.nodes, self.pause, self.room, self.limit) = (0, 0, room, limit);
        self.least = values.black.min(values.white).into();
        self.branches.clear();
        self.queue.clear();
        let seat = question.game.to_move(&node.position).index() & 1;
        let at = At { node, seat, key: question.key(node) };
        self.search(question, &at, value, looks_up)
    }

    #[inline(always)]
    fn probe(&self, question: &Question<'_, G>, key: Key, points: u16) -> Option<Bounds> {
        if points <= question.ends.near { self.near.probe(key) } else { question.table.probe(key) }
    }

    #[inline(always)]
    fn count(
        &mut self,
        nodes: u64,
        question: &Question<'_, G>,
        up: &mut LooksUp<'_>,
    ) -> Result<(), Stop> {
        self.nodes += nodes;
        if self.nodes >= self.pause {
            return self.pause(question, up);
        }
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn pause(
        &mut self,
        question: &Question<'_, G>,
        looks_up: &mut LooksUp<'_>,
    ) -> Result<(), Stop> {
        self.pause = (self.nodes + BETWEEN_PAUSES).min(self.limit.saturating_add(1));
        if question.over.load(Relaxed) {
            return Err(Stop::Found);
        }
        looks_up(self.nodes)
    }

    /// The value of a branch, as far as it is asked whether it is `value` or more.
    #[inline(always)]
    fn follow(
        &mut self,
        question: &Question<'_, G>,
        branch: &BranchOf<G>,
        (seat, key): (usize, Key),
        value: i32,
        up: &mut LooksUp<'_>,
    ) -> Result<i32, Stop> {
        let gain = i32::from(branch.gain);
        if branch.node.replies == 0 {
            return Ok(gain - question.ends.end(question.game, &branch.node));
        }
        let at = At { node: &branch.node, seat: 1 - seat, key };
        Ok(gain - self.search(question, &at, 1 + gain - value, up)?)
    }

    /// Whether a position where the game is not over is worth `value` or more: see
    /// [`Solver::ask`].
    fn search(
        &mut self,
        question: &Question<'_, G>,
        at: &At<'_, G>,
        value: i32,
        up: &mut LooksUp<'_>,
    ) -> Result<i32, Stop> {
        let At { node, seat, key } = *at;
        let (least, most) = question.ends.reach(seat, node.points, self.least);
        if least >= value {
            return Ok(least);
        }
        if most < value {
            return Ok(most);
        }
        let mut first = None;
        if let Some(known) = self.probe(question, key, node.points) {
            if known.least >= value {
                return Ok(known.least);
            }
            if known.most < value {
                return Ok(known.most);
            }
            first = known.rank;
        }
        let nodes = self.nodes;
        let (mut best, mut best_rank) = (NONE, None);
        // The move that was best before often is enough: then no other is looked at.
        if let Some(rank) = first {
            match question.game.branch(node, rank, &mut self.scratch) {
                Some(branch) => {
                    self.count(1, question, up)?;
                    let key = question.key(&branch.node);
                    best = self.follow(question, &branch, (seat, key), value, up)?;
                    best_rank = first;
                }
                None => first = None,
            }
        }
        if best < value {
            let start = (self.branches.len(), self.queue.len());
            let rest = self.rest(question, at, (value, first), (&mut best, &mut best_rank), up);
            self.branches.truncate(start.0);
            self.queue.truncate(start.1);
            rest?;
        }
        let (least, most) = if best >= value { (best, WIDE) } else { (-WIDE, best) };
        let mut effort = 0;
        let near = node.points <= question.ends.near;
        if !near {
            effort = (self.nodes - nodes).checked_ilog2().unwrap_or(0) as u8;
        }
        let bounds = Bounds { least, most, rank: best_rank, effort };
        if near {
            self.near.store(key, bounds);
        } else {
            question.table.store(key, bounds);
            self.room -= 1;
            if self.room == 0 {
                return Err(Stop::Full);
            }
        }
        Ok(best)
    }

    /// Searches all branches but the first, which has been searched already, where there is one.
    fn rest(
        &mut self,
        question: &Question<'_, G>,
        at: &At<'_, G>,
        (value, first): (i32, Option<u32>),
        (best, best_rank): (&mut i32, &mut Option<u32>),
        up: &mut LooksUp<'_>,
    ) -> Result<(), Stop> {
        let Question { game, ends, table, .. } = question;
        let At { node, seat, .. } = *at;
        let from = self.branches.len();
        game.expand(node, &mut self.scratch, &mut self.branches);
        self.count((self.branches.len() - from) as u64, question, up)?;
        let queue = self.queue.len();
        for index in from..self.branches.len() {
            let branch = &self.branches[index];
            if first == Some(branch.rank) {
                continue;
            }
            let gain = i32::from(branch.gain);
            let (least, most) = match branch.node.replies {
                0 => {
                    let end = ends.end(*game, &branch.node);
                    (end, end)
                }
                _ => ends.reach(1 - seat, branch.node.points, self.least),
            };
            let (sure, hope) = (gain - most, gain - least);
            if sure >= value {
                (*best, *best_rank) = (sure, Some(branch.rank));
                return Ok(());
            }
            if hope < value {
                if hope > *best {
                    (*best, *best_rank) = (hope, Some(branch.rank));
                }
                continue;
            }
            let key = question.key(&branch.node);
            if branch.node.points > ends.near {
                table.prefetch(key);
            }
            // Those that leave the other player few replies come first, and those that bring much:
            // a reply less is worth two or three points.
            let mut order =
                (AHEAD + REPLY * branch.node.replies).saturating_sub(GAIN * u32::from(branch.gain));
            if self.number > 0 {
                // Who helps goes other ways.
                order += (key.tag >> ((7 * self.number) & 31)) as u32 & 127;
            }
            self.queue.push(Queued { order, branch: index as u32, key });
        }
        for index in queue..self.queue.len() {
            let Queued { branch, key, .. } = self.queue[index];
            let branch = &self.branches[branch as usize];
            let Some(known) = self.probe(question, key, branch.node.points) else { continue };
            let gain = i32::from(branch.gain);
            if gain - known.most >= value {
                (*best, *best_rank) = (gain - known.most, Some(branch.rank));
                return Ok(());
            }
            if gain - known.least < value {
                if gain - known.least > *best {
                    (*best, *best_rank) = (gain - known.least, Some(branch.rank));
                }
                self.queue[index].order = DROPPED;
            }
        }
        if node.points >= ends.far {
            self.weigh(question, queue, up)?;
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
            let Queued { order, branch, key } = self.queue[next];
            if order == DROPPED {
                break;
            }
            let branch = self.branches[branch as usize];
            let found = self.follow(question, &branch, (seat, key), value, up)?;
            if found > *best {
                (*best, *best_rank) = (found, Some(branch.rank));
            }
            if found >= value {
                break;
            }
        }
        Ok(())
    }

    /// Puts the branches that wait in order by what the replies leave to the player who moves now:
    /// the fewer moves after a reply, the better the reply.
    fn weigh(
        &mut self,
        question: &Question<'_, G>,
        queue: usize,
        up: &mut LooksUp<'_>,
    ) -> Result<(), Stop> {
        for index in queue..self.queue.len() {
            let Queued { order, branch, .. } = self.queue[index];
            if order == DROPPED {
                continue;
            }
            let branch = self.branches[branch as usize];
            let end = self.branches.len();
            question.game.expand(&branch.node, &mut self.scratch, &mut self.branches);
            let mut order = AHEAD;
            for deeper in &self.branches[end..] {
                order = order.saturating_add(match deeper.node.replies {
                    0 => UNANSWERED,
                    replies => REPLY * 5 / 16 + REPLY / (replies + 1),
                });
            }
            order = order.saturating_sub(GAIN * u32::from(branch.gain)).min(DROPPED - 1);
            self.queue[index].order = order;
            let nodes = (self.branches.len() - end) as u64;
            self.branches.truncate(end);
            self.count(nodes, question, up)?;
        }
        Ok(())
    }
}

impl<G: Searched> Question<'_, G> {
    #[inline(always)]
    fn key(&self, node: &NodeOf<G>) -> Key {
        let mut salt = self.ends.salt;
        if self.ends.winner.is_some() {
            // Here, and only here, a value depends on the scores.
            salt ^= u64::from(self.game.lead(node).cast_unsigned());
        }
        Key::of(&self.game.words(&node.position), salt)
    }
}
