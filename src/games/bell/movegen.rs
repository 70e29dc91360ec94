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
use super::notation::{Chain, Move};
use super::position::Position;
use super::toggles::{Diagonals, EvenChain, Rules};
use crate::board::PointSet;

/// A chain under way.
#[derive(Clone, Copy)]
struct Hopping {
    chain: Chain,
    /// The index of the point where the stone is now.
    at: i32,
    /// The points of the stones that can be hopped, as bits. One that an even hop has passed may
    /// still lie on the board, but it can neither be hopped again nor be in the way: a stone lands
    /// an even number of columns and rows from where it started, and hops over all others.
    stones: u128,
}

impl Rules {
    pub(super) fn generate(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.clear();
        let stones = position.stones.points();
        if position.opening {
            moves.extend(CORNERS.into_iter().filter(|&at| stones.has(at)).map(Move::Corner));
            return;
        }
        for (direction, starts) in self.can_hop(stones).into_iter().enumerate() {
            for from in starts {
                let start = Hopping {
                    chain: Chain::from(from),
                    at: i32::from(from.index()),
                    stones: stones.without(from).bits(),
                };
                self.hop(&start, direction, moves);
            }
        }
    }

    /// By direction: the stones that can hop.
    #[inline(always)]
    fn can_hop(&self, stones: PointSet) -> [PointSet; DIRECTIONS.len()] {
        let back = |set: PointSet, by: i32| {
            PointSet::from_bits(if by > 0 { set.bits() >> by } else { set.bits() << -by })
        };
        std::array::from_fn(|direction| {
            if direction >= STRAIGHT && self.diagonals == Diagonals::None {
                return PointSet::EMPTY;
            }
            let shift = SHIFTS[direction];
            stones & STARTS[direction] & back(stones, shift) & back(!stones, 2 * shift)
        })
    }

    /// The directions that hops may have, as bits.
    fn directions(&self) -> u32 {
        match self.diagonals {
            Diagonals::Marked => (1 << DIRECTIONS.len()) - 1,
            Diagonals::None => (1 << STRAIGHT) - 1,
        }
    }

    /// Hops once more, which must be possible, and on from there.
    fn hop(&self, hopping: &Hopping, direction: usize, moves: &mut Vec<Move>) {
        let chain = hopping.chain.then(direction);
        let even = chain.hops().is_multiple_of(2);
        if !even || self.even_chain == EvenChain::Forfeited {
            moves.push(Move::Chain(chain));
        }
        if chain.hops() == self.max_chain {
            return;
        }
        let over = 1 << (hopping.at + SHIFTS[direction]);
        let at = hopping.at + 2 * SHIFTS[direction];
        let next = Hopping { chain, at, stones: hopping.stones & !over };
        let mut ways = next.ways() & self.directions();
        while ways != 0 {
            self.hop(&next, ways.trailing_zeros() as usize, moves);
            ways &= ways - 1;
        }
    }

    /// Whether there is any move.
    pub(super) fn any_move(&self, position: &Position) -> bool {
        let stones = position.stones.points();
        if position.opening {
            return CORNERS.into_iter().any(|corner| stones.has(corner));
        }
        // A first hop is a move of its own: one is odd.
        self.can_hop(stones).into_iter().any(|starts| !starts.is_empty())
    }

    /// How many moves of one hop there are, or of corners to take: 0 only where there is no move.
    pub(super) fn first_hops(&self, position: &Position) -> u32 {
        let stones = position.stones.points();
        if position.opening {
            return CORNERS.into_iter().filter(|&corner| stones.has(corner)).count() as u32;
        }
        self.can_hop(stones).into_iter().map(PointSet::len).sum()
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

impl Hopping {
    /// The directions in which the stone can hop on, as bits.
    #[inline(always)]
    fn ways(&self) -> u32 {
        // The points around the stone come to lie at fixed bits, the stone's own at `HERE`.
        const HERE: i32 = 24;
        let around = |points: u128| {
            let by = self.at - HERE;
            (if by >= 0 { points >> by } else { points << -by }) as u64
        };
        let stones = around(self.stones);
        let hop = |hops: u64, direction: usize| {
            let over = stones >> (HERE + SHIFTS[direction]) & 1;
            let to = stones >> (HERE + 2 * SHIFTS[direction]) & 1;
            hops | (over & !to) << direction
        };
        let from = u32::from(FROM[self.at as usize & 127]);
        let mut hops = (0..STRAIGHT).fold(0, hop);
        // Few points lie on a marked diagonal.
        if from >> STRAIGHT != 0 {
            hops = (STRAIGHT..DIRECTIONS.len()).fold(hops, hop);
        }
        hops as u32 & from
    }
}
