//! Positions, moves and move notation of Bell's game.

use std::fmt;

use super::hops::{DIRECTIONS, SHIFTS, hop};
use crate::board::{Point, PointSet, Stones};
use crate::games::{Scores, Seat};

/// A position of Bell's game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    pub(super) stones: Stones,
    pub(super) scores: Scores,
    pub(super) to_move: Seat,
    /// `true` until the first player has taken a corner's stone.
    pub(super) opening: bool,
}

impl Position {
    /// Creates the position before the first move, without the stones on the store.
    pub(super) fn start(stones: Stones) -> Position {
        Position {
            stones: stones.without(PointSet::STORE),
            scores: [0; Seat::MAX],
            to_move: Seat::FIRST,
            opening: true,
        }
    }

    /// Creates a position after the opening; `None` if a stone lies on the store or two share a
    /// point.
    pub fn after_opening(stones: Stones, scores: Scores, to_move: Seat) -> Option<Position> {
        let sound = (stones.points() & PointSet::STORE).is_empty()
            && (stones.black & stones.white) == PointSet::EMPTY;
        sound.then_some(Position { stones, scores, to_move, opening: false })
    }
}

/// A move of Bell's game.
///
/// Written as the corner, `a1`, or as the stone's path point by point, `c1-a1-a3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Takes a corner's stone.
    Corner(Point),
    /// Hops with a stone.
    Chain(Chain),
}

/// A chain of hops by one stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Chain {
    from: Point,
    hops: u8,
    /// The directions, three bits per hop, the first lowest.
    directions: u64,
}

impl Chain {
    /// Creates a chain without hops.
    pub(super) const fn from(from: Point) -> Chain {
        Chain { from, hops: 0, directions: 0 }
    }

    /// Appends a hop in this direction.
    #[inline]
    #[must_use]
    pub(super) const fn then(self, direction: usize) -> Chain {
        Chain {
            from: self.from,
            hops: self.hops + 1,
            directions: self.directions | (direction as u64) << (3 * self.hops),
        }
    }

    /// Creates the chain along these points, which must be connected by hops.
    pub(super) fn through(points: &[Point]) -> Chain {
        points.windows(2).fold(Chain::from(points[0]), |chain, step| {
            let direction = (0..DIRECTIONS.len())
                .find(|&direction| hop(step[0], direction).is_some_and(|(_, to)| to == step[1]));
            direction.map_or(chain, |direction| chain.then(direction))
        })
    }

    /// Returns the starting point of the stone.
    pub const fn start(self) -> Point {
        self.from
    }

    /// Returns the final point of the stone.
    pub fn end(self) -> Point {
        self.steps().last().map_or(self.from, |(_, to)| to)
    }

    /// Iterates over the points on which the stone stands, from first to last.
    pub(super) fn points(self) -> impl Iterator<Item = Point> {
        std::iter::once(self.from).chain(self.steps().map(|(_, to)| to))
    }

    /// Iterates over the directions, in order.
    pub(super) fn directions(self) -> impl Iterator<Item = usize> {
        (0..self.hops).map(move |hop| (self.directions >> (3 * hop) & 7) as usize)
    }

    /// Iterates over the hops: the point passed and the landing point.
    pub fn steps(self) -> impl Iterator<Item = (Point, Point)> {
        // A chain consists of valid hops: no table lookup is needed.
        self.directions().scan(i32::from(self.from.index()), |at, direction| {
            let over = *at + SHIFTS[direction];
            *at = over + SHIFTS[direction];
            Some((Point::from_index(over as u8), Point::from_index(*at as u8)))
        })
    }
}

impl Move {
    /// Returns the points whose stones are captured.
    #[inline]
    pub fn captures(self) -> PointSet {
        match self {
            Move::Corner(corner) => PointSet::of(corner),
            Move::Chain(chain) => {
                // The stone that a final even hop passes stays. Such chains are generated only if
                // the rules allow them.
                let odd_hops = chain.hops - (chain.hops + 1) % 2;
                chain.steps().take(usize::from(odd_hops)).map(|(over, _)| over).collect()
            }
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Move::Corner(corner) => write!(f, "{corner}"),
            Move::Chain(chain) => {
                write!(f, "{}", chain.from)?;
                chain.steps().try_for_each(|(_, to)| write!(f, "-{to}"))
            }
        }
    }
}
