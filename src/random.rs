//! Random numbers that are the same everywhere: ChaCha8, and the sampling on top of it.
//!
//! The sampling is written out here, because a library may change which numbers its methods
//! draw from one version to the next; the tests hold it to fixed vectors.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

/// What many streams have in common: a digest of the seed and of what the numbers are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key([u8; 32]);

impl Key {
    /// The key of a seed for one purpose. `purpose` is a name followed by whatever else the
    /// numbers shall depend on; each part counts with its length, so that no two lists of parts
    /// run into one another.
    pub fn new(seed: u64, purpose: &[&[u8]]) -> Key {
        let mut digest = Sha256::new();
        digest.update(b"pasang random numbers 1");
        digest.update(seed.to_le_bytes());
        for part in purpose {
            digest.update((part.len() as u64).to_le_bytes());
            digest.update(part);
        }
        Key(digest.finalize().into())
    }

    /// The stream with this number; streams of other numbers are independent of it.
    pub fn stream(&self, number: u64) -> Stream {
        let mut generator = ChaCha8Rng::from_seed(self.0);
        generator.set_stream(number);
        Stream(generator)
    }
}

/// An endless row of random numbers.
#[derive(Clone, Debug)]
pub struct Stream(ChaCha8Rng);

impl Stream {
    /// The first stream of a seed for one purpose.
    pub fn new(seed: u64, purpose: &str) -> Stream {
        Key::new(seed, &[purpose.as_bytes()]).stream(0)
    }

    /// A number below `n`, each as likely as the others (Lemire 2019, "Fast random integer
    /// generation in an interval", algorithm 5 for 32 bits). `n` must not be 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        debug_assert!(n > 0, "there is no number below 0");
        let mut product = u64::from(self.0.next_u32()) * u64::from(n);
        // Of the 2^32 draws, 2^32 mod n are too many to be shared out evenly: they are drawn anew.
        if (product as u32) < n {
            let surplus = n.wrapping_neg() % n;
            while (product as u32) < surplus {
                product = u64::from(self.0.next_u32()) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }

    /// The same for numbers of 64 bits.
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

    /// Puts the items in random order, each order as likely as the others (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published key stream of ChaCha with 8 rounds, key and nonce all zero (test case 1 of
    /// J. Strombergson's test vectors for ChaCha, 2013).
    #[test]
    fn the_generator_is_chacha8() {
        let mut stream = Key([0; 32]).stream(0);
        let words: Vec<u32> = (0..8).map(|_| stream.0.next_u32()).collect();
        assert_eq!(
            words.map_to_hex(),
            "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
        );
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
