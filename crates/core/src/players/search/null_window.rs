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

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle};

use super::table::{Entry, Key, Table, buckets};
use super::{
    Best, Budget, GAIN_WEIGHT, MOBILITY_WEIGHT, ORDER_BASE, ScoredChild, SearchObserver, order_key,
    select_next,
};
use crate::games::{ChildOf, EndReason, NodeOf, SearchGame, Seat};

/// Penalty for being stuck, where that loses: more than all points.
const STUCK: i32 = 1 << 14;

/// Value less than any other.
const NONE: i32 = -(1 << 16);

/// Values of terminal positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TerminalValues {
    /// Penalty for being stuck, by seat.
    stuck: [i32; 2],
    /// Player who wins by leading at the end or by the other being stuck, and by nothing else; all
    /// other ends count as lost for this player.
    winner: Option<Seat>,
    /// Points from which on moves are ordered by looking two plies ahead.
    far: u16,
    salt: u64,
}

impl TerminalValues {
    /// Returns the values for the outcome: a stuck loss outweighs all points.
    pub(super) fn outcome<G: SearchGame>(game: &G) -> TerminalValues {
        let stuck = if game.stuck_loses() { STUCK } else { 0 };
        let values = game.values();
        // Found by trial, for stones of one point and of two.
        let far = 26 * u16::from(values.black + values.white) / 3;
        TerminalValues { stuck: [stuck; 2], winner: None, far, salt: 0 }
    }

    /// Returns the values for the margin of the winner: being stuck outweighs all points, and the
    /// other's being stuck gains nothing more.
    pub(super) fn margin<G: SearchGame>(game: &G, winner: Seat) -> TerminalValues {
        let mut terminal_values = TerminalValues::outcome(game);
        if game.stuck_loses() {
            terminal_values.stuck[1 - winner.index()] = 0;
            terminal_values.salt = (1 + winner.index() as u64) << 60;
        }
        terminal_values
    }

    /// Returns the values for the margin of a player who wins by the other's being stuck, and may
    /// have fewer points: a cleared board then counts as lost unless the points win. Such values
    /// depend on the scores.
    pub(super) fn stuck_margin<G: SearchGame>(game: &G, winner: Seat) -> TerminalValues {
        let mut terminal_values = TerminalValues::margin(game, winner);
        terminal_values.winner = Some(winner);
        terminal_values.salt = (3 + winner.index() as u64) << 60;
        terminal_values
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
    fn value_bounds<G: SearchGame>(&self, game: &G, node: &NodeOf<G>, least: i32) -> (i32, i32) {
        let seat = game.to_move(&node.position).index() & 1;
        let points = i32::from(node.remaining_points);
        match self.winner {
            None => (2 * least - points - self.stuck[seat], points + self.stuck[1 - seat]),
            Some(_) => (NONE, -NONE),
        }
    }
}

/// Reason for the lack of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Interrupted {
    /// Node limit reached or cancelled.
    Stopped,
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

const NO_MOVE: u64 = 0xfff;

impl Entry for Bounds {
    /// Binary logarithm of the number of nodes searched.
    const EFFORT: (u32, u32) = (44, 6);
    const REPLACE_LAST_ON_TIE: bool = true;

    #[inline(always)]
    fn pack(self) -> u64 {
        let word = |value: i32| u64::from((value.clamp(-WIDE, WIDE) as i16).cast_unsigned());
        let move_index =
            self.move_index.map_or(NO_MOVE, |move_index| u64::from(move_index).min(NO_MOVE));
        word(self.least) | word(self.most) << 16 | move_index << 32
    }

    #[inline(always)]
    fn unpack(data: u64) -> Bounds {
        let value = |word: u64| i32::from((word as u16).cast_signed());
        let move_index = data >> 32 & NO_MOVE;
        let move_index = (move_index != NO_MOVE).then_some(move_index as u32);
        Bounds { least: value(data), most: value(data >> 16), move_index }
    }

    #[inline(always)]
    fn merged(self, before: Bounds) -> Bounds {
        let (least, most) = (self.least.max(before.least), self.most.min(before.most));
        Bounds { least, most, ..self }
    }
}

/// Solver for positions of one game, with a transposition table.
pub struct NullWindowSearch<G: SearchGame> {
    table: Table<Bounds>,
    workers: Vec<Worker<G>>,
    /// Tags of the positions that workers are searching; empty with a single worker.
    marks: Vec<AtomicU64>,
    pub(super) budget: Budget,
}

struct Worker<G: SearchGame> {
    children: Vec<ChildOf<G>>,
    queue: Vec<ScoredChild>,
    scratch: Vec<G::Move>,
    /// Positions on the path that others may search too, each with the value it is tested against.
    path: Vec<(Key, i32)>,
    /// Index among the workers: the first checks the limits.
    number: u32,
    /// Number of positions searched for this answer.
    nodes: u64,
    /// Number of positions after which the limits are checked next.
    next_check: u64,
    /// Maximum number of positions.
    limit: u64,
    /// Number of entries that may still be stored before the table should grow.
    room: u64,
    least: i32,
}

/// State shared by all workers on one search.
struct SharedSearch<'q, G: SearchGame> {
    game: &'q G,
    terminal_values: &'q TerminalValues,
    table: &'q Table<Bounds>,
    /// As in [`NullWindowSearch`]; empty with a single worker.
    marks: &'q [AtomicU64],
    /// `true` once a worker has ended, with or without an answer.
    over: AtomicBool,
    /// Number of positions searched before, and limit on their total.
    nodes: (u64, u64),
    /// Number of positions after which the first worker asks for help.
    solo_nodes: u64,
    observer: Mutex<&'q mut Option<Box<dyn SearchObserver>>>,
}

/// Number of positions between two checks of the limits.
const POLL_INTERVAL: u64 = 1 << 14;

/// Number of positions that one worker searches before others help: some milliseconds.
const SOLO_NODES: u64 = 1 << 16;

/// Points from which on workers avoid positions that others are searching.
const SHARED: u16 = 16;

/// Number of slots that mark positions being searched.
const MARKS: usize = 1 << 10;

/// Number of positions between two checks, with several workers, whether another has the answer for
/// a position on the path.
const PATH_CHECK_INTERVAL: u64 = 1 << 8;

/// Weight of a reply that leaves the player to move now without a move.
const STUCK_WEIGHT: u32 = 1 << 17;
/// Order key of a deferred move: another worker searches it, and may be done by then.
const DEFERRED: u32 = 1 << 31;
/// Order key of a pruned move.
const DROPPED: u32 = u32::MAX;

impl<G: SearchGame> NullWindowSearch<G> {
    /// Creates a solver whose table starts small and grows up to `mebibytes` MiB.
    pub fn new(mebibytes: u32) -> NullWindowSearch<G> {
        let all = buckets(mebibytes);
        // Halved down to about one MiB: doubled as often, it takes nearly all.
        NullWindowSearch::with_buckets(all >> mebibytes.max(1).ilog2(), all)
    }

    /// Creates a solver whose table starts with `least` buckets and is doubled up to `most`.
    pub fn with_buckets(least: u64, most: u64) -> NullWindowSearch<G> {
        NullWindowSearch {
            table: Table::with_buckets(least, most),
            workers: vec![Worker::new(0)],
            marks: Vec::new(),
            budget: Budget::UNLIMITED,
        }
    }

    /// Lets `threads` threads search in parallel.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> NullWindowSearch<G> {
        self.workers.extend((1..threads as u32).map(Worker::new));
        self.marks.resize_with(MARKS, AtomicU64::default);
        self
    }

    /// Sets an observer, which may stop the search at any time.
    pub fn set_observer(&mut self, observer: impl SearchObserver + 'static) {
        self.budget.set_observer(observer);
    }

    /// Clears the table and the node count.
    pub fn clear(&mut self) {
        self.table.clear();
        self.budget.nodes = 0;
    }

    /// Returns the number of positions searched.
    pub fn nodes(&self) -> u64 {
        self.budget.nodes
    }

    /// Returns the children of a position.
    pub(super) fn children_of(
        &mut self,
        game: &G,
        node: &NodeOf<G>,
    ) -> Result<Vec<ChildOf<G>>, Interrupted> {
        let mut children = Vec::new();
        game.expand(node, &mut Vec::new(), &mut children);
        self.budget.nodes += children.len() as u64;
        if self.budget.nodes > self.budget.limit {
            self.budget.settle();
            return Err(Interrupted::Stopped);
        }
        Ok(children)
    }

    /// Tests whether a child is worth at least `value` to the player who makes the move: returns a
    /// lower bound of at least `value`, or an upper bound below it.
    pub(super) fn search_with(
        &mut self,
        game: &G,
        terminal_values: &TerminalValues,
        child: &ChildOf<G>,
        value: i32,
    ) -> Result<i32, Interrupted> {
        let gain = i32::from(child.gain);
        if child.node.mobility == 0 {
            return Ok(gain - terminal_values.end(game, &child.node));
        }
        let mut helped = false;
        loop {
            match self.work(game, terminal_values, child, 1 + gain - value, helped) {
                Ok(found) => return Ok(gain - found),
                Err(Interrupted::Full) => self.table.grow(),
                Err(Interrupted::Long) => helped = true,
                Err(stop) => return Err(stop),
            }
        }
    }

    /// Searches with one worker or, if `helped`, with all.
    fn work(
        &mut self,
        game: &G,
        terminal_values: &TerminalValues,
        child: &ChildOf<G>,
        value: i32,
        helped: bool,
    ) -> Result<i32, Interrupted> {
        let solo_nodes = if helped || self.workers.len() == 1 { u64::MAX } else { SOLO_NODES };
        let workers = if helped { &mut *self.workers } else { &mut self.workers[..1] };
        let room = self.table.room() / workers.len() as u64;
        let (over, nodes) = (AtomicBool::new(false), (self.budget.nodes, self.budget.limit));
        let (table, observer) = (&self.table, Mutex::new(&mut self.budget.observer));
        let marks = if workers.len() > 1 { &self.marks[..] } else { &[] };
        let shared =
            SharedSearch { game, terminal_values, table, marks, over, nodes, solo_nodes, observer };
        let answer = Mutex::new(Err(Interrupted::Found));
        let task = |worker: &mut Worker<G>| {
            let found = worker.ask(&shared, &child.node, value, room);
            let mut answer = answer.lock().unwrap_or_else(PoisonError::into_inner);
            if found != Err(Interrupted::Found) && answer.is_err() {
                *answer = found;
            }
            shared.over.store(true, Relaxed);
        };
        match &mut *workers {
            [worker] => task(worker),
            all => thread::scope(|scope| {
                let start = |worker| scope.spawn(|| task(worker));
                let threads: Vec<_> = all.iter_mut().map(start).collect();
                // The scope's own panic would hide the thread's: that a table lacks memory, for
                // instance.
                let ends = threads.into_iter().map(ScopedJoinHandle::join);
                ends.for_each(|end| end.unwrap_or_else(|thrown| resume_unwind(thrown)));
            }),
        }
        let looked_at: u64 = workers.iter().map(|worker| worker.nodes).sum();
        self.budget.nodes += looked_at;
        self.budget.settle();
        answer.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<G: SearchGame> Worker<G> {
    fn new(number: u32) -> Worker<G> {
        Worker {
            children: Vec::new(),
            queue: Vec::new(),
            scratch: Vec::new(),
            path: Vec::new(),
            number,
            nodes: 0,
            next_check: 0,
            limit: 0,
            room: 0,
            least: 0,
        }
    }

    fn ask(
        &mut self,
        shared: &SharedSearch<'_, G>,
        node: &NodeOf<G>,
        value: i32,
        room: u64,
    ) -> Result<i32, Interrupted> {
        let (before, limit) = shared.nodes;
        let values = shared.game.values();
        (self.nodes, self.next_check, self.room) = (0, 0, room);
        self.limit = if self.number > 0 { u64::MAX } else { shared.solo_nodes.min(limit - before) };
        self.least = values.black.min(values.white).into();
        self.children.clear();
        self.queue.clear();
        self.path.clear();
        self.search(shared, node, shared.key(node), value)
    }

    #[inline(always)]
    fn count(&mut self, nodes: u64, shared: &SharedSearch<'_, G>) -> Result<(), Interrupted> {
        self.nodes += nodes;
        if self.nodes >= self.next_check {
            return self.check_limits(shared);
        }
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn check_limits(&mut self, shared: &SharedSearch<'_, G>) -> Result<(), Interrupted> {
        let interval = if shared.marks.is_empty() { POLL_INTERVAL } else { PATH_CHECK_INTERVAL };
        self.next_check = (self.nodes + interval).min(self.limit.saturating_add(1));
        for (level, &(key, value)) in (0..).zip(&self.path) {
            if shared.table.probe(key).is_some_and(|entry| entry.answers(value).is_some()) {
                return Err(Interrupted::Known(level));
            }
        }
        if shared.over.load(Relaxed) {
            return Err(Interrupted::Found);
        }
        if self.number > 0 {
            return Ok(());
        }
        let (before, limit) = shared.nodes;
        let all = before + self.nodes;
        let mut observer = shared.observer.lock().unwrap_or_else(PoisonError::into_inner);
        if all > limit || observer.as_mut().is_some_and(|observer| !observer.should_continue(all)) {
            return Err(Interrupted::Stopped);
        }
        if self.nodes >= shared.solo_nodes { Err(Interrupted::Long) } else { Ok(()) }
    }

    /// Returns the value of a child, or a bound that decides whether it is at least `value`.
    #[inline(always)]
    fn follow(
        &mut self,
        shared: &SharedSearch<'_, G>,
        child: &ChildOf<G>,
        key: Key,
        value: i32,
    ) -> Result<i32, Interrupted> {
        let gain = i32::from(child.gain);
        if child.node.mobility == 0 {
            return Ok(gain - shared.terminal_values.end(shared.game, &child.node));
        }
        Ok(gain - self.search(shared, &child.node, key, 1 + gain - value)?)
    }

    /// Tests whether a position where the game is not over is worth at least `value`: see
    /// [`NullWindowSearch::search_with`].
    fn search(
        &mut self,
        shared: &SharedSearch<'_, G>,
        node: &NodeOf<G>,
        key: Key,
        value: i32,
    ) -> Result<i32, Interrupted> {
        let (least, most) = shared.terminal_values.value_bounds(shared.game, node, self.least);
        if least >= value {
            return Ok(least);
        }
        if most < value {
            return Ok(most);
        }
        let mut first = None;
        if let Some(entry) = shared.table.probe(key) {
            if let Some(found) = entry.answers(value) {
                return Ok(found);
            }
            first = entry.move_index;
        }
        let marks_path = shared.marks(node).is_some();
        let (level, start) = (self.path.len(), (self.children.len(), self.queue.len()));
        if marks_path {
            self.path.push((key, value));
        }
        let found = self.look(shared, (node, key), (value, first));
        if marks_path {
            self.path.truncate(level);
            if found == Err(Interrupted::Known(level as u16)) {
                self.children.truncate(start.0);
                self.queue.truncate(start.1);
                return self.search(shared, node, key, value);
            }
        }
        found
    }

    /// Searches the moves, where neither the points that are left nor the table decide.
    #[inline(always)]
    fn look(
        &mut self,
        shared: &SharedSearch<'_, G>,
        (node, key): (&NodeOf<G>, Key),
        (value, mut first): (i32, Option<u32>),
    ) -> Result<i32, Interrupted> {
        let nodes = self.nodes;
        let mut best = Best { value: NONE, move_index: None };
        // The table's move often suffices: then no other is generated.
        if let Some(move_index) = first {
            match shared.game.child(node, move_index, &mut self.scratch) {
                Some(child) => {
                    self.count(1, shared)?;
                    let key = shared.key(&child.node);
                    let found = self.follow(shared, &child, key, value)?;
                    best = Best { value: found, move_index: first };
                }
                None => first = None,
            }
        }
        if best.value < value {
            let start = (self.children.len(), self.queue.len());
            self.rest(shared, node, (value, first), &mut best)?;
            self.children.truncate(start.0);
            self.queue.truncate(start.1);
        }
        let Best { value: found, move_index } = best;
        let (least, most) = if found >= value { (found, WIDE) } else { (-WIDE, found) };
        let bounds = Bounds { least, most, move_index };
        let effort = (self.nodes - nodes).checked_ilog2().unwrap_or(0);
        shared.table.store(key, bounds, effort.into());
        self.room -= 1;
        if self.room == 0 {
            return Err(Interrupted::Full);
        }
        Ok(found)
    }

    /// Searches all children but `first`, which has been searched already.
    fn rest(
        &mut self,
        shared: &SharedSearch<'_, G>,
        node: &NodeOf<G>,
        (value, first): (i32, Option<u32>),
        best: &mut Best,
    ) -> Result<(), Interrupted> {
        let SharedSearch { game, terminal_values, table, .. } = shared;
        let from = self.children.len();
        game.expand(node, &mut self.scratch, &mut self.children);
        self.count((self.children.len() - from) as u64, shared)?;
        let queue = self.queue.len();
        for index in from..self.children.len() {
            let child = &self.children[index];
            if first == Some(child.move_index) {
                continue;
            }
            let gain = i32::from(child.gain);
            let (least, most) = match child.node.mobility {
                0 => [terminal_values.end(*game, &child.node); 2].into(),
                _ => terminal_values.value_bounds(*game, &child.node, self.least),
            };
            let (sure, hope) = (gain - most, gain - least);
            if sure >= value {
                best.offer(sure, child.move_index);
                return Ok(());
            }
            if hope < value {
                best.offer(hope, child.move_index);
                continue;
            }
            let key = shared.key(&child.node);
            table.prefetch(key);
            let order = order_key(child.node.mobility, child.gain);
            self.queue.push(ScoredChild { order_key: order, child: index as u32, key });
        }
        for index in queue..self.queue.len() {
            let ScoredChild { child, key, .. } = self.queue[index];
            let child = &self.children[child as usize];
            let Some(entry) = table.probe(key) else { continue };
            let gain = i32::from(child.gain);
            let (sure, hope) = (gain - entry.most, gain - entry.least);
            if sure >= value {
                best.offer(sure, child.move_index);
                return Ok(());
            }
            if hope < value {
                best.offer(hope, child.move_index);
                self.queue[index].order_key = DROPPED;
            }
        }
        if node.remaining_points >= terminal_values.far {
            self.weigh(shared, queue)?;
        }
        let marks = shared.marks(node);
        let mut next = queue;
        while next < self.queue.len() {
            let ScoredChild { order_key: order, child, key } =
                select_next(&mut self.queue, next, |it| it.order_key);
            if order == DROPPED {
                break;
            }
            let mark = marks.map(|marks| &marks[key.index as usize % MARKS]);
            if let Some(mark) = mark {
                // The first move often suffices: it is never deferred, so that all workers search
                // it.
                let waits = order < DEFERRED && (first.is_some() || next > queue);
                if waits && mark.load(Relaxed) == key.tag {
                    self.queue[next].order_key |= DEFERRED;
                    continue;
                }
                mark.store(key.tag, Relaxed);
            }
            next += 1;
            let child = self.children[child as usize];
            let found = self.follow(shared, &child, key, value);
            mark.inspect(|mark| mark.store(0, Relaxed));
            let found = found?;
            best.offer(found, child.move_index);
            if found >= value {
                break;
            }
        }
        Ok(())
    }

    /// Orders the waiting children by the moves that each reply leaves to the player to move now:
    /// the fewer these are, the better the reply.
    fn weigh(&mut self, shared: &SharedSearch<'_, G>, queue: usize) -> Result<(), Interrupted> {
        for index in queue..self.queue.len() {
            let ScoredChild { order_key: order, child, .. } = self.queue[index];
            if order == DROPPED {
                continue;
            }
            let child = self.children[child as usize];
            let end = self.children.len();
            shared.game.expand(&child.node, &mut self.scratch, &mut self.children);
            let mut order = ORDER_BASE;
            for deeper in &self.children[end..] {
                order = order.saturating_add(match deeper.node.mobility {
                    0 => STUCK_WEIGHT,
                    replies => MOBILITY_WEIGHT * 5 / 16 + MOBILITY_WEIGHT / (replies + 1),
                });
            }
            order = order.saturating_sub(GAIN_WEIGHT * u32::from(child.gain)).min(DEFERRED - 1);
            self.queue[index].order_key = order;
            let nodes = (self.children.len() - end) as u64;
            self.children.truncate(end);
            self.count(nodes, shared)?;
        }
        Ok(())
    }
}

impl<G: SearchGame> SharedSearch<'_, G> {
    /// Returns the marks, if several workers search and the position has enough points.
    #[inline(always)]
    fn marks(&self, node: &NodeOf<G>) -> Option<&[AtomicU64]> {
        (!self.marks.is_empty() && node.remaining_points >= SHARED).then_some(self.marks)
    }

    #[inline(always)]
    fn key(&self, node: &NodeOf<G>) -> Key {
        let mut salt = self.terminal_values.salt;
        if self.terminal_values.winner.is_some() {
            // These values alone depend on the scores.
            salt ^= u64::from(self.game.lead(node).cast_unsigned());
        }
        Key::of(&self.game.canonical_key(&node.position), salt)
    }
}
