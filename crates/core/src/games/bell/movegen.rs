//! Move generation in canonical order, and execution of moves.
//!
//! # The order of moves
//!
//! A game is recorded by the index of each move in this order: changing the order changes the
//! format.
//!
//! - Corners: a1, k1, a11, k11.
//! - Chains: by the direction of the first hop, n, e, s, w, ne, se, sw, nw; then by starting point,
//!   a1 first along the rows; then by the directions of the further hops in the same order, a chain
//!   before its continuations.

use super::hops::{CORNERS, DIRECTIONS, FROM, SHIFTS, STARTS, STRAIGHT};
use super::position::{Chain, Move, Position};
use super::rules::{Diagonals, EvenChain, Rules};
use crate::base::random::GameRng;
use crate::board::{Point, PointSet};
use crate::games::{Chosen, IndexedMove};

/// The most hops that any rules allow.
const MAX_HOPS: usize = 16;

/// Stack of chains to continue, with the directions left. Chains are followed without recursion,
/// which would not be inlined. Created once per position, because that costs more than following a
/// chain.
type Later = [(Hopping, u32); MAX_HOPS];

fn nothing_later() -> Later {
    [(Hopping { at: 0, hops: 0, around: 0 }, 0); MAX_HOPS]
}

#[derive(Clone, Copy)]
struct Hopping {
    /// Index of the stone's current point.
    at: i32,
    /// Number of hops made.
    hops: u8,
    /// Stones that can be hopped, as bits, rotated so that the hopping stone's own point is at bit
    /// `HERE`. A stone passed by an even hop may still be on the board, but it can neither be
    /// hopped again nor be in the way: a stone lands an even number of columns and rows from its
    /// start, and hops over all other points.
    around: u128,
}

/// First hops of all chains, by direction.
struct FirstHops {
    /// Starting points of stones that can hop.
    starts: [PointSet; DIRECTIONS.len()],
    /// Starting points of stones that can continue after the hop.
    on: [PointSet; DIRECTIONS.len()],
}

impl Rules {
    pub(super) fn generate(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.clear();
        let stones = position.stones.points();
        if position.opening {
            moves.extend(corners(stones));
            return;
        }
        let first = self.first_hops(stones);
        for (direction, starts) in first.starts.into_iter().enumerate() {
            for from in starts {
                let chain = Chain::from(from).then(direction);
                moves.push(Move::Chain(chain));
                if first.on[direction].has(from) {
                    self.go_on(chain, Hopping::first(from, stones, direction), moves);
                }
            }
        }
    }

    /// Returns the first hops, once a corner's stone has been taken.
    #[inline(always)]
    fn first_hops(&self, stones: PointSet) -> FirstHops {
        let ways = self.ways(stones);
        let mut first = FirstHops { starts: ways, on: [PointSet::EMPTY; DIRECTIONS.len()] };
        let mut any_way = PointSet::EMPTY;
        for starts in &mut first.starts {
            any_way |= *starts;
            *starts &= stones;
        }
        if self.max_chain > 1 {
            // Around the landing point the stones lie as before the hop. The stone cannot hop back;
            // the test below rules that out, because the starting point was occupied before the
            // hop.
            for (direction, on) in first.on.iter_mut().enumerate() {
                *on = first.starts[direction] & back(any_way, 2 * SHIFTS[direction]);
            }
        }
        first
    }

    /// Returns, by direction, the points from which a stone could hop.
    #[inline(always)]
    fn ways(&self, stones: PointSet) -> [PointSet; DIRECTIONS.len()] {
        let mut ways = [PointSet::EMPTY; DIRECTIONS.len()];
        let directions = if self.diagonals == Diagonals::None { STRAIGHT } else { ways.len() };
        for (direction, from) in ways.iter_mut().enumerate().take(directions) {
            let shift = SHIFTS[direction];
            *from = STARTS[direction] & back(stones, shift) & back(!stones, 2 * shift);
        }
        ways
    }

    /// Returns the permitted directions, as bits.
    #[inline(always)]
    fn directions(&self) -> u32 {
        match self.diagonals {
            Diagonals::Marked => (1 << DIRECTIONS.len()) - 1,
            Diagonals::None => (1 << STRAIGHT) - 1,
        }
    }

    /// Returns whether a chain may end after this number of hops.
    #[inline(always)]
    fn may_end(&self, hops: u8) -> bool {
        hops % 2 == 1 || self.even_chain == EvenChain::Forfeited
    }

    /// Returns the directions in which a chain can continue, as bits.
    #[inline(always)]
    fn further<const WIDE: bool>(&self, hopping: &Hopping) -> u32 {
        if hopping.hops == self.max_chain { 0 } else { hopping.ways::<WIDE>() & self.directions() }
    }

    /// Appends the continuations of a chain.
    fn go_on(&self, chain: Chain, hopping: Hopping, moves: &mut Vec<Move>) {
        for direction in each(self.further::<false>(&hopping)) {
            let (chain, next) = (chain.then(direction), hopping.then(direction));
            if self.may_end(next.hops) {
                moves.push(Move::Chain(chain));
            }
            self.go_on(chain, next, moves);
        }
    }

    /// Counts the continuations of a chain.
    #[inline(always)]
    fn count_on<const WIDE: bool>(&self, mut hopping: Hopping, later: &mut Later) -> u32 {
        let (mut count, mut waiting) = (0, 0);
        let mut ways = self.further::<WIDE>(&hopping);
        loop {
            if ways == 0 {
                if waiting == 0 {
                    return count;
                }
                waiting -= 1;
                (hopping, ways) = later[waiting];
            }
            let next = hopping.then(ways.trailing_zeros() as usize);
            ways &= ways - 1;
            count += u32::from(self.may_end(next.hops));
            let further = self.further::<WIDE>(&next);
            if further != 0 {
                if ways != 0 {
                    later[waiting] = (hopping, ways);
                    waiting += 1;
                }
                (hopping, ways) = (next, further);
            }
        }
    }

    /// Returns the continuation with this index in move order, which must be below their number.
    #[inline(always)]
    fn nth_on<const WIDE: bool>(
        &self,
        mut chain: Chain,
        mut hopping: Hopping,
        mut move_index: u32,
        later: &mut Later,
    ) -> Chain {
        loop {
            let mut ways = self.further::<WIDE>(&hopping);
            let (direction, next) = loop {
                if ways == 0 {
                    unreachable!("ranks are below the number of chains");
                }
                let direction = ways.trailing_zeros() as usize;
                ways &= ways - 1;
                let next = hopping.then(direction);
                let count = u32::from(self.may_end(next.hops)) + self.count_on::<WIDE>(next, later);
                if move_index < count {
                    break (direction, next);
                }
                move_index -= count;
            };
            (chain, hopping) = (chain.then(direction), next);
            if self.may_end(next.hops) {
                if move_index == 0 {
                    return chain;
                }
                move_index -= 1;
            }
        }
    }

    /// Counts the moves.
    #[inline(always)]
    pub(super) fn number<const WIDE: bool>(rules: &Rules, position: &Position) -> u32 {
        let stones = position.stones.points();
        if position.opening {
            return corners(stones).count() as u32;
        }
        let counts = rules.counts::<WIDE>(&rules.first_hops(stones), stones, &mut nothing_later());
        counts.into_iter().sum()
    }

    /// Returns the move with this index; `None` if the index is too high.
    #[inline(always)]
    pub(super) fn nth<const WIDE: bool>(
        rules: &Rules,
        position: &Position,
        move_index: u32,
    ) -> Chosen<Rules> {
        rules.choose::<WIDE>(position, |of| (move_index < of).then_some(move_index))
    }

    /// Returns a uniformly random move; `None` if there is none.
    #[inline(always)]
    pub(super) fn draw<const WIDE: bool>(
        rules: &Rules,
        position: &Position,
        rng: &mut GameRng,
    ) -> Chosen<Rules> {
        rules.choose::<WIDE>(position, |of| (of > 0).then(|| rng.below(of)))
    }

    /// Counts the chains by the direction of the first hop.
    #[inline(always)]
    fn counts<const WIDE: bool>(
        &self,
        first: &FirstHops,
        stones: PointSet,
        later: &mut Later,
    ) -> [u32; DIRECTIONS.len()] {
        let mut counts = [0; DIRECTIONS.len()];
        // No closure, here and below: it might not be inlined and then would not be compiled for
        // AVX2.
        for (direction, count) in counts.iter_mut().enumerate() {
            *count = first.starts[direction].len();
            for from in first.on[direction] {
                *count += self.count_on::<WIDE>(Hopping::first(from, stones, direction), later);
            }
        }
        counts
    }

    /// Returns a move with its index and the number of moves; `choose` maps that number to the
    /// index, or to `None`. Chains are counted, not listed: all single hops of a direction are
    /// counted at once.
    #[inline(always)]
    fn choose<const WIDE: bool>(
        &self,
        position: &Position,
        choose: impl FnOnce(u32) -> Option<u32>,
    ) -> Chosen<Rules> {
        let stones = position.stones.points();
        if position.opening {
            let of = corners(stones).count() as u32;
            let move_index = choose(of)?;
            return corners(stones).nth(move_index as usize).map(|mv| IndexedMove {
                mv,
                index: move_index,
                count: of,
            });
        }
        let first = self.first_hops(stones);
        let mut later = nothing_later();
        let counts = self.counts::<WIDE>(&first, stones, &mut later);
        let of = counts.iter().sum();
        let move_index = choose(of)?;
        let (mut rest, mut direction) = (move_index, 0);
        while rest >= counts[direction] {
            rest -= counts[direction];
            direction += 1;
        }
        let mv = Move::Chain(self.nth_in::<WIDE>(&first, stones, direction, rest, &mut later));
        Some(IndexedMove { mv, index: move_index, count: of })
    }

    /// Returns the chain with this index among those whose first hop has this direction.
    #[inline(always)]
    fn nth_in<const WIDE: bool>(
        &self,
        first: &FirstHops,
        stones: PointSet,
        direction: usize,
        move_index: u32,
        later: &mut Later,
    ) -> Chain {
        let starts = first.starts[direction];
        // The index without the longer chains that come before.
        let mut singles = move_index;
        for from in first.on[direction] {
            let before = (starts & PointSet::below(from)).len();
            if singles <= before {
                break;
            }
            let hopping = Hopping::first(from, stones, direction);
            let count = self.count_on::<WIDE>(hopping, later);
            if singles - before <= count {
                let chain = Chain::from(from).then(direction);
                return self.nth_on::<WIDE>(chain, hopping, singles - before - 1, later);
            }
            singles -= count;
        }
        match starts.clone().nth(singles as usize) {
            Some(from) => Chain::from(from).then(direction),
            None => unreachable!("ranks are below the number of chains"),
        }
    }

    /// Counts the moves of one hop, or the corners in the opening: 0 only if there is no move, for the
    /// number of hops in a single hop is odd.
    pub(super) fn count_first_hops(&self, position: &Position) -> u32 {
        let stones = position.stones.points();
        if position.opening {
            return corners(stones).count() as u32;
        }
        self.ways(stones).into_iter().map(|from| (from & stones).len()).sum()
    }

    /// Makes a legal move.
    pub(super) fn advance(&self, position: &mut Position, mv: Move) {
        let captured = mv.captures();
        let seat = position.to_move;
        position.scores[seat.index()] += self.values.sum(position.stones.only(captured));
        position.stones = position.stones.without(captured);
        if let Move::Chain(chain) = mv {
            position.stones.shift(chain.start(), chain.end());
        }
        position.to_move = seat.next(self.players);
        position.opening = false;
    }
}

/// Returns the moves that take a corner's stone.
fn corners(stones: PointSet) -> impl Iterator<Item = Move> {
    CORNERS.into_iter().filter(move |&at| stones.has(at)).map(Move::Corner)
}

/// Shifts a set of points back by an offset.
#[inline(always)]
fn back(points: PointSet, by: i32) -> PointSet {
    PointSet::from_bits(if by > 0 { points.bits() >> by } else { points.bits() << -by })
}

/// Iterates over the directions in a mask, in order.
fn each(mut directions: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (directions != 0).then(|| {
            let direction = directions.trailing_zeros();
            directions &= directions - 1;
            direction as usize
        })
    })
}

impl Hopping {
    /// Creates the state after the first hop.
    #[inline(always)]
    fn first(from: Point, stones: PointSet, direction: usize) -> Hopping {
        let at = i32::from(from.index());
        let around = stones.without(from).bits().rotate_right((at - HERE) as u32);
        Hopping { at, hops: 0, around }.then(direction)
    }

    /// Returns the state after a further hop, which must be possible.
    #[inline(always)]
    fn then(&self, direction: usize) -> Hopping {
        let by = SHIFTS[direction & 7];
        let stays = self.around & !u128::from(OVER_IN[direction & 7]);
        let around = stays.rotate_right((2 * by) as u32);
        Hopping { at: self.at + 2 * by, hops: self.hops + 1, around }
    }

    /// Returns the directions in which the stone can hop, as bits.
    #[inline(always)]
    fn ways<const WIDE: bool>(&self) -> u32 {
        // Bits that rotation wrapped around lie beyond the board, where no hop leads.
        let stones = self.around as u64;
        let from = u32::from(FROM[self.at as usize & 127]);
        #[cfg(target_arch = "x86_64")]
        if WIDE {
            use std::arch::x86_64::_pext_u64;
            // SAFETY: `with_avx2!` has checked that the processor has BMI2.
            let (over, to) = unsafe { (_pext_u64(stones, OVER), _pext_u64(stones, TO)) };
            return u32::from(IN_ORDER[(over & !to) as usize & 255]) & from;
        }
        let mut hops = 0;
        for (direction, shift) in SHIFTS.into_iter().enumerate() {
            let over = stones >> (HERE + shift) & 1;
            let to = stones >> (HERE + 2 * shift) & 1;
            hops |= (over & !to) << direction;
        }
        hops as u32 & from
    }
}

/// Bit of the hopping stone's own point in [`Hopping::around`].
const HERE: i32 = 24;

/// By direction: bit of the point that a hop passes.
const OVER_IN: [u64; 8] = {
    let mut over = [0; 8];
    let mut direction = 0;
    while direction < over.len() {
        over[direction] = 1 << (HERE + SHIFTS[direction]);
        direction += 1;
    }
    over
};

/// Bits of the points that a hop may pass, and of the possible landing points.
#[cfg(target_arch = "x86_64")]
const OVER: u64 = around(1);
#[cfg(target_arch = "x86_64")]
const TO: u64 = around(2);

#[cfg(target_arch = "x86_64")]
const fn around(steps: i32) -> u64 {
    let (mut points, mut direction) = (0, 0);
    while direction < SHIFTS.len() {
        points |= 1 << (HERE + steps * SHIFTS[direction]);
        direction += 1;
    }
    points
}

/// Converts a mask of directions from board order, as PEXT returns it, to the order of directions.
#[cfg(target_arch = "x86_64")]
static IN_ORDER: [u8; 256] = {
    let mut table = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut direction = 0;
        while direction < SHIFTS.len() {
            // Number of points before this one.
            let place = (OVER & ((1 << (HERE + SHIFTS[direction])) - 1)).count_ones();
            if bits >> place & 1 == 1 {
                table[bits] |= 1 << direction;
            }
            direction += 1;
        }
        bits += 1;
    }
    table
};
