//! The selective search: to play well within a budget of positions.
//!
//! It prunes on a guess, unlike all else here, and so sees further where it seems to matter:
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
//! off by bounds that hold: it is exact, as in the other searches.

use super::aim::{Aim, BEYOND};
use super::hash::Key;
use super::negamax::{Engine, Queued, Stopped, key, order};
use super::transpositions::{Kind, Known};
use crate::games::{BranchOf, NodeOf, Searched, Sketch};

/// A ply, in the unit of depths here.
const PLY: i32 = 8;

/// The greatest depth, in plies, that an entry of the table has room for.
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
fn cost(replies: u32) -> i32 {
    match replies {
        1 => 2,
        2 => 6,
        _ => PLY,
    }
}

/// By how much less deep the move at this place in the order is searched.
#[inline(always)]
fn reduction(depth: i32, place: usize) -> i32 {
    if depth < REDUCED_FROM.0 || place < REDUCED_FROM.1 {
        return 0;
    }
    let plies = (depth / PLY) as usize;
    // Eight ninths of a ply where either logarithm is 1, and so on.
    LOG[plies.min(63)] * LOG[place.min(63)] / 9
}

impl<G: Searched> Engine<G> {
    /// The value of a branch in the view of the player who moves, within a window, as far as this
    /// search can tell. The move and all after it are searched to a depth in plies.
    pub(super) fn selective_branch(
        &mut self,
        game: &G,
        aim: &Aim<'_>,
        branch: &BranchOf<G>,
        plies: u8,
        window: (i32, i32),
    ) -> Result<i32, Stopped> {
        let key = key(game, aim, &branch.node);
        self.selective_follow(game, aim, branch, key, i32::from(plies) * PLY, window)
    }

    #[inline(always)]
    fn selective_follow(
        &mut self,
        game: &G,
        aim: &Aim<'_>,
        branch: &BranchOf<G>,
        key: Key,
        depth: i32,
        (alpha, beta): (i32, i32),
    ) -> Result<i32, Stopped> {
        let gain = aim.points(branch.gain);
        if branch.node.replies == 0 {
            return Ok(gain - aim.end(game, &branch.node));
        }
        let depth = depth - cost(branch.node.replies);
        if depth <= 0 {
            self.open += 1;
            return Ok(gain - self.judged.value(key, || aim.judge(game, &branch.node)));
        }
        let window = (gain - beta, gain - alpha);
        Ok(gain - self.selective(game, aim, &branch.node, key, depth, window)?)
    }

    /// The value of a position where the game is not over, to a depth of 1 or more.
    fn selective(
        &mut self,
        game: &G,
        aim: &Aim<'_>,
        node: &NodeOf<G>,
        key: Key,
        depth: i32,
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
            if known.complete || i32::from(known.depth) >= depth {
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
        if beta - alpha == 1 && depth <= STILL {
            let still = self.judged.value(key, || aim.judge(game, node));
            let margin = MARGIN.0 + MARGIN.1 * depth;
            if still >= beta + margin || still <= alpha - margin {
                self.open += 1;
                return Ok(still);
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
                    let key = super::negamax::key(game, aim, &branch.node);
                    best = self.selective_follow(game, aim, &branch, key, depth, (alpha, beta))?;
                    best_rank = first;
                    alpha = alpha.max(best);
                }
                None => first = None,
            }
        }
        if best < beta {
            let start = (self.branches.len(), self.queue.len(), self.sketches.len());
            let found = (&mut best, &mut best_rank);
            let window = (alpha, beta);
            let rest = if depth <= PLY && game.sketch(node, &mut self.sketches) {
                self.selective_last(game, aim, node, depth, window, found, (first, start.2))
            } else {
                self.selective_rest(game, aim, node, depth, window, found, first)
            };
            self.branches.truncate(start.0);
            self.queue.truncate(start.1);
            self.sketches.truncate(start.2);
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
        let depth = depth as u8;
        self.table.store(key, Known { value: best, rank: best_rank, depth, kind, complete });
        Ok(best)
    }

    /// Searches all branches but the first, which has been searched already, where there is one.
    #[allow(clippy::too_many_arguments)]
    fn selective_rest(
        &mut self,
        game: &G,
        aim: &Aim<'_>,
        node: &NodeOf<G>,
        depth: i32,
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
            let key = key(game, aim, &branch.node);
            self.table.prefetch(key);
            self.queue.push(Queued { order: order(branch), branch: index as u32, key });
        }
        // What is known already may be enough.
        for index in queue..self.queue.len() {
            let Queued { branch, key, .. } = self.queue[index];
            let branch = &self.branches[branch as usize];
            if branch.node.replies == 0 {
                continue;
            }
            if let Some(known) = self.table.probe(key)
                && known.kind != Kind::Lower
                && (known.complete || i32::from(known.depth) >= depth - cost(branch.node.replies))
            {
                let value = aim.points(branch.gain) - known.value;
                if value >= beta {
                    self.open += u64::from(!known.complete);
                    (*best, *best_rank) = (value, Some(branch.rank));
                    return Ok(());
                }
            }
        }
        let before = usize::from(first.is_some());
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
            let whole = (alpha, beta);
            let mut value = if *best == -BEYOND {
                self.selective_follow(game, aim, &branch, key, depth, whole)?
            } else {
                // It is asked first whether a move beats the best, and that with less depth.
                let narrow = (alpha, alpha + 1);
                let reduced = reduction(depth, next - queue + before);
                let value =
                    self.selective_follow(game, aim, &branch, key, depth - reduced, narrow)?;
                if value > alpha && reduced > 0 {
                    self.selective_follow(game, aim, &branch, key, depth, narrow)?
                } else {
                    value
                }
            };
            if value > alpha && value < beta && *best > -BEYOND && beta - alpha > 1 {
                value = self.selective_follow(game, aim, &branch, key, depth, whole)?;
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

    /// The same a ply before the end: moves are made one by one, those that bring most first, for
    /// the first often is enough.
    #[allow(clippy::too_many_arguments)]
    fn selective_last(
        &mut self,
        game: &G,
        aim: &Aim<'_>,
        node: &NodeOf<G>,
        depth: i32,
        (mut alpha, beta): (i32, i32),
        (best, best_rank): (&mut i32, &mut Option<u32>),
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
            let key = key(game, aim, &branch.node);
            let value = self.selective_follow(game, aim, &branch, key, depth, (alpha, beta))?;
            if value > *best {
                (*best, *best_rank) = (value, Some(rank));
            }
            alpha = alpha.max(value);
            if value >= beta {
                break;
            }
        }
        Ok(())
    }
}
