//! Fuzzes journals: whole lines of arbitrary bytes, and the fields in them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pasang::playing::journal::{Fields, Form, Lines, difference, encode_moves};

fuzz_target!(|bytes: &[u8]| {
    // The number of bytes selects the form, so that each text is read once.
    let form = [(1, false), (3, false), (1, true)][bytes.len() % 3];
    let form = Form { rounds: form.0, has_crew: form.1 };
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
    // The rows that were read are a prefix of the input.
    assert!(bytes.starts_with(&whole));
    assert_eq!(lines.bytes, whole.len() as u64);
});

fn look(row: &Fields<'_>) {
    let (mut indices, mut text) = (Vec::new(), Vec::new());
    if row.read_moves(&mut indices).is_some() {
        encode_moves(&indices, &mut text);
        let mut again = Vec::new();
        assert_eq!(pasang::playing::journal::decode_moves(&text, &mut again), Some(()));
        assert_eq!(again, indices);
    }
    if let Some((scores, seats)) = row.scores() {
        assert!(scores[usize::from(seats)..].iter().all(|&score| score == 0));
    }
    if let Some(number) = row.number() {
        assert!(row.game.ends_with(number.to_string().as_bytes()));
    }
    let _ = (row.winners(), row.plies(), row.starter());
}
