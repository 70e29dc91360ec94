//! All patterns that are invariant under a quarter turn, with as many black as white stones, by
//! number.
//!
//! The orbit of a point under quarter turns has four points. Orbits are ordered by their first
//! points, read from the top left, row by row. Half of the orbits are black, and patterns are
//! numbered from 0 in the lexicographic order of the black orbits: `fourfold-5-0` has the first
//! three of six orbits black, the last pattern of a board the last ones.

use super::{Origin, Setup};
use crate::board::{BoardSize, Group, Point, PointSet, Stones};

/// Prefix of the names of these patterns.
const NAME: &str = "fourfold";

/// Returns the orbits of a board except the centre's, in reading order.
fn orbits(side: BoardSize) -> Vec<PointSet> {
    let mut left = side.points().without(Point::CENTRE);
    let of_row = |row| side.columns().map(move |column| Point::new(column, row));
    let mut orbits = Vec::new();
    for point in side.rows().rev().flat_map(of_row) {
        if left.has(point) {
            let orbit = Group::Fourfold.orbit(point);
            left -= orbit;
            orbits.push(orbit);
        }
    }
    orbits
}

/// Returns a binomial coefficient.
fn choices(of: u64, chosen: u64) -> u64 {
    (1..=chosen).fold(1, |ways, nth| ways * (of - chosen + nth) / nth)
}

/// Returns the number of such patterns on a board.
pub fn fourfold_count(side: BoardSize) -> u64 {
    let orbits = u64::from(side.each()) / 2;
    choices(orbits, orbits / 2)
}

/// Returns the pattern with this number; `None` if the number is too high.
pub fn fourfold(side: BoardSize, number: u64) -> Option<Setup> {
    if number >= fourfold_count(side) {
        return None;
    }
    let orbits = orbits(side);
    let mut stones = Stones::default();
    let (mut before, mut black) = (number, orbits.len() as u64 / 2);
    for (index, &orbit) in (1..).zip(&orbits) {
        // Patterns in which this orbit is black come first.
        let rest = orbits.len() as u64 - index;
        let with = if black > 0 { choices(rest, black - 1) } else { 0 };
        if before < with {
            stones.black |= orbit;
            black -= 1;
        } else {
            stones.white |= orbit;
            before -= with;
        }
    }
    let length = side.length();
    Some(Setup {
        name: format!("{NAME}-{length}-{number}"),
        source: Some(format!("number {number} of the fourfold patterns of side {length}")),
        origin: Origin::Generated,
        stones,
        any_counts: false,
    })
}

/// Returns the pattern with this name; `None` if it is not the name of one.
pub(super) fn named(name: &str) -> Option<Setup> {
    let (side, number) = name.strip_prefix(NAME)?.strip_prefix('-')?.split_once('-')?;
    let setup = fourfold(BoardSize::of_length(side.parse().ok()?)?, number.parse().ok()?)?;
    // A number has only one name.
    (setup.name == name).then_some(setup)
}

/// Returns all patterns of a board, by the name of its group; `None` for boards with too many to
/// list.
pub(super) fn group(name: &str) -> Option<Vec<Setup>> {
    let side = BoardSize::of_length(name.strip_prefix(NAME)?.strip_prefix('-')?.parse().ok()?)?;
    let all = (0..fourfold_count(side)).map_while(|number| fourfold(side, number));
    GROUPS.contains(&name).then(|| all.collect())
}

/// Names of the groups of all patterns of a board.
pub(super) const GROUPS: [&str; 2] = ["fourfold-5", "fourfold-7"];
