//! Which moves there are, in the game's own order, and what they do.
//!
//! # The order of moves
//!
//! A move's rank in this order is how games are recorded: a change of it changes the format.
//!
//! - Corners: a1, k1, a11, k11.
//! - Chains: by the direction of the first hop, n, e, s, w, ne, se, sw, nw; then by starting
//!   point, a1 first along the rows; then by the directions of the further hops in the same order,
//!   a chain before those that go on from it.

use super::hops::{CORNERS, DIRECTIONS, FROM, SHIFTS, STARTS, STRAIGHT};
use super::position::{Chain, Move, Position};
use super::toggles::{Diagonals, EvenChain, Rules};
use crate::base::random::Stream;
use crate::board::{Point, PointSet};
use crate::games::Chosen;

/// The most hops that any rules allow.
const MOST_HOPS: usize = 16;

/// Where to go on with a chain afterwards, and in which directions. Chains are followed without
/// recursion, which would be left out of line. Made once a position: it costs more than a chain.
type Later = [(Hopping, u32); MOST_HOPS];

fn nothing_later() -> Later {
    [(Hopping { at: 0, hops: 0, around: 0 }, 0); MOST_HOPS]
}

#[derive(Clone, Copy)]
struct Hopping {
    /// The index of the point where the stone is now.
    at: i32,
    /// How many hops it has made.
    hops: u8,
    /// The points of the stones that can be hopped, as bits, turned so that the hopping stone's own
    /// point is at the bit `HERE`. One that an even hop has passed may still lie on the board, but
    /// it can neither be hopped again nor be in the way: a stone lands an even number of columns
    /// and rows from where it started, and hops over all others.
    around: u128,
}

/// The first hops of all chains, by direction.
struct FirstHops {
    /// From where stones can hop.
    starts: [PointSet; DIRECTIONS.len()],
    /// From where they can hop so that they can hop on.
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

    /// The first hops that there are, after the first player took a corner's stone.
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
            // Nothing but the stone itself has moved where it lands, and it cannot hop back: there
            // it came from, and at the outset that point is taken.
            for (direction, on) in first.on.iter_mut().enumerate() {
                *on = first.starts[direction] & back(any_way, 2 * SHIFTS[direction]);
            }
        }
        first
    }

    /// By direction: the points from which a stone could hop.
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

    /// The directions that hops may have, as bits.
    #[inline(always)]
    fn directions(&self) -> u32 {
        match self.diagonals {
            Diagonals::Marked => (1 << DIRECTIONS.len()) - 1,
            Diagonals::None => (1 << STRAIGHT) - 1,
        }
    }

    /// Whether a chain of so many hops is a move.
    #[inline(always)]
    fn may_end(&self, hops: u8) -> bool {
        hops % 2 == 1 || self.even_chain == EvenChain::Forfeited
    }

    /// The directions in which a stone may hop on, as bits.
    #[inline(always)]
    fn further<const WIDE: bool>(&self, hopping: &Hopping) -> u32 {
        if hopping.hops == self.max_chain { 0 } else { hopping.ways::<WIDE>() & self.directions() }
    }

    /// Appends the chains that go on from one.
    fn go_on(&self, chain: Chain, hopping: Hopping, moves: &mut Vec<Move>) {
        for direction in each(self.further::<false>(&hopping)) {
            let (chain, next) = (chain.then(direction), hopping.then(direction));
            if self.may_end(next.hops) {
                moves.push(Move::Chain(chain));
            }
            self.go_on(chain, next, moves);
        }
    }

    /// How many chains go on from where a stone is.
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

    /// The chain of this rank among those that go on from one; there must be so many.
    #[inline(always)]
    fn nth_on<const WIDE: bool>(
        &self,
        mut chain: Chain,
        mut hopping: Hopping,
        mut rank: u32,
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
                if rank < count {
                    break (direction, next);
                }
                rank -= count;
            };
            (chain, hopping) = (chain.then(direction), next);
            if self.may_end(next.hops) {
                if rank == 0 {
                    return chain;
                }
                rank -= 1;
            }
        }
    }

    /// How many moves there are.
    #[inline(always)]
    pub(super) fn number<const WIDE: bool>(rules: &Rules, position: &Position) -> u32 {
        let stones = position.stones.points();
        if position.opening {
            return corners(stones).count() as u32;
        }
        let counts = rules.counts::<WIDE>(&rules.first_hops(stones), stones, &mut nothing_later());
        counts.into_iter().sum()
    }

    /// The move of this rank, if there are so many.
    #[inline(always)]
    pub(super) fn nth<const WIDE: bool>(
        rules: &Rules,
        position: &Position,
        rank: u32,
    ) -> Option<Chosen<Move>> {
        rules.choose::<WIDE>(position, |of| (rank < of).then_some(rank))
    }

    /// Any move, each as likely as the others, if there is one.
    #[inline(always)]
    pub(super) fn draw<const WIDE: bool>(
        rules: &Rules,
        position: &Position,
        stream: &mut Stream,
    ) -> Option<Chosen<Move>> {
        rules.choose::<WIDE>(position, |of| (of > 0).then(|| stream.below(of)))
    }

    /// How many chains there are, by the direction of the first hop.
    #[inline(always)]
    fn counts<const WIDE: bool>(
        &self,
        first: &FirstHops,
        stones: PointSet,
        later: &mut Later,
    ) -> [u32; DIRECTIONS.len()] {
        let mut counts = [0; DIRECTIONS.len()];
        for (direction, count) in counts.iter_mut().enumerate() {
            *count = self.count_in::<WIDE>(first, stones, direction, later);
        }
        counts
    }

    /// How many chains there are whose first hop is in this direction.
    #[inline(always)]
    fn count_in<const WIDE: bool>(
        &self,
        first: &FirstHops,
        stones: PointSet,
        direction: usize,
        later: &mut Later,
    ) -> u32 {
        let mut count = first.starts[direction].len();
        // No closure, here and below: it may be left out of line, and so not be compiled for AVX2.
        for from in first.on[direction] {
            count += self.count_on::<WIDE>(Hopping::first(from, stones, direction), later);
        }
        count
    }

    /// The move of this rank, and how many there are; `choose` is asked for the rank, given their
    /// number, if there are any. Chains are counted and not listed: a hop that cannot go on is
    /// counted with all others of its direction at once.
    #[inline(always)]
    fn choose<const WIDE: bool>(
        &self,
        position: &Position,
        choose: impl FnOnce(u32) -> Option<u32>,
    ) -> Option<Chosen<Move>> {
        let stones = position.stones.points();
        if position.opening {
            let of = corners(stones).count() as u32;
            let rank = choose(of)?;
            return corners(stones).nth(rank as usize).map(|mv| Chosen { mv, rank, of });
        }
        let first = self.first_hops(stones);
        let mut later = nothing_later();
        let counts = self.counts::<WIDE>(&first, stones, &mut later);
        let of = counts.iter().sum();
        let rank = choose(of)?;
        let (mut rest, mut direction) = (rank, 0);
        while rest >= counts[direction] {
            rest -= counts[direction];
            direction += 1;
        }
        let mv = Move::Chain(self.nth_in::<WIDE>(&first, stones, direction, rest, &mut later));
        Some(Chosen { mv, rank, of })
    }

    /// The chain of this rank among those whose first hop is in this direction.
    #[inline(always)]
    fn nth_in<const WIDE: bool>(
        &self,
        first: &FirstHops,
        stones: PointSet,
        direction: usize,
        rank: u32,
        later: &mut Later,
    ) -> Chain {
        let starts = first.starts[direction];
        // The rank without the chains of more than one hop that come before it.
        let mut singles = rank;
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

    /// Whether there is any move.
    pub(super) fn any_move(&self, position: &Position) -> bool {
        let stones = position.stones.points();
        if position.opening {
            return corners(stones).next().is_some();
        }
        // A first hop is a move of its own: one is odd.
        self.ways(stones).into_iter().any(|from| !(from & stones).is_empty())
    }

    /// How many moves of one hop there are, or of corners to take: 0 only where there is no move.
    pub(super) fn count_first_hops(&self, position: &Position) -> u32 {
        let stones = position.stones.points();
        if position.opening {
            return corners(stones).count() as u32;
        }
        self.ways(stones).into_iter().map(|from| (from & stones).len()).sum()
    }

    /// Plays a legal move.
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

/// The corners that can be taken.
fn corners(stones: PointSet) -> impl Iterator<Item = Move> {
    CORNERS.into_iter().filter(move |&at| stones.has(at)).map(Move::Corner)
}

/// Every point so many points before one of these.
#[inline(always)]
fn back(points: PointSet, by: i32) -> PointSet {
    PointSet::from_bits(if by > 0 { points.bits() >> by } else { points.bits() << -by })
}

/// The directions of these bits, in order.
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
    /// A stone after its first hop.
    #[inline(always)]
    fn first(from: Point, stones: PointSet, direction: usize) -> Hopping {
        let at = i32::from(from.index());
        let around = stones.without(from).bits().rotate_right((at - HERE) as u32);
        Hopping { at, hops: 0, around }.then(direction)
    }

    /// After one hop more, which must be possible.
    #[inline(always)]
    fn then(&self, direction: usize) -> Hopping {
        let by = SHIFTS[direction & 7];
        let stays = self.around & !u128::from(OVER_IN[direction & 7]);
        let around = stays.rotate_right((2 * by) as u32);
        Hopping { at: self.at + 2 * by, hops: self.hops + 1, around }
    }

    /// The directions in which the stone can hop on, as bits.
    #[inline(always)]
    fn ways<const WIDE: bool>(&self) -> u32 {
        // What came around from the other end of the board is beyond it: no hop leads there.
        let stones = self.around as u64;
        let from = u32::from(FROM[self.at as usize & 127]);
        #[cfg(target_arch = "x86_64")]
        if WIDE {
            use std::arch::x86_64::_pext_u64;
            // SAFETY: `with_avx2!` has seen to it that the processor has BMI2.
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

/// The bit of the stone's own point where the points around it are looked at.
const HERE: i32 = 24;

/// By direction: the bit of the point over which a stone hops.
const OVER_IN: [u64; 8] = {
    let mut over = [0; 8];
    let mut direction = 0;
    while direction < over.len() {
        over[direction] = 1 << (HERE + SHIFTS[direction]);
        direction += 1;
    }
    over
};

/// The bits of the points over which a stone may hop, and of those where it may land.
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

/// By directions as bits in the order in which their points lie on the board: the same in the order
/// of directions.
#[cfg(target_arch = "x86_64")]
static IN_ORDER: [u8; 256] = {
    let mut table = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut direction = 0;
        while direction < SHIFTS.len() {
            // So many points lie before this one.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::Key;
    use crate::games::Ruled;
    use crate::games::setup::builtin;

    /// What is called through `with_avx2!` is compiled for AVX2 and without it; here the parts are
    /// called directly, and so without it.
    #[test]
    fn wide_and_narrow_do_the_same() {
        let usual = Rules::default();
        let all = [
            usual,
            Rules { even_chain: EvenChain::Forfeited, max_chain: 15, ..usual },
            Rules { diagonals: Diagonals::None, max_chain: 1, ..usual },
        ];
        let mut positions = 0;
        for (number, rules) in (0..30).flat_map(|game| all.map(|rules| (game, rules))) {
            let mut position = rules.start(builtin("bell-chequer").unwrap().stones);
            let mut stream = Key::new(1, &[b"wide"]).stream(number);
            loop {
                let narrow = Rules::draw::<false>(&rules, &position, &mut stream.clone());
                let wide = rules.random_move(&position, &mut Vec::new(), &mut stream);
                assert_eq!(wide, narrow);
                let Some(chosen) = wide else { break };
                rules.advance(&mut position, chosen.mv);
                positions += 1;
            }
        }
        assert!(positions > 5_000, "{positions}");
    }
}
