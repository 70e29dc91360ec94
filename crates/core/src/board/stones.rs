//! Stones: two colours, owned by nobody.

use super::{Point, PointSet, Symmetry};

/// The colour of a stone. It is no player: both players capture both colours.
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

    /// The colour that this one is not.
    #[must_use]
    pub const fn other(self) -> Colour {
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }

    /// How a stone of this colour is written.
    pub const fn sign(self) -> char {
        match self {
            Colour::Black => 'b',
            Colour::White => 'w',
        }
    }

    /// `black` or `white`.
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
    /// Where black stones lie.
    pub black: PointSet,
    /// Where white stones lie; never where a black one does.
    pub white: PointSet,
}

impl Stones {
    /// The colour of the stone on a point.
    pub fn at(self, point: Point) -> Option<Colour> {
        if self.black.has(point) {
            Some(Colour::Black)
        } else if self.white.has(point) {
            Some(Colour::White)
        } else {
            None
        }
    }

    /// The points with a stone.
    pub fn points(self) -> PointSet {
        self.black | self.white
    }

    /// The points with a stone of one colour.
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

    /// Takes the stones off these points.
    #[must_use]
    pub fn without(self, points: PointSet) -> Stones {
        Stones { black: self.black - points, white: self.white - points }
    }

    /// The stones on these points only.
    #[must_use]
    pub fn only(self, points: PointSet) -> Stones {
        Stones { black: self.black & points, white: self.white & points }
    }

    /// Moves a stone from one point to another, which is empty once the stone is lifted.
    pub fn shift(&mut self, from: Point, to: Point) {
        for points in [&mut self.black, &mut self.white] {
            if points.has(from) {
                *points = points.without(from).with(to);
            }
        }
    }

    /// The stones as they lie after the board is turned or mirrored.
    #[must_use]
    pub fn mapped(self, symmetry: Symmetry) -> Stones {
        let map = |points: PointSet| points.map(|point| symmetry.point(point)).collect();
        Stones { black: map(self.black), white: map(self.white) }
    }
}
