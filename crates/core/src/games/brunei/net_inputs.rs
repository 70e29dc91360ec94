//! Inputs of the evaluation net: small integers that describe the mobility and the captures of both
//! players.
//!
//! Besides the captures that a player has now, they count the points to capture from next, the
//! stones unchanged: a player with a move now but none after it will soon be stuck.

use super::bitboard::{Axis, LookaheadTotals, U16x16};
use super::position::Position;
use super::rules::Rules;
use crate::board::Point;
use crate::games::Input;
use crate::games::starts;

/// Number of inputs.
pub(super) const COUNT: usize = 2 * PER_SIDE + COMMON;

/// Number of inputs for each player, and for both together.
const PER_SIDE: usize = 5;
const COMMON: usize = 3;

/// The inputs: the mover's, the opponent's, the board's.
pub(super) const INPUTS: [Input; COUNT] = [
    Input { name: "moves", most: 23 },  // lines that the mover can take
    Input { name: "all", most: 31 },    // points of all lines that the mover can take
    Input { name: "reach", most: 120 }, // points in reach of the mover's ka, along row and column
    Input { name: "next", most: 15 },   // points to take from after the mover's best landing
    Input { name: "ka", most: 20 },     // where the mover's ka stands, but for symmetry
    Input { name: "other-moves", most: 23 }, // lines that the other could take
    Input { name: "other-all", most: 31 }, // points of all lines that the other could take
    Input { name: "other-reach", most: 120 }, // points in reach of the other's ka
    Input { name: "other-next", most: 15 }, // points to take from after the other's best landing
    Input { name: "other-ka", most: 20 }, // where the other's ka stands, but for symmetry
    Input { name: "left", most: 120 },  // stones on the board
    Input { name: "live", most: 47 }, // points from which lines could be taken but for kas, halved
    Input { name: "apart", most: 120 }, // how many columns and rows lie between the kas
];

/// Index of each input's first row in a net's table.
pub(super) const STARTS: [u16; COUNT] = starts(&INPUTS);

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
        inputs[at] = put[index].min(u32::from(INPUTS[at].most)) as u8;
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
    let mut lookahead = LookaheadTotals::default();
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
        inputs[at + index] = put[index].min(u16::from(INPUTS[at + index].most)) as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::SeedKey;
    use crate::board::{BOARD_SIZE as EDGE, Colour, Column, Row, Stones};
    use crate::games::setup::builtins;
    use crate::games::{Evaluate, Game};

    const DIRECTIONS: [(i8, i8); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];

    /// Returns the points from one in a direction, up to the edge of the board.
    fn ray(from: Point, (columns, rows): (i8, i8)) -> Vec<Point> {
        let inside = |at: i8| (0..EDGE as i8).contains(&at);
        (1..EDGE as i8)
            .map(|by| {
                let column = from.column().index() as i8 + by * columns;
                (column, from.row().index() as i8 + by * rows)
            })
            .take_while(|&(column, row)| inside(column) && inside(row))
            .map(|(column, row)| Point::new(Column::new(column as u8), Row::new(row as u8)))
            .collect()
    }

    fn colour(stones: &Stones, point: Point) -> Option<Colour> {
        Colour::BOTH.into_iter().find(|&colour| stones.of(colour).has(point))
    }

    /// Returns the odd lines that a ka on a point could capture along an axis, by colour and number
    /// of stones.
    fn lines(stones: &Stones, from: Point, vertical: bool, stops: &[Point]) -> Vec<(Colour, u16)> {
        let side = |direction: &(i8, i8)| {
            let mut seen: Option<(Colour, u16)> = None;
            for point in ray(from, *direction) {
                if stops.contains(&point) {
                    break;
                }
                match (colour(stones, point), &mut seen) {
                    (None, _) => {}
                    (Some(colour), None) => seen = Some((colour, 1)),
                    (Some(colour), Some(line)) if line.0 == colour => line.1 += 1,
                    (Some(_), Some(_)) => break,
                }
            }
            seen
        };
        let sides: Vec<_> = if vertical { &DIRECTIONS[..2] } else { &DIRECTIONS[2..] }
            .iter()
            .filter_map(side)
            .collect();
        let lines = match sides[..] {
            [one, other] if one.0 == other.0 => vec![(one.0, one.1 + other.1)],
            _ => sides,
        };
        lines.into_iter().filter(|line| line.1 % 2 == 1).collect()
    }

    /// Returns the points that can be reached in a straight line, and whether each lies along a
    /// column.
    fn reach(stones: &Stones, from: Point, stops: &[Point]) -> Vec<(Point, bool)> {
        let free = |point: &Point| colour(stones, *point).is_none() && !stops.contains(point);
        let way = |(index, direction): (usize, &(i8, i8))| {
            let points = ray(from, *direction).into_iter().take_while(free);
            points.map(|point| (point, index < 2)).collect::<Vec<_>>()
        };
        DIRECTIONS.iter().enumerate().flat_map(way).collect()
    }

    /// Counts the inputs point by point, from the rules.
    fn counted(rules: &Rules, position: &Position, own: Point, other: Point) -> [u16; 4] {
        let stones = position.stones();
        let stops = [Point::CENTRE, other];
        let (mut moves, mut all, mut most) = (0, 0, 0);
        let reached = reach(&stones, own, &stops);
        for &(landing, along_column) in &reached {
            let lines_here = lines(&stones, landing, !along_column, &stops);
            moves += lines_here.len() as u16;
            for (colour, count) in &lines_here {
                all += count * rules.values.of(*colour);
            }
            if !lines_here.is_empty() {
                let live = |point: Point, vertical: bool| {
                    !lines(&stones, point, vertical, &[Point::CENTRE]).is_empty()
                };
                // Along the path all live points but one, usually the landing point itself.
                let way = reached.iter().filter(|(_, along)| *along == along_column);
                let way = way.map(|&(point, _)| point).chain([own]);
                let way = way.filter(|&point| live(point, !along_column)).count();
                // Across it.
                let across = reach(&stones, landing, &stops).into_iter();
                let across = across.filter(|&(_, along)| along != along_column);
                let across = across.filter(|&(point, _)| live(point, along_column)).count();
                let next = way.saturating_sub(1) + across;
                most = most.max(next as u16);
            }
        }
        [moves, all, reached.len() as u16, most]
    }

    #[test]
    fn numbers_are_what_counting_point_by_point_finds() {
        let mut positions = 0;
        for number in 0..60 {
            let rules = Rules::preset(["brunei-slide", "pasang-emas"][number % 2]).unwrap();
            let mut rng = SeedKey::new(1, &[b"outlook"]).rng(number as u64);
            let mut position = rules.start(builtins()[number % builtins().len()].stones);
            let mut moves = Vec::new();
            while let Some(chosen) = rules.random_move(&position, &mut moves, &mut rng) {
                rules.apply(&mut position, chosen.mv);
                if position.phase != super::super::position::Phase::Main {
                    continue;
                }
                let mut inputs = [0; COUNT];
                count(&rules, &position, &mut inputs);
                let (own, other) = position.own_and_other_ka();
                for (side, (own, other)) in [(own, other), (other, own)].into_iter().enumerate() {
                    let found = &inputs[side * PER_SIDE..];
                    let [moves, all, reach, next] = counted(&rules, &position, own, other);
                    let most = |at: usize| u16::from(INPUTS[at].most);
                    assert_eq!(u16::from(found[0]), moves.min(most(0)), "{position:?}");
                    assert_eq!(u16::from(found[1]), all.min(most(1)));
                    assert_eq!(u16::from(found[2] / 11 + found[2] % 11), reach);
                    assert_eq!(u16::from(found[3]), next.min(most(3)), "{position:?}");
                }
                assert_eq!(u32::from(inputs[2 * PER_SIDE]), position.stones().points().len());
                // The version compiled for AVX2 evaluates as the baseline code that is called
                // directly here.
                let (weights, mut counted) = (rules.fitted(), vec![0; COUNT]);
                let stage = rules.inputs(&position, &mut counted).unwrap();
                assert_eq!(counted, inputs);
                let judged = weights.net.as_ref().unwrap().evaluate(stage, &STARTS, &inputs);
                assert_eq!(rules.evaluate(&position, weights), judged);
                positions += 1;
            }
        }
        assert!(positions > 1000);
    }
}
