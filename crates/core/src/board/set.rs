//! Sets of points as 121-bit bitboards.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign};

use super::{BOARD_SIZE, Column, Point, Row};

/// A set of points: bit 0 is a1, bit 1 is b1, bit 11 is a2, bit 120 is k11.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PointSet(u128);

impl PointSet {
    /// The empty set.
    pub const EMPTY: PointSet = PointSet(0);

    /// All 121 points.
    pub const ALL: PointSet = PointSet((1 << Point::COUNT) - 1);

    /// The nine points e5 to g7 around the centre that the store of Bell's board covers.
    pub const STORE: PointSet = PointSet(0b111 << 48 | 0b111 << 59 | 0b111 << 70);

    /// Returns the points with a lower index.
    pub const fn below(point: Point) -> PointSet {
        PointSet((1 << point.index()) - 1)
    }

    /// Returns the points of a column.
    pub const fn column(column: Column) -> PointSet {
        let mut bits = 0;
        let mut row = 0;
        while row < BOARD_SIZE {
            bits |= 1 << Point::new(column, Row::new(row)).index();
            row += 1;
        }
        PointSet(bits)
    }

    /// Returns the points of a row.
    pub const fn row(row: Row) -> PointSet {
        PointSet(((1 << BOARD_SIZE) - 1) << (row.index() * BOARD_SIZE))
    }

    /// Returns the set of one point.
    pub const fn of(point: Point) -> PointSet {
        PointSet(1 << point.index())
    }

    /// Creates a set from its bits; bits beyond the board are dropped.
    pub const fn from_bits(bits: u128) -> PointSet {
        PointSet(bits & PointSet::ALL.0)
    }

    /// Returns the bits, a1 lowest.
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Returns whether the set contains the point.
    pub const fn has(self, point: Point) -> bool {
        self.0 >> point.index() & 1 == 1
    }

    /// Returns the set with the point added.
    #[must_use]
    pub const fn with(self, point: Point) -> PointSet {
        PointSet(self.0 | 1 << point.index())
    }

    /// Returns the set with the point removed.
    #[must_use]
    pub const fn without(self, point: Point) -> PointSet {
        PointSet(self.0 & !(1 << point.index()))
    }

    /// Returns the number of points.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the point of lowest index; `None` if the set is empty.
    pub fn first(self) -> Option<Point> {
        (self.0 != 0).then(|| Point::from_index(self.0.trailing_zeros() as u8))
    }
}

impl Iterator for PointSet {
    type Item = Point;

    /// Removes and returns the point of lowest index.
    #[inline]
    fn next(&mut self) -> Option<Point> {
        let point = self.first()?;
        self.0 &= self.0 - 1;
        Some(point)
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet {
        points.into_iter().fold(PointSet::EMPTY, PointSet::with)
    }
}

/// Implements operators, each with its assignment.
macro_rules! operators {
    ($($operator:ident $apply:ident, $assign:ident $apply_to:ident: |$one:ident, $other:ident| $bits:expr;)+) => {$(
        impl $operator for PointSet {
            type Output = PointSet;
            fn $apply(self, PointSet($other): PointSet) -> PointSet {
                let PointSet($one) = self;
                PointSet($bits)
            }
        }

        impl $assign for PointSet {
            fn $apply_to(&mut self, other: PointSet) {
                *self = self.$apply(other);
            }
        }
    )+};
}

operators! {
    BitAnd bitand, BitAndAssign bitand_assign: |one, other| one & other;
    BitOr bitor, BitOrAssign bitor_assign: |one, other| one | other;
    // The points of the first set that are not in the second.
    Sub sub, SubAssign sub_assign: |one, other| one & !other;
}

impl Not for PointSet {
    type Output = PointSet;
    /// Returns the complement on the board.
    fn not(self) -> PointSet {
        PointSet::ALL - self
    }
}
