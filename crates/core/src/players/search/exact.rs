//! The engine of exact solutions: it asks whether a position is worth so much or more, and knows
//! no depth.
//!
//! # What makes it quick
//!
//! - Every question has a window of no width, so that each answer is a bound, and a table entry
//!   holds both bounds.
//! - Before a move is searched, it is dropped or taken by what it brings and the points that are
//!   left, and by what the tables know of the position after it.
//! - Moves that leave few replies come first, and with many points left what is counted is what the
//!   replies leave in turn.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use super::solution::Solution;
use super::table::{Entry, Key, Table};
use super::{AHEAD, Best, GAIN, Queued, REPLY, Watch, least_first, order};
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
        let far = 26 * u16::from(values.black + values.white) / 3;
        Ends { stuck: [stuck; 2], winner: None, far, salt: 0 }
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
        let lead = match sign * game.lead(node) {
            0 if game.handicap().tie() == Some(winner) => 1,
            lead => lead,
        };
        if lead > 0 { 0 } else { -sign * STUCK }
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
    /// Another has found the answer for the position of this place on the way.
    Known(u16),
}

/// No value is as far from 0; of what is beyond, nothing is known.
const WIDE: i32 = i16::MAX as i32;

/// Between which bounds the value of a position lies, to the end of the game.
///
/// ```text
/// bit   0        16       32       44       50           64
///       least    most     move     effort   generation
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bounds {
    /// It is not less.
    least: i32,
    /// It is not more.
    most: i32,
    /// The rank of the move that was best.
    rank: Option<u32>,
}

impl Bounds {
    /// What tells whether the value is `value` or more, if these bounds do.
    #[inline(always)]
    fn answers(self, value: i32) -> Option<i32> {
        match self {
            Bounds { least, .. } if least >= value => Some(least),
            Bounds { most, .. } if most < value => Some(most),
            _ => None,
        }
    }
}

const NO_RANK: u64 = 0xfff;

impl Entry for Bounds {
    /// The logarithm of how many nodes it took.
    const EFFORT: (u32, u32) = (44, 6);
    const LAST: bool = true;

    #[inline(always)]
    fn pack(self) -> u64 {
        let word = |value: i32| u64::from((value.clamp(-WIDE, WIDE) as i16).cast_unsigned());
        let rank = self.rank.map_or(NO_RANK, |rank| u64::from(rank).min(NO_RANK));
        word(self.least) | word(self.most) << 16 | rank << 32
    }

    #[inline(always)]
    fn unpack(data: u64) -> Bounds {
        let value = |word: u64| i32::from((word as u16).cast_signed());
        let rank = data >> 32 & NO_RANK;
        let rank = (rank != NO_RANK).then_some(rank as u32);
        Bounds { least: value(data), most: value(data >> 16), rank }
    }

    #[inline(always)]
    fn joined(self, before: Bounds) -> Bounds {
        let (least, most) = (self.least.max(before.least), self.most.min(before.most));
        Bounds { least, most, ..self }
    }
}

/// A piece of work that one of a crew does.
pub type Work<'w> = Box<dyn FnOnce() + Send + 'w>;

/// Those who work on one question at the same time: how they do is up to whoever brings them.
pub trait Crew: Send {
    /// How many there are.
    fn size(&self) -> usize;

    /// Does these pieces of work at the same time, no more than there are in the crew, until all are
    /// done.
    fn run<'w>(&self, work: Vec<Work<'w>>);
}

/// No crew, but whoever asks.
pub struct Alone;

impl Crew for Alone {
    fn size(&self) -> usize {
        1
    }

    fn run<'w>(&self, work: Vec<Work<'w>>) {
        work.into_iter().for_each(|work| work());
    }
}

/// Solves positions of one game, and remembers what it found.
pub struct Solver<G: Searched> {
    table: Table<Bounds>,
    crew: Box<dyn Crew>,
    workers: Vec<Worker<G>>,
    /// The tags of positions that somebody is at; empty without a crew.
    marks: Vec<AtomicU64>,
    /// How many positions have been looked at.
    nodes: u64,
    limit: u64,
    watch: Option<Box<dyn Watch>>,
}

struct Worker<G: Searched> {
    branches: Vec<BranchOf<G>>,
    queue: Vec<Queued>,
    scratch: Vec<G::Move>,
    /// The positions on the way that others may be at, too, and what is asked of each.
    way: Vec<(Key, i32)>,
    /// Its place in the crew: the first one looks whether to go on.
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

/// What all see that work on one question.
struct Question<'q, G: Searched> {
    game: &'q G,
    ends: &'q Ends,
    table: &'q Table<Bounds>,
    /// As in [`Solver`]; empty where one works alone.
    marks: &'q [AtomicU64],
    /// Whether one of them has come to an end, with an answer or without.
    over: AtomicBool,
    /// How many positions were looked at before, and how many may be in all.
    nodes: (u64, u64),
    /// After so many positions the first of them wants help.
    alone: u64,
    watch: Mutex<&'q mut Option<Box<dyn Watch>>>,
}

/// A node with what is known before its moves are looked at.
struct At<'n, G: Searched> {
    node: &'n NodeOf<G>,
    seat: usize,
    key: Key,
}

/// It is asked after so many positions whether to go on.
const BETWEEN_PAUSES: u64 = 1 << 14;

/// What one looks at alone before others help: some milliseconds.
const ALONE: u64 = 1 << 16;

/// Where several work on positions of so many points or more, each looks for what nobody is at.
const SHARED: u16 = 16;

/// How many places there are to mark a position at which somebody is.
const MARKS: usize = 1 << 10;

/// Several look as often whether another has found the answer for a position on the way.
const BETWEEN_LOOKS: u64 = 1 << 8;

/// What it weighs that a reply leaves the player who moves now without a move.
const UNANSWERED: u32 = 1 << 17;
/// To be searched last: another is at it, and may be done by then.
const LATER: u32 = 1 << 31;
/// Not to be searched.
const DROPPED: u32 = u32::MAX;

impl<G: Searched> Solver<G> {
    /// A solver whose table begins small and has so many MiB at most.
    pub fn new(mebibytes: u32) -> Solver<G> {
        let all = (u64::from(mebibytes) << 20) / 64;
        // Halved as often as leaves one MiB: doubled as often, it takes nearly all.
        Solver::between(all >> mebibytes.max(1).ilog2(), all)
    }

    /// A solver whose table has `least` buckets at first, which are doubled up to `most`.
    pub fn between(least: u64, most: u64) -> Solver<G> {
        let (table, workers) = (Table::between(least, most), vec![Worker::new(0)]);
        let (crew, marks) = (Box::new(Alone), Vec::new());
        Solver { table, crew, workers, marks, nodes: 0, limit: u64::MAX, watch: None }
    }

    /// The same with several who work at the same time.
    #[must_use]
    pub fn with_crew(mut self, crew: impl Crew + 'static) -> Solver<G> {
        self.workers.extend((1..crew.size() as u32).map(Worker::new));
        self.marks.resize_with(MARKS, AtomicU64::default);
        self.crew = Box::new(crew);
        self
    }

    /// Lets somebody watch, who may stop the work at any time.
    pub fn watched_by(&mut self, watch: impl Watch + 'static) {
        self.watch = Some(Box::new(watch));
    }

    /// Forgets all positions, and counts nodes from 0.
    pub fn clear(&mut self) {
        self.table.clear();
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
            match self.work(game, ends, branch, 1 + gain - value, helped) {
                Ok(found) => return Ok(gain - found),
                Err(Stop::Full) => self.table.grow(),
                Err(Stop::Long) => helped = true,
                Err(stop) => return Err(stop),
            }
        }
    }

    /// Lets one look for an answer, or all.
    fn work(
        &mut self,
        game: &G,
        ends: &Ends,
        branch: &BranchOf<G>,
        value: i32,
        helped: bool,
    ) -> Result<i32, Stop> {
        let alone = if helped || self.workers.len() == 1 { u64::MAX } else { ALONE };
        let workers = if helped { &mut *self.workers } else { &mut self.workers[..1] };
        let room = self.table.room() / workers.len() as u64;
        let (over, nodes) = (AtomicBool::new(false), (self.nodes, self.limit));
        let (table, watch) = (&self.table, Mutex::new(&mut self.watch));
        let marks = if workers.len() > 1 { &self.marks[..] } else { &[] };
        let question = Question { game, ends, table, marks, over, nodes, alone, watch };
        let answer = Mutex::new(Err(Stop::Found));
        let task = |worker: &mut Worker<G>| {
            let found = worker.ask(&question, &branch.node, value, room);
            let mut answer = answer.lock().unwrap_or_else(PoisonError::into_inner);
            if found != Err(Stop::Found) && answer.is_err() {
                *answer = found;
            }
            question.over.store(true, Relaxed);
        };
        match &mut *workers {
            [first] => task(first),
            all => {
                let task = &task;
                let work = all.iter_mut().map(|worker| Box::new(move || task(worker)) as Work<'_>);
                self.crew.run(work.collect());
            }
        }
        let looked_at: u64 = workers.iter().map(|worker| worker.nodes).sum();
        self.nodes = self.limit.min(self.nodes + looked_at);
        answer.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<G: Searched> Worker<G> {
    fn new(number: u32) -> Worker<G> {
        Worker {
            branches: Vec::new(),
            queue: Vec::new(),
            scratch: Vec::new(),
            way: Vec::new(),
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
        value: i32,
        room: u64,
    ) -> Result<i32, Stop> {
        let (before, limit) = question.nodes;
        let values = question.game.values();
        (self.nodes, self.pause, self.room) = (0, 0, room);
        self.limit = if self.number > 0 { u64::MAX } else { question.alone.min(limit - before) };
        self.least = values.black.min(values.white).into();
        self.branches.clear();
        self.queue.clear();
        self.way.clear();
        let seat = question.game.to_move(&node.position).index() & 1;
        let at = At { node, seat, key: question.key(node) };
        self.search(question, &at, value)
    }

    #[inline(always)]
    fn count(&mut self, nodes: u64, question: &Question<'_, G>) -> Result<(), Stop> {
        self.nodes += nodes;
        if self.nodes >= self.pause {
            return self.pause(question);
        }
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn pause(&mut self, question: &Question<'_, G>) -> Result<(), Stop> {
        let between = if question.marks.is_empty() { BETWEEN_PAUSES } else { BETWEEN_LOOKS };
        self.pause = (self.nodes + between).min(self.limit.saturating_add(1));
        for (level, &(key, value)) in (0..).zip(&self.way) {
            if question.table.probe(key).is_some_and(|known| known.answers(value).is_some()) {
                return Err(Stop::Known(level));
            }
        }
        if question.over.load(Relaxed) {
            return Err(Stop::Found);
        }
        if self.number > 0 {
            return Ok(());
        }
        let (before, limit) = question.nodes;
        let all = before + self.nodes;
        let mut watch = question.watch.lock().unwrap_or_else(PoisonError::into_inner);
        if all > limit || watch.as_mut().is_some_and(|watch| !watch.goes_on(all)) {
            return Err(Stop::Given);
        }
        if self.nodes >= question.alone { Err(Stop::Long) } else { Ok(()) }
    }

    /// The value of a branch, as far as it is asked whether it is `value` or more.
    #[inline(always)]
    fn follow(
        &mut self,
        question: &Question<'_, G>,
        branch: &BranchOf<G>,
        (seat, key): (usize, Key),
        value: i32,
    ) -> Result<i32, Stop> {
        let gain = i32::from(branch.gain);
        if branch.node.replies == 0 {
            return Ok(gain - question.ends.end(question.game, &branch.node));
        }
        let at = At { node: &branch.node, seat: 1 - seat, key };
        Ok(gain - self.search(question, &at, 1 + gain - value)?)
    }

    /// Whether a position where the game is not over is worth `value` or more: see
    /// [`Solver::ask`].
    fn search(
        &mut self,
        question: &Question<'_, G>,
        at: &At<'_, G>,
        value: i32,
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
        if let Some(known) = question.table.probe(key) {
            if let Some(found) = known.answers(value) {
                return Ok(found);
            }
            first = known.rank;
        }
        let shared = question.marks(node).is_some();
        let (level, start) = (self.way.len(), (self.branches.len(), self.queue.len()));
        if shared {
            self.way.push((key, value));
        }
        let found = self.look(question, at, (value, first));
        if shared {
            self.way.truncate(level);
            if found == Err(Stop::Known(level as u16)) {
                self.branches.truncate(start.0);
                self.queue.truncate(start.1);
                return self.search(question, at, value);
            }
        }
        found
    }

    /// The same where neither the points that are left nor the table tell.
    #[inline(always)]
    fn look(
        &mut self,
        question: &Question<'_, G>,
        at: &At<'_, G>,
        (value, mut first): (i32, Option<u32>),
    ) -> Result<i32, Stop> {
        let At { node, seat, key } = *at;
        let nodes = self.nodes;
        let mut best = Best { value: NONE, rank: None };
        // The move that was best before often is enough: then no other is looked at.
        if let Some(rank) = first {
            match question.game.branch(node, rank, &mut self.scratch) {
                Some(branch) => {
                    self.count(1, question)?;
                    let key = question.key(&branch.node);
                    let found = self.follow(question, &branch, (seat, key), value)?;
                    best = Best { value: found, rank: first };
                }
                None => first = None,
            }
        }
        if best.value < value {
            let start = (self.branches.len(), self.queue.len());
            self.rest(question, at, (value, first), &mut best)?;
            self.branches.truncate(start.0);
            self.queue.truncate(start.1);
        }
        let Best { value: found, rank } = best;
        let (least, most) = if found >= value { (found, WIDE) } else { (-WIDE, found) };
        let bounds = Bounds { least, most, rank };
        let effort = (self.nodes - nodes).checked_ilog2().unwrap_or(0);
        question.table.store(key, bounds, effort.into());
        self.room -= 1;
        if self.room == 0 {
            return Err(Stop::Full);
        }
        Ok(found)
    }

    /// Searches all branches but the first, which has been searched already, where there is one.
    fn rest(
        &mut self,
        question: &Question<'_, G>,
        at: &At<'_, G>,
        (value, first): (i32, Option<u32>),
        best: &mut Best,
    ) -> Result<(), Stop> {
        let Question { game, ends, table, .. } = question;
        let At { node, seat, .. } = *at;
        let from = self.branches.len();
        game.expand(node, &mut self.scratch, &mut self.branches);
        self.count((self.branches.len() - from) as u64, question)?;
        let queue = self.queue.len();
        for index in from..self.branches.len() {
            let branch = &self.branches[index];
            if first == Some(branch.rank) {
                continue;
            }
            let gain = i32::from(branch.gain);
            let (least, most) = match branch.node.replies {
                0 => [ends.end(*game, &branch.node); 2].into(),
                _ => ends.reach(1 - seat, branch.node.points, self.least),
            };
            let (sure, hope) = (gain - most, gain - least);
            if sure >= value {
                best.offer(sure, branch.rank);
                return Ok(());
            }
            if hope < value {
                best.offer(hope, branch.rank);
                continue;
            }
            let key = question.key(&branch.node);
            table.prefetch(key);
            let order = order(branch.node.replies, branch.gain);
            self.queue.push(Queued { order, branch: index as u32, key });
        }
        for index in queue..self.queue.len() {
            let Queued { branch, key, .. } = self.queue[index];
            let branch = &self.branches[branch as usize];
            let Some(known) = table.probe(key) else { continue };
            let gain = i32::from(branch.gain);
            let (sure, hope) = (gain - known.most, gain - known.least);
            if sure >= value {
                best.offer(sure, branch.rank);
                return Ok(());
            }
            if hope < value {
                best.offer(hope, branch.rank);
                self.queue[index].order = DROPPED;
            }
        }
        if node.points >= ends.far {
            self.weigh(question, queue)?;
        }
        let marks = question.marks(node);
        let mut next = queue;
        while next < self.queue.len() {
            let Queued { order, branch, key } = least_first(&mut self.queue, next);
            if order == DROPPED {
                break;
            }
            let mark = marks.map(|marks| &marks[key.place as usize % MARKS]);
            if let Some(mark) = mark {
                // The first move often is enough: there all help one another.
                let waits = order < LATER && (first.is_some() || next > queue);
                if waits && mark.load(Relaxed) == key.tag {
                    self.queue[next].order |= LATER;
                    continue;
                }
                mark.store(key.tag, Relaxed);
            }
            next += 1;
            let branch = self.branches[branch as usize];
            let found = self.follow(question, &branch, (seat, key), value);
            mark.inspect(|mark| mark.store(0, Relaxed));
            let found = found?;
            best.offer(found, branch.rank);
            if found >= value {
                break;
            }
        }
        Ok(())
    }

    /// Puts the branches that wait in order by what the replies leave to the player who moves now:
    /// the fewer moves after a reply, the better the reply.
    fn weigh(&mut self, question: &Question<'_, G>, queue: usize) -> Result<(), Stop> {
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
            order = order.saturating_sub(GAIN * u32::from(branch.gain)).min(LATER - 1);
            self.queue[index].order = order;
            let nodes = (self.branches.len() - end) as u64;
            self.branches.truncate(end);
            self.count(nodes, question)?;
        }
        Ok(())
    }
}

impl<G: Searched> Question<'_, G> {
    /// The marks, where several work and the position has points enough.
    #[inline(always)]
    fn marks(&self, node: &NodeOf<G>) -> Option<&[AtomicU64]> {
        (!self.marks.is_empty() && node.points >= SHARED).then_some(self.marks)
    }

    #[inline(always)]
    fn key(&self, node: &NodeOf<G>) -> Key {
        let mut salt = self.ends.salt;
        if self.ends.winner.is_some() {
            // Here, and only here, a value depends on the scores.
            salt ^= u64::from(self.game.lead(node).cast_unsigned());
        }
        Key::of(&self.game.gist(&node.position), salt)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_meet() {
        let (table, key) = (Table::between(3, 3), Key::default());
        for (least, most, rank, found) in [
            (-5, WIDE, Some(7), Some((-5, WIDE, Some(7)))),
            (-WIDE, 17_000, None, Some((-5, 17_000, None))),
            (-6, 100_000, Some(4094), Some((-5, 17_000, Some(4094)))),
        ] {
            table.store(key, Bounds { least, most, rank }, 63);
            let known: Option<Bounds> = table.probe(key);
            assert_eq!(known.map(|known| (known.least, known.most, known.rank)), found);
        }
    }
}
