//! Numbers that stand for positions.
//!
//! Words are summed up to 128 bits as in the hash NH of UMAC (Black, Halevi, Krawczyk, Krovetz and
//! Rogaway, "UMAC: fast and secure message authentication", 1999): two different positions have
//! the same sum for one in 2^64 of all keys at most. The keys are fixed, for games must not depend
//! on chance.

use crate::games::Words;

/// Where a position's entry is in the table, and how it is told from others there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Key {
    pub(super) place: u64,
    pub(super) tag: u64,
}

/// The first bits of the fractional parts of the square roots of the primes from 2, as SHA-512
/// has them: numbers without a secret.
const KEYS: [u64; 8] = [
    0x6a09_e667_f3bc_c908,
    0xbb67_ae85_84ca_a73b,
    0x3c6e_f372_fe94_f82b,
    0xa54f_f53a_5f1d_36f1,
    0x510e_527f_ade6_82d1,
    0x9b05_688c_2b3e_6c1f,
    0x1f83_d9ab_fb41_bd6b,
    0x5be0_cd19_137e_2179,
];

impl Key {
    /// Which of so many buckets is the position's.
    #[inline(always)]
    pub(super) fn bucket(self, buckets: u64) -> usize {
        ((u128::from(self.place) * u128::from(buckets)) >> 64) as usize
    }

    /// The key of a position; `salt` tells searches apart that look for different things.
    #[inline(always)]
    pub(super) fn of(words: &Words, salt: u64) -> Key {
        let mut sum = 0_u128;
        for pair in 0..3 {
            let left = words[2 * pair].wrapping_add(KEYS[2 * pair]);
            let right = words[2 * pair + 1].wrapping_add(KEYS[2 * pair + 1]);
            sum = sum.wrapping_add(u128::from(left) * u128::from(right));
        }
        let (low, high) = (sum as u64 ^ salt, (sum >> 64) as u64);
        // Each half is spread over both numbers.
        let mixed = u128::from(low ^ KEYS[6]) * u128::from(KEYS[7] | 1);
        let place = (mixed >> 64) as u64 ^ (mixed as u64) ^ high.wrapping_mul(KEYS[3]);
        let tag = low.wrapping_mul(KEYS[5]).rotate_left(32) ^ high;
        Key { place, tag }
    }
}
