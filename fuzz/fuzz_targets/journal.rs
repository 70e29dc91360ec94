//! Fuzzes journals: whole lines of arbitrary bytes, and the fields in them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pasang::playing::journal::{
    Fields, Form, decode_moves, difference, encode_moves, read_lines, rows,
};

fuzz_target!(|bytes: &[u8]| {
    // The number of bytes selects the form, so that each text is read once.
    let form = [(1, false), (3, false), (1, true)][bytes.len() % 3];
    let form = Form { rounds: form.0, has_crew: form.1 };
    let (mut input, mut whole) = (bytes, 0);
    loop {
        let mut lines = Vec::new();
        let (count, _) = read_lines(&mut input, form.rounds, &mut lines).unwrap();
        // What was read is a prefix of the input.
        assert!(bytes[whole..].starts_with(&lines));
        if count < form.rounds {
            break;
        }
        whole += lines.len();
        assert_eq!(lines.pop(), Some(b'\n'));
        let other = b"0,0,0,a,b,c,first,stuck,3,1,,,2,0,m00";
        assert!(whole > lines.len() + 1 || !difference(&lines, other, form).is_empty());
        rows(&lines, form).for_each(|row| look(&row));
    }
});

fn look(row: &Fields<'_>) {
    if let Some(indices) = row.moves() {
        assert_eq!(decode_moves(&encode_moves(&indices)), Some(indices));
    }
    if let Some((scores, seats)) = row.scores() {
        assert!(scores[usize::from(seats)..].iter().all(|&score| score == 0));
    }
    if let Some(number) = row.number() {
        assert!(row.game.ends_with(number.to_string().as_bytes()));
    }
    let _ = (row.winners(), row.plies(), row.starter());
}
