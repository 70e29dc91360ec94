//! Which moves there are, in the game's own order, and what they do.
//!
//! # The order of moves
//!
//! A move's rank in this order is how games are recorded: a change of it changes the format.
//!
//! - Corners: a1, k1, a11, k11.
//! - Chains: by starting point, a1 first along the rows; of each stone in the order in which its
//!   hops are tried, n, e, s, w, ne, se, sw, nw, a chain before those that go on from it.

use super::hops::{CORNERS, DIRECTIONS, STARTS, STORE, STRAIGHT, hop};
use super::notation::{Chain, Move};
use super::position::Position;
use super::toggles::{Diagonals, EvenChain, Rules};
use crate::board::{Point, PointSet, SIDE};

/// A chain under way.
#[derive(Clone, Copy)]
struct Hopping {
    chain: Chain,
    at: Point,
    /// Stones that can be hopped.
    stones: PointSet,
    /// A stone hopped by an even hop: still there, neither to be hopped nor to be landed on.
    pending: PointSet,
}

impl Rules {
    pub(super) fn generate(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.clear();
        let stones = position.stones.points();
        if position.opening {
            moves.extend(CORNERS.into_iter().filter(|&at| stones.has(at)).map(Move::Corner));
            return;
        }
        for from in self.can_hop(stones) {
            let start = Hopping {
                chain: Chain::from(from),
                at: from,
                stones: stones.without(from),
                pending: PointSet::EMPTY,
            };
            self.go_on(start, moves);
        }
    }

    fn directions(&self) -> usize {
        match self.diagonals {
            Diagonals::Marked => DIRECTIONS.len(),
            Diagonals::None => STRAIGHT,
        }
    }

    /// The stones that have a hop.
    fn can_hop(&self, stones: PointSet) -> PointSet {
        let empty = !(stones | STORE);
        (0..self.directions())
            .map(|direction| {
                let (columns, rows) = DIRECTIONS[direction];
                let shift = i32::from(columns) + i32::from(rows) * i32::from(SIDE);
                let back = |set: PointSet, by: i32| {
                    PointSet::from_bits(if by > 0 {
                        set.bits() >> by
                    } else {
                        set.bits() << -by
                    })
                };
                stones & STARTS[direction] & back(stones, shift) & back(empty, 2 * shift)
            })
            .fold(PointSet::EMPTY, |all, starts| all | starts)
    }

    fn go_on(&self, hopping: Hopping, moves: &mut Vec<Move>) {
        for direction in 0..self.directions() {
            if !STARTS[direction].has(hopping.at) {
                continue;
            }
            let Some((over, to)) = hop(hopping.at, direction) else { continue };
            if !hopping.stones.has(over) || (hopping.stones | hopping.pending).has(to) {
                continue;
            }
            let chain = hopping.chain.then(direction);
            let even = chain.hops() % 2 == 0;
            let forfeited = even && self.even_chain == EvenChain::Forfeited;
            if !even || forfeited {
                moves.push(Move::Chain(chain));
            }
            if chain.hops() < self.max_chain {
                let pending = if forfeited { PointSet::of(over) } else { PointSet::EMPTY };
                let stones = hopping.stones.without(over);
                self.go_on(Hopping { chain, at: to, stones, pending }, moves);
            }
        }
    }

    /// Whether there is any move.
    pub(super) fn any_move(&self, position: &Position) -> bool {
        let stones = position.stones.points();
        if position.opening {
            return CORNERS.into_iter().any(|corner| stones.has(corner));
        }
        // A first hop is a move of its own: one is odd.
        !self.can_hop(stones).is_empty()
    }

    /// Plays a legal move.
    pub(super) fn advance(&self, position: &mut Position, mv: Move) {
        let captured = match mv {
            Move::Corner(corner) => PointSet::of(corner),
            Move::Chain(chain) => captures(chain),
        };
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

/// The stones that a chain captures.
fn captures(chain: Chain) -> PointSet {
    // The stone that an even hop passes last stays. Chains that end so are only generated where
    // that is allowed.
    let odd_hops = chain.hops() - (chain.hops() + 1) % 2;
    chain.steps().take(usize::from(odd_hops)).map(|(over, _)| over).collect()
}
