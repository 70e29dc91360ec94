//! The transposition table: what is known of positions seen before.
//!
//! # Different positions with equal keys
//!
//! An entry holds a tag of 64 bits, and is believed only where the tag is the one looked for.
//! Another position passes for the one looked for only where both share the tag and the bucket. A
//! probe compares four tags; if tags behave as random numbers do, a wrong entry is believed in one
//! of 2^62 probes, and in 10^10 probes, hours of search, with a chance of 2 in a billion. A move
//! from the table is never played without there being a move of its rank.
//!
//! # Growth
//!
//! Memory that is touched for the first time costs the system a page each time, and a large table
//! is far from the processor: a proof that takes a tenth of a second would spend most of it there.
//! A table can therefore begin small and double as it fills. A bucket's entries may then belong in
//! either half of the doubled bucket, and no entry tells in which: both get a copy. The copy in the
//! wrong half is never asked for, so that it costs room until it is overwritten, and no more tags
//! are compared than without it.
//!
//! # Layout
//!
//! A bucket is a line of the processor's cache: four entries of two words, the tag and what is
//! known.
//!
//! ```text
//! bit   0          28         44       52      54         55     64
//!       value      move       depth    bound   complete   generation
//! ```

use super::hash::Key;
use crate::base::memory::{fetch_soon, zeroed};

/// What an entry says of a position's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// It is this.
    Exact = 1,
    /// It is this or more.
    Lower = 2,
    /// It is this or less.
    Upper = 3,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) value: i32,
    /// The rank of the best move, if one is known.
    pub(super) rank: Option<u32>,
    /// To what depth it was searched; where all searches go to the end of the game, the logarithm
    /// of how many nodes it took.
    pub(super) depth: u8,
    pub(super) kind: Kind,
    /// Whether all lines were followed to the end of the game or cut off: the value is then that
    /// of any depth from this one on.
    pub(super) complete: bool,
}

/// Four entries of two words.
type Bucket = [u64; 8];

const WORDS: usize = 8;

/// No move.
const NO_RANK: u64 = 0xffff;

const GENERATIONS: u64 = 1 << 9;

/// What is known of positions seen before.
#[derive(Debug)]
pub(super) struct Transpositions {
    words: Vec<u64>,
    /// Words before the first bucket, which begins with a line of the cache.
    skip: usize,
    /// How many buckets are in use.
    buckets: u64,
    /// How many there are at first, and how many at most.
    least: u64,
    most: u64,
    /// How many more entries are written down before the buckets in use are doubled.
    room: u64,
    /// Entries of other generations are as if they were not there.
    generation: u64,
}

impl Transpositions {
    /// A table of so many MiB, empty.
    pub(super) fn new(mebibytes: u32) -> Transpositions {
        let all = (u64::from(mebibytes) << 20) / 64;
        Transpositions::between(all, all)
    }

    /// A table of `least` buckets at first and of `most` at most.
    pub(super) fn between(least: u64, most: u64) -> Transpositions {
        let words = zeroed((most as usize + 1) * WORDS);
        let skip = words.as_ptr().align_offset(64) % WORDS;
        let room = room(least, most);
        Transpositions { words, skip, buckets: least, least, most, room, generation: 1 }
    }

    /// Forgets everything, without writing all of it.
    pub(super) fn clear(&mut self) {
        self.generation += 1;
        if self.generation == GENERATIONS {
            self.words.fill(0);
            self.generation = 1;
        }
        self.buckets = self.least;
        self.room = room(self.least, self.most);
    }

    /// Doubles the buckets in use.
    #[cold]
    fn grow(&mut self) {
        // From the last one on, so that none is overwritten before it is copied.
        for bucket in (0..self.buckets as usize).rev() {
            let from = self.skip + bucket * WORDS;
            for half in [2 * bucket + 1, 2 * bucket] {
                self.words.copy_within(from..from + WORDS, self.skip + half * WORDS);
            }
        }
        self.buckets *= 2;
        self.room = room(self.buckets, self.most);
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
    pub(super) fn probe(&self, key: Key) -> Option<Known> {
        let start = self.start(key);
        let bucket: &Bucket = self.words[start..start + WORDS].try_into().ok()?;
        for entry in 0..4 {
            let data = bucket[2 * entry + 1];
            if bucket[2 * entry] == key.tag && data >> 55 == self.generation {
                return Some(Known::unpack(data));
            }
        }
        None
    }

    /// Writes down what is known. Of four entries the one of least depth makes room, and the last
    /// one for what is of less depth than all.
    #[inline(always)]
    pub(super) fn store(&mut self, key: Key, known: Known) {
        let start = self.start(key);
        let generation = self.generation;
        let Some(bucket) = self.words[start..start + WORDS].first_chunk_mut::<WORDS>() else {
            return;
        };
        let mut place = 3;
        let mut least = u64::from(known.depth) + 1;
        for entry in 0..4 {
            let data = bucket[2 * entry + 1];
            let fresh = data >> 55 == generation;
            if fresh && bucket[2 * entry] == key.tag {
                place = entry;
                break;
            }
            let depth = if fresh { (data >> 44 & 0xff) + 1 } else { 0 };
            if depth < least {
                (least, place) = (depth, entry);
            }
        }
        bucket[2 * place] = key.tag;
        bucket[2 * place + 1] = known.pack(generation);
        self.room -= 1;
        if self.room == 0 {
            self.grow();
        }
    }
}

/// How many entries are written down to a table of so many buckets before it is doubled: half of
/// those it has. One that cannot be doubled never fills.
fn room(buckets: u64, most: u64) -> u64 {
    if 2 * buckets <= most { 2 * buckets } else { u64::MAX }
}

impl Known {
    /// Whether the value is that of a search to this depth.
    #[inline(always)]
    pub(super) fn answers(self, depth: u8) -> bool {
        self.depth == depth || self.complete && self.depth <= depth
    }

    #[inline(always)]
    fn pack(self, generation: u64) -> u64 {
        let rank = self.rank.map_or(NO_RANK, |rank| u64::from(rank).min(NO_RANK));
        u64::from(self.value.cast_unsigned()) & 0x0fff_ffff
            | rank << 28
            | u64::from(self.depth) << 44
            | (self.kind as u64) << 52
            | u64::from(self.complete) << 54
            | generation << 55
    }

    #[inline(always)]
    fn unpack(data: u64) -> Known {
        let rank = data >> 28 & 0xffff;
        Known {
            // The sign is the value's highest bit.
            value: ((data << 4) as u32).cast_signed() >> 4,
            rank: (rank != NO_RANK).then_some(rank as u32),
            depth: (data >> 44) as u8,
            kind: match data >> 52 & 3 {
                1 => Kind::Exact,
                2 => Kind::Lower,
                _ => Kind::Upper,
            },
            complete: data >> 54 & 1 == 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_down_is_found_until_all_is_forgotten() {
        let mut table = Transpositions::between(1, 1);
        let key = |tag| Key { place: tag << 50, tag };
        for (tag, value, rank, kind) in [
            (7, -(1 << 26), None, Kind::Exact),
            (8, (1 << 26) - 1, Some(0), Kind::Lower),
            (9, -1, Some(65_534), Kind::Upper),
        ] {
            for complete in [false, true] {
                let known = Known { value, rank, depth: 120, kind, complete };
                table.store(key(tag), known);
                assert_eq!(table.probe(key(tag)), Some(known));
            }
        }
        assert_eq!(table.probe(key(10)), None);
        for _ in 0..2 * GENERATIONS {
            table.store(key(9), Known::unpack(1 << 52));
            table.clear();
            assert_eq!(table.probe(key(9)), None);
        }
    }

    #[test]
    fn growth_loses_nothing() {
        // Places and tags spread over all there are.
        let key = |number: u64| Key {
            place: number.wrapping_mul(0x9e37_79b9_7f4a_7c15),
            tag: number.wrapping_mul(0xd1b5_4a32_d192_ed03),
        };
        let known = |number: u64| Known { value: number as i32, ..Known::unpack(1 << 52) };
        // Doubled from 3, 64 buckets are 48.
        let mut table = Transpositions::between(3, 64);
        for _ in 0..2 {
            let mut number = 0;
            for buckets in [3, 6, 12, 24] {
                assert_eq!(table.buckets, buckets);
                while table.room > 1 {
                    number += 1;
                    table.store(key(number), known(number));
                }
                let found = |table: &Transpositions| -> Vec<Option<Known>> {
                    (1..=number).map(|number| table.probe(key(number))).collect()
                };
                let before = found(&table);
                table.grow();
                assert_eq!(found(&table), before);
                assert!(before.iter().flatten().count() > buckets as usize);
                for (number, there) in (1..).zip(before) {
                    assert!(there.is_none_or(|there| there == known(number)));
                }
            }
            for number in 1000..9000 {
                table.store(key(number), known(number));
                assert_eq!(table.probe(key(number)), Some(known(number)));
            }
            assert_eq!(table.buckets, 48, "it has all it may have");
            table.clear();
            assert!((1..9000).all(|number| table.probe(key(number)).is_none()));
        }
    }

    #[test]
    fn what_is_of_greater_depth_stays() {
        let mut table = Transpositions::between(1, 1);
        let known = |depth| Known { depth, ..Known::unpack(1 << 52) };
        for tag in 1..=4 {
            table.store(Key { place: 0, tag }, known(10));
        }
        for tag in 5..100 {
            table.store(Key { place: 0, tag }, known(2));
            assert!(table.probe(Key { place: 0, tag }).is_some(), "the last one is always there");
        }
        let there = (1..=4).filter(|&tag| table.probe(Key { place: 0, tag }).is_some());
        assert_eq!(there.count(), 3);
    }
}
