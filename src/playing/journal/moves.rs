//! A game's moves as text: the rank of each in the program's own order of moves.
//!
//! A mark that no number begins with, so that no reader of tables takes a game for one; then two
//! base-36 digits a ply. The rank 1295 and those above it, which two digits cannot hold beside
//! the mark, are written as the mark `zz` and six more digits; only Bell boards made for the
//! purpose have so many moves.

pub const MARK: u8 = b'm';

const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";

/// The first rank that is written long.
const LONG: u32 = 36 * 36 - 1;

const LONG_DIGITS: usize = 6;

pub fn encode_moves(ranks: &[u32], line: &mut Vec<u8>) {
    line.reserve(1 + 2 * ranks.len());
    line.push(MARK);
    for &rank in ranks {
        let digit = |place: u32| DIGITS[(rank / 36u32.pow(place) % 36) as usize];
        if rank < LONG {
            line.extend([digit(1), digit(0)]);
        } else {
            line.extend(b"zz");
            line.extend((0..LONG_DIGITS as u32).rev().map(digit));
        }
    }
}

/// Reads the moves back into `ranks`; nothing where the text is none that [`encode_moves`] writes.
pub fn decode_moves(text: &[u8], ranks: &mut Vec<u32>) -> Option<()> {
    fn digit(sign: u8) -> Option<u32> {
        match sign {
            b'0'..=b'9' => Some(u32::from(sign - b'0')),
            b'a'..=b'z' => Some(u32::from(sign - b'a') + 10),
            _ => None,
        }
    }
    fn number(digits: &[u8]) -> Option<u32> {
        digits.iter().try_fold(0u32, |sum, &sign| sum.checked_mul(36)?.checked_add(digit(sign)?))
    }
    ranks.clear();
    let mut rest = text.strip_prefix(&[MARK])?;
    while !rest.is_empty() {
        let (short, behind) = rest.split_at_checked(2)?;
        let rank = number(short)?;
        if rank < LONG {
            ranks.push(rank);
            rest = behind;
        } else {
            let (long, behind) = behind.split_at_checked(LONG_DIGITS)?;
            ranks.push(number(long).filter(|&rank| rank >= LONG)?);
            rest = behind;
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_read_back() {
        let ranks = [0, 1, 35, 36, 1294, 1295, 1296, 2_000_000_000, 7];
        let mut text = Vec::new();
        encode_moves(&ranks, &mut text);
        assert!(text.starts_with(b"m00010z10zyzz0000zz"), "{}", String::from_utf8_lossy(&text));
        let mut back = Vec::new();
        assert_eq!(decode_moves(&text, &mut back), Some(()));
        assert_eq!(back, ranks);
    }

    #[test]
    fn what_is_no_record_is_refused() {
        let mut ranks = Vec::new();
        for text in ["", "00", "m0", "m0A", "mzz", "mzz0000", "mzz000000", "m0-", "M00"] {
            assert_eq!(decode_moves(text.as_bytes(), &mut ranks), None, "{text}");
        }
    }
}
