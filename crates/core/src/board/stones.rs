//! Stones in two colours, which belong to neither player.

use super::{Point, PointSet, Symmetry};

/// The colour of a stone, not of a player: both players capture both colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// Worth 1 point by custom.
    Black,
    /// Worth 2 points by custom.
    White,
}

impl Colour {
    /// Black, then white.
    pub const BOTH: [Colour; 2] = [Colour::Black, Colour::White];

    /// Returns the opposite colour.
    #[must_use]
    pub const fn other(self) -> Colour {
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }

    /// Returns the sign of a stone in diagrams.
    pub const fn sign(self) -> char {
        match self {
            Colour::Black => 'b',
            Colour::White => 'w',
        }
    }

    /// Returns `black` or `white`.
    pub const fn word(self) -> &'static str {
        match self {
            Colour::Black => "black",
            Colour::White => "white",
        }
    }
}

/// The stones on a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stones {
    /// Points with a black stone.
    pub black: PointSet,
    /// Points with a white stone; disjoint from `black`.
    pub white: PointSet,
}

impl Stones {
    /// Returns the colour of the stone on a point; `None` if the point is empty.
    pub fn at(self, point: Point) -> Option<Colour> {
        if self.black.has(point) {
            Some(Colour::Black)
        } else if self.white.has(point) {
            Some(Colour::White)
        } else {
            None
        }
    }

    /// Returns the occupied points.
    pub fn points(self) -> PointSet {
        self.black | self.white
    }

    /// Returns the points with a stone of one colour.
    pub fn of(self, colour: Colour) -> PointSet {
        match colour {
            Colour::Black => self.black,
            Colour::White => self.white,
        }
    }

    /// Puts a stone on an empty point.
    pub fn put(&mut self, point: Point, colour: Colour) {
        debug_assert!(self.at(point).is_none());
        match colour {
            Colour::Black => self.black |= PointSet::of(point),
            Colour::White => self.white |= PointSet::of(point),
        }
    }

    /// Returns the stones without those on these points.
    #[must_use]
    pub fn without(self, points: PointSet) -> Stones {
        Stones { black: self.black - points, white: self.white - points }
    }

    /// Returns the stones on these points only.
    #[must_use]
    pub fn only(self, points: PointSet) -> Stones {
        Stones { black: self.black & points, white: self.white & points }
    }

    /// Moves a stone, if there is one, to another point, which is empty or the same.
    pub fn shift(&mut self, from: Point, to: Point) {
        for points in [&mut self.black, &mut self.white] {
            if points.has(from) {
                *points = points.without(from).with(to);
            }
        }
    }

    /// Returns the image of the stones under a symmetry.
    #[must_use]
    pub fn mapped(self, symmetry: Symmetry) -> Stones {
        let map = |points: PointSet| points.map(|point| symmetry.point(point)).collect();
        Stones { black: map(self.black), white: map(self.white) }
    }
}
