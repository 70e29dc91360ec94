//! The symmetries of the square board: the dihedral group of order 8 and its ten subgroups.

use super::{BOARD_SIZE, Column, Point, PointSet, Row};
use crate::base::text::Keyword;

/// A symmetry of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symmetry {
    /// Identity.
    Identity,
    /// Quarter turn anticlockwise: a1 goes to k1.
    QuarterTurn,
    /// Half-turn: a1 goes to k11.
    HalfTurn,
    /// Three quarters of a turn anticlockwise: a1 goes to a11.
    ThreeQuarterTurn,
    /// Reflection in column f, which exchanges left and right: a1 goes to k1.
    MirrorColumnF,
    /// Reflection in row 6, which exchanges bottom and top: a1 goes to a11.
    MirrorRow6,
    /// Reflection in the diagonal a1-k11: a2 goes to b1.
    MirrorRising,
    /// Reflection in the diagonal a11-k1: a1 goes to k11.
    MirrorFalling,
}

use Symmetry::{
    HalfTurn, Identity, MirrorColumnF, MirrorFalling, MirrorRising, MirrorRow6, QuarterTurn,
    ThreeQuarterTurn,
};

impl Symmetry {
    /// All eight symmetries, the identity first.
    pub const ALL: [Symmetry; 8] = [
        Identity,
        QuarterTurn,
        HalfTurn,
        ThreeQuarterTurn,
        MirrorColumnF,
        MirrorRow6,
        MirrorRising,
        MirrorFalling,
    ];

    /// Returns the image of a point.
    pub const fn point(self, point: Point) -> Point {
        let (x, y) = (point.column().index(), point.row().index());
        let (back_x, back_y) = (BOARD_SIZE - 1 - x, BOARD_SIZE - 1 - y);
        let (x, y) = match self {
            Identity => (x, y),
            QuarterTurn => (back_y, x),
            HalfTurn => (back_x, back_y),
            ThreeQuarterTurn => (y, back_x),
            MirrorColumnF => (back_x, y),
            MirrorRow6 => (x, back_y),
            MirrorRising => (y, x),
            MirrorFalling => (back_y, back_x),
        };
        Point::new(Column::new(x), Row::new(y))
    }

    /// Describes the symmetry for messages.
    pub const fn describe(self) -> &'static str {
        match self {
            Identity => "no change",
            QuarterTurn => "a quarter turn",
            HalfTurn => "half a turn",
            ThreeQuarterTurn => "three quarters of a turn",
            MirrorColumnF => "the mirror along column f",
            MirrorRow6 => "the mirror along row 6",
            MirrorRising => "the mirror along the diagonal a1-k11",
            MirrorFalling => "the mirror along the diagonal a11-k1",
        }
    }
}

crate::keyword_enum! {
    /// The symmetry group of a pattern.
    pub enum Group ("symmetry") {
        /// no symmetry
        None = "none",
        /// half a turn
        HalfTurn = "half-turn",
        /// one mirror, along column f
        MirrorColumn = "mirror-column",
        /// one mirror, along row 6
        MirrorRow = "mirror-row",
        /// one mirror, along the diagonal a1-k11
        MirrorRising = "mirror-rising",
        /// one mirror, along the diagonal a11-k1
        MirrorFalling = "mirror-falling",
        /// two mirrors, along column f and row 6
        Axes = "axes",
        /// two mirrors, along both diagonals
        Diagonals = "diagonals",
        /// fourfold turns
        Fourfold = "fourfold",
        /// fourfold turns and all mirrors
        Full = "full",
    }
}

impl Group {
    /// Returns the symmetries in the group, including the identity.
    pub const fn elements(self) -> &'static [Symmetry] {
        match self {
            Group::None => &[Identity],
            Group::HalfTurn => &[Identity, HalfTurn],
            Group::MirrorColumn => &[Identity, MirrorColumnF],
            Group::MirrorRow => &[Identity, MirrorRow6],
            Group::MirrorRising => &[Identity, MirrorRising],
            Group::MirrorFalling => &[Identity, MirrorFalling],
            Group::Axes => &[Identity, HalfTurn, MirrorColumnF, MirrorRow6],
            Group::Diagonals => &[Identity, HalfTurn, MirrorRising, MirrorFalling],
            Group::Fourfold => &[Identity, QuarterTurn, HalfTurn, ThreeQuarterTurn],
            Group::Full => &Symmetry::ALL,
        }
    }

    /// Returns the orbit of a point.
    pub fn orbit(self, point: Point) -> PointSet {
        self.elements().iter().map(|symmetry| symmetry.point(point)).collect()
    }

    /// Returns all orbits except the centre's, ordered by their lowest points.
    pub fn orbits(self) -> impl Iterator<Item = PointSet> {
        let mut left = PointSet::ALL.without(Point::CENTRE);
        std::iter::from_fn(move || {
            let orbit = self.orbit(left.first()?);
            left -= orbit;
            Some(orbit)
        })
    }

    /// Returns the largest group for whose symmetries `fixed` is true.
    pub fn of(fixed: impl Fn(Symmetry) -> bool) -> Group {
        Group::ALL
            .iter()
            .copied()
            .filter(|group| group.elements().iter().all(|&symmetry| fixed(symmetry)))
            .max_by_key(|group| group.elements().len())
            .unwrap_or(Group::None)
    }
}
