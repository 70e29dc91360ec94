//! Inputs of the evaluation net: small integers that describe the mobility and the captures of both
//! players.
//!
//! Besides the captures that a player has now, they count the points to capture from next, the
//! stones unchanged: a player with a move now but none after it will soon be stuck.

use super::bitboard::{Axis, CaptureTotals, U16x16};
use super::position::Position;
use super::rules::Rules;
use crate::board::Point;
use crate::games::starts;

/// Number of inputs.
pub(super) const COUNT: usize = 2 * PER_SIDE + COMMON;

/// Number of inputs for each player, and for both together.
const PER_SIDE: usize = 5;
const COMMON: usize = 3;

/// Greatest values of the inputs, to which higher counts are clamped: the mover's, the opponent's, the
/// board's.
const MOST: [u8; COUNT] = [
    23,  // lines that the mover can take
    31,  // points of all lines that the mover can take
    120, // points in reach of the mover's ka, along row and column
    15,  // points to take from after the mover's best landing
    20,  // where the mover's ka stands, but for symmetry
    23,  // lines that the other could take
    31,  // points of all lines that the other could take
    120, // points in reach of the other's ka
    15,  // points to take from after the other's best landing
    20,  // where the other's ka stands, but for symmetry
    120, // stones on the board
    47,  // points from which lines could be taken but for kas, halved
    120, // how many columns and rows lie between the kas
];

/// Index of each input's first row in a net's table.
pub(super) const STARTS: [u16; COUNT] = starts(&MOST);

/// Index of each point's orbit under the symmetries of the board.
const KINDS: [u8; 128] = {
    let mut kinds = [0; 128];
    let mut index = 0;
    while index < 121 {
        let (column, row) = ((index % 11) as i8 - 5, (index / 11) as i8 - 5);
        let (column, row) = (column.unsigned_abs(), row.unsigned_abs());
        let (near, far) = if column < row { (column, row) } else { (row, column) };
        kinds[index] = far * (far + 1) / 2 + near;
        index += 1;
    }
    kinds
};

/// Counts the inputs of a position of the main phase.
// By index, which compiles to fewer instructions than iterators do.
#[allow(clippy::needless_range_loop)]
#[inline(always)]
pub(super) fn count(rules: &Rules, position: &Position, inputs: &mut [u8; COUNT]) {
    let (own, other) = position.own_and_other_ka();
    let (in_rows, in_columns) =
        (position.boards.live(Axis::Row), position.boards.live(Axis::Column));
    let live = Live { in_rows, in_columns, rows: in_columns.turned(), columns: in_rows.turned() };
    of_side(rules, position, own, other, &live, inputs, 0);
    of_side(rules, position, other, own, &live, inputs, PER_SIDE);
    let ((row, column), (other_row, other_column)) = (Axis::Row.place(own), Axis::Row.place(other));
    let apart = (row.abs_diff(other_row), column.abs_diff(other_column));
    let put = [
        u32::from(position.left),
        u32::from(in_rows.count() + in_columns.count()) / 2,
        u32::from(11 * apart.0 + apart.1),
    ];
    for index in 0..COMMON {
        let at = 2 * PER_SIDE + index;
        inputs[at] = put[index].min(u32::from(MOST[at])) as u8;
    }
}

/// The live points, from which a line could be captured if there were no kas: for lines along rows
/// and for lines along columns, each by row and by column.
struct Live {
    in_rows: U16x16,
    in_columns: U16x16,
    /// By row: points that are live for lines along columns.
    rows: U16x16,
    /// By column: points that are live for lines along rows.
    columns: U16x16,
}

// By index, which compiles to fewer instructions than iterators do.
#[allow(clippy::needless_range_loop)]
#[inline(always)]
fn of_side(
    rules: &Rules,
    position: &Position,
    own: Point,
    other: Point,
    live: &Live,
    inputs: &mut [u8; COUNT],
    at: usize,
) {
    let boards = &position.boards;
    let (row, column) = Axis::Row.place(own);
    let along_row = boards.reach(Axis::Row, own, other);
    let along_column = boards.reach(Axis::Column, own, other);
    let values = [u16::from(rules.values.black), u16::from(rules.values.white)];
    // From any landing point the ka can go on along its path, or back to its start. The landing
    // point itself does not count; it is usually live, so 1 is subtracted below.
    let in_row = live.in_columns.across(row) & (along_row | 1 << column);
    let in_column = live.in_rows.across(column) & (along_column | 1 << row);
    let (in_row, in_column) = (in_row.count_ones() as u16, in_column.count_ones() as u16);
    let mut lookahead = CaptureTotals::default();
    let next = (&live.columns, in_row.saturating_sub(1));
    boards.add_lookahead(Axis::Column, row, other, along_row, values, next, &mut lookahead);
    let next = (&live.rows, in_column.saturating_sub(1));
    boards.add_lookahead(Axis::Row, column, other, along_column, values, next, &mut lookahead);
    let [moves, all, next] = lookahead.sums();
    let put = [
        moves,
        all,
        (along_row.count_ones() * 11 + along_column.count_ones()) as u16,
        next,
        u16::from(KINDS[own.index() as usize & 127]),
    ];
    for index in 0..PER_SIDE {
        inputs[at + index] = put[index].min(u16::from(MOST[at + index])) as u8;
    }
}
