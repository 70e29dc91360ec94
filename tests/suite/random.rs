//! Random numbers, on which every recorded game depends: compared with an independent implementation
//! (`tests/data/commands/random.py`).

use pasang_core::base::random::SeedKey;

fn numbers(words: &[&str]) -> Vec<u64> {
    words.iter().map(|word| word.parse().unwrap()).collect()
}

fn from_hex(text: &str) -> Vec<u8> {
    let byte = |at| u8::from_str_radix(&text[at..at + 2], 16).unwrap();
    (0..text.len()).step_by(2).map(byte).collect()
}

/// A key shows in the streams that follow it.
#[test]
fn draws_are_those_of_an_independent_implementation() {
    let mut key = SeedKey::new(0, &[]);
    let mut rng = key.rng(0);
    let mut draws = 0;
    for line in include_str!("../data/commands/random.txt").lines() {
        let words: Vec<&str> = line.split(' ').collect();
        match words[0] {
            "#" => {}
            "key" => {
                let parts = words[2].split('/').filter(|&part| part != "-");
                let parts: Vec<Vec<u8>> = parts.map(from_hex).collect();
                let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
                key = SeedKey::new(words[1].parse().unwrap(), &parts);
            }
            "stream" => rng = key.rng(words[1].parse().unwrap()),
            kind => {
                let (n, expected) = (numbers(&words[1..2])[0], numbers(&words[2..]));
                let drawn: Vec<u64> = match kind {
                    "below" => expected.iter().map(|_| rng.below(n as u32).into()).collect(),
                    "below_u64" => expected.iter().map(|_| rng.below_u64(n)).collect(),
                    "shuffle" => {
                        let mut items: Vec<u64> = (0..n).collect();
                        rng.shuffle(&mut items);
                        items
                    }
                    other => panic!("{other}"),
                };
                assert_eq!(drawn, expected, "{line}");
                draws += 1;
            }
        }
    }
    assert!(draws > 550, "{draws}");
}
