//! The solver's table: between which bounds a position's value lies.
//!
//! An entry is two words: the tag of [`Key`] and what is known. A bucket is a line of the
//! processor's cache, four entries. Several threads read and write at once and wait for nobody: the
//! first word holds the tag with the second word's bits turned by it, so that two halves of
//! different entries are never taken for one (Hyatt and Mann, "A lock-less transposition table
//! implementation for parallel search engines", 2002). How likely it is that another position
//! passes for the one looked for stands in the module of the other table.
//!
//! ```text
//! bit   0        16       32       44       50           64
//!       least    most     move     effort   generation
//! ```

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::hash::Key;
use crate::base::memory::{fetch_soon, zeroed_for_threads};

/// No value is as far from 0; of what is beyond, nothing is known.
pub(super) const WIDE: i32 = i16::MAX as i32;

/// What is known of a position's value to the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    /// It is not less.
    pub(super) least: i32,
    /// It is not more.
    pub(super) most: i32,
    /// The rank of the move that was best.
    pub(super) rank: Option<u32>,
    /// The logarithm of how many nodes it took.
    pub(super) effort: u8,
}

const WORDS: usize = 8;
const NO_RANK: u64 = 0xfff;
const GENERATIONS: u64 = 1 << 14;

/// What is known of positions seen before.
pub(super) struct ProvenBounds {
    words: Vec<AtomicU64>,
    /// Words before the first bucket, which begins with a line of the cache.
    skip: usize,
    buckets: u64,
    least: u64,
    most: u64,
    generation: u64,
}

impl ProvenBounds {
    /// A table of `least` buckets at first, which can be doubled up to `most`.
    pub(super) fn between(least: u64, most: u64) -> ProvenBounds {
        let words = zeroed_for_threads((most as usize + 1) * WORDS);
        let skip = words.as_ptr().align_offset(64) % WORDS;
        ProvenBounds { words, skip, buckets: least, least, most, generation: 1 }
    }

    /// How many entries may be written down before the table should be doubled: half of those it
    /// has. One that cannot be doubled never fills.
    pub(super) fn room(&self) -> u64 {
        if 2 * self.buckets <= self.most { 2 * self.buckets } else { u64::MAX }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.generation += 1;
        if self.generation == GENERATIONS {
            self.words.iter_mut().for_each(|word| *word.get_mut() = 0);
            self.generation = 1;
        }
        self.buckets = self.least;
    }

    /// Doubles the buckets. A bucket's entries may belong in either half of the doubled one, and
    /// none tells in which: both get a copy.
    pub(super) fn grow(&mut self) {
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
        let start = self.skip + key.bucket(self.buckets) * WORDS;
        &self.words[start..start + WORDS]
    }

    /// Lets the processor fetch what will be asked for soon.
    #[inline(always)]
    pub(super) fn prefetch(&self, key: Key) {
        fetch_soon(&self.bucket(key)[0]);
    }

    /// What is known of a position.
    #[inline(always)]
    pub(super) fn probe(&self, key: Key) -> Option<Bounds> {
        let bucket = self.bucket(key);
        for entry in 0..4 {
            let data = bucket[2 * entry + 1].load(Relaxed);
            if bucket[2 * entry].load(Relaxed) ^ data == key.tag && data >> 50 == self.generation {
                return Some(Bounds::unpack(data));
            }
        }
        None
    }

    /// Writes down what is known, with what was known before. Of four entries the one of least
    /// effort makes room, and the last one for what took less than all.
    #[inline(always)]
    pub(super) fn store(&self, key: Key, mut bounds: Bounds) {
        let bucket = self.bucket(key);
        let (mut place, mut least) = (3, u64::from(bounds.effort) + 1);
        for entry in 0..4 {
            let data = bucket[2 * entry + 1].load(Relaxed);
            let fresh = data >> 50 == self.generation;
            if fresh && bucket[2 * entry].load(Relaxed) ^ data == key.tag {
                let old = Bounds::unpack(data);
                bounds.least = bounds.least.max(old.least);
                bounds.most = bounds.most.min(old.most);
                place = entry;
                break;
            }
            let effort = if fresh { (data >> 44 & 0x3f) + 1 } else { 0 };
            if effort < least {
                (least, place) = (effort, entry);
            }
        }
        let data = bounds.pack(self.generation);
        bucket[2 * place].store(key.tag ^ data, Relaxed);
        bucket[2 * place + 1].store(data, Relaxed);
    }
}

impl Bounds {
    #[inline(always)]
    fn pack(self, generation: u64) -> u64 {
        let word = |value: i32| u64::from((value.clamp(-WIDE, WIDE) as i16).cast_unsigned());
        let rank = self.rank.map_or(NO_RANK, |rank| u64::from(rank).min(NO_RANK));
        word(self.least)
            | word(self.most) << 16
            | rank << 32
            | u64::from(self.effort) << 44
            | generation << 50
    }

    #[inline(always)]
    fn unpack(data: u64) -> Bounds {
        let value = |word: u64| i32::from((word as u16).cast_signed());
        let rank = data >> 32 & 0xfff;
        Bounds {
            least: value(data),
            most: value(data >> 16),
            rank: (rank != NO_RANK).then_some(rank as u32),
            effort: (data >> 44 & 0x3f) as u8,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn key(number: u64) -> Key {
        Key {
            place: number.wrapping_mul(0x9e37_79b9_7f4a_7c15),
            tag: number.wrapping_mul(0xd1b5_4a32_d192_ed03),
        }
    }

    #[test]
    fn bounds_meet_and_are_forgotten() {
        let mut table = ProvenBounds::between(3, 3);
        let (least, most) = (Some(-5), Some(17_000));
        for round in 0..2 * GENERATIONS {
            let one = Bounds { least: -5, most: WIDE, rank: Some(7), effort: 3 };
            table.store(key(1), one);
            assert_eq!(table.probe(key(1)), Some(one));
            table.store(key(1), Bounds { least: -WIDE, most: 17_000, rank: None, effort: 63 });
            let both = table.probe(key(1));
            assert_eq!((both.map(|both| both.least), both.map(|both| both.most)), (least, most));
            assert_eq!(table.probe(key(2)), None, "{round}");
            table.clear();
            assert_eq!(table.probe(key(1)), None, "{round}");
        }
    }

    #[test]
    fn growth_loses_nothing() {
        let mut table = ProvenBounds::between(3, 13);
        for number in 0..6 {
            let value = number as i32;
            let bounds = Bounds { least: value, most: value, rank: None, effort: 1 };
            table.store(key(number), bounds);
        }
        let found =
            |table: &ProvenBounds| -> Vec<_> { (0..6).map(|at| table.probe(key(at))).collect() };
        let before = found(&table);
        assert!(before.iter().flatten().count() > 3);
        assert_eq!(table.room(), 6);
        table.grow();
        table.grow();
        assert_eq!(table.room(), u64::MAX, "12 buckets are all it may have");
        assert_eq!(found(&table), before);
    }
}
