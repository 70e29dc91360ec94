//! The table of proof numbers.
//!
//! A bucket is a line of the processor's cache: four entries of two words, the tag and what is
//! known. Another position passes for the one looked for only where both share the tag and the
//! bucket; a certificate is made of positions and not of tags, so such a chance costs time at most.
//!
//! ```text
//! bit   0       27       54       60     64
//!       reach   avert    effort   generation
//! ```

use super::hash::Key;
use crate::base::memory::{fetch_soon, zeroed};

/// No number of positions suffices.
pub(super) const NEVER: u32 = (1 << 27) - 1;

/// How many positions still have to be won at least, so that a player's wish comes true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    /// For the player who moves; 0 where it is proved.
    pub(super) reach: u32,
    /// For the other; 0 where it is proved. Where one of the two is 0, the other is the number of
    /// positions of the proof, as far as it is known.
    pub(super) avert: u32,
}

impl Numbers {
    /// The player who moves has what that player wants, by a proof of so many positions.
    pub(super) const fn reached(positions: u32) -> Numbers {
        Numbers { reach: 0, avert: positions }
    }

    /// The other player has it.
    pub(super) const fn averted(positions: u32) -> Numbers {
        Numbers { reach: positions, avert: 0 }
    }

    /// Whether nothing is left to be found out.
    pub(super) const fn is_proved(self) -> bool {
        self.reach == 0 || self.avert == 0
    }
}

const WORDS: usize = 8;
const GENERATIONS: u64 = 1 << 4;

/// What is known of positions seen before.
#[derive(Debug)]
pub(super) struct Table {
    words: Vec<u64>,
    /// Words before the first bucket, which begins with a line of the cache.
    skip: usize,
    buckets: u64,
    /// Entries of other generations are as if they were not there.
    generation: u64,
}

impl Table {
    /// A table of so many MiB, empty.
    pub(super) fn new(mebibytes: u32) -> Table {
        Table::of(((u64::from(mebibytes) << 20) / 64).max(1))
    }

    /// A table of so many buckets.
    pub(super) fn of(buckets: u64) -> Table {
        let words = zeroed((buckets as usize + 1) * WORDS);
        let skip = words.as_ptr().align_offset(64) % WORDS;
        Table { words, skip, buckets, generation: 1 }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.generation += 1;
        if self.generation == GENERATIONS {
            self.words.fill(0);
            self.generation = 1;
        }
    }

    #[inline(always)]
    fn start(&self, key: Key) -> usize {
        self.skip + key.bucket(self.buckets) * WORDS
    }

    /// Lets the processor fetch what will be asked for soon.
    #[inline(always)]
    pub(super) fn prefetch(&self, key: Key) {
        fetch_soon(&self.words[self.start(key)]);
    }

    /// What is known of a position.
    #[inline(always)]
    pub(super) fn probe(&self, key: Key) -> Option<Numbers> {
        let start = self.start(key);
        let bucket: &[u64; WORDS] = self.words[start..start + WORDS].try_into().ok()?;
        for entry in 0..4 {
            let data = bucket[2 * entry + 1];
            if bucket[2 * entry] == key.tag && data >> 60 == self.generation {
                let (reach, avert) = (data as u32 & NEVER, (data >> 27) as u32 & NEVER);
                return Some(Numbers { reach, avert });
            }
        }
        None
    }

    /// Writes down what is known, found by looking at so many positions. Of four entries the one of
    /// least effort makes room.
    #[inline(always)]
    pub(super) fn store(&mut self, key: Key, numbers: Numbers, nodes: u64) {
        let start = self.start(key);
        let generation = self.generation;
        let Some(bucket) = self.words[start..start + WORDS].first_chunk_mut::<WORDS>() else {
            return;
        };
        let effort = u64::from((nodes + 1).ilog2());
        let (mut place, mut least) = (0, u64::MAX);
        for entry in 0..4 {
            let data = bucket[2 * entry + 1];
            let fresh = data >> 60 == generation;
            if fresh && bucket[2 * entry] == key.tag {
                place = entry;
                break;
            }
            let worth = if fresh { 1 + (data >> 54 & 63) } else { 0 };
            if worth < least {
                (least, place) = (worth, entry);
            }
        }
        bucket[2 * place] = key.tag;
        bucket[2 * place + 1] = u64::from(numbers.reach)
            | u64::from(numbers.avert) << 27
            | effort << 54
            | generation << 60;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_down_is_found_until_all_is_forgotten() {
        let mut table = Table::of(1);
        let key = |tag| Key { place: tag << 50, tag };
        let all = [(0, 5), (NEVER - 1, 0), (1, NEVER), (77, 1)];
        for (tag, (reach, avert)) in (1..).zip(all) {
            table.store(key(tag), Numbers { reach, avert }, tag);
        }
        for (tag, (reach, avert)) in (1..).zip(all) {
            assert_eq!(table.probe(key(tag)), Some(Numbers { reach, avert }));
        }
        assert_eq!(table.probe(key(9)), None);
        // The one that took least goes.
        table.store(key(9), Numbers::reached(1), 1 << 20);
        assert_eq!(table.probe(key(1)), None);
        for _ in 0..2 * GENERATIONS {
            table.store(key(9), Numbers::reached(1), 0);
            table.clear();
            assert_eq!(table.probe(key(9)), None);
        }
    }
}
