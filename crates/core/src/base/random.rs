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

    /// Returns the place in the stream: the number of 32-bit words drawn so far.
    pub fn place(&self) -> u64 {
        self.0.get_word_pos() as u64
    }

    /// Goes to a place in the stream.
    pub fn go_to(&mut self, place: u64) {
        self.0.set_word_pos(place.into());
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
