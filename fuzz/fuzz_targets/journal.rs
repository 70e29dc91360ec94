//! Journals: whole lines of anything, and the fields in them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pasang::playing::journal::{
    Fields, Form, Lines, decode_worths, difference, encode_moves, encode_worths,
};

fuzz_target!(|bytes: &[u8]| {
    // The number of bytes tells the form, so that each is read once.
    let (rounds, is_exact) = [(1, false), (3, false), (1, true)][bytes.len() % 3];
    let form = Form { rounds, is_exact };
    let mut lines = Lines::by_match(bytes, form);
    let mut whole = Vec::new();
    while let Ok(Some(rows)) = lines.next_rows() {
        if whole.is_empty() {
            let other = b"0,0,0,a,b,c,first,stuck,3,1,,,2,0,m00";
            assert!(!difference(rows, other, form).is_empty());
        }
        whole.extend(rows);
        whole.push(b'\n');
        for row in pasang::playing::journal::rows(rows, form) {
            look(&row);
        }
    }
    // What was read is the beginning of what is there.
    assert!(bytes.starts_with(&whole));
    assert_eq!(lines.bytes, whole.len() as u64);
});

fn look(row: &Fields<'_>) {
    let (mut ranks, mut text) = (Vec::new(), Vec::new());
    if row.read_moves(&mut ranks).is_some() {
        encode_moves(&ranks, &mut text);
        let mut again = Vec::new();
        assert_eq!(pasang::playing::journal::decode_moves(&text, &mut again), Some(()));
        assert_eq!(again, ranks);
    }
    let (mut worths, mut again) = (Vec::new(), Vec::new());
    if row.read_worths(&mut worths).is_some() {
        text.clear();
        encode_worths(&worths, &mut text);
        assert_eq!(decode_worths(&text, &mut again), Some(()));
        assert_eq!(again, worths);
    }
    if let Some((scores, seats)) = row.scores() {
        assert!(scores[usize::from(seats)..].iter().all(|&score| score == 0));
    }
    if let Some(number) = row.number() {
        assert!(row.game.ends_with(number.to_string().as_bytes()));
    }
    let _ = (row.winners(), row.plies(), row.starter());
}
