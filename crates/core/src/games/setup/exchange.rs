//! Patterns a few stones away from a given pattern, with the same symmetry and counts: black stones
//! and as many white stones change colour, in complete orbits.

use crate::board::{Group, PointSet, Stones};

/// The limit of orbits to exchange: beyond it the result is a new pattern, not a repaired one.
const MAX_ORBITS: usize = 3;

/// All exchanges of a fixed number of black stones for as many white ones.
#[derive(Clone, Debug)]
pub struct Exchanges {
    stones: Stones,
    black: Vec<PointSet>,
    white: Vec<PointSet>,
}

impl Exchanges {
    /// Returns the exchanges that keep `symmetry`, which the stones must have, by the number of
    /// stones of a colour that change, smallest first.
    pub fn of(stones: Stones, symmetry: Group) -> Vec<(u32, Exchanges)> {
        let whole = |of: PointSet| -> Vec<PointSet> {
            symmetry.orbits().filter(|&orbit| orbit & of == orbit).collect()
        };
        let (black, white) = (whole(stones.black), whole(stones.white));
        let largest = black.iter().chain(&white).map(|orbit| orbit.len()).max().unwrap_or(0);
        let sizes = 1..=MAX_ORBITS as u32 * largest;
        let exchanges = sizes.map(|size| {
            let [black, white] = [&black, &white].map(|orbits| together(orbits, size));
            (size, Exchanges { stones, black, white })
        });
        exchanges.filter(|(_, exchanges)| exchanges.count() > 0).collect()
    }

    /// Returns the number of exchanges.
    pub fn count(&self) -> u64 {
        self.black.len() as u64 * self.white.len() as u64
    }

    /// Returns the stones after the exchange with this number, which must be below the count.
    pub fn nth(&self, number: u64) -> Stones {
        let of = self.white.len() as u64;
        let black = self.black[(number / of) as usize];
        let white = self.white[(number % of) as usize];
        let Stones { black: before, white: others } = self.stones;
        Stones { black: (before - black) | white, white: (others - white) | black }
    }
}

/// Returns every combination of at most [`MAX_ORBITS`] orbits with this total number of points.
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
    choose(orbits, size, MAX_ORBITS, PointSet::EMPTY, &mut all);
    all
}
