//! Random setups: 60 black, 60 white stones, and exactly the requested symmetry group.

use super::{Origin, Setup, symmetry_of};
use crate::base::random::{GameRng, SeedKey};
use crate::base::text::Keyword;
use crate::board::{BoardSize, Group, Stones};

/// Prefix of the names of generated setups.
pub const NAME: &str = "generated";

/// Draws a pattern of this size with as many black as white stones and exactly this symmetry group,
/// uniformly among all such patterns.
///
/// Rejection sampling: a fair coin for each orbit makes every pattern with the symmetry equally
/// likely; patterns with other counts, or with more symmetry, are rejected. In the worst case, one
/// mirror, one sample in 19 is accepted.
pub fn random_stones(symmetry: Group, side: BoardSize, coins: &mut GameRng) -> Stones {
    loop {
        let mut stones = Stones::default();
        // Orbits do not leave a smaller board.
        for orbit in symmetry.orbits().filter(|orbit| (*orbit & side.points()) == *orbit) {
            match coins.below(2) {
                0 => stones.black |= orbit,
                _ => stones.white |= orbit,
            }
        }
        if stones.black.len() == side.each() && symmetry_of(stones) == symmetry {
            return stones;
        }
    }
}

/// Samples a setup with exactly this symmetry group, uniformly among all such setups. `number`
/// counts from 1; a setup depends only on symmetry, seed and number.
pub fn generate(symmetry: Group, seed: u64, number: u64) -> Setup {
    let key = SeedKey::new(seed, &[b"setup", symmetry.to_string().as_bytes()]);
    let stones = random_stones(symmetry, BoardSize::FULL, &mut key.rng(number));
    let command = format!("pasang setups generate --symmetry {symmetry} --seed {seed}");
    Setup {
        name: format!("{NAME}-{symmetry}-{seed}-{number}"),
        source: Some(match number {
            1 => command,
            _ => format!("number {number} of `{command} --count {number} --out DIR`"),
        }),
        origin: Origin::Generated,
        stones,
        any_counts: false,
    }
}

/// Returns the generated setup with this name; `None` if it is not the name of one.
pub fn named(name: &str) -> Option<Setup> {
    let (rest, number) = name.strip_prefix(NAME)?.strip_prefix('-')?.rsplit_once('-')?;
    let (symmetry, seed) = rest.rsplit_once('-')?;
    let symmetry = Group::from_word(symmetry)?;
    let (seed, number) = (seed.parse().ok()?, number.parse().ok()?);
    // No command generates others. A setup has only one name.
    let may_be = seed <= i64::MAX as u64
        && number > 0
        && name == format!("{NAME}-{symmetry}-{seed}-{number}");
    may_be.then(|| generate(symmetry, seed, number))
}
