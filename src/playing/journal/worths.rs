//! What positions are worth as text: of each the result, `f` where the first player wins, `s` where
//! the second does, `d` for a draw, and behind it the first player's points less the second's at the
//! end of best play. They are joined by `/`, in the order of the game.

use super::row::number;
use crate::players::judge::Worth;

/// The signs of a win of the second player, a draw, and a win of the first.
const RESULTS: [u8; 3] = *b"sdf";

/// No two scores are as far apart.
const MOST_MARGIN: i32 = 1 << 14;

/// Appends what positions are worth to a line.
pub fn encode_worths(worths: &[Worth], line: &mut Vec<u8>) {
    for (place, Worth { result, margin }) in worths.iter().enumerate() {
        if place > 0 {
            line.push(b'/');
        }
        line.push(RESULTS[(result + 1) as usize]);
        if *margin < 0 {
            line.push(b'-');
        }
        number(margin.unsigned_abs().into(), line);
    }
}

/// Reads them back into `worths`; nothing where the text is none that [`encode_worths`] writes.
pub fn decode_worths(text: &[u8], worths: &mut Vec<Worth>) -> Option<()> {
    worths.clear();
    if text.is_empty() {
        return Some(());
    }
    for word in text.split(|&sign| sign == b'/') {
        let (sign, number) = word.split_first()?;
        let result = RESULTS.iter().position(|result| result == sign)? as i32 - 1;
        let digits = number.strip_prefix(b"-").unwrap_or(number);
        let is_plain = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
        let margin: i32 = std::str::from_utf8(number).ok().filter(|_| is_plain)?.parse().ok()?;
        if margin.abs() > MOST_MARGIN {
            return None;
        }
        worths.push(Worth { result, margin });
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worths_read_back() {
        let worths = [(1, 12), (1, -3), (0, 0), (-1, -120), (-1, 4)];
        let worths = worths.map(|(result, margin)| Worth { result, margin });
        let (mut text, mut back) = (Vec::new(), Vec::new());
        encode_worths(&worths, &mut text);
        assert_eq!(text, b"f12/f-3/d0/s-120/s4");
        assert_eq!(decode_worths(&text, &mut back), Some(()));
        assert_eq!(back, worths);
        assert_eq!((decode_worths(b"", &mut back), back.len()), (Some(()), 0));
    }

    #[test]
    fn what_is_no_list_of_worths_is_refused() {
        let mut worths = Vec::new();
        for text in ["f", "12", "f12/", "/f12", "f+1", "f1.0", "x3", "f--1", "f99999", "F1", "f1 "]
        {
            assert_eq!(decode_worths(text.as_bytes(), &mut worths), None, "{text}");
        }
    }
}
