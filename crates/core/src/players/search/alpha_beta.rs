//! Alpha-beta search in two variants, full-width and selective.
//!
//! Both are principal variation searches (negamax; moves after the first generally begin with a
//! null window) with a transposition table. The full-width search examines all moves to the same
//! depth, counted in plies. The selective search, for play within a budget of positions, prunes
//! heuristically, unlike all else here, and so sees further where it seems to matter:
//!
//! - Fractional plies: depth is counted in eighths of a ply, and a move that leaves one reply, or
//!   two, takes less of it than others do: being stuck decides most games, and lines of forced
//!   moves are cheap.
//! - Late move reductions: moves late in the order are searched to less depth, and to all of it
//!   only if they turn out to be better than the moves before them.
//! - Futility pruning: within two plies of the horizon and with a null window, a position whose
//!   static evaluation is far below the window (futility pruning) or far above it (reverse futility
//!   or static null-move pruning) is worth that evaluation.
//! - Table entries from deeper searches than asked for are used.
//!
//! Entries that are marked as complete, though, come from searches that reached the end of the game
//! in all lines or were cut off by valid bounds: they are exact in both variants.

use std::cmp::Reverse;

use super::table::{Entry, Key, Table, buckets};
use super::{Best, Budget, Interrupted, ScoredChild, SearchObserver, order_key, select_next};
use crate::games::{ChildOf, EndReason, MoveGain, Node, NodeOf, SearchGame, Weights};

/// Infinity: greater than the value of any position.
pub(super) const INFINITE: i32 = 1 << 25;

/// One ply in the depth unit of the selective search.
const PLY: i32 = 8;

/// Greatest depth of the selective search, in plies, that fits into a table entry.
pub(super) const MAX_DEPTH: u8 = 31;

/// Depth and index in the order from which on moves are reduced (LMR).
const LMR_FROM: (i32, usize) = (2 * PLY, 2);

/// Greatest depth of futility pruning, and of reverse futility (static null-move) pruning.
const FUTILITY_DEPTH: i32 = 2 * PLY;

/// Futility margin: constant part, and part per eighth of a ply.
const FUTILITY_MARGIN: (i32, i32) = (300, 50);

/// Binary logarithms in eighths, interpolated linearly between powers of 2.
const LMR_TABLE: [i32; 64] = {
    let mut log = [0; 64];
    let mut number = 1_u32;
    while number < 64 {
        let whole = number.ilog2();
        log[number as usize] = (whole * 8 + (((number - (1 << whole)) * 8) >> whole)) as i32;
        number += 1;
    }
    log
};

/// Returns the depth taken by a move that leaves this number of replies.
#[inline(always)]
fn ply_cost<const SELECTIVE: bool>(replies: u32) -> i32 {
    match replies {
        _ if !SELECTIVE => 1,
        1 => 2,
        2 => 6,
        _ => PLY,
    }
}

/// Returns the late move reduction for the move at this place in the order.
#[inline(always)]
fn late_move_reduction<const SELECTIVE: bool>(depth: i32, place: usize) -> i32 {
    if !SELECTIVE || depth < LMR_FROM.0 || place < LMR_FROM.1 {
        return 0;
    }
    let plies = (depth / PLY) as usize;
    // Eight ninths of a ply times the two logarithms.
    LMR_TABLE[plies.min(63)] * LMR_TABLE[place.min(63)] / 9
}

/// Configuration of a search: values of terminal positions and of those where it stops.
#[derive(Clone, Copy, Debug)]
pub struct SearchConfig<'w> {
    /// Penalty for being stuck, where that loses.
    stuck: i32,
    /// Weights of the static evaluation.
    weights: Option<&'w Weights>,
    /// `true` if the search may prune heuristically.
    pub(super) selective: bool,
}

impl<'w> SearchConfig<'w> {
    /// Returns the configuration for play: a stuck loss costs half of the points of a full board,
    /// and a cleared board counts the points alone. Without weights a position where the search
    /// stops is worth its points.
    pub fn for_play<G: SearchGame>(game: &G, weights: Option<&'w Weights>) -> SearchConfig<'w> {
        let values = game.values();
        let points = 60 * (i32::from(values.black) + i32::from(values.white));
        let stuck = if game.stuck_loses() { points.max(1) * Weights::POINT } else { 0 };
        let weights = weights.filter(|weights| !weights.linear.is_empty());
        SearchConfig { stuck, weights, selective: false }
    }

    /// Returns the configuration for play with the selective search.
    pub fn selective<G: SearchGame>(game: &G, weights: Option<&'w Weights>) -> SearchConfig<'w> {
        SearchConfig { selective: true, ..SearchConfig::for_play(game, weights) }
    }

    #[inline(always)]
    fn key<G: SearchGame>(&self, game: &G, node: &NodeOf<G>) -> Key {
        // The salt separates the entries of the two variants.
        Key::of(&game.state_key(&node.position), if self.selective { 6 << 60 } else { 0 })
    }

    #[inline(always)]
    fn points(points: u16) -> i32 {
        i32::from(points) * Weights::POINT
    }

    /// Returns the value of a position without a move.
    #[inline]
    fn terminal_value<G: SearchGame>(&self, game: &G, node: &NodeOf<G>) -> i32 {
        if game.ending(node) == EndReason::Stuck { -self.stuck } else { 0 }
    }

    /// Returns the static evaluation of a position where the search stops and the game does not.
    #[inline]
    fn evaluate<G: SearchGame>(&self, game: &G, node: &NodeOf<G>) -> i32 {
        let Some(weights) = self.weights else { return 0 };
        let most = self.most(node);
        game.evaluate(&node.position, weights).clamp(-most, most)
    }

    /// Returns the greatest value that a position can have; the least is its negative.
    #[inline(always)]
    fn most<P, M>(&self, node: &Node<P, M>) -> i32 {
        SearchConfig::points(node.remaining_points) + self.stuck
    }
}

/// Meaning of an entry's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BoundKind {
    Exact = 1,
    Lower = 2,
    Upper = 3,
}

/// Entry of the transposition table.
///
/// ```text
/// bit   0       28     44      46         47     55
///       value   move   bound   complete   depth  generation
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TtEntry {
    value: i32,
    /// Index of the best move, if one is known.
    move_index: Option<u32>,
    /// Depth of the search.
    depth: i32,
    kind: BoundKind,
    /// `true` if all lines reached the end of the game or were cut off by valid bounds: the value
    /// then holds for any depth from this one on.
    complete: bool,
}

const NO_MOVE: u64 = 0xffff;

impl Entry for TtEntry {
    const EFFORT: (u32, u32) = (47, 8);
    const REPLACE_LAST_ON_TIE: bool = true;

    #[inline(always)]
    fn pack(self) -> u64 {
        let move_index =
            self.move_index.map_or(NO_MOVE, |move_index| u64::from(move_index).min(NO_MOVE));
        u64::from(self.value.cast_unsigned()) & 0x0fff_ffff
            | move_index << 28
            | (self.kind as u64) << 44
            | u64::from(self.complete) << 46
    }

    #[inline(always)]
    fn unpack(data: u64) -> TtEntry {
        let move_index = data >> 28 & NO_MOVE;
        TtEntry {
            // Extends the sign, the value's highest bit.
            value: ((data << 4) as u32).cast_signed() >> 4,
            move_index: (move_index != NO_MOVE).then_some(move_index as u32),
            depth: i32::from((data >> 47) as u8),
            kind: match data >> 44 & 3 {
                1 => BoundKind::Exact,
                2 => BoundKind::Lower,
                _ => BoundKind::Upper,
            },
            complete: data >> 46 & 1 == 1,
        }
    }
}

impl TtEntry {
    /// Returns whether the value is valid for a search to this depth.
    #[inline(always)]
    fn is_valid_for<const SELECTIVE: bool>(self, depth: i32) -> bool {
        match SELECTIVE {
            true => self.complete || self.depth >= depth,
            false => self.depth == depth || self.complete && self.depth <= depth,
        }
    }
}

/// Number of entries of the evaluation cache.
const EVAL_CACHE_SIZE: usize = 1 << 16;

/// Cache of static evaluations: a position is evaluated as a leaf, and again when the search is
/// deeper. An entry holds 40 bits of a key's tag above 24 bits of value.
#[derive(Debug, Default)]
struct EvalCache(Vec<u64>);

impl EvalCache {
    #[inline(always)]
    fn value(&mut self, key: Key, evaluate: impl FnOnce() -> i32) -> i32 {
        if self.0.is_empty() {
            self.0 = vec![0; EVAL_CACHE_SIZE];
        }
        let entry = &mut self.0[key.index as usize & (EVAL_CACHE_SIZE - 1)];
        if (*entry ^ key.tag) >> 24 == 0 {
            // Extends the sign, the value's highest bit.
            return ((*entry << 8) as u32).cast_signed() >> 8;
        }
        let value = evaluate();
        *entry = key.tag >> 24 << 24 | u64::from(value.cast_unsigned() & 0x00ff_ffff);
        value
    }
}

/// Alpha-beta search of one game, with its transposition table.
pub struct AlphaBeta<G: SearchGame> {
    table: Table<TtEntry>,
    /// Children of all positions on the current path, one position after another.
    children: Vec<ChildOf<G>>,
    /// Same children in the order in which they are searched.
    queue: Vec<ScoredChild>,
    pub(super) scratch: Vec<G::Move>,
    /// Moves on the current path that have not been made yet.
    gains: Vec<MoveGain>,
    eval_cache: EvalCache,
    pub(super) budget: Budget,
    /// Number of times that the search stopped before the end of a game: leaves at the horizon,
    /// pruned positions, and table entries of such searches.
    pub(super) horizon_leaves: u64,
}

impl<G: SearchGame> AlphaBeta<G> {
    /// Creates an engine with a table of `mebibytes` MiB.
    pub fn new(mebibytes: u32) -> AlphaBeta<G> {
        AlphaBeta::with_buckets(buckets(mebibytes))
    }

    /// Creates an engine with a table of this number of buckets.
    pub fn with_buckets(buckets: u64) -> AlphaBeta<G> {
        let table = Table::with_buckets(buckets, buckets);
        AlphaBeta {
            table,
            children: Vec::new(),
            queue: Vec::new(),
            scratch: Vec::new(),
            gains: Vec::new(),
            eval_cache: EvalCache::default(),
            budget: Budget::UNLIMITED,
            horizon_leaves: 0,
        }
    }

    /// Sets an observer, which may stop a search at any time. The result of a stopped search is no
    /// answer, and must not be played.
    pub fn set_observer(&mut self, observer: impl SearchObserver + 'static) {
        self.budget.set_observer(observer);
    }

    /// Clears the tables and the node count.
    pub fn clear(&mut self) {
        self.table.clear();
        self.eval_cache.0.fill(0);
        self.budget.nodes = 0;
    }

    /// Returns the number of positions searched.
    pub fn nodes(&self) -> u64 {
        self.budget.nodes
    }

    /// Returns the principal variation that begins with the move of this index, as far as the table
    /// has it after a search.
    pub fn principal_variation(
        &mut self,
        game: &G,
        config: &SearchConfig<'_>,
        position: &G::Position,
        move_index: u32,
    ) -> Vec<G::Move> {
        let (mut position, mut move_index, mut line) = (*position, Some(move_index), Vec::new());
        // A key collision may yield the move of another position: only legal moves are followed.
        while let Some(chosen) =
            move_index.and_then(|move_index| game.move_at(&position, move_index, &mut self.scratch))
        {
            line.push(chosen.mv);
            game.apply(&mut position, chosen.mv);
            let node = game.node(&position, &mut self.scratch);
            move_index =
                self.table.probe(config.key(game, &node)).and_then(|entry| entry.move_index);
        }
        line
    }

    /// Returns the children of a position.
    pub(super) fn children_of(&mut self, game: &G, position: &G::Position) -> Vec<ChildOf<G>> {
        let mut children = Vec::new();
        let node = game.node(position, &mut self.scratch);
        game.expand(&node, &mut self.scratch, &mut children);
        self.budget.nodes += children.len() as u64;
        children
    }

    /// Returns a position's value at a depth of 1 or more, in the mover's view and within a window.
    /// The guarantees are those of the module above.
    pub fn value(
        &mut self,
        game: &G,
        config: &SearchConfig<'_>,
        position: &G::Position,
        depth: u8,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let node = game.node(position, &mut self.scratch);
        if node.mobility == 0 {
            return config.terminal_value(game, &node);
        }
        let key = config.key(game, &node);
        // No limit is in force outside of a limited search.
        self.alpha_beta::<false>(game, config, &node, key, depth.into(), (alpha, beta)).unwrap_or(0)
    }

    /// Returns the value of a child to the player who makes the move, within a window. The move
    /// and all after it are searched to a depth in plies.
    pub(super) fn child(
        &mut self,
        game: &G,
        config: &SearchConfig<'_>,
        child: &ChildOf<G>,
        plies: u8,
        window: (i32, i32),
    ) -> Result<i32, Interrupted> {
        // Left behind by a search that was stopped.
        self.children.clear();
        self.queue.clear();
        self.gains.clear();
        let (key, plies) = (config.key(game, &child.node), i32::from(plies));
        match config.selective {
            true => self.search_child::<true>(game, config, child, key, plies * PLY, window),
            false => self.search_child::<false>(game, config, child, key, plies, window),
        }
    }

    /// Returns the value of a child: the move and all after it are searched to a depth.
    #[inline(always)]
    fn search_child<const SELECTIVE: bool>(
        &mut self,
        game: &G,
        config: &SearchConfig<'_>,
        child: &ChildOf<G>,
        key: Key,
        depth: i32,
        (alpha, beta): (i32, i32),
    ) -> Result<i32, Interrupted> {
        let gain = SearchConfig::points(child.gain);
        if child.node.mobility == 0 {
            return Ok(gain - config.terminal_value(game, &child.node));
        }
        let depth = depth - ply_cost::<SELECTIVE>(child.node.mobility);
        if depth <= 0 {
            self.horizon_leaves += 1;
            let evaluate = || config.evaluate(game, &child.node);
            return Ok(
                gain - if SELECTIVE { self.eval_cache.value(key, evaluate) } else { evaluate() }
            );
        }
        let window = (gain - beta, gain - alpha);
        Ok(gain - self.alpha_beta::<SELECTIVE>(game, config, &child.node, key, depth, window)?)
    }

    /// Returns the key of the position after a move from a position that is searched to a depth.
    #[inline(always)]
    fn key_of_child<const SELECTIVE: bool>(
        game: &G,
        config: &SearchConfig<'_>,
        child: &ChildOf<G>,
        depth: i32,
    ) -> Key {
        // The full-width search does not probe the table at its leaves.
        if SELECTIVE || depth > 1 { config.key(game, &child.node) } else { Key::default() }
    }

    /// Searches a position where the game is not over to a depth of 1 or more, and returns its
    /// value.
    fn alpha_beta<const SELECTIVE: bool>(
        &mut self,
        game: &G,
        config: &SearchConfig<'_>,
        node: &NodeOf<G>,
        key: Key,
        depth: i32,
        (mut alpha, mut beta): (i32, i32),
    ) -> Result<i32, Interrupted> {
        let (low, high) = (-config.most(node), config.most(node));
        if low >= beta {
            return Ok(low);
        }
        if high <= alpha {
            return Ok(high);
        }
        let mut first = None;
        if let Some(entry) = self.table.probe(key) {
            first = entry.move_index;
            if entry.is_valid_for::<SELECTIVE>(depth) {
                let value = entry.value;
                let enough = match entry.kind {
                    BoundKind::Exact => true,
                    BoundKind::Lower => value >= beta,
                    BoundKind::Upper => value <= alpha,
                };
                if enough {
                    self.horizon_leaves += u64::from(!entry.complete);
                    return Ok(value);
                }
            }
        }
        if SELECTIVE && beta - alpha == 1 && depth <= FUTILITY_DEPTH {
            let static_eval = self.eval_cache.value(key, || config.evaluate(game, node));
            let margin = FUTILITY_MARGIN.0 + FUTILITY_MARGIN.1 * depth;
            if static_eval >= beta + margin || static_eval <= alpha - margin {
                self.horizon_leaves += 1;
                return Ok(static_eval);
            }
        }
        alpha = alpha.max(low - 1);
        beta = beta.min(high + 1);
        let (horizon_leaves, original_alpha) = (self.horizon_leaves, alpha);
        let mut best = Best { value: -INFINITE, move_index: None };

        // The table's move often suffices: then no other is generated.
        if let Some(move_index) = first {
            match game.child(node, move_index, &mut self.scratch) {
                Some(child) => {
                    self.budget.count(1)?;
                    let key = Self::key_of_child::<SELECTIVE>(game, config, &child, depth);
                    let window = (alpha, beta);
                    let value =
                        self.search_child::<SELECTIVE>(game, config, &child, key, depth, window)?;
                    best = Best { value, move_index: first };
                    alpha = alpha.max(value);
                }
                None => first = None,
            }
        }
        if best.value < beta {
            let start = (self.children.len(), self.queue.len(), self.gains.len());
            let window = (alpha, beta);
            if SELECTIVE && depth <= PLY && game.move_gains(node, &mut self.gains) {
                self.search_frontier(
                    game,
                    config,
                    node,
                    depth,
                    window,
                    &mut best,
                    (first, start.2),
                )?;
                self.gains.truncate(start.2);
            } else {
                self.search_remaining::<SELECTIVE>(
                    game, config, node, depth, window, &mut best, first,
                )?;
                self.children.truncate(start.0);
                self.queue.truncate(start.1);
            }
        }
        let kind = if best.value >= beta {
            BoundKind::Lower
        } else if best.value <= original_alpha {
            BoundKind::Upper
        } else {
            BoundKind::Exact
        };
        let Best { value, move_index } = best;
        let entry = TtEntry {
            value,
            move_index,
            depth,
            kind,
            complete: self.horizon_leaves == horizon_leaves,
        };
        self.table.store(key, entry, depth as u64);
        Ok(value)
    }

    /// Searches all children but `first`, which has been searched already.
    #[allow(clippy::too_many_arguments)]
    fn search_remaining<const SELECTIVE: bool>(
        &mut self,
        game: &G,
        config: &SearchConfig<'_>,
        node: &NodeOf<G>,
        depth: i32,
        (mut alpha, beta): (i32, i32),
        best: &mut Best,
        first: Option<u32>,
    ) -> Result<(), Interrupted> {
        let from = self.children.len();
        game.expand(node, &mut self.scratch, &mut self.children);
        self.budget.count((self.children.len() - from) as u64)?;
        let queue = self.queue.len();
        let asks_table = SELECTIVE || depth > 1;
        for index in from..self.children.len() {
            let child = &self.children[index];
            if first == Some(child.move_index) {
                continue;
            }
            let key = Self::key_of_child::<SELECTIVE>(game, config, child, depth);
            if asks_table {
                self.table.prefetch(key);
            }
            // A child without a reply ends the game.
            let is_terminal = child.node.mobility == 0;
            let order = if is_terminal { 0 } else { order_key(child.node.mobility, child.gain) };
            self.queue.push(ScoredChild { order_key: order, child: index as u32, key });
        }
        if asks_table {
            // Enhanced transposition cutoffs (Plaat and others 1996).
            for index in queue..self.queue.len() {
                let ScoredChild { child, key, .. } = self.queue[index];
                let child = &self.children[child as usize];
                if child.node.mobility == 0 {
                    continue;
                }
                let depth = depth - ply_cost::<SELECTIVE>(child.node.mobility);
                if let Some(entry) = self.table.probe(key)
                    && entry.kind != BoundKind::Lower
                    && entry.is_valid_for::<SELECTIVE>(depth)
                {
                    let value = SearchConfig::points(child.gain) - entry.value;
                    if value >= beta {
                        self.horizon_leaves += u64::from(!entry.complete);
                        *best = Best { value, move_index: Some(child.move_index) };
                        return Ok(());
                    }
                }
            }
        }
        let before = usize::from(first.is_some());
        for next in queue..self.queue.len() {
            let ScoredChild { child, key, .. } =
                select_next(&mut self.queue, next, |it| it.order_key);
            let child = self.children[child as usize];
            let whole = (alpha, beta);
            let value = if best.value == -INFINITE {
                self.search_child::<SELECTIVE>(game, config, &child, key, depth, whole)?
            } else {
                // A null window at reduced depth tests first whether the move beats the best.
                let null_window = (alpha, alpha + 1);
                let reduction = late_move_reduction::<SELECTIVE>(depth, next - queue + before);
                let mut value = self.search_child::<SELECTIVE>(
                    game,
                    config,
                    &child,
                    key,
                    depth - reduction,
                    null_window,
                )?;
                if value > alpha && reduction > 0 {
                    value = self.search_child::<SELECTIVE>(
                        game,
                        config,
                        &child,
                        key,
                        depth,
                        null_window,
                    )?;
                }
                if value > alpha && value < beta && beta - alpha > 1 {
                    value =
                        self.search_child::<SELECTIVE>(game, config, &child, key, depth, whole)?;
                }
                value
            };
            best.offer(value, child.move_index);
            alpha = alpha.max(value);
            if value >= beta {
                break;
            }
        }
        Ok(())
    }

    /// Searches the moves of a frontier node, a ply before the selective search ends: makes them
    /// one by one, those with the largest gain first, for the first often suffices.
    #[allow(clippy::too_many_arguments)]
    fn search_frontier(
        &mut self,
        game: &G,
        config: &SearchConfig<'_>,
        node: &NodeOf<G>,
        depth: i32,
        (mut alpha, beta): (i32, i32),
        best: &mut Best,
        (first, from): (Option<u32>, usize),
    ) -> Result<(), Interrupted> {
        for next in from..self.gains.len() {
            let MoveGain { move_index, .. } =
                select_next(&mut self.gains, next, |it| Reverse(it.gain));
            if first == Some(move_index) {
                continue;
            }
            let Some(child) = game.child(node, move_index, &mut self.scratch) else { continue };
            self.budget.count(1)?;
            let key = config.key(game, &child.node);
            let value =
                self.search_child::<true>(game, config, &child, key, depth, (alpha, beta))?;
            best.offer(value, move_index);
            alpha = alpha.max(value);
            if value >= beta {
                break;
            }
        }
        Ok(())
    }
}
