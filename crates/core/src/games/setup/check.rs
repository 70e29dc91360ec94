//! Checks of a setup: counts, symmetry, misplaced stones, and identical known setups.

use std::cmp::Reverse;

use super::{Setup, builtins, symmetry_of};
use crate::base::text::Keyword;
use crate::board::{Colour, Group, Point, PointSet, Stones, Symmetry};

/// Result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// `true` if the counts are not equal and `stones: any` does not permit it.
    pub miscounted: bool,
    /// Symmetry group of the stones.
    pub symmetry: Group,
    /// The larger symmetry group that the stones nearly have.
    pub broken: Option<Broken>,
    /// The known setup with these stones, up to symmetry.
    pub known: Option<Likeness>,
}

/// A symmetry group that a few stones break.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The symmetry group.
    pub symmetry: Group,
    /// Minimum number of points that must change.
    pub points: u32,
    /// The changes that are certain.
    pub changes: Vec<Change>,
    /// Orbits that should be uniform, without evidence which of their points to change.
    pub undecided: Vec<PointSet>,
}

/// A point that should change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The point.
    pub point: Point,
    /// The present stone.
    pub is: Option<Colour>,
    /// The expected stone.
    pub should: Option<Colour>,
}

/// Known setups with the same stones, and their symmetry to the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Likeness {
    /// Their names.
    pub names: Vec<&'static str>,
    /// The symmetry that maps them to the board.
    pub under: Symmetry,
}

impl Report {
    /// Returns whether counts and symmetry are unbroken.
    pub fn is_sound(&self) -> bool {
        !self.miscounted && self.broken.is_none()
    }
}

/// Checks a setup.
pub fn check(setup: &Setup) -> Report {
    let stones = setup.stones;
    let symmetry = symmetry_of(stones);
    let known = likeness(stones);
    let broken = broken(setup, symmetry);
    Report { miscounted: imbalance(setup, stones) > 0, symmetry, broken, known }
}

/// The most changes by which a board without a symmetry still counts as nearly symmetric: an eighth
/// of the number of stones of the rarer colour, so seven with 60 of each.
///
/// Of all boards without a symmetry fewer than one in ten million are within seven changes of a
/// symmetric one. Where one colour is rare, a few changes would turn any pattern into any other:
/// hence a fraction instead of a number.
fn most_changes(stones: Stones) -> u32 {
    stones.black.len().min(stones.white.len()) / 8
}

/// The most changes by which a symmetric board still counts as nearly more symmetric. Four may be
/// intended, because a pattern with all turns can differ in only four points from one with all
/// mirrors too.
const MAX_SYMMETRIC_CHANGES: u32 = 3;

/// Returns the distance of the counts from the counts that the setup should have.
fn imbalance(setup: &Setup, stones: Stones) -> u32 {
    if setup.any_counts {
        return 0;
    }
    let each = setup.side().each();
    stones.black.len().abs_diff(each) + stones.white.len().abs_diff(each)
}

/// Returns the largest symmetry group that the stones nearly have, those first that leave no orbit
/// undecided; of groups of the same order, the one with the fewest changes.
fn broken(setup: &Setup, actual: Group) -> Option<Broken> {
    let size = |group: Group| group.elements().len();
    let mut limit = most_changes(setup.stones);
    if actual != Group::None {
        limit = limit.min(MAX_SYMMETRIC_CHANGES);
    }
    let larger = Group::ALL.iter().filter(|&&group| size(group) > size(actual));
    larger
        .filter_map(|&group| repair(setup, group, limit))
        .min_by_key(|it| (it.undecided.len(), Reverse(size(it.symmetry)), it.points))
}

/// Returns the changes that give the stones the symmetry: in each orbit the minority changes to the
/// majority, or, without one, to the rarer colour. `None` beyond `limit`, or if the counts would
/// become worse.
fn repair(setup: &Setup, symmetry: Group, limit: u32) -> Option<Broken> {
    let stones = setup.stones;
    let mut broken = Broken { symmetry, points: 0, changes: Vec::new(), undecided: Vec::new() };
    let (black, white) = (stones.black.len(), stones.white.len());
    let rarer = if black < white { Colour::Black } else { Colour::White };
    let rarer = Some(rarer).filter(|_| black != white && !setup.any_counts);
    for orbit in symmetry.orbits() {
        let counts = [Some(Colour::Black), Some(Colour::White), None]
            .map(|stone| (orbit.filter(|&point| stones.at(point) == stone).count() as u32, stone));
        let (most, mut should) = counts.into_iter().max_by_key(|&(count, _)| count)?;
        broken.points += orbit.len() - most;
        if broken.points > limit {
            return None;
        }
        if counts.iter().filter(|&&(count, _)| count == most).count() > 1 {
            if rarer.is_none() {
                broken.undecided.push(orbit);
                continue;
            }
            should = rarer;
        }
        let minority = orbit.filter(|&point| stones.at(point) != should);
        broken.changes.extend(minority.map(|point| Change { point, is: stones.at(point), should }));
    }
    broken.changes.sort_by_key(|change| change.point);
    let is_better = imbalance(setup, changed(stones, &broken.changes)) <= imbalance(setup, stones);
    (is_better || !broken.undecided.is_empty()).then_some(broken)
}

fn changed(mut stones: Stones, changes: &[Change]) -> Stones {
    for &Change { point, should, .. } in changes {
        stones = stones.without(PointSet::of(point));
        should.into_iter().for_each(|colour| stones.put(point, colour));
    }
    stones
}

/// Returns the known setups with these stones, under the first symmetry that matches any; `None` if
/// none matches.
fn likeness(stones: Stones) -> Option<Likeness> {
    Symmetry::ALL.into_iter().find_map(|under| {
        let names: Vec<&str> = builtins()
            .iter()
            .filter(|setup| setup.stones.mapped(under) == stones)
            .map(|setup| setup.name.as_str())
            .collect();
        (!names.is_empty()).then_some(Likeness { names, under })
    })
}
