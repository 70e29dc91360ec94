//! What positions were judged to be.

use super::hash::Key;

/// So many values of positions are remembered.
const JUDGED: usize = 1 << 16;

/// What positions were judged to be: one is judged as a leaf, and again when the search is deeper.
/// An entry holds 40 bits of a key's tag above 24 bits of value.
#[derive(Debug, Default)]
pub(super) struct Judged(Vec<u64>);

impl Judged {
    pub(super) fn clear(&mut self) {
        self.0.fill(0);
    }

    #[inline(always)]
    pub(super) fn value(&mut self, key: Key, judge: impl FnOnce() -> i32) -> i32 {
        if self.0.is_empty() {
            self.0 = vec![0; JUDGED];
        }
        let entry = &mut self.0[key.place as usize & (JUDGED - 1)];
        if (*entry ^ key.tag) >> 24 == 0 {
            // The sign is the value's highest bit.
            return ((*entry << 8) as u32).cast_signed() >> 8;
        }
        let value = judge();
        *entry = key.tag >> 24 << 24 | u64::from(value.cast_unsigned() & 0x00ff_ffff);
        value
    }
}
