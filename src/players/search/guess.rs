//! The selective search.

use super::aim::{Aim, BEYOND};
use super::hash::Key;
use super::negamax::{Engine, Queued, Stopped, key};
use super::transpositions::{Kind, Known};
use crate::games::{BranchOf, NodeOf, Searched, Sketch};

/// A ply, in the unit of depths here.
pub(super) const PLY: i32 = 8;

pub(super) static T: std::sync::LazyLock<[i32; 24]> = std::sync::LazyLock::new(|| {
    let mut t = [2, 6, 8, 8, 8, 16, 2, 100, 24, 16, 300, 50, 300, 50, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    if let Ok(text) = std::env::var("PT") {
        for (at, word) in text.split(',').enumerate() {
            if let Ok(v) = word.parse() {
                t[at] = v;
            }
        }
    }
    t
});

/// Logs in eighths.
const LOG: [i32; 64] = {
    let mut log = [0; 64];
    let mut i = 1;
    while i < 64 {
        // piecewise linear log2 in eighths
        let l = (i as u32).ilog2();
        log[i] = (l * 8) as i32 + (((i - (1 << l)) * 8) >> l) as i32;
        i += 1;
    }
    log
};

fn cost(replies: u32) -> i32 {
    let t = &*T;
    match replies {
        1 => t[0],
        2 => t[1],
        3..=5 => t[2],
        6..=9 => t[3],
        _ => t[4],
    }
}

pub(super) fn reduction(depth: i32, index: usize) -> i32 {
    let t = &*T;
    if depth < t[5] || (index as i32) < t[6] {
        return 0;
    }
    let d = LOG[((depth / PLY) as usize).min(63)];
    let i = LOG[index.min(63)];
    d * i * t[7] / (32 * 64)
}

impl<G: Searched> Engine<G> {
    pub(super) fn guess_branch(
        &mut self,
        game: &G,
        aim: &Aim<'_>,
        branch: &BranchOf<G>,
        depth: i32,
        reduced: i32,
        window: (i32, i32),
    ) -> Result<i32, Stopped> {
        let key = key(game, aim, &branch.node);
        self.guess_after(game, aim, branch, key, depth, reduced, window)
    }

    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    fn guess_after(
        &mut self,
        game: &G,
        aim: &Aim<'_>,
        branch: &BranchOf<G>,
        key: Key,
        depth: i32,
        reduced: i32,
        (alpha, beta): (i32, i32),
    ) -> Result<i32, Stopped> {
        let gain = aim.points(branch.gain);
        if branch.node.replies == 0 {
            return Ok(gain - aim.end(game, &branch.node));
        }
        let depth = depth - cost(branch.node.replies) - reduced;
        if depth <= 0 {
            self.open += 1;
            return Ok(gain - aim.judge(game, &branch.node));
        }
        let window = (gain - beta, gain - alpha);
        Ok(gain - self.guess(game, aim, &branch.node, key, depth, window)?)
    }

    fn guess(
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
        let null = T[14] > 0 && depth >= T[14];
        if beta - alpha == 1 && (depth <= T[9] || null) {
            let still = aim.judge(game, node);
            if depth <= T[9]
                && (still >= beta + T[10] + T[11] * depth / 2
                    || still <= alpha - T[12] - T[13] * depth / 2)
            {
                self.open += 1;
                return Ok(still);
            }
            if null
                && still >= beta + T[22]
                && node.replies as i32 >= T[15]
                && !self.passed
                && let Some(passed) = game.pass(node)
            {
                self.passed = true;
                let key = super::negamax::key(game, aim, &passed);
                let less = depth - T[16] - depth * T[17] / 32;
                self.count(1)?;
                let value = if less > 0 {
                    -self.guess(game, aim, &passed, key, less, (-beta, -alpha))?
                } else {
                    -aim.judge(game, &passed)
                };
                self.passed = false;
                if value >= beta {
                    self.open += 1;
                    return Ok(beta);
                }
            }
        }
        let passed = std::mem::replace(&mut self.passed, false);
        alpha = alpha.max(low - 1);
        beta = beta.min(high + 1);
        let open = self.open;
        let (floor, mut best, mut best_rank) = (alpha, -BEYOND, None);
        if let Some(rank) = first {
            match game.branch(node, rank, &mut self.scratch) {
                Some(branch) => {
                    self.count(1)?;
                    let branch_key = super::negamax::key(game, aim, &branch.node);
                    best = self.guess_after(
                        game, aim, &branch, branch_key, depth, 0, (alpha, beta),
                    )?;
                    best_rank = first;
                    alpha = alpha.max(best);
                }
                None => first = None,
            }
        }
        if best < beta {
            let start = (self.branches.len(), self.queue.len());
            let rest = self.guess_rest(
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
        self.passed = passed;
        let complete = self.open == open;
        let depth = depth.min(255) as u8;
        self.table.store(key, Known { value: best, rank: best_rank, depth, kind, complete });
        Ok(best)
    }

    #[allow(clippy::too_many_arguments)]
    fn guess_rest(
        &mut self,
        game: &G,
        aim: &Aim<'_>,
        node: &NodeOf<G>,
        depth: i32,
        (mut alpha, beta): (i32, i32),
        (best, best_rank): (&mut i32, &mut Option<u32>),
        first: Option<u32>,
    ) -> Result<(), Stopped> {
        if T[18] == 0 && depth <= PLY {
            let from = self.sketches.len();
            if game.sketch(node, &mut self.sketches) {
                let done = self.guess_frontier(
                    game, aim, node, depth, (alpha, beta), (best, best_rank), first, from,
                );
                self.sketches.truncate(from);
                return done;
            }
        }
        let from = self.branches.len();
        game.expand(node, &mut self.scratch, &mut self.branches);
        self.count((self.branches.len() - from) as u64)?;
        let queue = self.queue.len();
        for index in from..self.branches.len() {
            let branch = &self.branches[index];
            if first == Some(branch.rank) {
                continue;
            }
            let key = if depth > PLY { key(game, aim, &branch.node) } else { Key::default() };
            if depth > PLY {
                self.table.prefetch(key);
            }
            let order = match branch.node.replies {
                0 => 0,
                replies => ((1 << 16) + 64 * replies).saturating_sub(T[8] as u32 * u32::from(branch.gain)),
            };
            self.queue.push(Queued { order, branch: index as u32, key });
        }
        if depth > PLY {
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
        }
        let before = usize::from(first.is_some());
        for next in queue..self.queue.len() {
            let mut least = next;
            for index in next + 1..self.queue.len() {
                if self.queue[index].order < self.queue[least].order {
                    least = index;
                }
            }
            self.queue.swap(next, least);
            let Queued { branch, mut key, .. } = self.queue[next];
            let branch = self.branches[branch as usize];
            if depth <= PLY && depth > cost(branch.node.replies) {
                key = super::negamax::key(game, aim, &branch.node);
            }
            let place = next - queue + before;
            if depth <= T[19]
                && beta - alpha == 1
                && branch.node.replies > 2
                && place as i32 >= T[20] + T[21] * depth / PLY
                && *best > -BEYOND
            {
                self.open += 1;
                break;
            }
            let reduced = reduction(depth, place);
            let mut value = if *best == -BEYOND {
                self.guess_after(game, aim, &branch, key, depth, 0, (alpha, beta))?
            } else {
                let null = (alpha, alpha + 1);
                let value = self.guess_after(game, aim, &branch, key, depth, reduced, null)?;
                if value > alpha && reduced > 0 {
                    self.guess_after(game, aim, &branch, key, depth, 0, null)?
                } else {
                    value
                }
            };
            if value > alpha && value < beta && *best > -BEYOND && beta - alpha > 1 {
                value = self.guess_after(game, aim, &branch, key, depth, 0, (alpha, beta))?;
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

    /// Children are made one by one.
    #[allow(clippy::too_many_arguments)]
    fn guess_frontier(
        &mut self,
        game: &G,
        aim: &Aim<'_>,
        node: &NodeOf<G>,
        depth: i32,
        (mut alpha, beta): (i32, i32),
        (best, best_rank): (&mut i32, &mut Option<u32>),
        first: Option<u32>,
        from: usize,
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
            let key = if depth > cost(branch.node.replies) {
                super::negamax::key(game, aim, &branch.node)
            } else {
                Key::default()
            };
            let value = self.guess_after(game, aim, &branch, key, depth, 0, (alpha, beta))?;
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
