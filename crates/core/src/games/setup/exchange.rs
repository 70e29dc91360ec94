//! Patterns a few stones away from one, with its symmetry and its counts: some black stones and as many white
//! ones change their colour, whole orbits at a time.

use crate::board::{Group, PointSet, Stones};

/// More orbits at a time than this are a new pattern, not a mended one.
const MOST_ORBITS: usize = 3;

/// All ways to change the colour of so many black stones and of as many white ones.
#[derive(Clone, Debug)]
pub struct Exchanges {
    stones: Stones,
    black: Vec<PointSet>,
    white: Vec<PointSet>,
}

impl Exchanges {
    /// Those that keep a symmetry under which the stones stay as they are, by how many stones of a colour change,
    /// the fewest first.
    pub fn of(stones: Stones, symmetry: Group) -> Vec<(u32, Exchanges)> {
        let whole = |of: PointSet| -> Vec<PointSet> {
            symmetry.orbits().filter(|&orbit| orbit & of == orbit).collect()
        };
        let (black, white) = (whole(stones.black), whole(stones.white));
        let largest = black.iter().chain(&white).map(|orbit| orbit.len()).max().unwrap_or(0);
        let sizes = 1..=MOST_ORBITS as u32 * largest;
        let exchanges = sizes.map(|size| {
            let [black, white] = [&black, &white].map(|orbits| together(orbits, size));
            (size, Exchanges { stones, black, white })
        });
        exchanges.filter(|(_, exchanges)| exchanges.count() > 0).collect()
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.black.len() as u64 * self.white.len() as u64
    }

    /// What the stones come to after the one with this number, which must be below the count.
    pub fn nth(&self, number: u64) -> Stones {
        let of = self.white.len() as u64;
        let black = self.black[(number / of) as usize];
        let white = self.white[(number % of) as usize];
        let Stones { black: before, white: others } = self.stones;
        Stones { black: (before - black) | white, white: (others - white) | black }
    }
}

/// Every choice of a few orbits that have so many points together.
fn together(orbits: &[PointSet], size: u32) -> Vec<PointSet> {
    fn choose(
        orbits: &[PointSet],
        left: u32,
        most: usize,
        so_far: PointSet,
        all: &mut Vec<PointSet>,
    ) {
        if left == 0 {
            return all.push(so_far);
        }
        if most == 0 {
            return;
        }
        for (index, &orbit) in orbits.iter().enumerate() {
            if let Some(rest) = left.checked_sub(orbit.len()) {
                choose(&orbits[index + 1..], rest, most - 1, so_far | orbit, all);
            }
        }
    }
    let mut all = Vec::new();
    choose(orbits, size, MOST_ORBITS, PointSet::EMPTY, &mut all);
    all
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::games::setup::builtin;

    /// Counted from the boards by a script of its own: of catalogue-05 three orbits of four points and six of eight
    /// are black, seven and four are white; of catalogue-01 fifteen of four are black, and as many white.
    #[test]
    fn each_is_another_pattern_with_the_counts_and_the_symmetry_of_the_first() {
        for (name, sizes) in [
            ("catalogue-05", [(4, 21), (8, 9 * 25)]),
            ("catalogue-01", [(4, 15 * 15), (8, 105 * 105)]),
        ] {
            let setup = builtin(name).unwrap();
            let all = Exchanges::of(setup.stones, setup.symmetry());
            for ((size, exchanges), expected) in all.iter().zip(sizes) {
                assert_eq!((*size, exchanges.count()), expected, "{name}");
                let made: BTreeSet<Stones> =
                    (0..exchanges.count()).map(|it| exchanges.nth(it)).collect();
                assert_eq!(made.len() as u64, exchanges.count());
                for stones in made {
                    assert_eq!((stones.black.len(), stones.white.len()), (60, 60));
                    assert_eq!((stones.black - setup.stones.black).len(), *size);
                    let kept = setup.symmetry().elements().iter();
                    assert!(kept.copied().all(|symmetry| stones.mapped(symmetry) == stones));
                }
            }
        }
    }

    #[test]
    fn without_symmetry_stones_change_one_by_one() {
        let stones = builtin("catalogue-05").unwrap().stones;
        let (size, exchanges) = &Exchanges::of(stones, Group::None)[0];
        assert_eq!((*size, exchanges.count()), (1, 3600));
    }
}
