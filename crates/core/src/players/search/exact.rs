//! Solver by null-window search: tests whether a position is worth at least a value, without a
//! depth limit.
//!
//! # Techniques
//!
//! - Every search has a null window, so that each answer is a bound, and a table entry holds both
//!   bounds.
//! - Before a move is searched, it is pruned or accepted by its gain and the points that are left,
//!   and by the table entry of the position after it (enhanced transposition cutoffs; Plaat and
//!   others 1996).
//! - Moves that leave few replies come first; with many points left the order looks two plies
//!   ahead, at the moves after each reply.
//! - Threads share the table, and each defers moves that another one is searching, as in ABDADA
//!   (Weill 1996).

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use super::solution::Solution;
use super::table::{Entry, Key, Table};
use super::{AHEAD, Best, GAIN, Queued, REPLY, SearchObserver, least_first, order};
use crate::games::{BranchOf, EndReason, NodeOf, SearchGame, Seat};

/// Penalty for being stuck, where that loses: more than all points.
const STUCK: i32 = 1 << 14;

/// Value less than any other.
const NONE: i32 = -(1 << 16);

/// Values of terminal positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ends {
    /// Penalty for being stuck, by seat.
    stuck: [i32; 2],
    /// Player who wins by leading at the end or by the other being stuck, and by nothing else; all
    /// other ends count as lost for this player.
    winner: Option<Seat>,
    /// Points from which on moves are ordered by looking two plies ahead.
    far: u16,
    salt: u64,
}

impl Ends {
    /// Returns the values for the outcome: a stuck loss outweighs all points.
    pub(super) fn outcome<G: SearchGame>(game: &G) -> Ends {
        let stuck = if game.stuck_loses() { STUCK } else { 0 };
        let values = game.values();
        // Found by trial, for stones of one point and of two.
        let far = 26 * u16::from(values.black + values.white) / 3;
        Ends { stuck: [stuck; 2], winner: None, far, salt: 0 }
    }

    /// Returns the values for the margin of the winner: being stuck outweighs all points, and the
    /// other's being stuck gains nothing more.
    pub(super) fn margin<G: SearchGame>(game: &G, winner: Seat) -> Ends {
        let mut ends = Ends::outcome(game);
        if game.stuck_loses() {
            ends.stuck[1 - winner.index()] = 0;
            ends.salt = (1 + winner.index() as u64) << 60;
        }
        ends
    }

    /// Returns the values for the margin of a player who wins by the other's being stuck, and may
    /// have fewer points: a cleared board then counts as lost unless the points win. Such values
    /// depend on the scores.
    pub(super) fn stuck_margin<G: SearchGame>(game: &G, winner: Seat) -> Ends {
        let mut ends = Ends::margin(game, winner);
        ends.winner = Some(winner);
        ends.salt = (3 + winner.index() as u64) << 60;
        ends
    }

    /// Returns the value of a position without a move.
    #[inline]
    fn end<G: SearchGame>(&self, game: &G, node: &NodeOf<G>) -> i32 {
        let seat = game.to_move(&node.position).index() & 1;
        if game.ending(node) == EndReason::Stuck {
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

    /// Returns the bounds on the value of a position where the game is not over: the mover gains at
    /// least `least` points.
    #[inline(always)]
    fn reach(&self, seat: usize, points: u16, least: i32) -> (i32, i32) {
        let points = i32::from(points);
        match self.winner {
            None => (2 * least - points - self.stuck[seat], points + self.stuck[1 - seat]),
            Some(_) => (NONE, -NONE),
        }
    }
}

/// Reason for the lack of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// Node limit reached or cancelled.
    Given,
    /// The table should grow.
    Full,
    /// The search takes long: others can help.
    Long,
    /// Another worker has found the answer.
    Found,
    /// Another worker has found the answer for the position at this place on the path.
    Known(u16),
}

/// Greatest absolute value; a bound beyond it means that nothing is known.
const WIDE: i32 = i16::MAX as i32;

/// Bounds on the value of a position, to the end of the game.
///
/// ```text
/// bit   0        16       32       44       50           64
///       least    most     move     effort   generation
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bounds {
    /// Lower bound.
    least: i32,
    /// Upper bound.
    most: i32,
    /// Index of the best move found.
    move_index: Option<u32>,
}

impl Bounds {
    /// Returns the bound that decides whether the value is at least `value`; `None` if neither
    /// does.
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
    /// Binary logarithm of the number of nodes searched.
    const EFFORT: (u32, u32) = (44, 6);
    const LAST: bool = true;

    #[inline(always)]
    fn pack(self) -> u64 {
        let word = |value: i32| u64::from((value.clamp(-WIDE, WIDE) as i16).cast_unsigned());
        let move_index =
            self.move_index.map_or(NO_RANK, |move_index| u64::from(move_index).min(NO_RANK));
        word(self.least) | word(self.most) << 16 | move_index << 32
    }

    #[inline(always)]
    fn unpack(data: u64) -> Bounds {
        let value = |word: u64| i32::from((word as u16).cast_signed());
        let move_index = data >> 32 & NO_RANK;
        let move_index = (move_index != NO_RANK).then_some(move_index as u32);
        Bounds { least: value(data), most: value(data >> 16), move_index }
    }

    #[inline(always)]
    fn joined(self, before: Bounds) -> Bounds {
        let (least, most) = (self.least.max(before.least), self.most.min(before.most));
        Bounds { least, most, ..self }
    }
}

/// Job of one worker in a pool.
pub type WorkItem<'w> = Box<dyn FnOnce() + Send + 'w>;

/// Workers that search one position in parallel; the caller provides the threads.
pub trait WorkerPool: Send {
    /// Returns the number of workers.
    fn size(&self) -> usize;

    /// Runs these jobs in parallel, no more than there are workers, until all are done.
    fn run<'w>(&self, work: Vec<WorkItem<'w>>);
}

/// Crew that consists of the calling thread.
pub struct SingleThread;

impl WorkerPool for SingleThread {
    fn size(&self) -> usize {
        1
    }

    fn run<'w>(&self, work: Vec<WorkItem<'w>>) {
        work.into_iter().for_each(|work| work());
    }
}

/// Solver for positions of one game, with a transposition table.
pub struct Solver<G: SearchGame> {
    table: Table<Bounds>,
    pool: Box<dyn WorkerPool>,
    workers: Vec<Worker<G>>,
    /// Tags of the positions that workers are searching; empty without a pool.
    marks: Vec<AtomicU64>,
    /// Number of positions searched.
    nodes: u64,
    limit: u64,
    observer: Option<Box<dyn SearchObserver>>,
}

struct Worker<G: SearchGame> {
    branches: Vec<BranchOf<G>>,
    queue: Vec<Queued>,
    scratch: Vec<G::Move>,
    /// Positions on the path that others may search too, each with the value it is tested against.
    way: Vec<(Key, i32)>,
    /// Index in the pool: the first worker checks the limits.
    number: u32,
    /// Number of positions searched for this answer.
    nodes: u64,
    /// Number of positions after which the limits are checked next.
    pause: u64,
    /// Maximum number of positions.
    limit: u64,
    /// Number of entries that may still be stored before the table should grow.
    room: u64,
    least: i32,
}

/// State shared by all workers on one search.
struct Question<'q, G: SearchGame> {
    game: &'q G,
    ends: &'q Ends,
    table: &'q Table<Bounds>,
    /// As in [`Solver`]; empty with a single worker.
    marks: &'q [AtomicU64],
    /// `true` once a worker has ended, with or without an answer.
    over: AtomicBool,
    /// Number of positions searched before, and limit on their total.
    nodes: (u64, u64),
    /// Number of positions after which the first worker asks for help.
    alone: u64,
    observer: Mutex<&'q mut Option<Box<dyn SearchObserver>>>,
}

/// Node with what is known before its moves are searched.
struct At<'n, G: SearchGame> {
    node: &'n NodeOf<G>,
    seat: usize,
    key: Key,
}

/// Number of positions between two checks of the limits.
const BETWEEN_PAUSES: u64 = 1 << 14;

/// Number of positions that one worker searches before others help: some milliseconds.
const ALONE: u64 = 1 << 16;

/// Points from which on workers avoid positions that others are searching.
const SHARED: u16 = 16;

/// Number of slots that mark positions being searched.
const MARKS: usize = 1 << 10;

/// Number of positions between two checks, with several workers, whether another has the answer for
/// a position on the path.
const BETWEEN_LOOKS: u64 = 1 << 8;

/// Weight of a reply that leaves the player to move now without a move.
const UNANSWERED: u32 = 1 << 17;
/// Order key of a deferred move: another worker searches it, and may be done by then.
const LATER: u32 = 1 << 31;
/// Order key of a pruned move.
const DROPPED: u32 = u32::MAX;

impl<G: SearchGame> Solver<G> {
    /// Creates a solver whose table starts small and grows up to `mebibytes` MiB.
    pub fn new(mebibytes: u32) -> Solver<G> {
        let all = (u64::from(mebibytes) << 20) / 64;
        // Halved down to about one MiB: doubled as often, it takes nearly all.
        Solver::between(all >> mebibytes.max(1).ilog2(), all)
    }

    /// Creates a solver whose table starts with `least` buckets and is doubled up to `most`.
    pub fn between(least: u64, most: u64) -> Solver<G> {
        let (table, workers) = (Table::between(least, most), vec![Worker::new(0)]);
        let (pool, marks) = (Box::new(SingleThread), Vec::new());
        Solver { table, pool, workers, marks, nodes: 0, limit: u64::MAX, observer: None }
    }

    /// Adds a pool that searches in parallel.
    #[must_use]
    pub fn with_pool(mut self, pool: impl WorkerPool + 'static) -> Solver<G> {
        self.workers.extend((1..pool.size() as u32).map(Worker::new));
        self.marks.resize_with(MARKS, AtomicU64::default);
        self.pool = Box::new(pool);
        self
    }

    /// Sets an observer, which may stop the search at any time.
    pub fn set_observer(&mut self, observer: impl SearchObserver + 'static) {
        self.observer = Some(Box::new(observer));
    }

    /// Clears the table and the node count.
    pub fn clear(&mut self) {
        self.table.clear();
        self.nodes = 0;
    }

    /// Returns the number of positions searched.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Limits the search to `nodes` more positions.
    pub(super) fn look_at(&mut self, nodes: u64) {
        self.limit = self.nodes.saturating_add(nodes);
    }

    /// Reports to the observer what has been proven of the position that is being solved.
    pub(super) fn tell(&mut self, solution: &Solution) {
        if let Some(observer) = &mut self.observer {
            observer.proved(solution);
        }
    }

    /// Returns the branches of a position.
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

    /// Tests whether a branch is worth at least `value` to the player who makes the move: returns a
    /// lower bound of at least `value`, or an upper bound below it.
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

    /// Searches with one worker or, if `helped`, with all.
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
        let (table, observer) = (&self.table, Mutex::new(&mut self.observer));
        let marks = if workers.len() > 1 { &self.marks[..] } else { &[] };
        let question = Question { game, ends, table, marks, over, nodes, alone, observer };
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
                let work =
                    all.iter_mut().map(|worker| Box::new(move || task(worker)) as WorkItem<'_>);
                self.pool.run(work.collect());
            }
        }
        let looked_at: u64 = workers.iter().map(|worker| worker.nodes).sum();
        self.nodes = self.limit.min(self.nodes + looked_at);
        answer.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<G: SearchGame> Worker<G> {
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
        let mut observer = question.observer.lock().unwrap_or_else(PoisonError::into_inner);
        if all > limit || observer.as_mut().is_some_and(|observer| !observer.goes_on(all)) {
            return Err(Stop::Given);
        }
        if self.nodes >= question.alone { Err(Stop::Long) } else { Ok(()) }
    }

    /// Returns the value of a branch, or a bound that decides whether it is at least `value`.
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

    /// Tests whether a position where the game is not over is worth at least `value`: see
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
            first = known.move_index;
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

    /// Searches the moves, where neither the points that are left nor the table decide.
    #[inline(always)]
    fn look(
        &mut self,
        question: &Question<'_, G>,
        at: &At<'_, G>,
        (value, mut first): (i32, Option<u32>),
    ) -> Result<i32, Stop> {
        let At { node, seat, key } = *at;
        let nodes = self.nodes;
        let mut best = Best { value: NONE, move_index: None };
        // The table's move often suffices: then no other is generated.
        if let Some(move_index) = first {
            match question.game.branch(node, move_index, &mut self.scratch) {
                Some(branch) => {
                    self.count(1, question)?;
                    let key = question.key(&branch.node);
                    let found = self.follow(question, &branch, (seat, key), value)?;
                    best = Best { value: found, move_index: first };
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
        let Best { value: found, move_index } = best;
        let (least, most) = if found >= value { (found, WIDE) } else { (-WIDE, found) };
        let bounds = Bounds { least, most, move_index };
        let effort = (self.nodes - nodes).checked_ilog2().unwrap_or(0);
        question.table.store(key, bounds, effort.into());
        self.room -= 1;
        if self.room == 0 {
            return Err(Stop::Full);
        }
        Ok(found)
    }

    /// Searches all branches but `first`, which has been searched already.
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
            if first == Some(branch.move_index) {
                continue;
            }
            let gain = i32::from(branch.gain);
            let (least, most) = match branch.node.replies {
                0 => [ends.end(*game, &branch.node); 2].into(),
                _ => ends.reach(1 - seat, branch.node.points, self.least),
            };
            let (sure, hope) = (gain - most, gain - least);
            if sure >= value {
                best.offer(sure, branch.move_index);
                return Ok(());
            }
            if hope < value {
                best.offer(hope, branch.move_index);
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
                best.offer(sure, branch.move_index);
                return Ok(());
            }
            if hope < value {
                best.offer(hope, branch.move_index);
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
                // The first move often suffices: it is never deferred, so that all workers search
                // it.
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
            best.offer(found, branch.move_index);
            if found >= value {
                break;
            }
        }
        Ok(())
    }

    /// Orders the waiting branches by the moves that each reply leaves to the player to move now:
    /// the fewer these are, the better the reply.
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

impl<G: SearchGame> Question<'_, G> {
    /// Returns the marks, if several workers search and the position has enough points.
    #[inline(always)]
    fn marks(&self, node: &NodeOf<G>) -> Option<&[AtomicU64]> {
        (!self.marks.is_empty() && node.points >= SHARED).then_some(self.marks)
    }

    #[inline(always)]
    fn key(&self, node: &NodeOf<G>) -> Key {
        let mut salt = self.ends.salt;
        if self.ends.winner.is_some() {
            // These values alone depend on the scores.
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
        for (least, most, move_index, found) in [
            (-5, WIDE, Some(7), Some((-5, WIDE, Some(7)))),
            (-WIDE, 17_000, None, Some((-5, 17_000, None))),
            (-6, 100_000, Some(4094), Some((-5, 17_000, Some(4094)))),
        ] {
            table.store(key, Bounds { least, most, move_index }, 63);
            let known: Option<Bounds> = table.probe(key);
            assert_eq!(known.map(|known| (known.least, known.most, known.move_index)), found);
        }
    }
}
