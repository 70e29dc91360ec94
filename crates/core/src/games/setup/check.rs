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

fn painted(stones: Stones, points: PointSet, stone: Option<Colour>) -> Stones {
    let mut painted = stones.without(points);
    match stone {
        Some(Colour::Black) => painted.black |= points,
        Some(Colour::White) => painted.white |= points,
        None => {}
    }
    painted
}

fn changed(stones: Stones, changes: &[Change]) -> Stones {
    changes
        .iter()
        .fold(stones, |stones, change| painted(stones, PointSet::of(change.point), change.should))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::amount;
    use crate::games::setup::{builtin, generate, group};

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    /// Returns the setup with the colours of the stones on these points exchanged.
    fn with_flipped(setup: &Setup, points: &[Point]) -> Setup {
        let flipped = points.iter().fold(setup.stones, |stones, &point| {
            painted(stones, PointSet::of(point), stones.at(point).map(Colour::other))
        });
        Setup { stones: flipped, ..setup.clone() }
    }

    #[test]
    fn one_wrong_stone_is_found_in_every_known_setup_wherever_it_lies() {
        let mut first = 0;
        for setup in group("all").unwrap() {
            // All points, or every eighth, which are others in the next setup.
            let step = amount(8, 1);
            first += 1;
            for point in setup.stones.points().into_iter().skip(first % step).step_by(step) {
                let report = check(&with_flipped(&setup, &[point]));
                let broken = report.broken.unwrap_or_else(|| panic!("{} {point}", setup.name));
                assert_eq!(broken.symmetry, setup.symmetry(), "{} {point}", setup.name);
                let found: Vec<Point> = broken.changes.iter().map(|change| change.point).collect();
                assert_eq!(found, [point], "{}", setup.name);
            }
        }
    }

    #[test]
    fn known_setups_are_sound_and_found_however_they_lie() {
        for setup in builtins() {
            for under in Symmetry::ALL {
                let stones = setup.stones.mapped(under);
                let report = check(&Setup { stones, ..setup.clone() });
                assert!(report.is_sound(), "{} {under:?}: {report:?}", setup.name);
                let known = report.known.unwrap();
                assert!(known.names.contains(&setup.name.as_str()));
                assert_eq!(setup.stones.mapped(known.under), stones);
            }
        }
    }

    #[test]
    fn random_boards_are_not_called_nearly_symmetric() {
        for &symmetry in Group::ALL {
            for number in 1..=amount(40, 300) {
                let setup = generate(symmetry, 3, number);
                let report = check(&setup);
                assert_eq!(report.symmetry, symmetry);
                assert!(report.is_sound(), "{}: {report:?}", setup.name);
                assert_eq!(report.known, None, "{}", setup.name);
            }
        }
    }

    #[test]
    fn few_stones_are_not_called_nearly_symmetric() {
        let mut stones = Stones::default();
        for (name, colour) in [
            ("a1", Colour::Black),
            ("c4", Colour::White),
            ("f2", Colour::Black),
            ("k3", Colour::White),
        ] {
            stones.put(point(name), colour);
        }
        let setup = Setup { stones, any_counts: true, ..builtin("catalogue-01").unwrap() };
        let report = check(&setup);
        assert_eq!((report.symmetry, report.broken), (Group::None, None));
        assert!(!report.miscounted);
        assert!(check(&Setup { any_counts: false, ..setup }).miscounted);
    }

    #[test]
    fn a_full_pattern_that_one_stone_on_a_mirror_breaks_is_nearly_full() {
        // f1 lies on the mirror along column f, whose symmetry is kept.
        let setup = with_flipped(&builtin("catalogue-02").unwrap(), &[point("f1")]);
        let report = check(&setup);
        assert_eq!(report.symmetry, Group::MirrorColumn);
        assert_eq!(report.broken.unwrap().symmetry, Group::Full);
    }

    #[test]
    fn four_points_that_leave_a_symmetric_board_may_be_meant() {
        // f1 and f11 are white, f2 and f10 black: exchanged, only the mirrors along f and 6 hold.
        let setup = builtin("catalogue-02").unwrap();
        let report = check(&with_flipped(&setup, &["f1", "f2", "f10", "f11"].map(point)));
        assert_eq!((report.symmetry, report.is_sound()), (Group::Axes, true), "{report:?}");
    }

    #[test]
    fn an_empty_point_breaks_a_symmetry_too() {
        let chequer = builtin("bell-chequer").unwrap();
        let stones = chequer.stones.without(PointSet::STORE).without(PointSet::of(point("b9")));
        let report = check(&Setup { stones, any_counts: true, ..chequer });
        let broken = report.broken.unwrap();
        let change = Change { point: point("b9"), is: None, should: Some(Colour::White) };
        assert_eq!((broken.symmetry, broken.changes), (Group::Full, vec![change]));
    }
}
