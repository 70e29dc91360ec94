//! Reproducible random numbers: ChaCha8 counter-based streams and the sampling on top of them.
//!
//! The sampling is written out here, because a library may change the numbers that its methods
//! consume from one version to the next; the tests pin it to fixed vectors.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

/// The highest seed: the highest TOML integer.
pub const HIGHEST_SEED: u64 = i64::MAX as u64;

/// Key of a family of streams: a digest of the seed and of the purpose of the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeedKey([u8; 32]);

impl SeedKey {
    /// Derives the key of a seed for one purpose: a name followed by everything else that the
    /// numbers depend on. Each part is digested with its length, so that different lists of parts
    /// never collide.
    pub fn new(seed: u64, purpose: &[&[u8]]) -> SeedKey {
        let mut digest = Sha256::new();
        digest.update(b"pasang random numbers 1");
        digest.update(seed.to_le_bytes());
        for part in purpose {
            digest.update((part.len() as u64).to_le_bytes());
            digest.update(part);
        }
        SeedKey(digest.finalize().into())
    }

    /// Returns the stream with this number; streams of different numbers are independent.
    pub fn rng(&self, number: u64) -> GameRng {
        let mut generator = ChaCha8Rng::from_seed(self.0);
        generator.set_stream(number);
        GameRng(generator)
    }
}

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct GameRng(ChaCha8Rng);

impl GameRng {
    /// Creates stream 0 of a seed for one purpose.
    pub fn new(seed: u64, purpose: &str) -> GameRng {
        SeedKey::new(seed, &[purpose.as_bytes()]).rng(0)
    }

    /// Returns a uniform random number below `n`, which must not be 0 (Lemire 2019, "Fast random
    /// integer generation in an interval", algorithm 5 for 32 bits).
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        debug_assert!(n > 0, "there is no number below 0");
        let mut product = u64::from(self.0.next_u32()) * u64::from(n);
        // Rejection: 2^32 mod `n` of the 2^32 values would bias the result, and are drawn again.
        if (product as u32) < n {
            let surplus = n.wrapping_neg() % n;
            while (product as u32) < surplus {
                product = u64::from(self.0.next_u32()) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }

    /// Returns a uniform random 64-bit number below `n`, which must not be 0.
    pub fn below_u64(&mut self, n: u64) -> u64 {
        debug_assert!(n > 0, "there is no number below 0");
        let mut product = u128::from(self.0.next_u64()) * u128::from(n);
        if (product as u64) < n {
            let surplus = n.wrapping_neg() % n;
            while (product as u64) < surplus {
                product = u128::from(self.0.next_u64()) * u128::from(n);
            }
        }
        (product >> 64) as u64
    }

    /// Shuffles the items uniformly (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published key stream of ChaCha with 8 rounds, key and nonce all zero (test case 1 of J.
    /// Strombergson's test vectors for ChaCha, 2013).
    #[test]
    fn the_generator_is_chacha8() {
        let mut rng = SeedKey([0; 32]).rng(0);
        let words: Vec<u32> = (0..8).map(|_| rng.0.next_u32()).collect();
        assert_eq!(
            words.map_to_hex(),
            "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
        );
    }

    /// Keys, streams and samples as computed by `tests/data/commands/random.py`, which shares no
    /// code with this file or its libraries. Every recorded game depends on them.
    #[test]
    fn draws_are_those_of_an_independent_implementation() {
        let mut key = SeedKey([0; 32]);
        let mut rng = key.rng(0);
        let mut lines = 0;
        for line in include_str!("../../../../tests/data/commands/random.txt").lines() {
            let words: Vec<&str> = line.split(' ').collect();
            let numbers =
                || words[2..].iter().map(|word| word.parse().unwrap()).collect::<Vec<u64>>();
            match words[0] {
                "#" => continue,
                "key" => {
                    let parts: Vec<Vec<u8>> = match words[2] {
                        "-" => Vec::new(),
                        parts => parts.split('/').map(from_hex).collect(),
                    };
                    let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
                    key = SeedKey::new(words[1].parse().unwrap(), &parts);
                    assert_eq!(key.0.to_vec(), from_hex(words[3]), "{line}");
                }
                "stream" => rng = key.rng(words[1].parse().unwrap()),
                "below" => {
                    let n = words[1].parse().unwrap();
                    for expected in numbers() {
                        assert_eq!(u64::from(rng.below(n)), expected, "{line}");
                    }
                }
                "below_u64" => {
                    let n = words[1].parse().unwrap();
                    for expected in numbers() {
                        assert_eq!(rng.below_u64(n), expected, "{line}");
                    }
                }
                "shuffle" => {
                    let mut items: Vec<u64> = (0..words[1].parse().unwrap()).collect();
                    rng.shuffle(&mut items);
                    assert_eq!(items, numbers(), "{line}");
                }
                other => panic!("{other}"),
            }
            lines += 1;
        }
        assert!(lines > 600, "{lines}");
    }

    #[test]
    fn a_stream_of_one_purpose_is_the_first_of_its_key() {
        let mut short = GameRng::new(7, "generate");
        let mut long = SeedKey::new(7, &[b"generate"]).rng(0);
        let draws = |rng: &mut GameRng| [(); 40].map(|()| rng.below_u64(u64::MAX));
        assert_eq!(draws(&mut short), draws(&mut long));
    }

    /// Asserts by Pearson's chi-squared statistic that counts are uniform. Its mean is `cells - 1`
    /// and its variance twice that; it must lie within seven standard deviations above the mean,
    /// and not near 0.
    fn assert_even(counts: &[u32], what: &str) {
        let freedom = counts.len() as f64 - 1.0;
        let expected = counts.iter().sum::<u32>() as f64 / counts.len() as f64;
        let statistic: f64 =
            counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
        let deviation = (2.0 * freedom).sqrt();
        assert!(statistic < freedom + 7.0 * deviation, "{what}: {statistic} of {freedom}");
        // Counts that are nearly equal would not be random either.
        assert!(freedom < 20.0 || statistic > freedom / 4.0, "{what}: {statistic} of {freedom}");
    }

    #[test]
    fn numbers_below_n_are_equally_likely() {
        for n in 2..=60 {
            let mut rng = GameRng::new(u64::from(n), "even");
            let mut counts = [vec![0; n as usize], vec![0; n as usize]];
            for _ in 0..1000 * n {
                counts[0][rng.below(n) as usize] += 1;
                counts[1][rng.below_u64(n.into()) as usize] += 1;
            }
            counts.iter().for_each(|counts| assert_even(counts, &format!("below {n}")));
        }
    }

    /// Three quarters and two thirds of all 32-bit numbers: a sampler that rejects nothing, or the
    /// wrong values, strongly prefers one remainder.
    #[test]
    fn large_numbers_are_equally_likely() {
        for (n, modulus) in [(3 << 30, 3), (0xaaaa_aaab_u32, 2)] {
            let mut rng = GameRng::new(u64::from(n), "even");
            let mut counts = [vec![0; modulus], vec![0; modulus]];
            for _ in 0..100_000 {
                counts[0][rng.below(n) as usize % modulus] += 1;
                counts[1][rng.below_u64(u64::from(n) << 32 | 1) as usize % modulus] += 1;
            }
            counts.iter().for_each(|counts| assert_even(counts, &format!("below {n}")));
        }
    }

    #[test]
    fn orders_are_equally_likely() {
        let mut rng = GameRng::new(0, "orders");
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..120_000 {
            let mut items = [0, 1, 2, 3, 4];
            rng.shuffle(&mut items);
            *counts.entry(items).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 120);
        assert_even(&counts.into_values().collect::<Vec<u32>>(), "orders of five");
    }

    fn from_hex(text: &str) -> Vec<u8> {
        let byte = |at| u8::from_str_radix(&text[at..at + 2], 16).unwrap();
        (0..text.len()).step_by(2).map(byte).collect()
    }

    trait Hex {
        fn map_to_hex(&self) -> String;
    }

    impl Hex for Vec<u32> {
        fn map_to_hex(&self) -> String {
            self.iter().flat_map(|word| word.to_le_bytes()).map(|b| format!("{b:02x}")).collect()
        }
    }
}
