//! Tables of possible hops, computed at compile time.

use crate::board::{BOARD_SIZE, Column, Point, PointSet, Row};

/// The corners, in the order of their points.
pub(super) const CORNERS: [Point; 4] =
    [Point::from_index(0), Point::from_index(10), Point::from_index(110), Point::from_index(120)];

/// Offset of a hop's middle from its start, in columns and rows: first the orthogonal directions
/// (n, e, s, w), then the diagonals (ne, se, sw, nw). Moves are listed in this order.
pub(super) const DIRECTIONS: [(i8, i8); 8] =
    [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];

/// Number of orthogonal directions.
pub(super) const STRAIGHT: usize = 4;

/// By direction: offset of a hop's middle from its start, in points.
pub(super) const SHIFTS: [i32; 8] = {
    let mut shifts = [0; 8];
    let mut direction = 0;
    while direction < 8 {
        let (columns, rows) = DIRECTIONS[direction];
        shifts[direction] = columns as i32 + rows as i32 * BOARD_SIZE as i32;
        direction += 1;
    }
    shifts
};

/// By direction: points from which a hop stays on the board and off the store, and, if diagonal, on
/// a marked diagonal.
pub(super) const STARTS: [PointSet; 8] = {
    let mut starts = [PointSet::EMPTY; 8];
    let mut index = 0;
    while index < Point::COUNT {
        let from = Point::from_index(index);
        let mut direction = 0;
        while direction < 8 {
            if FROM[index as usize] >> direction & 1 == 1 {
                starts[direction] = starts[direction].with(from);
            }
            direction += 1;
        }
        index += 1;
    }
    starts
};

/// By point: a mask of the directions in which a stone can hop. The padding entries avoid a bounds
/// check.
pub(super) static FROM: [u8; 128] = {
    let mut ways = [0; 128];
    let mut index = 0;
    while index < Point::COUNT {
        let from = Point::from_index(index);
        let mut direction = 0;
        while direction < 8 {
            if let Some((over, to)) = hop(from, direction)
                && !PointSet::STORE.has(from)
                && !PointSet::STORE.has(over)
                && !PointSet::STORE.has(to)
                && (direction < STRAIGHT || on_one_marked_diagonal(from, over, to))
            {
                ways[index as usize] |= 1 << direction;
            }
            direction += 1;
        }
        index += 1;
    }
    ways
};

/// Returns the middle and the landing point of a hop; `None` if it leaves the board.
pub(super) const fn hop(from: Point, direction: usize) -> Option<(Point, Point)> {
    let (columns, rows) = DIRECTIONS[direction];
    match (step(from, columns, rows), step(from, 2 * columns, 2 * rows)) {
        (Some(over), Some(to)) => Some((over, to)),
        _ => None,
    }
}

const fn step(from: Point, columns: i8, rows: i8) -> Option<Point> {
    let column = from.column().index() as i8 + columns;
    let row = from.row().index() as i8 + rows;
    if column < 0 || row < 0 || column >= BOARD_SIZE as i8 || row >= BOARD_SIZE as i8 {
        return None;
    }
    Some(Point::new(Column::new(column as u8), Row::new(row as u8)))
}

/// Returns whether a hop lies on one of the marked diagonals, which run inwards from the corners,
/// four points each: a1-d4, k1-h4, a11-d8, k11-h8.
const fn on_one_marked_diagonal(from: Point, over: Point, to: Point) -> bool {
    on_marked_diagonal(from) && on_marked_diagonal(over) && on_marked_diagonal(to)
}

/// Returns whether a point is on a marked diagonal. Three diagonal neighbours that pass lie on the
/// same one: no two of the four come within a step of each other.
const fn on_marked_diagonal(point: Point) -> bool {
    let column = from_edge(point.column().index());
    column < 4 && column == from_edge(point.row().index())
}

const fn from_edge(index: u8) -> u8 {
    if index <= BOARD_SIZE / 2 { index } else { BOARD_SIZE - 1 - index }
}
