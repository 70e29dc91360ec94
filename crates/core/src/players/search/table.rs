//! Transposition table.
//!
//! # Key collisions
//!
//! An entry holds a 64-bit tag, and is used only if the tag matches. A false match needs two
//! positions with the same tag and the same bucket. A probe compares four tags; if tags behave as
//! random numbers do, one of 2^62 probes returns a wrong entry, and 10^10 probes, hours of search,
//! do so with a probability of 2 in a billion. A move from the table is never played unless there
//! is a move with its index.
//!
//! # Layout
//!
//! A bucket is a cache line: four entries of two words. The second word holds the data, the effort
//! that it took, and its generation. The first holds the tag XOR the second word: threads read and
//! write without locks, and halves of two entries are never taken for one (Hyatt and Mann, "A
//! lock-less transposition table implementation for parallel search engines", 2002).
//!
//! # Growth
//!
//! Memory costs a page fault when it is first touched, and a large table misses the caches: a proof
//! that takes a tenth of a second would spend most of it there. A table can therefore start small
//! and be doubled as it fills. A bucket's entries may then belong in either half of the doubled
//! bucket, and no entry tells in which: both get a copy. The copy in the wrong half is never
//! probed, so that it costs room until it is overwritten.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::base::memory::{fetch_soon, zeroed};
use crate::games::StateKey;

/// Place of a position's entry in the table, and the tag that identifies it there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Key {
    pub(super) index: u64,
    pub(super) tag: u64,
}

/// Leading bits of the fractional parts of the square roots of the primes from 2, as in SHA-512:
/// nothing-up-my-sleeve numbers.
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
    /// Returns the key of a position; `salt` separates searches with different goals.
    ///
    /// Words are summed up to 128 bits as in the hash NH of UMAC (Black, Halevi, Krawczyk, Krovetz
    /// and Rogaway, "UMAC: fast and secure message authentication", 1999): two different positions
    /// have the same sum for at most one in 2^64 of all keys. The keys are fixed, for games must
    /// not depend on chance.
    #[inline(always)]
    pub fn of(state: &StateKey, salt: u64) -> Key {
        let mut sum = 0_u128;
        for pair in 0..3 {
            let left = state[2 * pair].wrapping_add(KEYS[2 * pair]);
            let right = state[2 * pair + 1].wrapping_add(KEYS[2 * pair + 1]);
            sum = sum.wrapping_add(u128::from(left) * u128::from(right));
        }
        let (low, high) = (sum as u64 ^ salt, (sum >> 64) as u64);
        // Each half is mixed into both numbers.
        let mixed = u128::from(low ^ KEYS[6]) * u128::from(KEYS[7] | 1);
        let index = (mixed >> 64) as u64 ^ (mixed as u64) ^ high.wrapping_mul(KEYS[3]);
        let tag = low.wrapping_mul(KEYS[5]).rotate_left(32) ^ high;
        Key { index, tag }
    }
}

/// Data of an entry, in the low bits of a word.
pub trait Entry: Copy {
    /// First bit and number of bits of the effort. The generation stands above them.
    const EFFORT: (u32, u32);
    /// Replacement by an entry that took no more effort than any of a bucket's four: `true`
    /// replaces the last one, `false` the one that took least, as always.
    const REPLACE_LAST_ON_TIE: bool;

    /// Packs an entry, without effort and generation.
    fn pack(self) -> u64;

    /// Unpacks an entry; the bits above its own may be set.
    fn unpack(data: u64) -> Self;

    /// Merges the entry with an earlier one of the same position.
    #[inline(always)]
    fn merged(self, _before: Self) -> Self {
        self
    }
}

const WORDS: usize = 8;

/// Returns the number of buckets of a table of `mebibytes` MiB.
pub fn buckets(mebibytes: u32) -> u64 {
    ((u64::from(mebibytes) << 20) / 64).max(1)
}

/// Transposition table.
pub struct Table<E> {
    words: Vec<AtomicU64>,
    /// Number of words before the first bucket, which is aligned to a cache line.
    skip: usize,
    /// Number of buckets in use.
    buckets: u64,
    /// Number of buckets at first, and the maximum.
    least: u64,
    most: u64,
    /// Entries of other generations count as empty.
    generation: u64,
    entries: PhantomData<E>,
}

impl<E: Entry> Table<E> {
    const GENERATION: u32 = E::EFFORT.0 + E::EFFORT.1;

    /// Creates a table of `least` buckets, which can be doubled up to `most`.
    pub fn with_buckets(least: u64, most: u64) -> Table<E> {
        let words = zeroed((most as usize + 1) * WORDS);
        let skip = words.as_ptr().align_offset(64) % WORDS;
        Table { words, skip, buckets: least, least, most, generation: 1, entries: PhantomData }
    }

    /// Returns the number of entries that may be stored before the table should be doubled: half of
    /// its entries. A table that cannot be doubled never fills.
    pub fn room(&self) -> u64 {
        if 2 * self.buckets <= self.most { 2 * self.buckets } else { u64::MAX }
    }

    /// Clears the table by a new generation, without overwriting all of it.
    pub fn clear(&mut self) {
        self.generation += 1;
        if self.generation >> (64 - Self::GENERATION) > 0 {
            self.words.iter_mut().for_each(|word| *word.get_mut() = 0);
            self.generation = 1;
        }
        self.buckets = self.least;
    }

    /// Doubles the number of buckets.
    pub fn grow(&mut self) {
        // From the last one on, so that none is overwritten before it is copied.
        for bucket in (0..self.buckets as usize).rev() {
            let from = self.skip + bucket * WORDS;
            for half in [2 * bucket + 1, 2 * bucket] {
                let to = self.skip + half * WORDS;
                for word in 0..WORDS {
                    *self.words[to + word].get_mut() = *self.words[from + word].get_mut();
                }
            }
        }
        self.buckets *= 2;
    }

    #[inline(always)]
    fn bucket(&self, key: Key) -> &[AtomicU64] {
        let bucket = ((u128::from(key.index) * u128::from(self.buckets)) >> 64) as usize;
        let start = self.skip + bucket * WORDS;
        &self.words[start..start + WORDS]
    }

    /// Prefetches the bucket of a key that will be probed soon.
    #[inline(always)]
    pub fn prefetch(&self, key: Key) {
        fetch_soon(&self.bucket(key)[0]);
    }

    /// Returns the entry of a position, if there is one.
    #[inline(always)]
    pub fn probe(&self, key: Key) -> Option<E> {
        let bucket = self.bucket(key);
        for entry in 0..4 {
            let data = bucket[2 * entry + 1].load(Relaxed);
            let fresh = data >> Self::GENERATION == self.generation;
            if bucket[2 * entry].load(Relaxed) ^ data == key.tag && fresh {
                return Some(E::unpack(data));
            }
        }
        None
    }

    /// Stores an entry with its effort. It replaces the one of a bucket's four that took least.
    #[inline(always)]
    pub fn store(&self, key: Key, mut entry: E, effort: u64) {
        let bucket = self.bucket(key);
        let (mut replaced, mut least) =
            if E::REPLACE_LAST_ON_TIE { (3, effort + 1) } else { (0, u64::MAX) };
        let (shift, bits) = E::EFFORT;
        for slot in 0..4 {
            let data = bucket[2 * slot + 1].load(Relaxed);
            let fresh = data >> Self::GENERATION == self.generation;
            if fresh && bucket[2 * slot].load(Relaxed) ^ data == key.tag {
                entry = entry.merged(E::unpack(data));
                replaced = slot;
                break;
            }
            let worth = if fresh { 1 + (data >> shift & ((1 << bits) - 1)) } else { 0 };
            if worth < least {
                (least, replaced) = (worth, slot);
            }
        }
        let data = entry.pack() | effort << shift | self.generation << Self::GENERATION;
        bucket[2 * replaced].store(key.tag ^ data, Relaxed);
        bucket[2 * replaced + 1].store(data, Relaxed);
    }
}
