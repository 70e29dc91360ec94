//! Fuzzes journals: whole lines of arbitrary bytes, and the fields in them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pasang::run::journal::{Fields, Form, Line, decode_moves, difference, encode_moves, read_line};

fuzz_target!(|bytes: &[u8]| {
    // The number of bytes selects the form, so that each text is read once.
    let form = Form { has_crew: bytes.len() % 2 == 1 };
    let (mut input, mut whole) = (bytes, 0);
    loop {
        let mut line = Vec::new();
        let found = read_line(&mut input, &mut line).unwrap();
        // What was read is a prefix of the input.
        assert!(bytes[whole..].starts_with(&line));
        if found != Line::Whole {
            break;
        }
        whole += line.len();
        assert_eq!(line.pop(), Some(b'\n'));
        let other = b"0,0,0,a,b,c,first,stuck,3,1,,,2,0,m00";
        assert!(whole > line.len() + 1 || !difference(&line, other, form).is_empty());
        look(&Fields::of(&line, form));
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
    let _ = (row.winners(), row.plies(), row.digest());
}
